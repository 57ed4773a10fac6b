// bands: cells lie in lines and in regions; every line and every region holds exactly `quota` true
// literals. Looks at bands of neighbouring lines: regions that fit into a band take their whole
// quota there, and regions that a band cannot do without spend all of theirs in it. ("Three
// regions lie in three rows, so the rest of these rows is empty", and the reverse.)
#include <algorithm>
#include <bit>

#include "../constraints.h"

namespace gridwright {

namespace {

constexpr std::int32_t kMostLines = 64;
constexpr std::uint32_t kNoRegion = 0x7fff;

class Bands final : public Propagator {
  struct Cell {
    Literal literal;
    std::int32_t line, region;
  };

 public:
  Bands(std::int32_t quota, Terms lines, Terms terms, Terms labels) : quota_(quota) {
    priority = 2;
    notes_events = true;
    for (std::size_t index = 0; index < terms.size(); ++index) {
      if (labels[index] < 0) continue;
      cells_.push_back({{terms[index]}, lines[index], labels[index]});
      line_count_ = std::max(line_count_, lines[index] + 1);
      region_count_ = std::max(region_count_, labels[index] + 1);
    }
    std::stable_sort(cells_.begin(), cells_.end(),
                     [](const Cell& a, const Cell& b) { return a.line < b.line; });
    // A word's worth of lines is plenty; regions are told in 15 bits of a reason.
    asleep_ = line_count_ > kMostLines || region_count_ >= static_cast<std::int32_t>(kNoRegion);
    const auto lines_size = static_cast<std::size_t>(line_count_),
               regions_size = static_cast<std::size_t>(region_count_);
    begin_.assign(lines_size + 1, 0);
    for (const Cell& cell : cells_) ++begin_[static_cast<std::size_t>(cell.line) + 1];
    for (std::size_t line = 1; line <= lines_size; ++line) begin_[line] += begin_[line - 1];
    region_begin_.assign(regions_size + 1, 0);
    for (const Cell& cell : cells_) ++region_begin_[static_cast<std::size_t>(cell.region) + 1];
    for (std::size_t region = 0; region < regions_size; ++region) {
      present_ += region_begin_[region + 1] > 0;
      region_begin_[region + 1] += region_begin_[region];
    }
    by_region_.resize(cells_.size());
    std::vector<std::size_t> next(region_begin_.begin(), region_begin_.end() - 1);
    for (std::size_t index = 0; index < cells_.size(); ++index) {
      by_region_[next[static_cast<std::size_t>(cells_[index].region)]++] = index;
    }
    left_.resize(lines_size * regions_size);
    spread_.resize(regions_size);
    line_need_.resize(lines_size);
    region_need_.resize(regions_size);
    inside_.resize((lines_size + 1) * (lines_size + 1));
    ends_before_.resize(lines_size + 2);
    starts_after_.resize(lines_size + 1);
  }

  void attach(Board& board) override {
    if (asleep_) return;
    for (auto& need : line_need_) need.reset(0);
    for (auto& need : region_need_) need.reset(0);
    for (auto& left : left_) left.reset(0);
    for (auto& spread : spread_) spread.reset(0);
    for (std::size_t index = 0; index < cells_.size(); ++index) {
      const Cell& cell = cells_[index];
      const auto data = static_cast<std::uint32_t>(index) << 1;
      board.subscribe(cell.literal, *this, data | 1);
      board.subscribe(~cell.literal, *this, data);
      line_need_[static_cast<std::size_t>(cell.line)].reset(quota_);
      region_need_[static_cast<std::size_t>(cell.region)].reset(quota_);
      left_[cell_group(cell)].reset(left_[cell_group(cell)].get() + 1);
      spread_[static_cast<std::size_t>(cell.region)].reset(
          spread_[static_cast<std::size_t>(cell.region)].get() | 1ull << cell.line);
    }
    for (std::size_t index = 0; index < cells_.size(); ++index) {  // what is known already
      if (!board.is_open(cells_[index].literal))
        wake(board, static_cast<std::uint32_t>(index) << 1 | board.is_true(cells_[index].literal));
    }
  }

  // Worth a look when a star is placed, or when a region has left its first or last line.
  bool wake(Board& board, std::uint32_t data) override {
    const Cell& cell = cells_[data >> 1];
    const auto region = static_cast<std::size_t>(cell.region);
    if (data & 1) {
      auto& line_need = line_need_[static_cast<std::size_t>(cell.line)];
      line_need.set(board.undo(), line_need.get() - 1);
      region_need_[region].set(board.undo(), region_need_[region].get() - 1);
      return true;
    }
    Trailed<std::uint32_t>& left = left_[cell_group(cell)];
    left.set(board.undo(), left.get() - 1);
    if (left.get() != 0) return false;
    const std::uint64_t before = spread_[region].get(), after = before & ~(1ull << cell.line);
    spread_[region].set(board.undo(), after);
    return after != 0 && (std::countr_zero(before) != std::countr_zero(after) ||
                          std::countl_zero(before) != std::countl_zero(after));
  }

