#include "domains.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace gridwright {

namespace {

constexpr float kGrowth = 1.01f, kShare = 3;

// From how many each row has (entry k + 1 counts row k) to where each begins.
void add_up(std::vector<std::uint32_t>& begins) {
  for (std::size_t row = 1; row < begins.size(); ++row) begins[row] += begins[row - 1];
}

std::uint64_t values_of(const Integer& integer) {
  return integer.size == 64 ? ~0ull : (1ull << integer.size) - 1;
}

// Under which kind a loss is counted.
Kind kind_of(Domains::Because because) {
  switch (because) {
    case Domains::Because::kTaken:
    case Domains::Because::kPlace: return Kind::kDistinct;
    case Domains::Because::kRelated: return Kind::kRelated;
    case Domains::Because::kFilling: return Kind::kLine;
    case Domains::Because::kDecision: return Kind::kInteger;
    default: return Kind::kClause;
  }
}

}  // namespace

bool Domains::suit(const Shape& shape) {
  std::int32_t values = 1;
  for (const Integer& integer : shape.integers) {
    values += integer.size;
    if (integer.low != shape.integers[0].low) return false;
  }
  if (shape.integers.empty() || values != shape.variables || shape.guarded) return false;
  return std::all_of(shape.posts.begin(), shape.posts.end(), [](const Post& post) {
    // Of a clause with conditions boards mostly have one member: what is given.
    return post.kind == Kind::kDistinct || post.kind == Kind::kRelated || post.kind == Kind::kLine ||
           (post.kind == Kind::kClause && !post.conditions.empty());
  });
}

Domains::Domains(const Shape& shape) : shape_(shape) {
  for (const Integer& integer : shape.integers)
    nibbles_ = std::max(nibbles_, static_cast<std::size_t>(integer.size + 3) / 4);
  for (const Table& table : shape.tables) {
    for (const auto* rows : {&table.forward, &table.backward}) {
      for (std::size_t index = 0; index < nibbles_ * 16; ++index) {
        std::uint64_t allowed = 0;
        for (std::size_t value = 0; value < 4; ++value)
          if (index >> value & 1) allowed |= (*rows)[index / 16 * 4 + value];
        allowed_.push_back(allowed);
      }
    }
  }
}

// ---- binding -----------------------------------------------------------------------------------

bool Domains::bind(const Board& board) {
  std::ptrdiff_t clauses = 0;
  for (const Board::Constraint& constraint : board.constraints()) clauses += constraint.kind == Kind::kClause;
  for (const auto& [literal, id] : board.facts()) clauses -= board.constraints()[id].kind == Kind::kClause;
  if (clauses != 0) return false;

  const std::size_t size = shape_.integers.size();
  consistent_ = true;
  most_values_ = 0;
  left_.resize(size);
  changes_.clear();
  latest_.assign(size, kNone);
  lost_.assign(size, 0);
  levels_.clear();
  weight_.assign(size, 0);
  step_ = 1;
  by_kind = {};
  failures = runs = work = 0;
  lay_arcs(board);
  lay_lines(board);
  lay_peers();
  is_changed_.assign(size, 1);
  is_stirred_.assign(lines_.size(), 0);
  is_unfilled_.assign(lines_.size(), 0);
  singles_.clear(), changed_.clear(), stirred_.clear(), unfilled_.clear();
  for (std::uint32_t index = 0; index < size; ++index) {
    left_[index] = board.domain(static_cast<std::int32_t>(index));
    changed_.push_back(index);
    if (std::has_single_bit(left_[index])) singles_.push_back(index);
  }
  for (const auto& [literal, id] : board.facts()) {
    if (literal == kTrue) continue;
    if (literal == kFalse) {
      consistent_ = false;
      continue;
    }
    const std::int32_t integer = shape_.integer_of[static_cast<std::size_t>(literal.variable())];
    const auto index = static_cast<std::uint32_t>(integer);
    const std::uint64_t value = 1ull << (literal.variable() - shape_.integers[index].first);
    if (!narrow(index, left_[index] & (literal.negated() ? ~value : value), Because::kFact))
      consistent_ = false;
  }
  blamed_.clear();
  return true;
}

