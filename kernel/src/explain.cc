// Why a literal holds, and whether a total assignment means what the rules say.
#include <bit>

#include "constraints.h"
#include "gridwright/board.h"

namespace gridwright {

void Board::explain(Literal implied, std::vector<Literal>& because) {
  const About& about = about_[static_cast<std::size_t>(implied.variable())];
  expand(implied, about.reason, about.position, because);
}

void Board::conflict(std::vector<Literal>& because) {
  expand(conflict_.literal, conflict_.reason, static_cast<std::int32_t>(trail_.size()), because);
  if (conflict_.literal != kFalse) because.push_back(~conflict_.literal);
}

void Board::expand(Literal implied, Reason reason, std::int32_t moment, std::vector<Literal>& because) {
  if (reason.id & kClauseBit) {
    for (const Literal literal : clause(reason.id & ~kClauseBit)) {
      if (literal != implied) because.push_back(~literal);
    }
    return;
  }
  if (reason.id & kSleptBit) {
    const Failure failure = slumbers_[reason.id & ~kSleptBit];
    const Literal guard = constraints_[failure.reason.id].guard;
    expand(failure.literal, failure.reason, moment, because);
    std::erase(because, guard);  // that the constraint cannot hold does not rest on its holding
    if (failure.literal != kFalse) because.push_back(~failure.literal);
    return;
  }
  if (reason.id == 0) return;
  const Constraint& constraint = constraints_[reason.id];
  if (constraint.guard != kTrue) because.push_back(constraint.guard);
  switch (constraint.kind) {
    case Kind::kCount:
      return expand_count(counts_[constraint.index], implied, reason.payload, moment, because);
    case Kind::kInteger:
      return expand_integer(shape_.integers[constraint.index], implied, reason.payload, because);
    case Kind::kClause:
    case Kind::kDefine:
      if (reason.payload >= kBecause)
        because.push_back({static_cast<std::int32_t>(reason.payload - kBecause)});
      return;
    case Kind::kDistinct:
      if (constraint.index < distincts_.size() && distincts_[constraint.index].id == reason.id) {
        return expand_distinct(distincts_[constraint.index], implied, reason.payload, because);
      }
      break;
    case Kind::kRelated: return expand_related(pairs_[constraint.index], reason.payload, moment, because);
    default: break;
  }
  propagators_[constraint.index]->explain(*this, implied, reason.payload, moment, because);
}

void Board::expand_count(const Count& count, Literal implied, std::uint32_t payload, std::int32_t moment,
                         std::vector<Literal>& because) const {
  if (payload >= kBecause) {
    because.push_back({static_cast<std::int32_t>(payload - kBecause)});
    return;
  }
  // Enough of those that were true (or false) before: one more than the bound if nothing is implied.
  const bool high = payload == kHighBound;
  std::int32_t wanted = high ? count.high : static_cast<std::int32_t>(count.size) - count.low;
  if (implied == kFalse) ++wanted;
  for (const Literal literal : literals(count)) {
    if (wanted <= 0) return;
    const Literal held = high ? literal : ~literal;
    if (held.variable() == implied.variable() || !held_before(held, moment)) continue;
    because.push_back(held);
    --wanted;
  }
}

// ---- clauses -----------------------------------------------------------------------------------

std::uint32_t Board::add_clause(std::span<const Literal> literals, std::uint32_t id, std::uint32_t rank) {
  const auto place = static_cast<std::uint32_t>(arena_.size());
  arena_.insert(arena_.end(), {static_cast<std::uint32_t>(literals.size()), id, rank, 0});
  for (const Literal literal : literals) arena_.push_back(static_cast<std::uint32_t>(literal.code));
  watch_clause(place);
  return place;
}

void Board::watch_clause(std::uint32_t place) {
  const std::span<Literal> literals = clause(place);
  watches_[static_cast<std::size_t>(literals[0].code)].push_back({place, literals[1]});
  watches_[static_cast<std::size_t>(literals[1].code)].push_back({place, literals[0]});
  watches_used_ = true;
}

bool Board::is_reason(std::uint32_t place) const {
  const Literal first{static_cast<std::int32_t>(arena_[place + kClauseHeader])};
  return is_true(first) && reason_of(first.variable()).id == (kClauseBit | place);
}

void Board::compact_learned(std::vector<std::uint32_t>& keep) {
  std::size_t write = learned_begin_;
  for (std::uint32_t& place : keep) {
    const std::size_t words = kClauseHeader + arena_[place];
    if (is_reason(place)) {
      const Literal first = clause(place)[0];
      about_[static_cast<std::size_t>(first.variable())].reason.id =
          kClauseBit | static_cast<std::uint32_t>(write);
    }
    std::copy(arena_.begin() + place, arena_.begin() + static_cast<std::ptrdiff_t>(place + words),
              arena_.begin() + static_cast<std::ptrdiff_t>(write));
    place = static_cast<std::uint32_t>(write);
    write += words;
  }
  arena_.resize(write);
  for (auto& list : watches_) list.clear();
  for (std::size_t place = 0; place < arena_.size(); place += kClauseHeader + arena_[place]) {
    watch_clause(static_cast<std::uint32_t>(place));
  }
}

// ---- meaning -----------------------------------------------------------------------------------

// Tells `go_on` of each constraint that is broken and awake, until it returns false.
template <typename GoOn>
bool Board::each_broken(const Model& model, bool fixed_too, GoOn go_on) const {
  const auto asleep = [&](std::uint32_t id) { return !model[constraints_[id].guard]; };
  // What rests must be as it rests: no more of it is otherwise than among what is awake.
  std::int32_t risen = model.trues_among(rests_);
  for (const Variable variable : awake_) {
    const Literal literal = positive(variable);
    risen -= model[rests_[static_cast<std::size_t>(literal.code)] ? literal : ~literal];
  }
  if (risen != 0 && !go_on(kClauseBit)) return false;
  for (const auto& [literal, id] : facts_) {
    if (!model[literal] && !asleep(id) && !go_on(id == 0 ? kClauseBit : id)) return false;
  }
  for (std::size_t index = fixed_too ? 0 : fixed_.counts; index < counts_.size(); ++index) {
    std::int32_t trues = 0;
    for (const Literal literal : literals(counts_[index])) trues += model[literal];
    if (trues >= counts_[index].low && trues <= counts_[index].high) continue;
    if (!asleep(counts_[index].id) && !go_on(counts_[index].id)) return false;
  }
  if (fixed_too && !domain_.empty()) {
    const std::uint32_t id = without_one_value(model);
    if (id != 0 && !go_on(id)) return false;
  }
  for (std::size_t index = fixed_too ? 0 : fixed_.distincts; index < distincts_.size(); ++index) {
    const std::uint32_t id = distincts_[index].id;
    if (!distinct_holds(distincts_[index], model) && !asleep(id) && !go_on(id)) return false;
  }
  for (std::size_t index = fixed_too ? 0 : fixed_.pairs; index < pairs_.size(); ++index) {
    const std::uint32_t id = pairs_[index].id;
    if (!related_holds(pairs_[index], model) && !asleep(id) && !go_on(id)) return false;
  }
  for (std::size_t index = fixed_too ? 0 : fixed_.defines; index < defines_.size(); ++index) {
    const auto [begin, size, id] = defines_[index];
    bool any = false;
    for (std::uint32_t term = 1; term < size; ++term) any = any || model[terms_[begin + term]];
    if (any != model[terms_[begin]] && !asleep(id) && !go_on(id)) return false;
  }
  for (std::size_t index = fixed_too ? 0 : fixed_.eithers; index < eithers_.size(); ++index) {
    const auto& [one, other, id] = eithers_[index];
    if (!model[one] && !model[other] && !go_on(id)) return false;
  }
  for (std::size_t place = fixed_too ? 0 : fixed_.arena; place < arena_.size();
       place += kClauseHeader + arena_[place]) {
    const std::uint32_t id = arena_[place + 1];
    if (id == 0) break;  // from here on: learned
    if (constraints_[id].kind == Kind::kDefine) continue;
    bool any = false;
    for (std::uint32_t index = 0; index < arena_[place]; ++index) {
      any = any || model[Literal{static_cast<std::int32_t>(arena_[place + kClauseHeader + index])}];
    }
    if (!any && !go_on(id)) return false;
  }
  for (std::size_t index = fixed_too ? 0 : fixed_.propagators; index < propagators_.size(); ++index) {
    const std::uint32_t id = propagators_[index]->id;
    if (!propagators_[index]->holds(model) && !asleep(id) && !go_on(id)) return false;
  }
  return true;
}

std::uint32_t Board::broken(const Model& model, bool fixed_too) const {
  std::uint32_t found = 0;
  each_broken(model, fixed_too, [&](std::uint32_t id) { return (found = id, false); });
  return found;
}

void Board::broken_groups(const Model& model, std::vector<std::int8_t>& broken) const {
  broken.assign(static_cast<std::size_t>(shape_.groups), 0);
  each_broken(model, true, [&](std::uint32_t id) {
    const std::int32_t group = id & kClauseBit ? -1 : constraints_[id].group;
    if (group >= 0) broken[static_cast<std::size_t>(group)] = 1;
    return true;
  });
}

// What rests and is not awake is as it rests, as the caller has seen: only other values count.
std::uint32_t Board::without_one_value(const Model& model) const {
  std::vector<std::int8_t>& taken = taken_;
  taken.assign(shape_.integers.size(), 0);
  for (const Variable variable : awake_) {
    const std::int32_t integer = shape_.integer_of[static_cast<std::size_t>(variable)];
    if (integer >= 0) taken[static_cast<std::size_t>(integer)] += model[positive(variable)];
  }
  for (const Variable variable : awake_) {
    if (!is_last_value(variable)) continue;
    const std::int32_t integer = shape_.integer_of[static_cast<std::size_t>(variable)];
    if (taken[static_cast<std::size_t>(integer)] != 1) return static_cast<std::uint32_t>(integer) + 1;
  }
  for (const std::int32_t which : open_integers_) {
    const auto index = static_cast<std::size_t>(which);
    const Integer& integer = shape_.integers[index];
    for (std::uint64_t rest = start_domain_[index]; rest != 0; rest &= rest - 1)
      taken[index] += model[integer.equals(std::countr_zero(rest))];
    if (taken[index] != 1) return static_cast<std::uint32_t>(index) + 1;
  }
  return 0;
}

}  // namespace gridwright
