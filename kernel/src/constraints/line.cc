// line: all that is said of a row of integers that must differ, and of the pairs of neighbours in
// it, taken together: a value stays only if some way to fill the whole line uses it there.
//
// That is small work once few integers are open, and is not tried before.
#include <algorithm>
#include <bit>

#include "../constraints.h"
#include "../fillings.h"

namespace gridwright {

namespace {

constexpr int kWorthwhile = 50, kMostOpen = 14;  // values, and integers with several, left in the line

class Line final : public Propagator {
 public:
  Line(const Shape& shape, Terms terms) : integers_(terms.begin(), terms.end()) {
    priority = 2;
    const std::size_t size = integers_.size();
    left_.resize(size);
    neighbours_.resize(size);
    bool alike = size >= 2;
    for (const std::int32_t integer : integers_) {
      const Integer& unknown = shape.integers[static_cast<std::size_t>(integer)];
      const Integer& first = shape.integers[static_cast<std::size_t>(integers_[0])];
      alike = alike && unknown.low == first.low && unknown.size == first.size && unknown.size <= 56;
      firsts_.push_back(unknown.first);
      all_ = (1ull << std::min(unknown.size, 56)) - 1;
    }
    asleep_ = !alike;
  }

  void attach(Board& board) override {
    if (asleep_) return;
    related_ = false;
    witnesses_ = {};
    for (std::size_t place = 0; place + 1 < integers_.size(); ++place) {
      neighbours_[place] = {board.relation(integers_[place], integers_[place + 1]),
                            board.relation(integers_[place + 1], integers_[place])};
      related_ = related_ || neighbours_[place].onward != nullptr;
    }
    // Without neighbours' relations this would only be `distinct`; without `distinct`, a chain.
    if (!related_ || !board.all_different(integers_)) return;
    for (const std::int32_t integer : integers_) board.subscribe_integer(integer, *this, 0);
  }

  bool propagate(Board& board) override {
    if (asleep_ || !related_) return true;
    int values = 0, open = 0;
    for (std::size_t place = 0; place < integers_.size(); ++place) {
      left_[place] = board.domain(integers_[place]);
      const int count = std::popcount(left_[place]);
      values += count;
      open += count > 1;
    }
    if (values > kWorthwhile || open > kMostOpen || open == 0) return true;
    const auto answer = fillings_.look(left_, neighbours_, witnesses_);
    board.spend(static_cast<std::int64_t>(fillings_.work()));
    if (answer == Fillings::Answer::kTooMany) return true;
    if (answer == Fillings::Answer::kNone) return board.infer(kFalse, id, 0);
    for (std::size_t place = 0; place < integers_.size(); ++place) {
      for (std::uint64_t lost = left_[place] & ~fillings_.kept(place); lost != 0; lost &= lost - 1) {
        const int value = std::countr_zero(lost);
        const auto payload = static_cast<std::uint32_t>(place) << 6 | static_cast<std::uint32_t>(value);
        if (!board.infer(~positive(firsts_[place] + value), id, payload)) return false;
      }
    }
    return true;
  }

  // The values of settled integers, and what the others have lost beyond what that takes from them.
  void explain(const Board& board, Literal implied, std::uint32_t payload, std::int32_t moment,
               std::vector<Literal>& because) override {
    const std::size_t supposed = implied == kFalse ? integers_.size() : payload >> 6;
    std::uint64_t taken = 0;
    for (std::size_t place = 0; place < integers_.size(); ++place) {
      left_[place] = 0;  // the value of a settled integer
      const std::uint64_t now = board.domain(integers_[place]);
      if (place == supposed || !std::has_single_bit(now)) continue;
      const Literal settled = positive(firsts_[place] + std::countr_zero(now));
      if (!board.held_before(settled, moment)) continue;
      because.push_back(settled);
      left_[place] = now;
      taken |= now;
    }
    for (std::size_t place = 0; place < integers_.size(); ++place) {
      if (place == supposed || left_[place] != 0) continue;
      std::uint64_t lost = ~board.domain(integers_[place]) & all_ & ~taken;
      if (place > 0 && left_[place - 1] != 0 && neighbours_[place - 1].onward != nullptr)
        lost &= neighbours_[place - 1].onward[std::countr_zero(left_[place - 1])];
      if (place + 1 < integers_.size() && left_[place + 1] != 0 && neighbours_[place].back != nullptr)
        lost &= neighbours_[place].back[std::countr_zero(left_[place + 1])];
      for (; lost != 0; lost &= lost - 1) {
        const Literal literal = ~positive(firsts_[place] + std::countr_zero(lost));
        if (board.held_before(literal, moment)) because.push_back(literal);
      }
    }
  }

  bool holds(const Model&) const override {
    return true;
  }  // the constraints it draws on are checked themselves

 private:
  std::vector<std::int32_t> integers_;
  std::vector<Variable> firsts_;
  std::uint64_t all_ = 0;
  bool asleep_ = false, related_ = false;
  std::vector<Neighbours> neighbours_;  // between each integer and the next

  // scratch
  std::vector<std::uint64_t> left_;
  Fillings fillings_;
  KnownFillings witnesses_;
};

}  // namespace

std::unique_ptr<Propagator> make_line(const Board& board, const Post&, Terms terms) {
  return std::make_unique<Line>(board.shape(), terms);
}

}  // namespace gridwright