void Domains::lay_arcs(const Board& board) {
  arcs_begin_.assign(left_.size() + 1, 0);
  for (const Board::Pair& pair : board.pairs()) {
    for (const std::int32_t integer : pair.integers) ++arcs_begin_[static_cast<std::size_t>(integer) + 1];
  }
  add_up(arcs_begin_);
  arcs_.resize(arcs_begin_.back());
  next_.assign(arcs_begin_.begin(), arcs_begin_.end() - 1);
  for (const Board::Pair& pair : board.pairs()) {
    const auto table = static_cast<std::size_t>(pair.table - shape_.tables.data());
    for (std::size_t side = 0; side < 2; ++side) {
      arcs_[next_[static_cast<std::size_t>(pair.integers[side])]++] = {
          static_cast<std::uint32_t>(pair.integers[side ^ 1]), pair.table->bites_at[side],
          &allowed_[(table * 2 + side) * nibbles_ * 16], &allowed_[(table * 2 + (side ^ 1)) * nibbles_ * 16],
          static_cast<std::uint32_t>(pair.integers[side])};
    }
  }
  // Those that bite soonest go first: where one does not, the rest need not be looked at.
  for (std::size_t index = 0; index < left_.size(); ++index) {
    std::sort(arcs_.begin() + arcs_begin_[index], arcs_.begin() + arcs_begin_[index + 1],
              [](const Arc& a, const Arc& b) {
                if (a.bites_at != b.bites_at) return a.bites_at > b.bites_at;
                return a.allowed != b.allowed ? a.allowed < b.allowed : a.other < b.other;
              });
  }
}

void Domains::lay_lines(const Board& board) {
  lines_.clear();
  members_.clear();
  neighbours_.clear();
  lines_of_begin_.assign(left_.size() + 1, 0);
  for (const Board::Distinct& distinct : board.distincts()) {
    Line& line = lines_.emplace_back(Line{static_cast<std::uint32_t>(members_.size()), distinct.size, 0});
    std::uint64_t all = 0;
    for (const std::int32_t integer : board.members(distinct)) {
      members_.push_back(static_cast<std::uint32_t>(integer));
      ++lines_of_begin_[static_cast<std::size_t>(integer) + 1];
      all |= values_of(shape_.integers[static_cast<std::size_t>(integer)]);
    }
    if (static_cast<std::uint32_t>(std::popcount(all)) == distinct.size) line.all = all;
  }
  add_up(lines_of_begin_);
  lines_of_.resize(lines_of_begin_.back());
  next_.assign(lines_of_begin_.begin(), lines_of_begin_.end() - 1);
  for (std::uint32_t which = 0; which < lines_.size(); ++which) {
    for (const std::uint32_t integer : members(lines_[which])) lines_of_[next_[integer]++] = which;
  }
}

void Domains::lay_peers() {
  peers_.clear();
  peers_begin_.assign(1, 0);
  for (std::uint32_t integer = 0; integer < left_.size(); ++integer) {
    const auto begin = static_cast<std::ptrdiff_t>(peers_.size());
    for (std::uint32_t of = lines_of_begin_[integer]; of < lines_of_begin_[integer + 1]; ++of) {
      for (const std::uint32_t other : members(lines_[lines_of_[of]])) {
        if (other != integer) peers_.push_back(other);
      }
    }
    if (lines_of_begin_[integer + 1] - lines_of_begin_[integer] > 2) {
      std::sort(peers_.begin() + begin, peers_.end());
      peers_.erase(std::unique(peers_.begin() + begin, peers_.end()), peers_.end());
    }
    peers_begin_.push_back(static_cast<std::uint32_t>(peers_.size()));
  }
}

void Domains::look_at_whole_lines(const Board& board, int most_values) {
  most_values_ = most_values;
  witnesses_.assign(lines_.size(), {});
  for (const Post& post : shape_.posts) {
    if (post.kind != Kind::kLine) continue;
    const auto same = std::find_if(lines_.begin(), lines_.end(), [&](const Line& line) {
      return std::ranges::equal(members(line), post.terms, {}, {},
                                [](std::int32_t term) { return static_cast<std::uint32_t>(term); });
    });
    if (same == lines_.end()) continue;
    if (neighbours_.empty()) neighbours_.reserve(members_.size());
    const Neighbours* begin = neighbours_.data() + neighbours_.size();
    bool related = false;
    for (std::size_t place = 0; place < post.terms.size(); ++place) {
      Neighbours& here = neighbours_.emplace_back();
      if (place + 1 == post.terms.size()) continue;
      here = {board.relation(post.terms[place], post.terms[place + 1]),
              board.relation(post.terms[place + 1], post.terms[place])};
      related = related || here.onward != nullptr;
    }
    // Without neighbours' relations there is nothing to it but that all differ.
    if (related) same->neighbours = begin;
  }
  for (std::uint32_t index = 0; index < left_.size(); ++index) {
    if (is_changed_[index]) continue;
    is_changed_[index] = 1;
    changed_.push_back(index);
  }
}

// ---- decisions ---------------------------------------------------------------------------------

std::int32_t Domains::tightest() const {
  std::int32_t best = -1;
  float fewest = 1, heaviest = 0;
  for (std::size_t index = 0; index < left_.size(); ++index) {
    if (std::has_single_bit(left_[index])) continue;
    const auto open = static_cast<float>(std::popcount(left_[index]));
    const float weight = step_ + weight_[index];
    if (best >= 0 && open * heaviest >= fewest * weight) continue;
    best = static_cast<std::int32_t>(index), fewest = open, heaviest = weight;
  }
  return best;
}

