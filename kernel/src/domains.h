// Plain search where every unknown is an integer: a domain is one word, and what follows from it is
// worked out many values at a time. Nothing is explained and nothing learned, but for where the
// search failed; a failure costs a fraction of what it costs on literals.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "fillings.h"
#include "gridwright/board.h"

namespace gridwright {

class Domains {
 public:
  // Are a shape's constraints `distinct`, `related` and `line`, and facts, on all or most boards?
  static bool suit(const Shape& shape);
  explicit Domains(const Shape& shape);

  bool bind(const Board& board);                 // false: there is more on this board than that
  void look_at_whole_lines(const Board& board);  // from now on
  bool looks_at_whole_lines() const { return whole_; }

  struct Change {
    std::uint32_t integer;
    std::uint64_t before;
  };

  std::size_t size() const { return left_.size(); }
  std::uint64_t operator[](std::size_t integer) const { return left_[integer]; }
  std::size_t lines() const { return lines_.size(); }
  std::span<const std::uint32_t> line(std::size_t which) const { return members(lines_[which]); }
  std::uint64_t with_few_places(std::size_t which) const;  // values that have two or three in the line
  int level() const { return static_cast<int>(levels_.size()); }
  std::int32_t tightest() const;  // fewest values for its failures; -1: all are settled
  std::uint64_t least(std::int32_t integer) const;
  void decide(std::uint32_t integer, std::uint64_t value);
  bool step_back();  // takes the opposite of the last decision; false: there is none
  void withdraw();   // the last decision, as if it had not been taken
  std::span<const Change> narrowed() const { return std::span(changes_).subspan(levels_.back().changes); }
  bool keep(std::uint32_t integer, std::uint64_t values);  // no others, at this level; false: none is left
  void back_to_root();
  bool propagate();
  void blame();  // after propagate() has failed: those who failed are looked at sooner
  double weight(std::size_t integer) const { return weight_[integer] / step_; }

  float blamed(std::size_t integer) const { return step_ + weight_[integer]; }

  std::array<std::int64_t, kKinds> by_kind{};  // values lost; kInteger: by decisions and what came of them
  std::int64_t failures = 0, runs = 0, work = 0;

 private:
  struct Arc {
    std::uint32_t other;
    std::int32_t bites_at;         // of no use while more values than these are left
    const std::uint64_t* allowed;  // for each four values and each set of them: what goes with one of them
  };
  struct Line {  // integers with different values
    std::uint32_t begin, size;
    std::uint64_t all;               // all of these values must have a place
    const Neighbours* neighbours{};  // when its fillings are looked at
  };
  struct Level {
    std::size_t changes;
    std::uint32_t integer;
    std::uint64_t value;
  };

  void lay_arcs(const Board& board);
  void lay_lines(const Board& board);
  void lay_peers();
  std::span<const std::uint32_t> members(const Line& line) const {
    return {&members_[line.begin], line.size};
  }
  bool narrow(std::uint32_t integer, std::uint64_t left, Kind because);
  bool on_single(std::uint32_t integer);
  bool on_changed(std::uint32_t integer);
  bool only_places(std::uint32_t which);
  bool fill(std::uint32_t which);
  bool blame_open(const Line& line);
  void undo_to(std::size_t changes);
  void clear_queues();

  const Shape& shape_;
  std::size_t nibbles_ = 0;             // fours of values
  std::vector<std::uint64_t> allowed_;  // of each table, onwards and back

  bool consistent_ = true, whole_ = false;
  std::vector<std::uint64_t> left_;
  std::vector<Change> changes_;
  std::vector<Level> levels_;

  // This board's constraints; rows of the flat arrays begin where the array beside them says.
  std::vector<Arc> arcs_;
  std::vector<Line> lines_;
  std::vector<std::uint32_t> members_, lines_of_, peers_;
  std::vector<std::uint32_t> arcs_begin_, lines_of_begin_, peers_begin_;
  std::vector<Neighbours> neighbours_;
  std::vector<KnownFillings> witnesses_;  // of each line

  // What is still to be looked at, in this order.
  std::vector<std::uint32_t> singles_, changed_, stirred_, unfilled_;
  std::vector<std::int8_t> is_changed_, is_stirred_, is_unfilled_;

  std::vector<float> weight_;
  float step_ = 1;
  std::vector<std::uint32_t> blamed_;

  // scratch
  Fillings fillings_;
  std::vector<std::uint64_t> row_;
  std::vector<std::uint32_t> next_;
};

}  // namespace gridwright
