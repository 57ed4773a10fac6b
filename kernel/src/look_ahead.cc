#include "look_ahead.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace gridwright {

namespace {

constexpr std::size_t kCandidates = 16;
constexpr std::int64_t kTriesPerNode = 5;  // on average
constexpr int kStep = 4;                   // of the threshold, where tries are too many or too few
constexpr float kDualFavour = 1.4f;        // for the places of a value, beside the values of a place
constexpr int kMostLost = 1024;
constexpr float kFade = 0.9876f;  // what remains to be searched shrinks by this for each unit lost

// How open so many values leave an integer, in eighths of the natural logarithm.
struct Tables {
  std::array<int, 65> openness{};
  std::array<float, kMostLost + 1> remains{};

  Tables() {
    for (std::size_t count = 2; count < openness.size(); ++count)
      openness[count] = static_cast<int>(std::lround(8 * std::log(static_cast<double>(count))));
    remains[0] = 1;
    for (std::size_t lost = 1; lost < remains.size(); ++lost) remains[lost] = remains[lost - 1] * kFade;
  }
};
const Tables tables;

int openness(std::uint64_t left) { return tables.openness[static_cast<std::size_t>(std::popcount(left))]; }

}  // namespace

void LookAhead::begin() {
  begun_ = true;
  nodes_ = tries_ = 0;
  threshold_ = 0;
  together_.resize(domains_.size());
  ways_narrowing_.resize(domains_.size());
  seen_.assign(domains_.size(), 0);
}

bool LookAhead::worthwhile() {
  ++nodes_;
  int open = 0;
  for (std::size_t integer = 0; integer < domains_.size(); ++integer) open += openness(domains_[integer]);
  const bool worthwhile = open > threshold_, afford = tries_ < kTriesPerNode * nodes_;
  if (worthwhile != afford) threshold_ += worthwhile ? kStep : -kStep;
  return worthwhile;
}

bool LookAhead::choose(Choice& choice) {
  choice = {0, 0};
  float least = 0;
  list_candidates();
  for (const Candidate& candidate : candidates_) {
    list_ways(candidate);
    if (ways_.size() < 2) continue;  // by what was struck out since
    if (!try_ways(choice.value == 0 ? kMostLost : least)) return false;
    if (tried_all_ && !strike_out()) return false;
    if (fitting_ < 2 || (choice.value != 0 && estimate_ >= least)) continue;
    for (const Choice& way : ways_) {
      const std::uint64_t left = domains_[way.integer];
      if (left == way.value || !(left & way.value)) continue;
      choice = way;
      least = estimate_;
      break;
    }
  }
  const std::uint64_t left = domains_[choice.integer];
  if (left == choice.value || !(left & choice.value)) choice.value = 0;
  return true;
}

void LookAhead::list_candidates() {
  candidates_.clear();
  for (std::uint32_t integer = 0; integer < domains_.size(); ++integer) {
    const int open = std::popcount(domains_[integer]);
    if (open > 1) candidates_.push_back({static_cast<float>(open) / domains_.blamed(integer), integer, 0});
  }
  for (std::uint32_t which = 0; which < domains_.lines(); ++which) {
    for (std::uint64_t rest = domains_.with_few_places(which); rest != 0; rest &= rest - 1) {
      const std::uint64_t value = rest & -rest;
      float blamed = 0, count = 0;
      for (const std::uint32_t integer : domains_.line(which)) {
        if (domains_[integer] & value) blamed += domains_.blamed(integer), ++count;
      }
      candidates_.push_back({count * count / (kDualFavour * blamed), which, value});
    }
  }
  const auto most = static_cast<std::ptrdiff_t>(std::min(kCandidates, candidates_.size()));
  std::partial_sort(candidates_.begin(), candidates_.begin() + most, candidates_.end(),
                    [](const Candidate& a, const Candidate& b) {
                      if (a.score != b.score) return a.score < b.score;
                      return a.value != b.value ? a.value < b.value : a.which < b.which;
                    });
  candidates_.resize(static_cast<std::size_t>(most));
}

void LookAhead::list_ways(const Candidate& candidate) {
  ways_.clear();
  if (candidate.value == 0) {
    for (std::uint64_t rest = domains_[candidate.which]; rest != 0; rest &= rest - 1)
      ways_.push_back({candidate.which, rest & -rest});
  } else {
    for (const std::uint32_t integer : domains_.line(candidate.which)) {
      if (domains_[integer] & candidate.value) ways_.push_back({integer, candidate.value});
    }
  }
}

// Until the estimate is `enough`; false: the node fails.
bool LookAhead::try_ways(float enough) {
  estimate_ = 0;
  fitting_ = 0;
  tried_all_ = false;
  narrowed_.clear();
  for (const Choice& way : ways_) {
    if (!(domains_[way.integer] & way.value)) continue;
    if (domains_[way.integer] == way.value) return true;  // settled by striking out the others
    ++tries_;
    domains_.decide(way.integer, way.value);
    const bool fits = domains_.propagate();
    if (fits) {
      weigh();
    } else {
      domains_.blame();
    }
    domains_.withdraw();
    if (!fits && !(domains_.keep(way.integer, ~way.value) && domains_.propagate())) return false;
    if (estimate_ >= enough) return true;
  }
  tried_all_ = true;
  return true;
}

// What this way leaves, of everything and of each integer.
void LookAhead::weigh() {
  int lost = 0;
  for (const Domains::Change& change : domains_.narrowed()) {
    const auto [integer, before] = std::pair(change.integer, change.before);
    if (seen_[integer] == tries_) continue;
    seen_[integer] = tries_;
    const std::uint64_t left = domains_[integer];
    lost += openness(before) - openness(left);
    if (fitting_ == 0) {
      narrowed_.push_back(integer);
      together_[integer] = 0, ways_narrowing_[integer] = 0;
    }
    together_[integer] |= left;
    ++ways_narrowing_[integer];
  }
  estimate_ += tables.remains[static_cast<std::size_t>(std::min(lost, kMostLost))];
  ++fitting_;
}

// One of the fitting ways must be taken: what none of them leaves goes. False: the node fails.
bool LookAhead::strike_out() {
  for (const std::uint32_t integer : narrowed_) {
    if (ways_narrowing_[integer] == fitting_ && !domains_.keep(integer, together_[integer])) return false;
  }
  return domains_.propagate();
}

}  // namespace gridwright