std::uint64_t Domains::least(std::int32_t integer) const {
  const std::uint64_t left = left_[static_cast<std::size_t>(integer)];
  return left & (~left + 1);
}

std::uint64_t Domains::with_few_places(std::size_t which) const {
  if (lines_[which].all == 0) return 0;
  std::uint64_t once = 0, twice = 0, thrice = 0, more = 0;
  for (const std::uint32_t integer : line(which)) {
    const std::uint64_t left = left_[integer];
    more |= thrice & left;
    thrice |= twice & left;
    twice |= once & left;
    once |= left;
  }
  return twice & ~more;
}

void Domains::decide(std::uint32_t integer, std::uint64_t value) {
  levels_.push_back({changes_.size(), integer, value});
  narrow(integer, value, Because::kDecision);
}

void Domains::withdraw() {
  undo_to(levels_.back().changes);
  levels_.pop_back();
}

bool Domains::keep(std::uint32_t integer, std::uint64_t values) {
  if (narrow(integer, left_[integer] & values, Because::kDecision)) return true;
  blamed_.assign(1, integer);
  return false;
}

bool Domains::step_back() {
  if (levels_.empty()) return false;
  const Level last = levels_.back();
  levels_.pop_back();
  undo_to(last.changes);
  // What was tried was not its only value, or none had been tried.
  narrow(last.integer, left_[last.integer] & ~last.value, Because::kDecision);
  return true;
}

void Domains::back_to(int level) {
  if (level >= this->level()) return;
  undo_to(levels_[static_cast<std::size_t>(level)].changes);
  levels_.resize(static_cast<std::size_t>(level));
}

void Domains::undo_to(std::size_t changes) {
  clear_queues();
  while (changes_.size() > changes) {
    const Change& last = changes_.back();
    left_[last.integer] = last.before;
    latest_[last.integer] = last.earlier;
    changes_.pop_back();
  }
}

void Domains::blame() {
  ++failures;
  step_ *= kGrowth;
  for (const std::uint32_t integer : blamed_)
    weight_[integer] += kShare * step_ / static_cast<float>(blamed_.size());
  if (step_ < 1e25f) return;
  for (float& weight : weight_) weight *= 1e-25f;
  step_ *= 1e-25f;
}

// ---- propagation -------------------------------------------------------------------------------

bool Domains::narrow(std::uint32_t integer, std::uint64_t left, Because because, std::uint32_t what) {
  const std::uint64_t before = left_[integer];
  if (left == before) return true;
  changes_.push_back({before, integer, latest_[integer], what, because});
  latest_[integer] = static_cast<std::uint32_t>(changes_.size() - 1);
  left_[integer] = left;
  lost_[integer] |= before ^ left;
  by_kind[static_cast<std::size_t>(kind_of(because))] += std::popcount(before ^ left);
  if (left == 0) return false;
  if (std::has_single_bit(left)) singles_.push_back(integer);
  if (!is_changed_[integer]) {
    is_changed_[integer] = 1;
    changed_.push_back(integer);
  }
  return true;
}

bool Domains::propagate() {
  failure_ = {};
  while (consistent_) {
    if (!singles_.empty()) {
      const std::uint32_t integer = singles_.back();
      singles_.pop_back();
      if (!on_single(integer)) break;
    } else if (!changed_.empty()) {
      const std::uint32_t integer = changed_.back();
      changed_.pop_back();
      is_changed_[integer] = 0;
      if (!on_changed(integer)) break;
    } else if (!stirred_.empty()) {
      const std::uint32_t which = stirred_.back();
      stirred_.pop_back();
      is_stirred_[which] = 0;
      if (!only_places(which)) break;
    } else if (!unfilled_.empty()) {
      const std::uint32_t which = unfilled_.back();
      unfilled_.pop_back();
      is_unfilled_[which] = 0;
      if (!fill(which)) break;
    } else {
      return true;
    }
  }
  clear_queues();
  return false;
}

void Domains::clear_queues() {
  for (const std::uint32_t integer : changed_) is_changed_[integer] = 0, lost_[integer] = 0;
  for (const std::uint32_t which : stirred_) is_stirred_[which] = 0;
  for (const std::uint32_t which : unfilled_) is_unfilled_[which] = 0;
  singles_.clear(), changed_.clear(), stirred_.clear(), unfilled_.clear();
}

