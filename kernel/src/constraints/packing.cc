// packing: at least `need` literals are true although two true ones never lie in one slot or in
// neighbouring slots. In Star Battle two adjacent lines need twice the stars of one, and their
// stars stand in columns that are not adjacent.
//
// Slots with a literal left form runs; a run of n slots holds at most ceil(n / 2). If all runs
// together hold no more than needed, odd runs must alternate. Slots are bits of one word.
#include <bit>

#include "../constraints.h"

namespace gridwright {

namespace {

constexpr std::size_t kMostSlots = 62;
constexpr std::uint64_t kEvenPlaces = 0x5555555555555555ull;

std::uint64_t bit(std::size_t slot) { return 1ull << slot; }

// How many slots of `open` can be taken without taking neighbours: every second one of each run,
// from its first on. Adding its first bit to a run carries through it and so selects it.
int room_in(std::uint64_t open) {
  const std::uint64_t firsts = open & ~(open << 1);
  const std::uint64_t even_runs = open & ~(open + (firsts & kEvenPlaces));
  return std::popcount(even_runs & kEvenPlaces) + std::popcount(open & ~even_runs & ~kEvenPlaces);
}

class Packing final : public Propagator {
 public:
  Packing(std::int32_t need, Terms sizes, Terms terms) : need_(need), literals_(), open_(0) {
    priority = 1;
    notes_events = true;
    for (const std::int32_t code : terms) literals_.push_back({code});
    begins_.push_back(0);
    for (const std::int32_t size : sizes)
      begins_.push_back(begins_.back() + static_cast<std::uint32_t>(size));
    // Lines longer than a word do without: this is knowledge that the other constraints imply.
    asleep_ = slots() > kMostSlots;
  }

  void attach(Board& board) override {
    if (asleep_) return;
    std::uint64_t open = 0;
    for (std::size_t slot = 0; slot < slots(); ++slot) {
      for (const Literal literal : at(slot))
        board.subscribe(~literal, *this, static_cast<std::uint32_t>(slot));
      if (!is_closed(board, slot)) open |= bit(slot);
    }
    open_.reset(open);
  }

  bool wake(Board& board, std::uint32_t slot) override {
    if (!is_closed(board, slot)) return false;
    const std::uint64_t open = open_.get() & ~bit(slot);
    if (open == open_.get()) return false;
    open_.set(board.undo(), open);
    return room_in(open) <= need_;
  }

  bool propagate(Board& board) override {
    if (asleep_) return true;
    const int room = room_in(open_.get());
    if (room > need_) return true;
    if (room < need_) return board.infer(kFalse, id, 0);
    return alternate(board);
  }

  // Suppose the opposite of what is implied and close what that closes; then reopen slots as long as
  // there is too little room: the slots that must stay closed are the reason.
  void explain(const Board& board, Literal implied, std::uint32_t payload, std::int32_t moment,
               std::vector<Literal>& because) override {
    std::uint64_t closed = 0, supposed = 0;
    for (std::uint64_t rest = ~open_.get() & (bit(slots()) - 1); rest != 0; rest &= rest - 1) {
      bool open = false;
      for (const Literal literal : at(static_cast<std::size_t>(std::countr_zero(rest))))
        open = open || !board.held_before(~literal, moment);
      if (!open) closed |= rest & -rest;
    }
    int need = need_;
    if (implied != kFalse) {
      supposed = bit(payload);
      if (implied.negated() == at_negated(payload, implied)) {  // no literal there
        for (const Literal literal : at(payload)) {
          if (literal != implied) because.push_back(~literal);
        }
      } else {  // a literal there counts, and closes its neighbours
        --need;
        supposed |= supposed << 1 | supposed >> 1;
      }
    }
    closed = needed_of(closed & ~supposed, supposed, need);
    for (; closed != 0; closed &= closed - 1) {
      for (const Literal literal : at(static_cast<std::size_t>(std::countr_zero(closed))))
        because.push_back(~literal);
    }
  }

  bool holds(const Model& model) const override {
    int trues = 0;
    bool last = false;
    for (std::size_t slot = 0; slot < slots(); ++slot) {
      int here = 0;
      for (const Literal literal : at(slot)) here += model[literal];
      if (here > 1 || (here == 1 && last)) return true;  // not what it speaks of
      trues += here;
      last = here == 1;
    }
    return trues >= need_;
  }

 private:
  std::size_t slots() const { return begins_.size() - 1; }
  std::span<const Literal> at(std::size_t slot) const {
    return std::span(literals_).subspan(begins_[slot], begins_[slot + 1] - begins_[slot]);
  }
  bool is_closed(const Board& board, std::size_t slot) const {
    for (const Literal literal : at(slot)) {
      if (!board.is_false(literal)) return false;
    }
    return true;
  }
  // Is `implied` itself, rather than its negation, a literal of the slot?
  bool at_negated(std::size_t slot, Literal implied) const {
    for (const Literal literal : at(slot)) {
      if (literal == implied) return implied.negated();
    }
    return !implied.negated();
  }

  // No room to spare: in a run of odd length every second slot is empty, the others hold one.
  bool alternate(Board& board) {
    for (std::uint64_t open = open_.get(); open != 0;) {
      const int begin = std::countr_zero(open);
      const int length = std::countr_one(open >> begin);
      for (int slot = begin; length % 2 == 1 && slot < begin + length; ++slot) {
        const auto place = static_cast<std::size_t>(slot);
        if (!((slot - begin) % 2 == 1 ? empty(board, place) : fill(board, place))) return false;
      }
      open &= ~(((1ull << length) - 1) << begin);
    }
    return true;
  }

  bool empty(Board& board, std::size_t slot) {
    for (const Literal literal : at(slot)) {
      if (!board.infer(~literal, id, static_cast<std::uint32_t>(slot))) return false;
    }
    return true;
  }

  bool fill(Board& board, std::size_t slot) {
    Literal only = kTrue;
    for (const Literal literal : at(slot)) {
      if (board.is_false(literal)) continue;
      if (only != kTrue) return true;  // two left: which, is not known
      only = literal;
    }
    return board.infer(only, id, static_cast<std::uint32_t>(slot));
  }

  // Which of the closed slots cannot all be opened again while there is room for fewer than `need`.
  std::uint64_t needed_of(std::uint64_t closed, std::uint64_t supposed, int need) const {
    const std::uint64_t all = bit(slots()) - 1;
    for (std::uint64_t rest = closed; rest != 0; rest &= rest - 1) {
      const std::uint64_t without = closed & ~(rest & -rest);
      if (room_in(all & ~without & ~supposed) < need) closed = without;
    }
    return closed;
  }

  int need_;
  std::vector<Literal> literals_;
  std::vector<std::uint32_t> begins_;  // of each slot, in literals_
  Trailed<std::uint64_t> open_;        // slots with a literal left
  bool asleep_ = false;
};

}  // namespace

std::unique_ptr<Propagator> make_packing(const Board&, const Post& post, Terms terms) {
  return std::make_unique<Packing>(post.parameters[0], Terms(post.parameters).subspan(1), terms);
}

}  // namespace gridwright
