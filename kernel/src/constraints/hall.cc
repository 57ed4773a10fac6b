// hall: integers take different values, with Hall sets for reasons. As many integers as there are
// values among them keep these values for themselves.
//
// Looked at are the integers whose values all lie within the values of one of them ("naked" pairs,
// triples, ...) and those whose values all lie between two bounds. What they leave to others is lost.
#include <algorithm>
#include <bit>

#include "../constraints.h"

namespace gridwright {

namespace {

constexpr std::size_t kMostMembers = 1u << 15;  // a payload names two of them

class Hall final : public Propagator {
 public:
  Hall(const Shape& shape, Terms terms) {
    priority = 1;
    for (const std::int32_t term : terms)
      members_.push_back({term, shape.integers[static_cast<std::size_t>(term)]});
    domains_.resize(members_.size());
    by_highest_.resize(members_.size());
  }

  void attach(Board& board) override {
    for (const Member& member : members_) board.subscribe_integer(member.id, *this, 0);
  }

  bool propagate(Board& board) override {
    if (members_.size() > kMostMembers) return true;
    board.spend(static_cast<std::int64_t>(members_.size() * members_.size()) / 4);
    for (std::size_t index = 0; index < members_.size(); ++index)
      domains_[index] = board.domain(members_[index].id);
    for (std::size_t index = 0; index < members_.size(); ++index) {
      if (!look_within(board, index)) return false;
    }
    for (std::size_t index = 0; index < members_.size(); ++index) {
      by_highest_[index] = static_cast<std::uint32_t>(index);
    }
    std::sort(by_highest_.begin(), by_highest_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return highest(a) != highest(b) ? highest(a) < highest(b) : a < b;
    });
    // What is lost changes the order; this constraint then wakes itself.
    pruned_ = false;
    for (std::size_t index = 0; index < members_.size() && !pruned_; ++index) {
      if (!look_above(board, index)) return false;
    }
    return true;
  }

  void explain(const Board& board, Literal implied, std::uint32_t payload, std::int32_t moment,
               std::vector<Literal>& because) override {
    for (std::size_t index = 0; index < members_.size(); ++index) {
      domains_[index] = 0;
      for (std::int32_t value = 0; value < members_[index].integer.size; ++value) {
        const bool left = !board.held_before(~members_[index].integer.equals(value), moment);
        domains_[index] |= static_cast<std::uint64_t>(left) << value;
      }
    }
    const std::size_t first = payload >> 1 & (kMostMembers - 1), last = payload >> 16;
    Values values = values_of(first);
    if (payload & 1) {
      values = {lowest(first), 0};
      const std::int64_t most = highest(last);
      for (std::size_t index = 0; index < members_.size(); ++index) {
        if (lowest(index) >= values.low && highest(index) <= most)
          values.mask |= seen_from(values.low, index);
      }
    }
    // One member more than there are values cannot be; otherwise they take all the values there are.
    int wanted = std::popcount(values.mask) + (implied == kFalse);
    for (std::size_t index = 0; index < members_.size() && wanted > 0; ++index) {
      const auto& [id, integer] = members_[index];
      const std::uint64_t inside = part(values, index);
      if ((domains_[index] & ~inside) != 0) continue;
      if (implied != kFalse && board.shape().integer_of[static_cast<std::size_t>(implied.variable())] == id)
        continue;
      --wanted;
      for (std::int32_t value = 0; value < integer.size; ++value) {
        if (!(inside >> value & 1)) because.push_back(~integer.equals(value));
      }
    }
  }

  bool holds(const Model& model) const override {
    for (std::size_t one = 0; one < members_.size(); ++one) {
      for (std::size_t other = 0; other < one; ++other) {
        const Integer &a = members_[one].integer, &b = members_[other].integer;
        for (std::int32_t value = std::max(a.low, b.low); value < std::min(a.low + a.size, b.low + b.size);
             ++value) {
          if (model[a.equals(value - a.low)] && model[b.equals(value - b.low)]) return false;
        }
      }
    }
    return true;
  }

