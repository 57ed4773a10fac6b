#include "fillings.h"

#include <bit>

namespace gridwright {

namespace {
constexpr int kMostValues = 12;  // of the open places together: a set of values is an index
constexpr std::size_t kMostSets = 2048;
}  // namespace

Fillings::Answer Fillings::look(std::span<const std::uint64_t> values,
                                std::span<const Neighbours> neighbours) {
  sets_.clear();
  kept_.assign(values.begin(), values.end());
  if (!settle(values, neighbours)) return Answer::kNone;
  if (open_.empty()) return Answer::kSome;
  const auto count = static_cast<std::size_t>(std::popcount(all_));
  if (count < open_.size()) return Answer::kNone;
  if (count > kMostValues) return Answer::kTooMany;
  if (lasts_.size() < 1ull << count) lasts_.resize(1ull << count, 0);
  const bool some = fill();
  if (some) look_back();
  const bool cut = sets_.size() >= kMostSets;
  forget();
  return some ? Answer::kSome : cut ? Answer::kTooMany : Answer::kNone;
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
      left &= before.onward[std::countr_zero(values[place - 1])];
    if (after.back != nullptr && std::has_single_bit(values[place + 1]))
      left &= after.back[std::countr_zero(values[place + 1])];
    if (left == 0) return false;
    if (single) continue;
    const bool follows = !open_.empty() && open_.back().place + 1 == place;
    open_.push_back({place, left, follows ? before.back : nullptr});
    all_ |= left;
  }
  bit_.resize(64);
  std::uint32_t next = 1;
  for (std::uint64_t rest = all_; rest != 0; rest &= rest - 1, next <<= 1)
    bit_[static_cast<std::size_t>(std::countr_zero(rest))] = next;
  return true;
}

bool Fillings::fill() {
  begins_.assign(1, 0);
  for (std::uint64_t rest = open_[0].values; rest != 0; rest &= rest - 1) {
    const std::uint32_t set = bit_[static_cast<std::size_t>(std::countr_zero(rest))];
    lasts_[set] = rest & -rest;
    sets_.push_back(set);
  }
  for (std::size_t next = 1; next < open_.size(); ++next) {
    const Open& open = open_[next];
    const std::size_t begin = begins_.back(), end = sets_.size();
    begins_.push_back(end);
    for (std::size_t index = begin; index < end; ++index) {
      const std::uint32_t set = sets_[index];
      const std::uint64_t lasts = lasts_[set];
      for (std::uint64_t rest = open.values; rest != 0; rest &= rest - 1) {
        const auto value = static_cast<std::size_t>(std::countr_zero(rest));
        if (set & bit_[value]) continue;
        if (open.back != nullptr && (lasts & open.back[value]) == 0) continue;
        std::uint64_t& reached = lasts_[set | bit_[value]];
        if (reached == 0) sets_.push_back(set | bit_[value]);
        reached |= rest & -rest;
      }
      if (sets_.size() >= kMostSets) return false;
    }
    if (sets_.size() == end) return false;
  }
  return true;
}

// Of the lasts of each set only those from which the rest can be filled; they are the values in use.
void Fillings::look_back() {
  for (std::size_t at = open_.size(); at-- > 0;) {
    const std::size_t end = at + 1 < open_.size() ? begins_[at + 1] : sets_.size();
    std::uint64_t kept = 0;
    for (std::size_t index = begins_[at]; index < end; ++index) {
      const std::uint32_t set = sets_[index];
      if (at + 1 < open_.size()) {
        const Open& next = open_[at + 1];
        const std::uint64_t lasts = lasts_[set];
        std::uint64_t alive = 0;
        for (std::uint64_t rest = next.values; rest != 0 && alive != lasts; rest &= rest - 1) {
          const auto value = static_cast<std::size_t>(std::countr_zero(rest));
          if (set & bit_[value] || !(lasts_[set | bit_[value]] & rest & -rest)) continue;
          alive |= next.back == nullptr ? lasts : lasts & next.back[value];
        }
        lasts_[set] = alive;
      }
      kept |= lasts_[set];
    }
    kept_[open_[at].place] = kept;
  }
}

void Fillings::forget() {
  for (const std::uint32_t set : sets_) lasts_[set] = 0;
}

}  // namespace gridwright
