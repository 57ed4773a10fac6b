// room: in every region at least `need` literals are true although some of them exclude each other.
// In Star Battle the cells that a region has left must have room for its stars, no two of which touch.
//
// Which literals exclude each other is read off the pairs that other constraints have laid down; a
// literal outside a region may exclude some of it too. A region's cells are bits of one word. Sets of
// cells that fit are remembered: as long as one with cells to spare stays open, nothing is looked at.
#include <array>
#include <bit>

#include "../constraints.h"

namespace gridwright {

namespace {

constexpr std::size_t kMostCells = 64;           // larger regions do without: others imply what would be said
constexpr std::size_t kRemembered = 8;           // sets of exactly the needed size, per region
constexpr int kSpare = 2;                        // one cell less than this to spare is still worth a look
constexpr std::uint32_t kOutsideBit = 1u << 31;  // in a payload; the rest: which literal outside
constexpr std::uint32_t kCellBits = 6, kTooLarge = ~0u;

std::uint64_t bit(std::size_t place) { return 1ull << place; }

// For each cell of a region, the cells that it excludes.
using Excludes = const std::uint64_t*;

// Do these cells exclude each other, every one all the others?
bool is_clique(std::uint64_t cells, Excludes excludes) {
  for (std::uint64_t rest = cells; rest != 0; rest &= rest - 1) {
    if (cells & ~excludes[std::countr_zero(rest)] & ~(rest & -rest)) return false;
  }
  return true;
}

// Adds to `chosen` so many cells of `open` that fit together, if there are.
bool fit(std::uint64_t open, int number, Excludes excludes, std::uint64_t& chosen) {
  while (number > 0) {
    if (std::popcount(open) < number) return false;
    const auto first = static_cast<std::size_t>(std::countr_zero(open));
    const std::size_t last = 63 - static_cast<std::size_t>(std::countl_zero(open));
    // A cell whose neighbours exclude each other can be taken: they are worth no more than it.
    const bool take_first = is_clique(excludes[first] & open, excludes);
    if (take_first || is_clique(excludes[last] & open, excludes)) {
      const std::size_t place = take_first ? first : last;
      chosen |= bit(place);
      open &= ~excludes[place] & ~bit(place);
      --number;
      continue;
    }
    std::uint64_t more = 0;
    open &= ~bit(first);
    if (!fit(open & ~excludes[first], number - 1, excludes, more)) continue;
    chosen |= more | bit(first);
    return true;
  }
  return true;
}

class Room final : public Propagator {
  struct Outside {
    Literal literal;
    std::uint32_t region;
    std::uint64_t excludes;  // cells of the region
  };
  struct Region {
    std::uint32_t outside_begin = 0, outside_end = 0;  // in outside_
    std::uint32_t begin = 0, size = 0;                 // its cells, in literals_ and excludes_
    std::uint64_t spare = 0;                           // cells that fit together, more than needed
    std::array<std::uint64_t, kRemembered> fitting{};  // as many as needed
    std::size_t oldest = 0;

    void remember(std::uint64_t cells) {
      fitting[oldest] = cells;
      oldest = (oldest + 1) % kRemembered;
    }
  };

 public:
  Room(const Board& board, int need, Terms terms, Terms labels) : need_(need) {
    priority = 2;
    notes_events = true;
    if (need < 2) return;  // whether one cell is left is for others to see
    for (const std::int32_t label : labels) {
      if (label >= static_cast<std::int32_t>(regions_.size()))
        regions_.resize(static_cast<std::size_t>(label) + 1);
      if (label >= 0) ++regions_[static_cast<std::size_t>(label)].size;
    }
    std::uint32_t begin = 0;
    for (Region& region : regions_) {
      region.begin = region.size > kMostCells ? kTooLarge : begin;
      if (region.size <= kMostCells) begin += region.size;
      region.size = 0;
    }
    literals_.resize(begin);
    excludes_.resize(begin);
    open_.resize(regions_.size());
    is_due_.resize(regions_.size());
    for (std::size_t index = 0; index < terms.size(); ++index) {
      if (labels[index] < 0) continue;
      Region& region = regions_[static_cast<std::size_t>(labels[index])];
      if (region.begin == kTooLarge) continue;
      literals_[region.begin + region.size++] = {terms[index]};
    }
    find_exclusions(board);
  }

