// Chains: suppose the opposite, and move by move, each by one rule, a contradiction follows.
#include <algorithm>

#include "gridwright/explainer.h"

namespace gridwright {

// The shortest chain that proves a target.
std::optional<Deduction> Explainer::by_chain(std::span<const Literal> targets, std::int32_t moves) {
  std::vector<Literal> premises = free_;
  for (const std::int32_t group : groups_) {
    if (!in_[static_cast<std::size_t>(group)].empty()) premises.push_back(shape_.guard(group));
  }
  premises.insert(premises.end(), facts_.begin(), facts_.end());
  std::optional<Deduction> best;
  for (const Literal literal : targets) {
    if (!search_.goes_on()) return std::nullopt;
    auto found = chain(literal, premises);
    if (!found || found->weight > moves) continue;
    if (!best || found->weight < best->weight) best = std::move(found);
  }
  if (!best) return best;
  // Again with what is really needed, if one that is as short is left.
  Deduction needed = *best;
  needed.links.clear();
  reduce(needed);
  std::vector<Literal> fewer;
  for (const std::int32_t group : needed.groups) fewer.push_back(shape_.guard(group));
  fewer.insert(fewer.end(), needed.facts.begin(), needed.facts.end());
  auto shorter = chain(best->conclusions[0], fewer);
  if (shorter && shorter->weight <= moves) return shorter;
  return best;
}

// Propagates the opposite of the conclusion with these guards and facts; nothing if that holds together.
std::optional<Deduction> Explainer::chain(Literal conclusion, std::span<const Literal> premises) {
  Board& board = walker_.board();
  if (!walker_.place(premises)) return std::nullopt;
  if (!board.is_open(conclusion)) return std::nullopt;
  const int level = board.level();
  board.decide(~conclusion);
  std::optional<Deduction> found;
  if (!board.propagate()) {
    found = Deduction{Deduction::Kind::kChain, 0, {conclusion}, {}, {}, {}, {}};
    trace(conclusion, *found);
  }
  board.back_to(level);
  return found;
}

// From the conflict back to what it came from; then the moves in the order in which they were made.
void Explainer::trace(Literal conclusion, Deduction& deduction) {
  Board& board = walker_.board();
  std::vector<std::int8_t> needed(static_cast<std::size_t>(shape_.variables));
  std::vector<Literal> because;
  const auto group_of = [&](std::uint32_t id) {
    if (id & kClauseBit) id = board.clause_id(id & ~kClauseBit);
    return board.constraints()[id].group;
  };
  const auto need = [&](Link& link) {
    for (const Literal literal : because) {
      if (literal.variable() >= shape_.first_guard) continue;
      if (board.level_of(literal.variable()) == 0) continue;  // true on every board
      needed[static_cast<std::size_t>(literal.variable())] = 1;
      link.because.push_back(literal);
    }
    if (link.group >= 0) deduction.groups.push_back(link.group);
  };
  board.conflict(because);
  deduction.links.push_back({{}, group_of(board.conflict_id()), {}});
  need(deduction.links.back());
  for (std::size_t place = board.trail().size(); place-- > 0;) {
    const Literal literal = board.trail()[place];
    if (literal.variable() >= shape_.first_guard || !needed[static_cast<std::size_t>(literal.variable())])
      continue;
    if (literal == ~conclusion) continue;
    const Reason reason = board.reason_of(literal.variable());
    if (reason.id == 0) {
      deduction.facts.push_back(literal);
      continue;
    }
    because.clear();
    board.explain(literal, because);
    Link link{{literal}, group_of(reason.id), {}};
    need(link);
    deduction.links.push_back(std::move(link));
  }
  std::reverse(deduction.links.begin(), deduction.links.end());
  const auto by_code = [](Literal a, Literal b) { return a.code < b.code; };
  std::sort(deduction.groups.begin(), deduction.groups.end());
  deduction.groups.erase(std::unique(deduction.groups.begin(), deduction.groups.end()),
                         deduction.groups.end());
  std::sort(deduction.facts.begin(), deduction.facts.end(), by_code);
  deduction.weight = moves_of(deduction);
}

// How many moves a person makes: what is free is seen at a glance.
std::int32_t Explainer::moves_of(const Deduction& deduction) const {
  return static_cast<std::int32_t>(
      std::count_if(deduction.links.begin(), deduction.links.end(), [&](const Link& link) {
        return link.group >= 0 && !in_[static_cast<std::size_t>(link.group)].empty();
      }));
}

}  // namespace gridwright
