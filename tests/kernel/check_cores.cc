// Deductions against trying everything: they are right, need all that they name, and are the lightest.
#include <algorithm>
#include <bit>

#include "checks.h"
#include "gridwright/explainer.h"

namespace gridwright::tests {

namespace {

constexpr std::size_t kMostGroups = 10;
constexpr Reach kFar{static_cast<std::int32_t>(kMostGroups), 0};
constexpr Reach kChains{0, 12, 2, 100};

class Checker {
 public:
  Checker(const Instance& instance, const World& world, Report& report)
      : shape_(instance.shape), world_(world), report_(report) {}

  // Do these groups and facts leave no way for the literal?
  bool refute(const std::vector<std::int32_t>& groups, const std::vector<Literal>& known,
              Literal literal) const {
    Facts facts = world_.idle();
    for (const std::int32_t group : groups) facts.add(shape_.guard(group));
    for (const Literal fact : known) facts.add(fact);
    facts.add(literal);
    return !world_.possible(facts, World::kAll);
  }

  bool prove_all(const Deduction& deduction) const {
    return std::all_of(deduction.conclusions.begin(), deduction.conclusions.end(),
                       [&](Literal literal) { return refute(deduction.groups, deduction.facts, ~literal); });
  }

  void check_sums(const Deduction& deduction) const {
    report_.check(deduction.sums.empty() || deduction.sums.size() == deduction.conclusions.size(),
                  "there is a sum for each conclusion");
    for (std::size_t place = 0; place < deduction.sums.size(); ++place) {
      std::vector<std::int32_t> groups;
      for (const auto& [group, times] : deduction.sums[place]) groups.push_back(group);
      const bool within =
          std::includes(deduction.groups.begin(), deduction.groups.end(), groups.begin(), groups.end());
      report_.check(within, "a sum takes premises alone");
      const bool proves = groups.empty() || refute(groups, deduction.facts, ~deduction.conclusions[place]);
      report_.check(proves, "a sum proves its conclusion");
    }
  }

  void check(const Deduction& deduction, const std::vector<Literal>& known) const {
    check_sums(deduction);
    report_.check(!deduction.conclusions.empty(), "a deduction concludes something");
    report_.check(prove_all(deduction), "a deduction follows from what it names");
    for (std::size_t place = 0; place < deduction.groups.size(); ++place) {
      Deduction fewer = deduction;
      fewer.groups.erase(fewer.groups.begin() + static_cast<std::ptrdiff_t>(place));
      report_.check(!prove_all(fewer), "no group of a deduction can be left out");
    }
    for (std::size_t place = 0; place < deduction.facts.size(); ++place) {
      Deduction fewer = deduction;
      fewer.facts.erase(fewer.facts.begin() + static_cast<std::ptrdiff_t>(place));
      report_.check(!prove_all(fewer), "no fact of a deduction can be left out");
    }
    if (deduction.kind == Deduction::Kind::kRule) return;
    bool lighter = false;
    for (std::uint32_t chosen = 0; chosen < 1u << shape_.groups; ++chosen) {
      if (std::popcount(chosen) >= deduction.weight) continue;
      std::vector<std::int32_t> groups;
      for (std::int32_t group = 0; group < shape_.groups; ++group) {
        if (chosen >> group & 1) groups.push_back(group);
      }
      lighter = lighter || std::any_of(deduction.conclusions.begin(), deduction.conclusions.end(),
                                       [&](Literal literal) { return refute(groups, known, ~literal); });
    }
    report_.check(!lighter, "a core is the lightest");
  }

 private:
  const Shape& shape_;
  const World& world_;
  Report& report_;
};

}  // namespace

void check_cores(const Instance& instance, const World& world, Report& report) {
  const Shape& shape = instance.shape;
  if (!shape.guarded || static_cast<std::size_t>(shape.groups) > kMostGroups) return;
  Scopes scopes;
  for (std::int32_t group = 0; group < shape.groups; ++group) {
    scopes.groups.push_back({group});
    scopes.weights.push_back(1);
  }
  Explainer explainer(shape, instance.labels, scopes);
  explainer.limit({});
  std::vector<std::int32_t> all;
  for (std::int32_t group = 0; group < shape.groups; ++group) all.push_back(group);
  const Checker checker(instance, world, report);
  const bool possible = !checker.refute(all, {}, kTrue);
  report.check(explainer.refer({}) == possible, "an explainer finds a solution if there is one");
  std::vector<Literal> known;
  explainer.know(known);
  if (!possible) {
    const auto found = explainer.contradiction(kFar);
    report.check(found.has_value(), "what cannot hold together is found");
    if (!found) return;
    report.check(checker.refute(found->groups, found->facts, kTrue), "a contradiction is one");
    for (std::size_t place = 0; place < found->groups.size(); ++place) {
      auto fewer = found->groups;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(place));
      report.check(!checker.refute(fewer, found->facts, kTrue),
                   "no group of a contradiction can be left out");
    }
    return;
  }
  const std::vector<Literal> own = explainer.facts();  // what the board says by itself
  while (const auto found = explainer.next(kChains)) {
    report.check(!found->conclusions.empty(), "a chain concludes something");
    report.check(checker.prove_all(*found), "a chain follows from what it names");
    if (found->conclusions.empty()) break;
    known.insert(known.end(), found->conclusions.begin(), found->conclusions.end());
    explainer.know(known);
  }
  explainer.know({});
  known = own;
  while (const auto found = explainer.next(kFar)) {
    checker.check(*found, known);
    if (found->conclusions.empty()) break;
    known.insert(known.end(), found->conclusions.begin(), found->conclusions.end());
    explainer.know(known);
    known = explainer.facts();
  }
  for (const Literal literal : explainer.reference()) {
    const bool said = std::find(known.begin(), known.end(), literal) != known.end();
    report.check(said || !checker.refute(all, {}, ~literal), "everything that must hold is deduced");
  }
}

}  // namespace gridwright::tests