  void attach(Board& board) override {
    for (std::size_t index = 0; index < regions_.size(); ++index) {
      const Region& region = regions_[index];
      std::uint64_t open = 0;
      for (std::size_t place = 0; place < region.size; ++place) {
        board.subscribe(~literal(region, place), *this, payload(index, place));
        if (!board.is_false(literal(region, place))) open |= bit(place);
      }
      open_[index].reset(open);
      is_due_[index] = region.size > 0;
    }
  }

  bool wake(Board& board, std::uint32_t data) override {
    const std::size_t index = data >> kCellBits;
    const std::uint64_t open = open_[index].get() & ~bit(data & (kMostCells - 1));
    open_[index].set(board.undo(), open);
    if (is_within(regions_[index].spare, open)) return false;
    is_due_[index] = true;
    return true;
  }

  bool propagate(Board& board) override {
    for (std::size_t index = 0; index < regions_.size(); ++index) {
      if (!is_due_[index]) continue;
      is_due_[index] = false;
      if (!look_at(board, index)) return false;
    }
    return true;
  }

  // Suppose the opposite of what is implied; then reopen closed cells as long as there is too little room.
  void explain(const Board& board, Literal implied, std::uint32_t payload, std::int32_t moment,
               std::vector<Literal>& because) override {
    const bool is_outside = payload & kOutsideBit;
    const std::uint32_t index = is_outside ? outside_[payload & ~kOutsideBit].region : payload >> kCellBits;
    const Region& region = regions_[index];
    int need = need_;
    std::uint64_t gone = 0;
    if (is_outside) {
      gone = outside_[payload & ~kOutsideBit].excludes;
    } else if (implied != kFalse) {
      const std::uint32_t place = payload & (kMostCells - 1);
      gone = bit(place);
      if (literal(region, place) != implied) gone |= excludes(region)[place], --need;
    }
    std::uint64_t open = (region.size == kMostCells ? ~0ull : bit(region.size) - 1) & ~gone, closed = 0;
    for (std::uint64_t rest = open & ~open_[index].get(); rest != 0; rest &= rest - 1) {
      if (board.held_before(~literal(region, std::countr_zero(rest)), moment)) closed |= rest & -rest;
    }
    open &= ~closed;
    for (; closed != 0; closed &= closed - 1) {
      const int cell = std::countr_zero(closed);
      std::uint64_t chosen = 0;
      if (fit(open & ~excludes(region)[cell], need - 1, excludes(region), chosen)) {
        because.push_back(~literal(region, cell));
      } else {
        open |= closed & -closed;
      }
    }
  }

  bool holds(const Model& model) const override {
    for (const Region& region : regions_) {
      int trues = 0;
      for (std::uint32_t place = 0; place < region.size; ++place) trues += model[literal(region, place)];
      if (region.size > 0 && trues < need_) return false;
    }
    return true;
  }

 private:
  static std::uint32_t payload(std::size_t region, std::size_t place) {
    return static_cast<std::uint32_t>(region << kCellBits | place);
  }
  static bool is_within(std::uint64_t cells, std::uint64_t open) {
    return cells != 0 && (cells & ~open) == 0;
  }

  template <typename Place>
  Literal literal(const Region& region, Place place) const {
    return literals_[region.begin + static_cast<std::size_t>(place)];
  }
  Excludes excludes(const Region& region) const { return excludes_.data() + region.begin; }

