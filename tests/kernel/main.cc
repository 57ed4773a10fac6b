// The kernel's own tests: every kind of constraint against its plain meaning, and every question
// against trying everything. With names of kinds as arguments, only those.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

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
        });
      }
      if (!wanted("mixed")) continue;
      run(report, "mixed", number, guarded, [&](Random& random) {
        Instance instance = mixed(random, guarded);
        for (int board = 0; board < 2; ++board) {
          const World world(instance);
          check_board(instance, world, random, report);
          check_search(instance, world, random, report);
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

// Arguments: kinds to check (all, if none), then perhaps a number: only that instance.
int main(int count, char** arguments) {
  std::set<std::string> chosen;
  int first = 0, last = gridwright::tests::kInstances;
  for (int index = 1; index < count; ++index) {
    const std::string argument = arguments[index];
    if (argument.find_first_not_of("0123456789") == std::string::npos) {
      first = std::atoi(arguments[index]);
      last = first + 1;
    } else if (argument[0] == 'x') {
      last = std::atoi(arguments[index] + 1);
    } else {
      chosen.insert(argument);
    }
  }
  gridwright::tests::Report report;
  gridwright::tests::run_all(chosen, first, last, report);
  std::printf("%lld passed, %lld failed\n", static_cast<long long>(report.passed), static_cast<long long>(report.failed));
  return report.failed == 0 ? 0 : 1;
}
