// room: in every region at least `need` literals are true although some of them exclude each other.
// In Star Battle the cells that a region has left must have room for its stars, no two of which touch.
//
// Which literals exclude each other is read off the pairs that other constraints have laid down. A
// region's cells are bits of one word. Sets of cells that fit are remembered: as long as one with a cell
// more than needed stays open, there is nothing to look at.
#include <array>
#include <bit>

#include "../constraints.h"

namespace gridwright {

namespace {

constexpr std::size_t kMostCells = 64;  // larger regions do without: others imply what would be said
constexpr std::size_t kRemembered = 8;  // sets of exactly the needed size, per region
constexpr std::uint32_t kCellBits = 6;

std::uint64_t bit(std::size_t place) { return 1ull << place; }

// One region's cells: literals and, for each, the cells that it excludes.
struct Region {
  std::vector<Literal> literals;
  std::vector<std::uint64_t> excludes;
  std::uint64_t spare = 0;  // cells that fit together, one more than needed
  std::array<std::uint64_t, kRemembered> fitting{};
  std::size_t oldest = 0;

  void remember(std::uint64_t cells) {
    fitting[oldest] = cells;
    oldest = (oldest + 1) % kRemembered;
  }

  // Do these cells exclude each other, every one all the others?
  bool is_clique(std::uint64_t cells) const {
    for (std::uint64_t rest = cells; rest != 0; rest &= rest - 1) {
      if (cells & ~excludes[static_cast<std::size_t>(std::countr_zero(rest))] & ~(rest & -rest)) return false;
    }
    return true;
  }

  // Adds to `chosen` so many cells of `open` that fit together, if there are.
  bool fit(std::uint64_t open, int number, std::uint64_t& chosen) const {
    for (; number > 0; --number) {
      if (std::popcount(open) < number) return false;
      auto place = static_cast<std::size_t>(std::countr_zero(open));
      if (!is_clique(excludes[place] & open)) {
        const std::size_t first = place;
        place = 63 - static_cast<std::size_t>(std::countl_zero(open));
        if (!is_clique(excludes[place] & open)) {
          std::uint64_t more = 0;
          if (fit(open & ~excludes[first] & ~bit(first), number - 1, more)) {
            chosen |= more | bit(first);
            return true;
          }
          open &= ~bit(first);
          ++number;
          continue;
        }
      }
      // Whose neighbours exclude each other can be taken: at most one of them all is.
      chosen |= bit(place);
      open &= ~excludes[place] & ~bit(place);
    }
    return true;
  }
};

class Room final : public Propagator {
 public:
  Room(const Board& board, int need, Terms terms, Terms labels) : need_(need) {
    priority = 2;
    notes_events = true;
    for (std::size_t index = 0; index < terms.size(); ++index) {
      if (labels[index] < 0) continue;
      const auto label = static_cast<std::size_t>(labels[index]);
      if (label >= regions_.size()) regions_.resize(label + 1);
      regions_[label].literals.push_back({terms[index]});
    }
    std::erase_if(regions_, [](const Region& region) {
      return region.literals.empty() || region.literals.size() > kMostCells;
    });
    open_.resize(regions_.size());
    is_due_.resize(regions_.size());
    for (Region& region : regions_) find_exclusions(board, region);
  }

