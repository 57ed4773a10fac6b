// matching: integers take different values, and every value left to one is part of a solution.
//
// A matching gives each integer a value of its own. From there, a value is possible for an integer if
// it can be exchanged along a cycle, or along a path that ends at a value nobody has: if both lie in
// one strongly connected component. What is impossible is so because the value belongs to integers
// that have no more values among them than they are: these are the reason.
#include <algorithm>
#include <bit>

#include "../constraints.h"

namespace gridwright {

namespace {

constexpr std::int32_t kNobody = -1;

class Matching final : public Propagator {
 public:
  Matching(const Shape& shape, Terms terms) {
    priority = 2;
    for (const std::int32_t term : terms)
      members_.push_back({term, shape.integers[static_cast<std::size_t>(term)], 0});
    number_values();
    const std::size_t size = members_.size();
    domains_.resize(size);
    for (Matched* matched : {&now_, &then_}) {
      matched->value_of.assign(size, kNobody);
      matched->owner_of.assign(values_, kNobody);
    }
    for (auto* array : {&order_, &low_, &component_, &above_}) array->resize(size + 1);
    rest_.resize(size + 1);
    from_.resize(values_);
    seen_.resize(values_);
    reached_.reserve(size + 1);
  }

  void attach(Board& board) override {
    for (const Member& member : members_) board.subscribe_integer(member.id, *this, 0);
  }

  bool propagate(Board& board) override {
    for (std::size_t index = 0; index < members_.size(); ++index)
      domains_[index] = board.domain(members_[index].id);
    board.spend(static_cast<std::int64_t>(members_.size()) * 2);
    if (!complete(now_)) return board.infer(kFalse, id, 0);
    find_components();
    if (components_ <= 1) return true;
    for (std::size_t index = 0; index < members_.size(); ++index) {
      for (std::uint64_t rest = domains_[index]; rest != 0; rest &= rest - 1) {
        const int value = std::countr_zero(rest);
        const std::int32_t owner = now_.owner_of[members_[index].first + static_cast<std::size_t>(value)];
        if (owner == kNobody || component_[static_cast<std::size_t>(owner)] == component_[index]) continue;
        if (!board.infer(~members_[index].integer.equals(value), id, 0)) return false;
      }
    }
    return true;
  }

  void explain(const Board& board, Literal implied, std::uint32_t, std::int32_t moment,
               std::vector<Literal>& because) override {
    for (std::size_t index = 0; index < members_.size(); ++index) {
      domains_[index] = 0;
      for (std::int32_t value = 0; value < members_[index].integer.size; ++value) {
        const bool left = !board.held_before(~members_[index].integer.equals(value), moment);
        domains_[index] |= static_cast<std::uint64_t>(left) << value;
      }
    }
    then_ = now_;
    if (complete(then_)) reach(place_of(board, implied));
    // The integers that were reached have no values but those that were seen. (If there is no matching,
    // the search for one more value has reached them.)
    for (const std::int32_t member : reached_) {
      const auto& [id, integer, first] = members_[static_cast<std::size_t>(member)];
      for (std::int32_t value = 0; value < integer.size; ++value) {
        if (!seen_[first + static_cast<std::size_t>(value)]) because.push_back(~integer.equals(value));
      }
    }
  }

  bool holds(const Model& model) const override {
    std::vector<std::int32_t> taken;
    for (const Member& member : members_) {
      for (std::int32_t value = 0; value < member.integer.size; ++value) {
        if (model[member.integer.equals(value)]) taken.push_back(member.integer.low + value);
      }
    }
    std::sort(taken.begin(), taken.end());
    return std::adjacent_find(taken.begin(), taken.end()) == taken.end();
  }

 private:
  struct Member {
    std::int32_t id;
    Integer integer;
    std::size_t first;  // number of its lowest value
  };
  struct Matched {
    std::vector<std::int32_t> value_of, owner_of;
  };

