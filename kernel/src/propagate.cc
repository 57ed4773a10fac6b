// From what has just become true to all that follows from it.
#include <bit>

#include "constraints.h"
#include "gridwright/board.h"

namespace gridwright {

void Board::decide(Literal literal) {
  open_level();
  assign(literal, {});
}

void Board::back_to(int level) {
  if (level >= this->level()) return;
  const Level& mark = levels_[static_cast<std::size_t>(level)];
  for (std::size_t place = mark.trail; place < trail_.size(); ++place) {
    value_[static_cast<std::size_t>(trail_[place].code)] = 0;
    value_[static_cast<std::size_t>(trail_[place].code ^ 1)] = 0;
  }
  trail_.resize(mark.trail);
  undo_.restore(mark.undo);
  slumbers_.resize(mark.slumbers);
  levels_.resize(static_cast<std::size_t>(level));
  head_ = trail_.size();
  clear_queue();
}

// A constraint whose guard is open may not touch the board; if it is broken, its guard is false.
bool Board::infer_guarded(Literal literal, std::uint32_t id, std::uint32_t payload) {
  const Literal guard = constraints_[id].guard;
  if (is_false(guard)) return true;
  if (is_true(guard)) {
    if (is_false(literal)) return fail(literal, id, payload);
    ++statistics.by_kind[static_cast<std::size_t>(constraints_[id].kind)];
    assign(literal, {id, payload});
    return true;
  }
  if (is_false(literal)) {
    assign(~guard, {kSleptBit | static_cast<std::uint32_t>(slumbers_.size()), 0});
    slumbers_.push_back({literal, {id, payload}});
  }
  return true;
}

bool Board::propagate() {
  if (!facts_done_) {
    facts_done_ = true;
    for (const auto& [literal, id] : facts_) {
      if (id == 0 && is_open(literal)) assign(literal, {});
      if (!infer(literal, id, kHighBound)) return false;
    }
  }
  if (!propagate_literals()) return false;
  for (int priority = 0; priority < kPriorities;) {
    auto& queue = queue_[priority];
    if (queue.empty()) {
      ++priority;
      continue;
    }
    Propagator& propagator = *queue.back();
    queue.pop_back();
    propagator.queued = false;
    ++statistics.resumptions;
    if (poll_due() && poll_ != nullptr && !poll_(poll_context_))
      return true;  // the search looks at its limits next
    if (!propagator.propagate(*this) || !propagate_literals()) {
      clear_queue();
      return false;
    }
    priority = 0;
  }
  return true;
}

bool Board::propagate_literals() {
  while (true) {
    if (head_ == trail_.size()) {
      // Integers are looked at when no literal is waiting: once for all the values they have lost.
      if (changed_.empty() && stirred_.empty()) return true;
      if (!(changed_.empty() ? on_stirred_line() : on_changed_integer())) return false;
      continue;
    }
    const Literal literal = trail_[head_++];
    const auto code = static_cast<std::size_t>(literal.code);
    ++work_;
    for (const Implied& implied : implied_[code]) {
      if (!infer(implied.literal, implied.id, kBecause + static_cast<std::uint32_t>(code))) return false;
    }
    for (const std::uint32_t entry : occurrences_[code]) {
      if (!on_count(entry)) return false;
    }
    if (!domain_.empty()) {
      const std::int32_t integer = shape_.integer_of[static_cast<std::size_t>(literal.variable())];
      if (integer >= 0 &&
          !(literal.negated() ? on_lost_value(literal, integer) : on_true_value(literal, integer)))
        return false;
    }
    if (!watches_[code ^ 1].empty() && !on_clauses(literal)) return false;
    if (!subscribers_[code].empty()) wake(subscribers_[code]);
    if (guarded_ && !on_guard(literal)) return false;
  }
}

bool Board::on_count(std::uint32_t entry) {
  const std::uint32_t index = entry >> 1;
  Trailed<std::uint64_t>& state = count_state_[index];
  const Count& count = counts_[index];
  if (entry & 1) {
    const std::uint64_t now = state.get() + 1;
    state.set(undo_, now);
    const auto left = static_cast<std::int32_t>(count.size) - static_cast<std::int32_t>(now & 0xffffffffu);
    if (left > count.low) return true;
    if (left < count.low) return infer(kFalse, count.id, kLowBound);
    if (static_cast<std::int32_t>(now >> 32) == left) return true;
    for (const Literal literal : literals(count)) {
      if (!is_false(literal) && !infer(literal, count.id, kLowBound)) return false;
    }
    return true;
  }
  const std::uint64_t now = state.get() + (1ull << 32);
  state.set(undo_, now);
  const auto trues = static_cast<std::int32_t>(now >> 32);
  if (trues < count.high) return true;
  if (trues > count.high) return infer(kFalse, count.id, kHighBound);
  if (trues + static_cast<std::int32_t>(now & 0xffffffffu) == static_cast<std::int32_t>(count.size))
    return true;
  for (const Literal literal : literals(count)) {
    if (is_open(literal) && !infer(~literal, count.id, kHighBound)) return false;
  }
  return true;
}

bool Board::on_clauses(Literal literal) {
  const Literal lost = ~literal;
  std::vector<Watch>& list = watches_[static_cast<std::size_t>(lost.code)];
  Watch* next = list.data();
  Watch* const end = next + list.size();
  Watch* kept = next;
  bool consistent = true;
  while (next != end) {
    const Watch watch = *next++;
    if (is_true(watch.blocker)) {
      *kept++ = watch;
      continue;
    }
    const std::span<Literal> literals = clause(watch.clause);
    if (literals[0] == lost) std::swap(literals[0], literals[1]);
    const Literal first = literals[0];
    if (first != watch.blocker && is_true(first)) {
      *kept++ = {watch.clause, first};
      continue;
    }
    bool moved = false;
    for (Literal& other : literals.subspan(2)) {
      if (is_false(other)) continue;
      std::swap(literals[1], other);
      watches_[static_cast<std::size_t>(literals[1].code)].push_back({watch.clause, first});
      moved = true;
      break;
    }
    if (moved) continue;
    *kept++ = {watch.clause, first};
    if (is_false(first)) {
      conflict_ = {first, {kClauseBit | watch.clause, 0}};
      while (next != end) *kept++ = *next++;
      consistent = false;
      break;
    }
    ++statistics.by_kind[static_cast<std::size_t>(Kind::kClause)];
    assign(first, {kClauseBit | watch.clause, 0});
  }
  list.resize(static_cast<std::size_t>(kept - list.data()));
  return consistent;
}

// A guard has become true: its constraints, which slept through earlier events, look again.
bool Board::on_guard(Literal literal) {
  const std::int32_t group = literal.variable() - shape_.first_guard;
  if (literal.negated() || group < 0 || group >= shape_.groups) return true;
  for (const std::uint32_t id : guarded_by_[static_cast<std::size_t>(group)]) {
    const Constraint& constraint = constraints_[id];
    bool consistent = true;
    if (constraint.kind == Kind::kCount) {
      consistent = recheck_count(constraint.index);
    } else if (constraint.kind == Kind::kDefine) {
      consistent = recheck_define(constraint.index);
    } else if (constraint.index < distincts_.size() && distincts_[constraint.index].id == id) {
      consistent = recheck_distinct(constraint.index);
    } else if (constraint.kind == Kind::kRelated) {
      consistent = recheck_related(constraint.index);
    } else {
      enqueue(*propagators_[constraint.index]);
    }
    if (!consistent) return false;
  }
  return true;
}

bool Board::recheck_count(std::uint32_t index) {
  const Count& count = counts_[index];
  std::int32_t trues = 0, falses = 0;
  for (const Literal literal : literals(count)) trues += is_true(literal), falses += is_false(literal);
  const std::int32_t left = static_cast<std::int32_t>(count.size) - falses;
  if (trues > count.high) return infer(kFalse, count.id, kHighBound);
  if (left < count.low) return infer(kFalse, count.id, kLowBound);
  for (const Literal literal : literals(count)) {
    if (!is_open(literal)) continue;
    if (trues == count.high && !infer(~literal, count.id, kHighBound)) return false;
    if (left == count.low && !infer(literal, count.id, kLowBound)) return false;
  }
  return true;
}

// Of a definition only the pairs: its clause is guarded by a literal of its own.
bool Board::recheck_define(std::uint32_t index) {
  const auto [begin, size, id] = defines_[index];
  const Literal defined = terms_[begin];
  if (size == 1) return infer(~defined, id, kHighBound);
  for (std::uint32_t term = 1; term < size; ++term) {
    const Literal literal = terms_[begin + term];
    const auto because = [](Literal cause) { return kBecause + static_cast<std::uint32_t>(cause.code); };
    if (is_true(literal) && !infer(defined, id, because(literal))) return false;
    if (is_false(defined) && !infer(~literal, id, because(~defined))) return false;
    if (size > 2) continue;
    if (is_true(defined) && !infer(literal, id, because(defined))) return false;
    if (is_false(literal) && !infer(~defined, id, because(~literal))) return false;
  }
  return true;
}

void Board::wake(const std::vector<Subscriber>& subscribers) {
  for (const Subscriber& subscriber : subscribers) {
    Propagator& propagator = *subscriber.propagator;
    if (propagator.queued && !propagator.notes_events) continue;
    if (propagator.wake(*this, subscriber.data)) enqueue(propagator);
  }
}

void Board::enqueue(Propagator& propagator) {
  if (propagator.queued) return;
  propagator.queued = true;
  queue_[propagator.priority].push_back(&propagator);
}

void Board::clear_queue() {
  for (const std::int32_t integer : changed_) is_changed_[static_cast<std::size_t>(integer)] = 0;
  for (const std::uint32_t line : stirred_) is_stirred_[line] = 0;
  changed_.clear();
  stirred_.clear();
  for (auto& queue : queue_) {
    for (Propagator* propagator : queue) propagator->queued = false;
    queue.clear();
  }
}

}  // namespace gridwright
