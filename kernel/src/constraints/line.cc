// line: all that is said of a row of integers that must differ, and of the pairs of neighbours in
// it, taken together: a value stays only if some way to fill the whole line uses it there.
//
// Ways are counted off by sets: after filling a part of the line it only matters which values are
// used up and which came last. That is small work once few values are left, and is not tried before.
#include <algorithm>
#include <bit>

#include "../constraints.h"

namespace gridwright {

namespace {

constexpr int kWorthwhile = 40;            // values left in the whole line
constexpr std::size_t kMostStates = 2048;  // beyond this the attempt is given up
constexpr std::size_t kTableSize = 4096;   // a power of two

class Line final : public Propagator {
 public:
  Line(const Shape& shape, Terms terms) : integers_(terms.begin(), terms.end()) {
    priority = 2;
    const std::size_t size = integers_.size();
    left_.resize(size);
    kept_.resize(size);
    allowed_.resize(size);
    bool alike = size >= 2;
    for (const std::int32_t integer : integers_) {
      const Integer& unknown = shape.integers[static_cast<std::size_t>(integer)];
      const Integer& first = shape.integers[static_cast<std::size_t>(integers_[0])];
      alike = alike && unknown.low == first.low && unknown.size == first.size && unknown.size <= 56;
      firsts_.push_back(unknown.first);
      all_ = (1ull << std::min(unknown.size, 56)) - 1;
    }
    asleep_ = !alike;
    table_.resize(kTableSize);
  }

  void attach(Board& board) override {
    if (asleep_) return;
    related_ = false;
    for (std::size_t place = 0; place + 1 < integers_.size(); ++place) {
      allowed_[place] = board.relation(integers_[place], integers_[place + 1]);
      related_ = related_ || allowed_[place] != nullptr;
    }
    // Without neighbours' relations this would only be `distinct`; without `distinct`, a chain.
    if (!related_ || !board.all_different(integers_)) return;
    for (const std::int32_t integer : integers_) board.subscribe_integer(integer, *this, 0);
  }

  bool propagate(Board& board) override {
    if (asleep_ || !related_ || board.learning()) return true;
    int values = 0;
    for (std::size_t place = 0; place < integers_.size(); ++place) {
      left_[place] = board.domain(integers_[place]);
      values += std::popcount(left_[place]);
    }
    if (values > kWorthwhile || values == static_cast<int>(integers_.size())) return true;
    if (!fill(true)) {
      board.spend(static_cast<std::int64_t>(states_.size()));
      return states_.size() >= kMostStates || board.infer(kFalse, id, 0);
    }
    board.spend(static_cast<std::int64_t>(states_.size()));
    for (std::size_t place = 0; place < integers_.size(); ++place) {
      for (std::uint64_t lost = left_[place] & ~kept_[place]; lost != 0; lost &= lost - 1) {
        const int value = std::countr_zero(lost);
        const auto payload = static_cast<std::uint32_t>(place) << 6 | static_cast<std::uint32_t>(value);
        if (!board.infer(~positive(firsts_[place] + value), id, payload)) return false;
      }
    }
    return true;
  }

  // The values that the line's integers have lost; those that can be given back without making the
  // line fillable are left out, an integer's at a time.
  void explain(const Board& board, Literal implied, std::uint32_t payload, std::int32_t moment,
               std::vector<Literal>& because) override {
    const std::size_t supposed = implied == kFalse ? integers_.size() : payload >> 6;
    for (std::size_t place = 0; place < integers_.size(); ++place) {
      left_[place] = 0;
      for (std::uint64_t rest = all_; rest != 0; rest &= rest - 1) {
        const int value = std::countr_zero(rest);
        if (!board.held_before(~positive(firsts_[place] + value), moment)) left_[place] |= 1ull << value;
      }
    }
    if (supposed < integers_.size()) left_[supposed] = 1ull << (payload & 63);
    for (std::size_t place = 0; place < integers_.size() && !board.rough_reasons(); ++place) {
      if (place == supposed) continue;
      const std::uint64_t before = left_[place];
      left_[place] = all_;
      if (fill(false) || states_.size() >= kMostStates) left_[place] = before;
    }
    for (std::size_t place = 0; place < integers_.size(); ++place) {
      if (place == supposed) continue;
      for (std::uint64_t lost = all_ & ~left_[place]; lost != 0; lost &= lost - 1) {
        because.push_back(~positive(firsts_[place] + std::countr_zero(lost)));
      }
    }
  }