  void find_exclusions(const Board& board) {
    std::vector<std::uint32_t> place_of(board.values().size(), kTooLarge);  // of each literal, in literals_
    std::vector<std::uint32_t> outside_of(board.values().size(), 0);        // one more than its place there
    for (std::uint32_t place = 0; place < literals_.size(); ++place)
      place_of[static_cast<std::size_t>(literals_[place].code)] = place;
    for (std::uint32_t index = 0; index < regions_.size(); ++index) {
      Region& region = regions_[index];
      region.outside_begin = static_cast<std::uint32_t>(outside_.size());
      for (std::uint32_t place = 0; place < region.size; ++place) {
        for (const Board::Implied& implied : board.implied_by(literal(region, place))) {
          const auto code = static_cast<std::size_t>((~implied.literal).code);
          const std::uint32_t other = place_of[code] - region.begin;
          if (other < region.size) {
            if (other != place) excludes_[region.begin + place] |= bit(other);
            continue;
          }
          if (outside_of[code] <= region.outside_begin) {
            outside_.push_back({~implied.literal, index, 0});
            outside_of[code] = static_cast<std::uint32_t>(outside_.size());
          }
          outside_[outside_of[code] - 1].excludes |= bit(place);
        }
      }
      region.outside_end = static_cast<std::uint32_t>(outside_.size());
    }
  }

  bool look_at(Board& board, std::size_t index) {
    Region& region = regions_[index];
    const std::uint64_t open = open_[index].get();
    if (is_within(region.spare, open)) return true;
    board.spend(region.size);
    std::uint64_t spare = 0;
    if (fit(open, need_ + kSpare, excludes(region), spare)) {
      region.spare = spare;
      return true;
    }
    return settle(board, index, open);
  }

  // Little room: cells that are in no set that fits are empty, those in every such set are not.
  bool settle(Board& board, std::size_t index, std::uint64_t open) {
    Region& region = regions_[index];
    std::uint64_t some = 0, every = open;
    const auto note = [&](std::uint64_t cells) { some |= cells, every &= cells; };
    for (const std::uint64_t cells : region.fitting) {
      if (is_within(cells, open)) note(cells);
    }
    if (some == 0) {
      std::uint64_t cells = 0;
      if (!fit(open, need_, excludes(region), cells)) return board.infer(kFalse, id, payload(index, 0));
      region.remember(cells);
      note(cells);
    }
    for (std::uint64_t rest = open; (rest &= ~some) != 0; rest &= rest - 1) {
      const auto place = static_cast<std::size_t>(std::countr_zero(rest));
      std::uint64_t cells = bit(place);
      if (fit(open & ~excludes(region)[place] & ~cells, need_ - 1, excludes(region), cells)) {
        region.remember(cells);
        note(cells);
      } else {
        if (!board.infer(~literal(region, place), id, payload(index, place))) return false;
        open &= ~bit(place);
      }
    }
    for (; every != 0; every &= every - 1) {
      const auto place = static_cast<std::size_t>(std::countr_zero(every));
      if (board.is_true(literal(region, place))) continue;
      std::uint64_t cells = 0;
      if (fit(open & ~bit(place), need_, excludes(region), cells)) {
        region.remember(cells);
        every &= cells | bit(place);
      } else if (!board.infer(literal(region, place), id, payload(index, place))) {
        return false;
      }
    }
    return keep_out(board, region, open);
  }

  // Literals elsewhere that would leave too little room are false.
  bool keep_out(Board& board, Region& region, std::uint64_t open) {
    for (std::uint32_t index = region.outside_begin; index < region.outside_end; ++index) {
      const auto& [outside, its_region, excluded] = outside_[index];
      if (!board.is_open(outside)) continue;
      const std::uint64_t left = open & ~excluded;
      if (std::any_of(region.fitting.begin(), region.fitting.end(),
                      [&](std::uint64_t cells) { return is_within(cells, left); }))
        continue;
      std::uint64_t cells = 0;
      if (fit(left, need_, excludes(region), cells)) {
        region.remember(cells);
      } else if (!board.infer(~outside, id, kOutsideBit | index)) {
        return false;
      }
    }
    return true;
  }

  int need_;
  std::vector<Region> regions_;
  std::vector<Literal> literals_;  // region by region
  std::vector<std::uint64_t> excludes_;
  std::vector<Outside> outside_;  // region by region: literals elsewhere that exclude some of its cells
  std::vector<Trailed<std::uint64_t>> open_;  // of each region, the cells that are not known to be false
  std::vector<std::uint8_t> is_due_;
};

}  // namespace

std::unique_ptr<Propagator> make_room(const Board& board, const Post& post, Terms terms, Terms labels) {
  return std::make_unique<Room>(board, post.parameters[0], terms, labels);
}

}  // namespace gridwright
