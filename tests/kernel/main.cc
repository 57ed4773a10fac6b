// The kernel's own tests: every kind of constraint against its plain meaning, and every question
// against trying everything. Small random instances, the same in every run.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <set>
#include <string>
#include <vector>

#include "checks.h"

namespace gridwright::tests {

namespace {

constexpr int kInstances = 120;  // of each kind, guarded and not
constexpr std::int64_t kMostMessages = 20;

std::uint32_t seed_of(const std::string& kind, int number, bool guarded) {
  std::uint32_t seed = 2166136261u;
  for (const char letter : kind) seed = (seed ^ static_cast<unsigned char>(letter)) * 16777619u;
  return seed + static_cast<std::uint32_t>(number) * 2 + guarded;
}

template <typename Body>
void run(Report& report, const std::string& kind, int number, bool guarded, Body body) {
  report.subject = kind + (guarded ? " (guarded) " : " ") + std::to_string(number);
  Random random(seed_of(kind, number, guarded));
  try {
    body(random);
  } catch (const std::exception& problem) {
    report.check(false, problem.what());
  }
}

void run_all(const std::set<std::string>& chosen, int first, int last, Report& report) {
  const auto wanted = [&](const std::string& kind) { return chosen.empty() || chosen.contains(kind); };
  for (int number = first; number < last; ++number) {
    for (const bool guarded : {false, true}) {
      for (const Maker& maker : makers()) {
        if (!wanted(maker.kind)) continue;
        run(report, maker.kind, number, guarded, [&](Random& random) {
          const Instance instance = maker.make(random, guarded);
          const World world(instance);
          check_board(instance, world, random, report);
          check_search(instance, world, random, report);
          check_labelings(instance, world, random, report);
          check_cores(instance, world, report);
        });
      }
      if (wanted("symmetry") && !guarded) {
        run(report, "symmetry", number, false, [&](Random& random) { check_symmetry(random, report); });
      }
      if (wanted("relaxation") && !guarded) {
        run(report, "relaxation", number, false, [&](Random& random) { check_relaxation(random, report); });
      }
      if (wanted("partition") && !guarded) {
        run(report, "partition", number, false, [&](Random& random) { check_partition(random, report); });
      }
      if (!wanted("mixed")) continue;
      run(report, "mixed", number, guarded, [&](Random& random) {
        Instance instance = mixed(random, guarded);
        for (int board = 0; board < 2; ++board) {
          const World world(instance);
          check_board(instance, world, random, report);
          check_search(instance, world, random, report);
          check_labelings(instance, world, random, report);
          check_cores(instance, world, report);
          instance.labels = random_labels(random, instance.shape);
        }
        if (!guarded) check_edits(instance, random, report);
      });
    }
  }
}

}  // namespace

bool Report::check(bool fine, const char* what) {
  if (fine) {
    ++passed;
  } else if (++failed <= kMostMessages) {
    std::fprintf(stderr, "FAILED %s: %s\n", subject.c_str(), what);
  }
  return fine;
}

}  // namespace gridwright::tests

// Arguments: kinds to check (all, if none), and perhaps two numbers: the first instance, and how many.
int main(int count, char** arguments) {
  std::set<std::string> chosen;
  std::vector<int> numbers;
  for (int index = 1; index < count; ++index) {
    const std::string argument = arguments[index];
    if (argument.find_first_not_of("0123456789") == std::string::npos) {
      numbers.push_back(std::atoi(arguments[index]));
    } else {
      chosen.insert(argument);
    }
  }
  const int first = numbers.empty() ? 0 : numbers[0];
  const int size = numbers.size() > 1 ? numbers[1] : numbers.empty() ? gridwright::tests::kInstances : 1;
  gridwright::tests::Report report;
  gridwright::tests::run_all(chosen, first, first + size, report);
  std::printf("%lld passed, %lld failed\n", static_cast<long long>(report.passed),
              static_cast<long long>(report.failed));
  return report.failed == 0 ? 0 : 1;
}
