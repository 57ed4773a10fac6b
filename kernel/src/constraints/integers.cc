// What is built in for integers: one value each (integer), different values (distinct, by value and
// by the only place left), and pairs of values from a table (related, arc consistent).
//
// A value that becomes true or false is taken in at once; what follows from all the values that an
// integer has lost is drawn once, when no literal is waiting.
#include <algorithm>
#include <bit>

#include "../constraints.h"

namespace gridwright {

namespace {

std::uint64_t values_of(std::int32_t size) { return size == 64 ? ~0ull : (1ull << size) - 1; }

}  // namespace

// ---- creation ----------------------------------------------------------------------------------

void Board::create_distinct(std::span<const std::int32_t> terms, std::uint32_t id) {
  Distinct distinct{static_cast<std::uint32_t>(members_.size()),
                    static_cast<std::uint32_t>(terms.size()),
                    0,
                    0,
                    !terms.empty(),
                    id};
  const auto index = static_cast<std::uint32_t>(distincts_.size());
  constraints_[id].index = index;
  integers_heard_ = true;
  bool repeated = false;
  for (const std::int32_t integer : terms) {
    const Integer& unknown = shape_.integers[static_cast<std::size_t>(integer)];
    repeated = repeated || std::count(terms.begin(), terms.end(), integer) > 1;
    members_.push_back(integer);
    distincts_of_.push(static_cast<std::size_t>(integer), index);
    if (distinct.values == 0) distinct.low = unknown.low, distinct.values = unknown.size;
    distinct.permutation &= unknown.low == distinct.low && unknown.size == distinct.values;
  }
  const auto size = static_cast<std::int32_t>(terms.size());
  if (repeated || (distinct.permutation && size > distinct.values)) add_fact(kFalse, id);
  // As many places as values: then every value has a place.
  distinct.permutation = distinct.permutation && !repeated && size == distinct.values;
  distincts_.push_back(distinct);
  is_stirred_.resize(distincts_.size());
}

void Board::create_related(const Post& post, std::uint32_t id) {
  const Table& table = shape_.tables[static_cast<std::size_t>(post.parameters[0])];
  const auto index = static_cast<std::uint32_t>(pairs_.size());
  constraints_[id].index = index;
  integers_heard_ = true;
  pairs_.push_back({{post.terms[0], post.terms[1]}, &table, id});
  for (std::uint32_t side = 0; side < 2; ++side) {
    const std::int32_t integer = post.terms[side], other = post.terms[side ^ 1];
    const bool known = shape_.integers[static_cast<std::size_t>(other)].size <= table.sizes[side ^ 1];
    const auto* allowed = (side == 0 ? table.forward : table.backward).data();
    relations_.push(static_cast<std::size_t>(integer),
                    {other, known ? table.bites_at[side] : 64, allowed, id, side ^ 1});
    note_changed(integer);
  }
}

const std::uint64_t* Board::relation(std::int32_t x, std::int32_t y) const {
  for (const Relation& relation : relations_[static_cast<std::size_t>(x)]) {
    if (relation.other == y) return relation.allowed;
  }
  return nullptr;
}

bool Board::all_different(std::span<const std::int32_t> integers) const {
  const auto covers = [&](const Distinct& distinct) {
    const auto begin = members_.begin() + distinct.begin, end = begin + distinct.size;
    return std::all_of(integers.begin(), integers.end(),
                       [&](std::int32_t integer) { return std::find(begin, end, integer) != end; });
  };
  return std::any_of(distincts_.begin(), distincts_.end(), covers);
}

// ---- propagation -------------------------------------------------------------------------------

void Board::note_changed(std::int32_t integer) {
  if (!integers_heard_ || is_changed_[static_cast<std::size_t>(integer)]) return;
  is_changed_[static_cast<std::size_t>(integer)] = 1;
  changed_.push_back(integer);
}

bool Board::on_true_value(Literal literal, std::int32_t integer) {
  const Integer& unknown = shape_.integers[static_cast<std::size_t>(integer)];
  const std::uint32_t because = kBecause + static_cast<std::uint32_t>(literal.code);
  const std::int32_t index = literal.variable() - unknown.first;
  for (std::uint64_t rest = domain(integer) & ~(1ull << index); rest != 0; rest &= rest - 1) {
    if (!infer(~unknown.equals(std::countr_zero(rest)), static_cast<std::uint32_t>(integer) + 1, because))
      return false;
  }
  const std::int32_t value = unknown.low + index;
  for (const std::uint32_t which : distincts_of_[static_cast<std::size_t>(integer)]) {
    const Distinct& distinct = distincts_[which];
    for (std::uint32_t member = 0; member < distinct.size; ++member) {
      const std::int32_t other = members_[distinct.begin + member];
      const Integer& excluded = shape_.integers[static_cast<std::size_t>(other)];
      const std::int32_t place = value - excluded.low;
      if (other == integer || place < 0 || place >= excluded.size) continue;
      if (!infer(~excluded.equals(place), distinct.id, because)) return false;
    }
  }
  return true;
}

bool Board::on_lost_value(Literal literal, std::int32_t integer) {
  const Integer& unknown = shape_.integers[static_cast<std::size_t>(integer)];
  Trailed<std::uint64_t>& domain = domain_[static_cast<std::size_t>(integer)];
  const std::uint64_t left = domain.get() & ~(1ull << (literal.variable() - unknown.first));
  domain.set(undo_, left);
  note_changed(integer);
  if (left == 0) return infer(kFalse, static_cast<std::uint32_t>(integer) + 1, kLowBound);
  if (!std::has_single_bit(left)) return true;
  return infer(unknown.equals(std::countr_zero(left)), static_cast<std::uint32_t>(integer) + 1, kLowBound);
}

bool Board::on_changed_integer() {
  const std::int32_t integer = changed_.back();
  changed_.pop_back();
  is_changed_[static_cast<std::size_t>(integer)] = 0;
  const std::uint64_t left = domain(integer);
  const int count = std::popcount(left);
  for (const Relation& relation : relations_[static_cast<std::size_t>(integer)]) {
    if (count <= relation.bites_at && !revise(relation, left)) return false;
  }
  for (const std::uint32_t which : distincts_of_[static_cast<std::size_t>(integer)]) {
    if (!distincts_[which].permutation || is_stirred_[which]) continue;
    is_stirred_[which] = 1;
    stirred_.push_back(which);
  }
  wake(integer_subscribers_[static_cast<std::size_t>(integer)]);
  return true;
}

// Drops the values of the other integer that no value left here goes with.
bool Board::revise(const Relation& relation, std::uint64_t left) {
  std::uint64_t supported = 0;
  for (; left != 0; left &= left - 1) supported |= relation.allowed[std::countr_zero(left)];
  const Variable first = shape_.integers[static_cast<std::size_t>(relation.other)].first;
  for (std::uint64_t lost = domain(relation.other) & ~supported; lost != 0; lost &= lost - 1) {
    const int value = std::countr_zero(lost);
    if (!infer(~positive(first + value), relation.id,
               static_cast<std::uint32_t>(value) << 1 | relation.loser))
      return false;
  }
  return true;
}

// In a permutation, a value with one place left goes there.
bool Board::on_stirred_line() {
  const std::uint32_t which = stirred_.back();
  stirred_.pop_back();
  is_stirred_[which] = 0;
  return only_places(distincts_[which]);
}

bool Board::only_places(const Distinct& distinct) {
  std::uint64_t once = 0, twice = 0, settled = 0;
  const std::span<const std::int32_t> members(&members_[distinct.begin], distinct.size);
  for (const std::int32_t integer : members) {
    const std::uint64_t left = domain(integer);
    twice |= once & left;
    once |= left;
    if (std::has_single_bit(left)) settled |= left;
  }
  const std::uint64_t nowhere = values_of(distinct.values) & ~once;
  if (nowhere != 0) return infer(kFalse, distinct.id, static_cast<std::uint32_t>(std::countr_zero(nowhere)));
  for (std::uint64_t single = once & ~twice & ~settled; single != 0; single &= single - 1) {
    const int value = std::countr_zero(single);
    for (const std::int32_t integer : members) {
      if (!(domain(integer) >> value & 1)) continue;
      if (!infer(shape_.integers[static_cast<std::size_t>(integer)].equals(value), distinct.id,
                 static_cast<std::uint32_t>(value)))
        return false;
    }
  }
  return true;
}

// ---- when a guard has become true --------------------------------------------------------------

bool Board::recheck_distinct(std::uint32_t index) {
  const Distinct& distinct = distincts_[index];
  for (std::uint32_t member = 0; member < distinct.size; ++member) {
    const std::int32_t integer = members_[distinct.begin + member];
    if (!std::has_single_bit(domain(integer))) continue;
    const Literal taken =
        shape_.integers[static_cast<std::size_t>(integer)].equals(std::countr_zero(domain(integer)));
    if (is_true(taken) && !on_true_value(taken, integer)) return false;
  }
  return !distinct.permutation || only_places(distinct);
}

bool Board::recheck_related(std::uint32_t index) {
  const Pair& pair = pairs_[index];
  for (std::uint32_t side = 0; side < 2; ++side) {
    const auto* allowed = (side == 0 ? pair.table->forward : pair.table->backward).data();
    const Relation relation{pair.integers[side ^ 1], 64, allowed, pair.id, side ^ 1};
    if (!revise(relation, domain(pair.integers[side]))) return false;
  }
  return true;
}

// ---- reasons -----------------------------------------------------------------------------------

void Board::expand_integer(const Integer& integer, Literal implied, std::uint32_t payload,
                           std::vector<Literal>& because) const {
  if (payload >= kBecause) return because.push_back({static_cast<std::int32_t>(payload - kBecause)});
  for (std::int32_t value = 0; value < integer.size; ++value) {
    if (integer.equals(value) != implied) because.push_back(~integer.equals(value));
  }
}

void Board::expand_distinct(const Distinct& distinct, Literal implied, std::uint32_t payload,
                            std::vector<Literal>& because) const {
  if (implied.negated() && implied != kFalse)
    return because.push_back({static_cast<std::int32_t>(payload - kBecause)});
  if (!distinct.permutation) return;  // cannot hold at all, see create_distinct()
  for (std::uint32_t member = 0; member < distinct.size; ++member) {
    const Integer& integer = shape_.integers[static_cast<std::size_t>(members_[distinct.begin + member])];
    const Literal there = integer.equals(static_cast<std::int32_t>(payload));
    if (there != implied) because.push_back(~there);
  }
}

// The lost value's supports are all gone; if because the other integer was settled, that says it all.
void Board::expand_related(const Pair& pair, std::uint32_t payload, std::int32_t moment,
                           std::vector<Literal>& because) const {
  const std::uint32_t loser = payload & 1;
  const Integer& other = shape_.integers[static_cast<std::size_t>(pair.integers[loser ^ 1])];
  const std::uint64_t left = domain(pair.integers[loser ^ 1]);
  if (std::has_single_bit(left)) {
    const Literal settled = other.equals(std::countr_zero(left));
    if (held_before(settled, moment)) return because.push_back(settled);
  }
  const auto& supports = loser == 0 ? pair.table->forward : pair.table->backward;
  for (std::uint64_t gone = supports[payload >> 1] & values_of(other.size); gone != 0; gone &= gone - 1) {
    because.push_back(~other.equals(std::countr_zero(gone)));
  }
}

// ---- meaning -----------------------------------------------------------------------------------

bool Board::distinct_holds(const Distinct& distinct, const Model& model) const {
  for (std::uint32_t one = 0; one < distinct.size; ++one) {
    for (std::uint32_t other = one + 1; other < distinct.size; ++other) {
      const Integer& a = shape_.integers[static_cast<std::size_t>(members_[distinct.begin + one])];
      const Integer& b = shape_.integers[static_cast<std::size_t>(members_[distinct.begin + other])];
      for (std::int32_t value = 0; value < a.size; ++value) {
        const std::int32_t same = a.low + value - b.low;
        if (same >= 0 && same < b.size && model[a.equals(value)] && model[b.equals(same)]) return false;
      }
    }
  }
  return true;
}

bool Board::related_holds(const Pair& pair, const Model& model) const {
  const Integer& x = shape_.integers[static_cast<std::size_t>(pair.integers[0])];
  const Integer& y = shape_.integers[static_cast<std::size_t>(pair.integers[1])];
  for (std::int32_t one = 0; one < x.size; ++one) {
    for (std::int32_t other = 0; other < y.size; ++other) {
      const bool both = model[x.equals(one)] && model[y.equals(other)];
      if (both && !(pair.table->forward[static_cast<std::size_t>(one)] >> other & 1)) return false;
    }
  }
  return true;
}

}  // namespace gridwright