  void attach(Board& board) override {
    for (std::size_t index = 0; index < regions_.size(); ++index) {
      const Region& region = regions_[index];
      std::uint64_t open = 0;
      for (std::size_t place = 0; place < region.literals.size(); ++place) {
        board.subscribe(~region.literals[place], *this, payload(index, place));
        if (!board.is_false(region.literals[place])) open |= bit(place);
      }
      open_[index].reset(open);
      is_due_[index] = true;
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
    const Region& region = regions_[payload >> kCellBits];
    const std::size_t place = payload & (kMostCells - 1);
    int need = need_;
    std::uint64_t gone = 0;
    if (implied != kFalse) {
      gone = bit(place);
      if (region.literals[place] != implied) gone |= region.excludes[place], --need;
    }
    std::uint64_t open = bit(region.literals.size() - 1) | (bit(region.literals.size() - 1) - 1);
    std::uint64_t closed = 0;
    for (std::uint64_t rest = open & ~open_[payload >> kCellBits].get() & ~gone; rest != 0;
         rest &= rest - 1) {
      if (board.held_before(~region.literals[static_cast<std::size_t>(std::countr_zero(rest))], moment))
        closed |= rest & -rest;
    }
    open &= ~gone & ~closed;
    for (; closed != 0; closed &= closed - 1) {
      const auto cell = static_cast<std::size_t>(std::countr_zero(closed));
      std::uint64_t chosen = 0;
      if (region.fit(open & ~region.excludes[cell], need - 1, chosen)) {
        because.push_back(~region.literals[cell]);
      } else {
        open |= bit(cell);
      }
    }
  }

  bool holds(const Model& model) const override {
    for (const Region& region : regions_) {
      int trues = 0;
      for (const Literal literal : region.literals) trues += model[literal];
      if (trues < need_) return false;
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

  static void find_exclusions(const Board& board, Region& region) {
    region.excludes.resize(region.literals.size());
    for (std::size_t one = 0; one < region.literals.size(); ++one) {
      for (const Board::Implied& implied : board.implied_by(region.literals[one])) {
        for (std::size_t other = 0; other < region.literals.size(); ++other) {
          if (region.literals[other] != ~implied.literal || other == one) continue;
          region.excludes[one] |= bit(other);
          region.excludes[other] |= bit(one);
        }
      }
    }
  }

  bool look_at(Board& board, std::size_t index) {
    Region& region = regions_[index];
    const std::uint64_t open = open_[index].get();
    if (is_within(region.spare, open)) return true;
    std::uint64_t spare = 0;
    if (region.fit(open, need_ + 1, spare)) {
      region.spare = spare;
      return true;
    }
    return fill(board, index, open);
  }

  // No room to spare: cells that are in no set that fits are empty, those in every such set are not.
  bool fill(Board& board, std::size_t index, std::uint64_t open) {
    Region& region = regions_[index];
    std::uint64_t some = 0, every = open;
    const auto note = [&](std::uint64_t cells) { some |= cells, every &= cells; };
    for (const std::uint64_t cells : region.fitting) {
      if (is_within(cells, open)) note(cells);
    }
    if (some == 0) {
      std::uint64_t cells = 0;
      if (!region.fit(open, need_, cells)) return board.infer(kFalse, id, payload(index, 0));
      region.remember(cells);
      note(cells);
    }
    for (std::uint64_t rest = open; (rest &= ~some) != 0; rest &= rest - 1) {
      const auto place = static_cast<std::size_t>(std::countr_zero(rest));
      std::uint64_t cells = bit(place);
      if (region.fit(open & ~region.excludes[place] & ~cells, need_ - 1, cells)) {
        region.remember(cells);
        note(cells);
      } else {
        if (!board.infer(~region.literals[place], id, payload(index, place))) return false;
        open &= ~bit(place);
      }
    }
    for (; every != 0; every &= every - 1) {
      const auto place = static_cast<std::size_t>(std::countr_zero(every));
      if (board.is_true(region.literals[place])) continue;
      std::uint64_t cells = 0;
      if (region.fit(open & ~bit(place), need_, cells)) {
        region.remember(cells);
        every &= cells | bit(place);
      } else if (!board.infer(region.literals[place], id, payload(index, place))) {
        return false;
      }
    }
    return true;
  }

  int need_;
  std::vector<Region> regions_;
  std::vector<Trailed<std::uint64_t>> open_;  // of each region, the cells that are not known to be false
  std::vector<std::uint8_t> is_due_;
};

}  // namespace

std::unique_ptr<Propagator> make_room(const Board& board, const Post& post, Terms terms, Terms labels) {
  return std::make_unique<Room>(board, post.parameters[0], terms, labels);
}

}  // namespace gridwright
