// related(x, y): the pair of values is in a table. Arc consistent: a value stays only while the
// other integer keeps a value that goes with it.
#include <bit>

#include "../constraints.h"

namespace gridwright {

namespace {

class Related final : public Propagator {
 public:
  Related(std::int32_t x, std::int32_t y, const Table& table) : integers_{x, y}, table_(table) {}

  void attach(Board& board) override {
    for (std::uint32_t side = 0; side < 2; ++side) board.subscribe_integer(integers_[side], *this, side);
  }

  bool propagate(Board& board) override { return revise(board, 0) && revise(board, 1); }

  void explain(const Board& board, Literal implied, std::uint32_t payload, std::int32_t, std::vector<Literal>& because) override {
    // The lost value's supports on the other side are all gone.
    const std::uint32_t side = payload & 1;
    const Integer& other = board.shape().integers[static_cast<std::size_t>(integers_[side ^ 1])];
    std::uint64_t gone = supports(side)[payload >> 1];
    (void)implied;
    for (; gone != 0; gone &= gone - 1) {
      const int value = std::countr_zero(gone);
      if (value >= other.size) break;
      because.push_back(~other.equals(value));
    }
  }

  bool holds(const Model& model) const override {
    for (std::int32_t x = 0; x < sizes_[0]; ++x) {
      if (!model[positive(firsts_[0] + x)]) continue;
      for (std::int32_t y = 0; y < sizes_[1]; ++y) {
        if (model[positive(firsts_[1] + y)] && !(table_.forward[static_cast<std::size_t>(x)] >> y & 1)) return false;
      }
    }
    return true;
  }

  void know(const Shape& shape) {
    for (std::size_t side = 0; side < 2; ++side) {
      const Integer& integer = shape.integers[static_cast<std::size_t>(integers_[side])];
      firsts_[side] = integer.first;
      sizes_[side] = integer.size;
    }
  }

 private:
  const std::vector<std::uint64_t>& supports(std::uint32_t side) const { return side == 0 ? table_.forward : table_.backward; }

  // Drops the values of one side that have no support left on the other.
  bool revise(Board& board, std::uint32_t side) {
    const std::uint64_t other = board.domain(integers_[side ^ 1]);
    const auto& needed = supports(side);
    for (std::uint64_t rest = board.domain(integers_[side]); rest != 0; rest &= rest - 1) {
      const int value = std::countr_zero(rest);
      if (needed[static_cast<std::size_t>(value)] & other) continue;
      const Literal lost = ~positive(firsts_[side] + value);
      if (!board.infer(lost, id, static_cast<std::uint32_t>(value) << 1 | side)) return false;
    }
    return true;
  }

  std::int32_t integers_[2];
  const Table& table_;
  Variable firsts_[2] = {};
  std::int32_t sizes_[2] = {};
};

}  // namespace

std::unique_ptr<Propagator> make_related(const Board& board, const Post& post, Terms terms) {
  auto related = std::make_unique<Related>(terms[0], terms[1], board.shape().tables[static_cast<std::size_t>(post.parameters[0])]);
  related->know(board.shape());
  return related;
}

}  // namespace gridwright