  bool propagate(Board& board) override {
    if (asleep_) return true;
    board.spend(line_count_ * line_count_);
    add_up();
    for (std::int32_t first = 0; first < line_count_; ++first) {
      std::int32_t need = 0;
      const std::int32_t* const inside_row = &inside_[at(first, 0)];
      const std::int32_t not_before = total_ - ends_before_[static_cast<std::size_t>(first)];
      for (std::int32_t last = first; last < line_count_; ++last) {
        need += line_need_[static_cast<std::size_t>(last)].get();
        const std::int32_t inside = inside_row[last];
        if (need <= inside && inside > 0 && !close(board, first, last, need < inside, true)) return false;
        const std::int32_t meeting = not_before - starts_after_[static_cast<std::size_t>(last)];
        if (meeting <= need && need > 0 && !close(board, first, last, meeting < need, false)) return false;
      }
    }
    return true;
  }

  void explain(const Board& board, Literal implied, std::uint32_t payload, std::int32_t moment,
               std::vector<Literal>& because) override {
    const auto first = static_cast<std::int32_t>(payload & 0xff);
    const auto last = static_cast<std::int32_t>(payload >> 8 & 0xff);
    const bool inner = payload >> 16 & 1;
    const std::size_t own = payload >> 17;  // the region of what is implied: not one of those that argue
    const std::uint64_t band = band_of(first, last);
    std::int32_t lines = 0;
    for (std::int32_t line = first; line <= last; ++line) {
      lines += begin_[static_cast<std::size_t>(line)] < begin_[static_cast<std::size_t>(line) + 1];
    }
    // Which regions are shut in (or, for the outer argument, out of) the band? Those that were are still.
    std::int32_t shut = 0;
    shut_.assign(static_cast<std::size_t>(region_count_), 0);
    for (std::size_t region = 0; region < shut_.size(); ++region) {
      if (region == own || region_begin_[region] == region_begin_[region + 1]) continue;
      if (spread_[region].get() & (inner ? ~band : band)) continue;
      shut_[region] = was_shut(board, region, band, inner, moment);
      shut += shut_[region];
    }
    // Inner: `lines` lines, `shut` regions within; the other regions may have no more than the rest.
    // Outer: the regions not shut out must fill the lines; outside the band they have only the rest.
    const std::int32_t rest = (inner ? lines - shut : present_ - shut - lines) * quota_;
    std::int32_t excess = -rest - (implied == kFalse);  // how much more is known than the argument needs
    for (std::size_t region = 0; region < shut_.size(); ++region) {
      if (!shut_[region]) continue;
      if (excess >= quota_) {
        shut_[region] = 0, excess -= quota_;
        continue;
      }
      for (std::size_t index = region_begin_[region]; index < region_begin_[region + 1]; ++index) {
        const Cell& cell = cells_[by_region_[index]];
        if ((band >> cell.line & 1) != inner) because.push_back(~cell.literal);
      }
    }
    for (std::size_t index = 0; index < cells_.size() && excess < 0; ++index) {
      const Cell& cell = cells_[index];
      if ((band >> cell.line & 1) != inner || shut_[static_cast<std::size_t>(cell.region)]) continue;
      if (cell.literal.variable() == implied.variable() || !board.held_before(cell.literal, moment)) continue;
      because.push_back(cell.literal);
      ++excess;
    }
  }

  bool holds(const Model& model) const override {
    std::vector<std::int32_t> lines(static_cast<std::size_t>(line_count_), quota_),
        regions(static_cast<std::size_t>(region_count_), quota_);
    std::vector<bool> line_seen(lines.size()), region_seen(regions.size());
    for (const Cell& cell : cells_) {
      line_seen[static_cast<std::size_t>(cell.line)] = region_seen[static_cast<std::size_t>(cell.region)] =
          true;
      if (!model[cell.literal]) continue;
      --lines[static_cast<std::size_t>(cell.line)];
      --regions[static_cast<std::size_t>(cell.region)];
    }
    for (std::size_t line = 0; line < lines.size(); ++line) {
      if (line_seen[line] && lines[line] != 0) return false;
    }
    for (std::size_t region = 0; region < regions.size(); ++region) {
      if (region_seen[region] && regions[region] != 0) return false;
    }
    return true;
  }

