#include "fillings.h"

#include <bit>

namespace gridwright {

namespace {
constexpr int kMostValues = 14;  // of the open places together: a set of values is an index
constexpr std::size_t kMostStates = 2048;
constexpr std::size_t kMostRows = 128;
constexpr std::uint16_t kNowhere = 0xFFFF;

std::size_t number(std::uint64_t value) { return static_cast<std::size_t>(std::countr_zero(value)); }
}  // namespace

// ---- witnesses ---------------------------------------------------------------------------------

KnownFillings::Row KnownFillings::row(std::span<const std::uint64_t> values) {
  Row row{};
  for (std::size_t place = 0; place < values.size(); ++place)
    row[place / 4] |= values[place] << place % 4 * 16;
  return row;
}

bool KnownFillings::cover(std::span<const std::uint64_t> values) {
  unseen_ = {};
  std::uint64_t all = 0;
  for (const std::uint64_t left : values) all |= left;
  if (values.size() > kMost || all >> kMost != 0) return false;
  const Row left = row(values);
  unseen_ = left;
  for (const Row& filling : rows_) {
    std::uint64_t misfit = 0, unseen = 0;
    for (std::size_t word = 0; word < left.size(); ++word) misfit |= filling[word] & ~left[word];
    if (misfit != 0) continue;
    for (std::size_t word = 0; word < left.size(); ++word) unseen |= unseen_[word] &= ~filling[word];
    if (unseen == 0) return true;
  }
  return false;
}

void KnownFillings::add(std::span<const std::uint64_t> values) {
  const Row filling = row(values);
  for (std::size_t word = 0; word < filling.size(); ++word) unseen_[word] &= ~filling[word];
  if (rows_.size() < kMostRows) {
    rows_.push_back(filling);
  } else {
    rows_[next_] = filling;
    next_ = (next_ + 1) % kMostRows;
  }
}

// ---- the ways to fill --------------------------------------------------------------------------

Fillings::Answer Fillings::look(std::span<const std::uint64_t> values, std::span<const Neighbours> neighbours,
                                KnownFillings& witnesses) {
  forget();
  kept_.assign(values.begin(), values.end());
  if (witnesses.cover(values)) return Answer::kSome;
  if (!settle(values, neighbours)) return Answer::kNone;
  if (open_.empty()) return Answer::kSome;
  const auto count = static_cast<std::size_t>(std::popcount(all_));
  if (count < open_.size()) return Answer::kNone;
  if (count > kMostValues) return Answer::kTooMany;
  if (state_.size() < 1ull << count) state_.resize(1ull << count, kNowhere);
  list_due();
  if (!fill()) return states_.size() < kMostStates ? Answer::kNone : Answer::kTooMany;
  look_back();
  extend(witnesses);
  return Answer::kSome;
}

// Takes the settled places out: what they hold is lost to the others, and to neighbours what does
// not go with it. Gives the values left small numbers.
bool Fillings::settle(std::span<const std::uint64_t> values, std::span<const Neighbours> neighbours) {
  open_.clear();
  all_ = 0;
  std::uint64_t settled = 0;
  for (const std::uint64_t left : values) {
    if (left == 0) return false;
    if (!std::has_single_bit(left)) continue;
    if (settled & left) return false;
    settled |= left;
  }
  for (std::size_t place = 0; place < values.size(); ++place) {
    const bool single = std::has_single_bit(values[place]);
    std::uint64_t left = single ? values[place] : values[place] & ~settled;
    const Neighbours before = place > 0 ? neighbours[place - 1] : Neighbours();
    const Neighbours after = place + 1 < values.size() ? neighbours[place] : Neighbours();
    if (before.onward != nullptr && std::has_single_bit(values[place - 1]))
      left &= before.onward[number(values[place - 1])];
    if (after.back != nullptr && std::has_single_bit(values[place + 1]))
      left &= after.back[number(values[place + 1])];
    if (left == 0) return false;
    if (single) continue;
    const bool follows = !open_.empty() && open_.back().place + 1 == place;
    open_.push_back({place, left, follows ? before : Neighbours(), 0});
    all_ |= left;
  }
  std::uint32_t next = 1;
  for (std::uint64_t rest = all_; rest != 0; rest &= rest - 1, next <<= 1) bit_[number(rest)] = next;
  return true;
}

// Where there is a place for each value and no more, none may be left behind.
void Fillings::list_due() {
  if (static_cast<std::size_t>(std::popcount(all_)) != open_.size()) return;
  std::uint64_t due = all_;
  for (std::size_t at = open_.size(); at-- > 0; due &= ~open_[at].values) open_[at].due = due;
}

bool Fillings::fill() {
  states_.push_back({0, 0, 0, 0});
  for (Open& open : open_) {
    if (!fill_next(open)) return false;
  }
  return true;
}

bool Fillings::fill_next(Open& open) {
  const std::size_t end = states_.size();
  const std::size_t begin = &open == open_.data() ? 0 : (&open)[-1].states;
  open.states = end;
  open.edges = edges_.size();
  for (std::size_t from = begin; from < end; ++from) {
    State& state = states_[from];
    state.edges = static_cast<std::uint32_t>(edges_.size());
    std::uint64_t next = open.values & ~state.used;
    const std::uint64_t due = open.due & ~state.used;
    if (due != 0) next &= std::has_single_bit(due) ? due : 0;
    if (next == 0) continue;
    if (open.before.onward != nullptr) {
      std::uint64_t reached = 0;
      for (std::uint64_t rest = state.lasts; rest != 0; rest &= rest - 1)
        reached |= open.before.onward[number(rest)];
      next &= reached;
    }
    const std::uint32_t set = state.set;
    const std::uint64_t used = state.used;
    for (; next != 0; next &= next - 1) {
      const std::uint64_t value = next & -next;
      const auto which = static_cast<std::uint32_t>(number(value));
      std::uint16_t& to = state_[set | bit_[which]];
      if (to == kNowhere) {
        to = static_cast<std::uint16_t>(states_.size());
        states_.push_back({used | value, 0, set | bit_[which], 0});
      }
      states_[to].lasts |= value;
      edges_.push_back({static_cast<std::uint32_t>(from), to, which});
    }
  }
  return states_.size() > end && states_.size() < kMostStates;
}

// Of the lasts of each set only those from which the rest can be filled; they are the values in use.
void Fillings::look_back() {
  const Open& last = open_.back();
  for (std::size_t which = last.states; which < states_.size(); ++which)
    states_[which].alive = states_[which].lasts;
  std::size_t end = edges_.size(), states = states_.size();
  for (std::size_t at = open_.size(); at-- > 0;) {
    const Open& open = open_[at];
    std::uint64_t kept = 0;
    for (std::size_t which = open.states; which < states; ++which) kept |= states_[which].alive;
    kept_[open.place] = kept;
    states = open.states;
    const std::uint64_t* back = open.before.back;
    for (std::size_t which = end; which-- > open.edges;) {
      const Edge& edge = edges_[which];
      State& from = states_[edge.from];
      if (states_[edge.to].alive >> edge.value & 1)
        from.alive |= back != nullptr ? from.lasts & back[edge.value] : from.lasts;
    }
    end = open.edges;
  }
}

// Ways that use the values kept that no witness uses become witnesses.
void Fillings::extend(KnownFillings& witnesses) {
  for (std::size_t at = 0; at < open_.size(); ++at) {
    const std::size_t place = open_[at].place;
    while (const std::uint64_t unseen = witnesses.unseen(place) & kept_[place]) {
      trace(at, unseen & -unseen, witnesses);
      witnesses.add(filling_);
    }
  }
}

// A way that has this value in this open place, and at others what no witness has, where it can.
void Fillings::trace(std::size_t at, std::uint64_t value, const KnownFillings& witnesses) {
  filling_ = kept_;
  std::size_t middle = open_[at].states;
  while (!(states_[middle].alive & value)) ++middle;
  filling_[open_[at].place] = value;
  const State* state = &states_[middle];
  for (std::size_t to = at; to > 0; --to) {
    const std::size_t which = number(filling_[open_[to].place]);
    state = &states_[state_[state->set ^ bit_[which]]];
    std::uint64_t lasts = state->lasts;
    if (open_[to].before.back != nullptr) lasts &= open_[to].before.back[which];
    if (const std::uint64_t unseen = lasts & witnesses.unseen(open_[to - 1].place)) lasts = unseen;
    filling_[open_[to - 1].place] = lasts & -lasts;
  }
  state = &states_[middle];
  for (std::size_t to = at + 1; to < open_.size(); ++to) {
    const Open& open = open_[to];
    std::uint64_t next = open.values & ~state->used, fit = 0;
    if (open.before.onward != nullptr) next &= open.before.onward[number(filling_[open_[to - 1].place])];
    for (; next != 0; next &= next - 1) {
      const std::uint16_t reached = state_[state->set | bit_[number(next)]];
      if (reached != kNowhere && states_[reached].alive & next & -next) fit |= next & -next;
    }
    if (const std::uint64_t unseen = fit & witnesses.unseen(open.place)) fit = unseen;
    filling_[open.place] = fit & -fit;
    state = &states_[state_[state->set | bit_[number(fit)]]];
  }
}

void Fillings::forget() {
  for (const State& state : states_) {
    if (state.set != 0) state_[state.set] = kNowhere;
  }
  states_.clear();
  edges_.clear();
}

}  // namespace gridwright