 private:
  struct Member {
    std::int32_t id;
    Integer integer;
  };

  // Some values: bit k stands for low + k.
  struct Values {
    std::int64_t low;
    std::uint64_t mask;
  };

  static std::uint64_t shifted(std::uint64_t mask, std::int64_t up) {
    if (up <= -64 || up >= 64) return 0;
    return up >= 0 ? mask << up : mask >> -up;
  }

  // An empty domain lies within anything.
  std::int64_t lowest(std::size_t index) const {
    return members_[index].integer.low + std::countr_zero(domains_[index]);
  }
  std::int64_t highest(std::size_t index) const {
    return members_[index].integer.low + 63 - std::countl_zero(domains_[index]);
  }
  Values values_of(std::size_t index) const { return {members_[index].integer.low, domains_[index]}; }
  // Those of the values, in the terms of this member.
  std::uint64_t part(const Values& values, std::size_t index) const {
    return shifted(values.mask, values.low - members_[index].integer.low);
  }
  // This member's values, in other terms.
  std::uint64_t seen_from(std::int64_t low, std::size_t index) const {
    return shifted(domains_[index], members_[index].integer.low - low);
  }

  // The members whose values are all among those of this one.
  bool look_within(Board& board, std::size_t index) {
    const Values values = values_of(index);
    const auto size = static_cast<std::size_t>(std::popcount(values.mask));
    if (size > members_.size()) return true;
    std::size_t inside = 0;
    for (std::size_t other = 0; other < members_.size(); ++other)
      inside += (domains_[other] & ~part(values, other)) == 0;
    if (inside < size) return true;
    return take(board, values, inside > size, static_cast<std::uint32_t>(index) << 1);
  }

  // The members whose values all lie between the lowest of this one and some bound.
  bool look_above(Board& board, std::size_t index) {
    Values values{lowest(index), 0};
    std::int32_t inside = 0;
    for (std::size_t place = 0; place < by_highest_.size(); ++place) {
      const std::size_t other = by_highest_[place];
      if (lowest(other) < values.low) continue;
      if (highest(other) - values.low > 63) return true;
      values.mask |= seen_from(values.low, other);
      ++inside;
      // Those with the same bound go together.
      if (place + 1 < by_highest_.size() && highest(by_highest_[place + 1]) == highest(other)) continue;
      const int size = std::popcount(values.mask);
      if (inside < size) continue;
      const std::uint32_t payload =
          static_cast<std::uint32_t>(other) << 16 | static_cast<std::uint32_t>(index) << 1 | 1;
      if (!take(board, values, inside > size, payload)) return false;
      if (pruned_) return true;
    }
    return true;
  }

  // Takes these values from the members that have others too.
  bool take(Board& board, const Values& values, bool too_many, std::uint32_t payload) {
    if (too_many) return board.infer(kFalse, id, payload);
    for (std::size_t index = 0; index < members_.size(); ++index) {
      const std::uint64_t inside = part(values, index);
      if ((domains_[index] & ~inside) == 0) continue;
      for (std::uint64_t rest = domains_[index] & inside; rest != 0; rest &= rest - 1) {
        const int value = std::countr_zero(rest);
        const Literal lost = ~members_[index].integer.equals(value);
        if (!board.infer(lost, id, payload)) return false;
        if (!board.is_true(lost)) continue;  // a guard is open
        domains_[index] &= ~(1ull << value);
        pruned_ = true;
      }
    }
    return true;
  }

  std::vector<Member> members_;

  // scratch
  std::vector<std::uint64_t> domains_;
  std::vector<std::uint32_t> by_highest_;
  bool pruned_ = false;
};

}  // namespace

std::unique_ptr<Propagator> make_hall(const Board& board, const Post&, Terms terms) {
  return std::make_unique<Hall>(board.shape(), terms);
}

}  // namespace gridwright