  // Values are numbered over all members, so that far apart ones cost nothing.
  void number_values() {
    std::vector<std::int64_t> all;
    for (const Member& member : members_) {
      for (std::int32_t value = 0; value < member.integer.size; ++value)
        all.push_back(std::int64_t{member.integer.low} + value);
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    for (Member& member : members_) {
      member.first = static_cast<std::size_t>(std::lower_bound(all.begin(), all.end(), member.integer.low) -
                                              all.begin());
    }
    values_ = all.size();
  }

  // Mends a matching that was one for other domains; false if there is none.
  bool complete(Matched& matched) {
    for (std::size_t index = 0; index < members_.size(); ++index) {
      std::int32_t& value = matched.value_of[index];
      if (value == kNobody ||
          (domains_[index] >> (static_cast<std::size_t>(value) - members_[index].first) & 1))
        continue;
      matched.owner_of[static_cast<std::size_t>(value)] = kNobody;
      value = kNobody;
    }
    for (std::size_t index = 0; index < members_.size(); ++index) {
      if (matched.value_of[index] == kNobody && !augment(matched, index)) return false;
    }
    return true;
  }

  // Breadth first over who could move to whose value, until somebody finds one that is free. If nobody
  // does, reached_ and seen_ are left as they are: integers that have too few values.
  bool augment(Matched& matched, std::size_t start) {
    std::fill(seen_.begin(), seen_.end(), false);
    reached_.assign(1, static_cast<std::int32_t>(start));
    for (std::size_t next = 0; next < reached_.size(); ++next) {
      const auto index = static_cast<std::size_t>(reached_[next]);
      for (std::uint64_t rest = domains_[index]; rest != 0; rest &= rest - 1) {
        std::size_t value = members_[index].first + static_cast<std::size_t>(std::countr_zero(rest));
        if (seen_[value]) continue;
        seen_[value] = true;
        from_[value] = static_cast<std::int32_t>(index);
        const std::int32_t owner = matched.owner_of[value];
        if (owner != kNobody) {
          reached_.push_back(owner);
          continue;
        }
        while (true) {  // everybody on the way moves on
          const auto mover = static_cast<std::size_t>(from_[value]);
          const std::int32_t left = matched.value_of[mover];
          matched.value_of[mover] = static_cast<std::int32_t>(value);
          matched.owner_of[value] = static_cast<std::int32_t>(mover);
          if (mover == start) return true;
          value = static_cast<std::size_t>(left);
        }
      }
    }
    return false;
  }

  // The number of a literal's value; it is one of a member's.
  std::size_t place_of(const Board& board, Literal literal) const {
    const std::int32_t integer = board.shape().integer_of[static_cast<std::size_t>(literal.variable())];
    const auto member = std::find_if(members_.begin(), members_.end(),
                                     [&](const Member& each) { return each.id == integer; });
    return member->first + static_cast<std::size_t>(literal.variable() - member->integer.first);
  }

  // From the owner of this value: who could come to move if the owner had to.
  void reach(std::size_t place) {
    std::fill(seen_.begin(), seen_.end(), false);
    seen_[place] = true;
    reached_.assign(1, then_.owner_of[place]);
    for (std::size_t next = 0; next < reached_.size(); ++next) {
      const auto index = static_cast<std::size_t>(reached_[next]);
      for (std::uint64_t rest = domains_[index]; rest != 0; rest &= rest - 1) {
        const std::size_t value = members_[index].first + static_cast<std::size_t>(std::countr_zero(rest));
        if (seen_[value]) continue;
        seen_[value] = true;
        reached_.push_back(then_.owner_of[value]);
      }
    }
  }

  // Strongly connected components of the members, where one leads to those whose values it could take.
  // One more node, the last, stands for the values that nobody has: from there it goes back to all.
  void find_components() {
    const std::size_t spare = members_.size();
    std::fill(order_.begin(), order_.end(), 0);
    components_ = 0;
    count_ = 0;
    open_.clear();
    for (std::size_t start = 0; start < members_.size(); ++start) {
      if (order_[start] == 0) search_from(start, spare);
    }
  }

  void enter(std::size_t node, std::int32_t above) {
    order_[node] = low_[node] = ++count_;
    above_[node] = above;
    rest_[node] = node < members_.size() ? domains_[node] : 0;
    component_[node] = kNobody;
    open_.push_back(static_cast<std::int32_t>(node));
  }

  // The next node after this one, kNobody when there are no more.
  std::int32_t step(std::size_t node, std::size_t spare) {
    std::uint64_t& rest = rest_[node];
    if (node == spare) return rest < spare ? static_cast<std::int32_t>(rest++) : kNobody;
    if (rest == 0) return kNobody;
    const std::size_t value = members_[node].first + static_cast<std::size_t>(std::countr_zero(rest));
    rest &= rest - 1;
    const std::int32_t owner = now_.owner_of[value];
    return owner == kNobody ? static_cast<std::int32_t>(spare) : owner;
  }

  void search_from(std::size_t start, std::size_t spare) {
    enter(start, kNobody);
    for (std::size_t node = start;;) {
      const std::int32_t next = step(node, spare);
      if (next != kNobody) {
        const auto other = static_cast<std::size_t>(next);
        if (order_[other] == 0) {
          enter(other, static_cast<std::int32_t>(node));
          node = other;
        } else if (component_[other] == kNobody) {
          low_[node] = std::min(low_[node], order_[other]);
        }
        continue;
      }
      if (low_[node] == order_[node]) {
        std::int32_t member;
        do {
          member = open_.back();
          open_.pop_back();
          component_[static_cast<std::size_t>(member)] = components_;
        } while (member != static_cast<std::int32_t>(node));
        ++components_;
      }
      if (above_[node] == kNobody) return;
      const auto above = static_cast<std::size_t>(above_[node]);
      low_[above] = std::min(low_[above], low_[node]);
      node = above;
    }
  }

  std::vector<Member> members_;
  std::size_t values_ = 0;
  Matched now_;  // kept from run to run: going back only gives values back

  // scratch
  Matched then_;
  std::vector<std::uint64_t> domains_, rest_;
  std::vector<std::int32_t> order_, low_, component_, above_, open_, reached_, from_;
  std::vector<bool> seen_;
  std::int32_t components_ = 0, count_ = 0;
};

}  // namespace

std::unique_ptr<Propagator> make_matching(const Board& board, const Post&, Terms terms) {
  return std::make_unique<Matching>(board.shape(), terms);
}

}  // namespace gridwright