bool Domains::on_single(std::uint32_t integer) {
  const std::uint64_t taken = left_[integer];
  const std::span<const std::uint32_t> peers(peers_.data() + peers_begin_[integer],
                                             peers_.data() + peers_begin_[integer + 1]);
  work += static_cast<std::int64_t>(peers.size());
  for (const std::uint32_t other : peers) {
    if ((left_[other] & taken) == 0) continue;
    if (narrow(other, left_[other] & ~taken, Because::kTaken, integer)) continue;
    blamed_.assign({integer, other});
    return false;
  }
  return true;
}

bool Domains::on_changed(std::uint32_t integer) {
  const std::uint64_t left = left_[integer], lost = std::exchange(lost_[integer], 0);
  const int count = std::popcount(left);
  const std::uint64_t* table = nullptr;
  std::uint64_t supported = 0;
  for (std::uint32_t of = arcs_begin_[integer]; of < arcs_begin_[integer + 1]; ++of) {
    const Arc& arc = arcs_[of];
    if (count > arc.bites_at) break;
    if (arc.allowed != table) {  // often the same as for the arc before
      table = arc.allowed;
      supported = going_with(left, table);
    }
    if ((left_[arc.other] & ~supported) == 0) continue;
    if (narrow(arc.other, left_[arc.other] & supported, Because::kRelated, of)) continue;
    blamed_.assign({integer, arc.other});
    return false;
  }
  if (lessons_ != nullptr && !lessons_->on_lost(*this, integer, lost)) return false;
  for (std::uint32_t of = lines_of_begin_[integer]; of < lines_of_begin_[integer + 1]; ++of) {
    const std::uint32_t which = lines_of_[of];
    if (is_stirred_[which]) continue;
    is_stirred_[which] = 1;
    stirred_.push_back(which);
  }
  return true;
}

// Where each value must have a place, one with a single place left goes there.
bool Domains::only_places(std::uint32_t which) {
  const Line& line = lines_[which];
  ++runs;
  work += line.size;
  std::uint64_t once = 0, twice = 0, settled = 0;
  std::uint32_t values = 0;
  for (const std::uint32_t integer : members(line)) {
    const std::uint64_t left = left_[integer];
    twice |= once & left;
    once |= left;
    if (std::has_single_bit(left)) settled |= left;
    values += static_cast<std::uint32_t>(std::popcount(left));
  }
  if (line.neighbours != nullptr && static_cast<int>(values) <= most_values_ && values > line.size &&
      !is_unfilled_[which]) {
    is_unfilled_[which] = 1;
    unfilled_.push_back(which);
  }
  if (line.all == 0) return true;
  if (once != line.all) return fail_line(line, Because::kPlace, line.all & ~once);
  const std::uint64_t single = once & ~twice & ~settled;
  if (single == 0) return true;
  for (const std::uint32_t integer : members(line)) {
    const std::uint64_t here = left_[integer] & single;
    if (here == 0) continue;
    if (!std::has_single_bit(here)) {
      failure_ = {Because::kPlace, &line, here, integer};
      blamed_.assign(1, integer);  // it is the only place of two values
      return false;
    }
    narrow(integer, here, Because::kPlace, which * 64 + static_cast<std::uint32_t>(std::countr_zero(here)));
  }
  return true;
}

// Only values that some way to fill the whole line uses may stay.
bool Domains::fill(std::uint32_t which) {
  const Line& line = lines_[which];
  row_.clear();
  for (const std::uint32_t integer : members(line)) row_.push_back(left_[integer]);
  ++runs;
  const auto answer = fillings_.look(row_, {line.neighbours, line.size}, witnesses_[which]);
  work += 4 * static_cast<std::int64_t>(fillings_.work());
  if (answer == Fillings::Answer::kTooMany) return true;
  if (answer == Fillings::Answer::kNone) return fail_line(line, Because::kFilling, 0);
  for (std::size_t place = 0; place < line.size; ++place)
    narrow(members_[line.begin + place], fillings_.kept(place), Because::kFilling, which);
  return true;
}

// Of values without a place one is enough.
bool Domains::fail_line(const Line& line, Because because, std::uint64_t values) {
  failure_ = {because, &line, values & (~values + 1), kNone};
  blamed_.clear();
  for (const std::uint32_t integer : members(line)) {
    if (!std::has_single_bit(left_[integer])) blamed_.push_back(integer);
  }
  return false;
}

// ---- why ---------------------------------------------------------------------------------------

int Domains::level_of(std::uint32_t change) const {
  const auto above =
      std::upper_bound(levels_.begin(), levels_.end(), change,
                       [](std::uint32_t at, const Level& level) { return at < level.changes; });
  return static_cast<int>(above - levels_.begin());
}

std::uint64_t Domains::left_at(std::uint32_t integer, std::uint32_t change) const {
  std::uint64_t left = left_[integer];
  for (std::uint32_t later = latest_[integer]; later != kNone && later >= change;
       later = changes_[later].earlier)
    left = changes_[later].before;
  return left;
}

}  // namespace gridwright