 private:
  std::size_t at(std::int32_t first, std::int32_t last) const {
    return static_cast<std::size_t>(first) * static_cast<std::size_t>(line_count_ + 1) +
           static_cast<std::size_t>(last);
  }
  std::size_t cell_group(const Cell& cell) const {
    return static_cast<std::size_t>(cell.region) * static_cast<std::size_t>(line_count_) +
           static_cast<std::size_t>(cell.line);
  }
  static std::uint64_t band_of(std::int32_t first, std::int32_t last) {
    return (last - first == 63 ? ~0ull : (1ull << (last - first + 1)) - 1) << first;
  }
  bool was_shut(const Board& board, std::size_t region, std::uint64_t band, bool inner,
                std::int32_t moment) const {
    for (std::size_t index = region_begin_[region]; index < region_begin_[region + 1]; ++index) {
      const Cell& cell = cells_[by_region_[index]];
      if ((band >> cell.line & 1) != inner && !board.held_before(~cell.literal, moment)) return false;
    }
    return true;
  }
  static std::size_t first_line(std::uint64_t spread) {
    return static_cast<std::size_t>(std::countr_zero(spread));
  }
  static std::size_t last_line(std::uint64_t spread) {
    return 63 - static_cast<std::size_t>(std::countl_zero(spread));
  }

  // What the regions inside each band still need, and those that end before or start after a line.
  void add_up() {
    std::fill(inside_.begin(), inside_.end(), 0);
    std::fill(ends_before_.begin(), ends_before_.end(), 0);
    std::fill(starts_after_.begin(), starts_after_.end(), 0);
    total_ = 0;
    for (std::size_t region = 0; region < region_need_.size(); ++region) {
      const std::int32_t need = region_need_[region].get();
      const std::uint64_t spread = spread_[region].get();
      if (need == 0 || spread == 0) continue;
      total_ += need;
      inside_[at(static_cast<std::int32_t>(first_line(spread)),
                 static_cast<std::int32_t>(last_line(spread)))] += need;
      ends_before_[last_line(spread) + 1] += need;
      if (first_line(spread) > 0) starts_after_[first_line(spread) - 1] += need;
    }
    for (std::int32_t first = line_count_ - 1; first >= 0; --first) {
      std::int32_t row = 0;  // of the regions that start at `first`
      for (std::int32_t last = first; last < line_count_; ++last) {
        row += inside_[at(first, last)];
        inside_[at(first, last)] = row + inside_[at(first + 1, last)];
      }
    }
    for (std::size_t line = 1; line <= line_need_.size(); ++line)
      ends_before_[line] += ends_before_[line - 1];
    for (std::size_t line = line_need_.size(); line-- > 1;) starts_after_[line - 1] += starts_after_[line];
  }

  // The band is settled by the regions inside it (or by those that meet it): the cells of others
  // within it (or theirs without) are empty.
  bool close(Board& board, std::int32_t first, std::int32_t last, bool broken, bool inner) {
    const std::uint32_t payload = static_cast<std::uint32_t>(first) | static_cast<std::uint32_t>(last) << 8 |
                                  static_cast<std::uint32_t>(inner) << 16;
    if (broken) return board.infer(kFalse, id, payload | kNoRegion << 17);
    const std::uint64_t band = band_of(first, last);
    const std::uint64_t side = inner ? band : ~band;
    const auto settled = [&](std::size_t region) {
      const std::uint64_t spread = spread_[region].get();
      if (region_need_[region].get() == 0 || (spread & side) == 0) return true;  // nothing open there
      return inner ? (spread & ~band) == 0
                   : first_line(spread) > static_cast<std::size_t>(last) ||
                         last_line(spread) < static_cast<std::size_t>(first);
    };
    for (std::size_t region = 0; region < spread_.size(); ++region) {
      if (settled(region)) continue;
      for (std::uint64_t lines = spread_[region].get() & side; lines != 0; lines &= lines - 1) {
        const auto line = static_cast<std::size_t>(std::countr_zero(lines));
        for (std::size_t index = begin_[line]; index < begin_[line + 1]; ++index) {
          const Cell& cell = cells_[index];
          if (static_cast<std::size_t>(cell.region) != region || !board.is_open(cell.literal)) continue;
          if (!board.infer(~cell.literal, id, payload | static_cast<std::uint32_t>(region) << 17))
            return false;
        }
      }
    }
    return true;
  }

  std::int32_t quota_;
  std::int32_t line_count_ = 0, region_count_ = 0;
  std::vector<Cell> cells_;                            // by line
  std::vector<std::size_t> begin_;                     // of each line, in cells_
  std::vector<std::size_t> by_region_, region_begin_;  // the same cells, region by region
  std::int32_t present_ = 0;                           // regions that have cells
  bool asleep_ = false;
  std::vector<Trailed<std::uint32_t>> left_;    // per region and line: cells not known to be false
  std::vector<Trailed<std::uint64_t>> spread_;  // per region: the lines where it has such cells
  std::vector<Trailed<std::int32_t>> line_need_, region_need_;

  // scratch
  std::vector<std::int32_t> inside_, ends_before_, starts_after_;
  std::int32_t total_ = 0;
  std::vector<std::int8_t> shut_;
};

}  // namespace

std::unique_ptr<Propagator> make_bands(const Board&, const Post& post, Terms terms, Terms labels) {
  return std::make_unique<Bands>(post.parameters[0], Terms(post.parameters).subspan(1), terms, labels);
}

}  // namespace gridwright
