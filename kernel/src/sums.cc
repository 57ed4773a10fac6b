// Cores found by counting: the lightest sum of counts that refutes something, however many it takes.
#include <algorithm>

#include "counting.h"
#include "gridwright/explainer.h"

namespace gridwright {

namespace {
constexpr std::int64_t kTries = 300;  // failures after which a search for another proof is given up
constexpr std::size_t kSearched = 4;  // more scopes than these must be counted: nobody would search so far
}  // namespace

Counting& Explainer::counting() {
  if (!counting_) {
    std::vector<std::int32_t> prices(static_cast<std::size_t>(shape_.groups), -1);
    for (const std::int32_t group : groups_) {
      std::int32_t& price = prices[static_cast<std::size_t>(group)];
      for (const std::int32_t scope : in_[static_cast<std::size_t>(group)]) {
        const std::int32_t weight = scopes_.weights[static_cast<std::size_t>(scope)];
        price = price < 0 ? weight : std::min(price, weight);
      }
      price = std::max(price, 0);
    }
    counting_ = std::make_unique<Counting>(walker_.board(), prices);
  }
  if (!counting_knows_) counting_->suppose(known_, reference_);
  counting_knows_ = true;
  return *counting_;
}

// Whether a large core follows is a question for counting, and not for search: it would try one way after
// the other to place the stars.
std::optional<Deduction> Explainer::by_sum(std::span<const Literal> targets) {
  if (!counting().weighs()) return std::nullopt;
  std::optional<Counting::Found> found;
  Deduction deduction;
  do {  // until one holds in whole numbers
    if (found) counting().distrust(found->conclusion);
    found = counting().lightest(targets, [&] { return search_.goes_on(); });
    if (!found) return std::nullopt;
    deduction = {Deduction::Kind::kCore, 0, {found->conclusion}, found->groups, found->facts, {}, {}};
  } while (!counting().certify(found->conclusion, premises_of(deduction)));
  const Deduction whole = deduction;
  tries_ = kTries;
  reduce(deduction);
  Chosen scopes = covering(deduction.groups);
  if (scopes.size() > kSearched && !counting().certify(found->conclusion, premises_of(deduction))) {
    deduction = whole;
    tries_ = 0;
    reduce(deduction);
    scopes = covering(deduction.groups);
  }
  for (const std::int32_t scope : scopes)
    deduction.weight += scopes_.weights[static_cast<std::size_t>(scope)];
  if (scopes.size() < 2) deduction.kind = Deduction::Kind::kScope;
  std::vector<Literal> others = targets_;
  std::erase_if(others, [&](Literal other) { return witnesses_.allow(~other, scopes); });
  if (scopes.size() > kSearched) tries_ = 0;
  extend(deduction, others);
  tries_ = -1;
  return deduction;
}

// Scopes that have all these groups: again and again the one that has most of those that are left.
Explainer::Chosen Explainer::covering(std::span<const std::int32_t> groups) const {
  std::vector<std::int32_t> left;
  for (const std::int32_t group : groups) {
    if (!in_[static_cast<std::size_t>(group)].empty()) left.push_back(group);
  }
  Chosen chosen;
  while (!left.empty()) {
    std::int32_t best = -1;
    std::int64_t most = 0;
    for (const std::int32_t scope : in_[static_cast<std::size_t>(left[0])]) {
      const auto& own = scopes_.groups[static_cast<std::size_t>(scope)];
      const auto number = std::count_if(left.begin(), left.end(), [&](std::int32_t group) {
        return std::find(own.begin(), own.end(), group) != own.end();
      });
      if (number > most) best = scope, most = number;
    }
    chosen.push_back(best);
    const auto& own = scopes_.groups[static_cast<std::size_t>(best)];
    std::erase_if(left,
                  [&](std::int32_t group) { return std::find(own.begin(), own.end(), group) != own.end(); });
  }
  return chosen;
}

// Why, in figures, each conclusion of a core follows.
void Explainer::add_sums(Deduction& deduction) {
  if (deduction.kind != Deduction::Kind::kCore || !counting().weighs()) return;
  const std::vector<Literal> premises = premises_of(deduction);
  for (const Literal literal : deduction.conclusions)
    deduction.sums.push_back(counting().certify(literal, premises).value_or(Counting::Proof{}).sum);
}

}  // namespace gridwright