  bool holds(const Model&) const override {
    return true;
  }  // the constraints it draws on are checked themselves

 private:
  struct State {
    std::uint64_t used;
    std::int32_t last;  // value index
    bool alive;
  };

  // Can the line be filled from left_? If `keep`, kept_ gets the values that some way uses.
  bool fill(bool keep) {
    states_.clear();
    begins_.assign(1, 0);
    std::fill(table_.begin(), table_.end(), 0);
    for (std::uint64_t rest = left_[0]; rest != 0; rest &= rest - 1)
      add(rest & -rest, std::countr_zero(rest));
    for (std::size_t place = 1; place < integers_.size(); ++place) {
      const std::size_t begin = begins_.back(), end = states_.size();
      begins_.push_back(end);
      for (std::size_t index = begin; index < end; ++index) {
        const State state = states_[index];
        for (std::uint64_t rest = next_values(place, state); rest != 0; rest &= rest - 1) {
          add(state.used | (rest & -rest), std::countr_zero(rest));
        }
        if (states_.size() >= kMostStates) return false;
      }
      if (states_.size() == end) return false;
    }
    if (keep) look_back();
    return true;
  }

  std::uint64_t next_values(std::size_t place, const State& state) const {
    const std::uint64_t* allowed = allowed_[place - 1];
    const std::uint64_t free = left_[place] & ~state.used;
    return allowed == nullptr ? free : free & allowed[state.last];
  }

  // States from which the line can be filled to its end; their values are the ones in use.
  void look_back() {
    const std::size_t size = integers_.size();
    for (std::size_t place = size; place-- > 0;) {
      const std::size_t end = place + 1 < size ? begins_[place + 1] : states_.size();
      kept_[place] = 0;
      for (std::size_t index = begins_[place]; index < end; ++index) {
        State& state = states_[index];
        state.alive = place + 1 == size;
        if (!state.alive) {
          for (std::uint64_t rest = next_values(place + 1, state); rest != 0 && !state.alive;
               rest &= rest - 1) {
            state.alive = states_[find(state.used | (rest & -rest), std::countr_zero(rest))].alive;
          }
        }
        if (state.alive) kept_[place] |= 1ull << state.last;
      }
    }
  }

  static std::size_t slot_of(std::uint64_t used, int last) {
    const std::uint64_t mixed = (used ^ static_cast<std::uint64_t>(last) << 57) * 0x9e3779b97f4a7c15ull;
    return static_cast<std::size_t>(mixed >> 52);
  }

  void add(std::uint64_t used, int last) {
    std::size_t slot = slot_of(used, last);
    for (; table_[slot] != 0; slot = (slot + 1) & (kTableSize - 1)) {
      const State& state = states_[table_[slot] - 1u];
      if (state.used == used && state.last == last) return;
    }
    states_.push_back({used, last, false});
    table_[slot] = static_cast<std::uint16_t>(states_.size());
  }

  std::size_t find(std::uint64_t used, int last) const {
    std::size_t slot = slot_of(used, last);
    while (states_[table_[slot] - 1u].used != used || states_[table_[slot] - 1u].last != last)
      slot = (slot + 1) & (kTableSize - 1);
    return table_[slot] - 1u;
  }

  std::vector<std::int32_t> integers_;
  std::vector<Variable> firsts_;
  std::uint64_t all_ = 0;
  bool asleep_ = false, related_ = false;
  std::vector<const std::uint64_t*> allowed_;  // between each integer and the next; nullptr: anything

  // scratch
  std::vector<std::uint64_t> left_, kept_;
  std::vector<State> states_;
  std::vector<std::size_t> begins_;   // of each place, in states_
  std::vector<std::uint16_t> table_;  // index + 1 into states_
};

}  // namespace

std::unique_ptr<Propagator> make_line(const Board& board, const Post&, Terms terms) {
  return std::make_unique<Line>(board.shape(), terms);
}

}  // namespace gridwright
