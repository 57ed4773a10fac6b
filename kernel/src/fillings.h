// The ways to fill a row of places with different values, where neighbours may be related.
//
// Counted off by sets: after filling the first few places it only matters which values are used up
// and which came last. Places that are settled are left out, so the sets are small.
#pragma once

#include <array>
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

// Ways to fill one line that were found before. Where those that still fit use every value left
// there is nothing to look for.
class KnownFillings {
 public:
  static constexpr std::size_t kMost = 16;  // places, and values: four places to a word

  // Do they use every one of these values? Afterwards unseen() are those they do not.
  bool cover(std::span<const std::uint64_t> values);
  std::uint64_t unseen(std::size_t place) const {
    return place < kMost ? unseen_[place / 4] >> place % 4 * 16 & 0xFFFF : 0;
  }
  void add(std::span<const std::uint64_t> filling);

 private:
  using Row = std::array<std::uint64_t, 4>;
  static Row row(std::span<const std::uint64_t> values);

  std::vector<Row> rows_;
  std::size_t next_ = 0;  // to be replaced
  Row unseen_{};
};

class Fillings {
 public:
  enum class Answer : std::uint8_t { kNone, kSome, kTooMany };

  // Can the places be filled from these values? neighbours[k] joins places k and k + 1.
  // After kSome, kept() are the values of each place that some way uses.
  Answer look(std::span<const std::uint64_t> values, std::span<const Neighbours> neighbours,
              KnownFillings& witnesses);
  std::uint64_t kept(std::size_t place) const { return kept_[place]; }
  std::size_t work() const { return edges_.size(); }  // of the last look

 private:
  struct Open {
    std::size_t place;
    std::uint64_t values;
    Neighbours before;                  // to the open place before, if it is the neighbour
    std::uint64_t due;                  // values that have no place after this one
    std::size_t states = 0, edges = 0;  // where its own begin
  };
  struct State {
    std::uint64_t used, lasts;  // the values that may have come last
    std::uint32_t set, edges;   // ... as an index; where those that leave begin
    std::uint64_t alive = 0;    // of the lasts: from there the rest can be filled
  };
  struct Edge {
    std::uint32_t from, to, value;
  };

  bool settle(std::span<const std::uint64_t> values, std::span<const Neighbours> neighbours);
  void list_due();
  bool fill();
  bool fill_next(Open& open);
  void look_back();
  void extend(KnownFillings& witnesses);
  void trace(std::size_t at, std::uint64_t value, const KnownFillings& witnesses);
  void forget();

  std::vector<std::uint64_t> kept_, filling_;
  std::vector<Open> open_;
  std::uint64_t all_ = 0;              // values of the open places
  std::array<std::uint32_t, 64> bit_;  // per value: its bit in a set
  std::vector<std::uint16_t> state_;   // per set
  std::vector<State> states_;          // reached, place by place
  std::vector<Edge> edges_;            // from a state to one of the next place
};

}  // namespace gridwright
