// Relaxed rows against all points and all small sums; sums of counts against trying everything.
#include <algorithm>
#include <cmath>
#include <limits>

#include "checks.h"
#include "counting.h"
#include "relaxation.h"

namespace gridwright::tests {

namespace {

constexpr double kNear = 1e-3;
constexpr std::int32_t kMostTimes = 2;  // a row is taken so often, at most, when all sums are tried

struct System {
  std::vector<Relaxation::Row> rows;
  std::vector<std::int8_t> point;
};

System random_system(Random& random) {
  System system;
  for (std::uint32_t column = 0; column < 2 + random() % 4; ++column)
    system.point.push_back(static_cast<std::int8_t>(random() % 2));
  for (std::uint32_t row = 0; row < 2 + random() % 4; ++row) {
    Relaxation::Row made{{}, 0, random() % 3 == 0 ? 0.25 : 1.0};
    for (std::size_t column = 0; column < system.point.size(); ++column) {
      const auto weight = static_cast<std::int32_t>(random() % 3) - 1;
      if (weight == 0) continue;
      made.terms.emplace_back(static_cast<std::int32_t>(column), weight);
      made.bound += weight * system.point[column];  // the point keeps it, often just so
    }
    made.bound += random() % 4 == 0;
    system.rows.push_back(std::move(made));
  }
  return system;
}

double value(const Relaxation::Row& row, const std::vector<double>& point) {
  double sum = 0;
  for (const auto& [column, weight] : row.terms) sum += weight * point[static_cast<std::size_t>(column)];
  return sum;
}

// By how much a sum is exceeded, even at the least that it can be with the column turned.
double surplus(const System& system, const std::vector<double>& times, std::int32_t turned) {
  std::vector<double> sum(system.point.size());
  double least = 0;
  for (std::size_t row = 0; row < times.size(); ++row) {
    least -= times[row] * system.rows[row].bound;
    for (const auto& [column, weight] : system.rows[row].terms)
      sum[static_cast<std::size_t>(column)] += times[row] * weight;
  }
  for (std::size_t column = 0; column < sum.size(); ++column) {
    if (static_cast<std::int32_t>(column) == turned) {
      least += system.point[column] ? 0 : sum[column];
    } else {
      least += std::min(0.0, sum[column]);
    }
  }
  return least;
}

double weight(const System& system, const std::vector<double>& times) {
  double sum = 0;
  for (std::size_t row = 0; row < times.size(); ++row) sum += times[row] * system.rows[row].price;
  return sum;
}

// The least weight of a sum that is exceeded by one, of those that take rows a few times.
double lightest(const System& system, std::int32_t turned) {
  double best = std::numeric_limits<double>::infinity();
  std::vector<double> times(system.rows.size());
  while (true) {
    const double by = surplus(system, times, turned);
    if (by > 0) best = std::min(best, weight(system, times) / by);
    std::size_t row = 0;
    while (row < times.size() && times[row] == kMostTimes) times[row++] = 0;
    if (row == times.size()) return best;
    ++times[row];
  }
}

}  // namespace

void check_relaxation(Random& random, Report& report) {
  const System system = random_system(random);
  Relaxation relaxation(system.rows, system.point);
  for (std::int32_t column = 0; column < static_cast<std::int32_t>(system.point.size()); ++column) {
    const auto outcome = relaxation.turn(column, 1e6);
    report.check(outcome == Relaxation::Outcome::kSum || outcome == Relaxation::Outcome::kPossible,
                 "a relaxation is solved");
    const auto& point = relaxation.point();
    bool kept = std::abs(point[static_cast<std::size_t>(column)] -
                         (1 - system.point[static_cast<std::size_t>(column)])) < kNear;
    for (const double number : point) kept = kept && number > -kNear && number < 1 + kNear;
    for (const Relaxation::Row& row : system.rows)
      kept = kept && value(row, point) <= row.bound + row.price * relaxation.stretch() + kNear;
    report.check(kept, "the point turns the column and keeps the rows, stretched");
    const double least = lightest(system, column);
    if (outcome == Relaxation::Outcome::kPossible) {
      report.check(std::isinf(least), "where a point is possible no sum forbids it");
      continue;
    }
    const auto& times = relaxation.times();
    const double own = weight(system, times);
    report.check(std::abs(surplus(system, times, column) - 1) < kNear, "the sum is exceeded by one");
    report.check(own < least + kNear, "no sum is lighter");
    report.check(relaxation.turn(column, own / 2) == Relaxation::Outcome::kHeavy,
                 "what is heavier is given up");
  }
}

// `refute`: do these groups and facts leave no way for the literal?
void check_counting(const Instance& instance, std::span<const Literal> known,
                    std::span<const Literal> solution, const Refute& refute, Report& report) {
  const Shape& shape = instance.shape;
  Search search(shape);
  const std::vector<std::span<const std::int32_t>> labels(instance.labels.begin(), instance.labels.end());
  search.hold(labels);
  const std::vector<std::int32_t> prices(static_cast<std::size_t>(shape.groups), 1);
  Counting counting(search.board(), prices);
  std::vector<std::int8_t> facts(static_cast<std::size_t>(shape.variables) * 2);
  std::vector<std::int8_t> reference(static_cast<std::size_t>(shape.first_guard));
  for (const Literal literal : known) facts[static_cast<std::size_t>(literal.code)] = 1;
  std::vector<Literal> targets;
  for (const Literal literal : solution) {
    reference[static_cast<std::size_t>(literal.variable())] = !literal.negated();
    if (!facts[static_cast<std::size_t>(literal.code)]) targets.push_back(literal);
  }
  counting.suppose(facts, reference);
  const auto found = counting.lightest(targets, [] { return true; });
  if (!found) return;
  report.check(refute(found->groups, found->facts, ~found->conclusion), "the lightest sum proves its target");
  std::vector<Literal> premises = found->facts;
  for (const std::int32_t group : found->groups) premises.push_back(shape.guard(group));
  for (const Literal target : targets) {
    const auto proof = counting.certify(target, premises);
    if (!proof) continue;
    std::vector<std::int32_t> groups;
    std::vector<Literal> used;
    for (const auto& [group, times] : proof->sum) {
      report.check(times != 0, "a sum takes what it names");
      groups.push_back(group);
    }
    for (const Literal literal : proof->used) {
      if (literal.variable() < shape.first_guard) used.push_back(literal);
    }
    report.check(refute(groups, used, ~target), "a sum proves its conclusion by what it uses");
  }
}

}  // namespace gridwright::tests
