// The ways to fill a row of places with different values, where neighbours may be related.
//
// Counted off by sets: after filling the first few places it only matters which values are used up
// and which came last. Places that are settled are left out, so the sets are small.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace gridwright {

// What goes with each value of one place in the next (onward), and of the next in this one (back);
// null: anything.
struct Neighbours {
  const std::uint64_t* onward = nullptr;
  const std::uint64_t* back = nullptr;
};

class Fillings {
 public:
  enum class Answer : std::uint8_t { kNone, kSome, kTooMany };

  // Can the places be filled from these values? neighbours[k] joins places k and k + 1.
  // After kSome, kept() are the values of each place that some way uses.
  Answer look(std::span<const std::uint64_t> values, std::span<const Neighbours> neighbours);
  std::uint64_t kept(std::size_t place) const { return kept_[place]; }
  std::size_t work() const { return sets_.size(); }  // of the last look

 private:
  struct Open {
    std::size_t place;
    std::uint64_t values;
    const std::uint64_t* back;  // to the open place before, if it is the neighbour
  };

  bool settle(std::span<const std::uint64_t> values, std::span<const Neighbours> neighbours);
  bool fill();
  void look_back();
  void forget();

  std::vector<std::uint64_t> kept_;
  std::vector<Open> open_;
  std::uint64_t all_ = 0;             // values of the open places
  std::vector<std::uint32_t> bit_;    // per value: its bit in a set
  std::vector<std::uint64_t> lasts_;  // per set: the values that may have come last
  std::vector<std::uint32_t> sets_;   // reached, place by place
  std::vector<std::size_t> begins_;   // of each place, in sets_
};

}  // namespace gridwright
