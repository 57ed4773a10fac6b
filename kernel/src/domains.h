// Search where every unknown is an integer: a domain is one word, and what follows from it is worked
// out many values at a time; a failure costs a fraction of what it costs on literals. Why a value was
// lost is worked out only when it is asked for, which plain search never does.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "fillings.h"
#include "gridwright/board.h"
#include "lessons.h"

namespace gridwright {

class Domains {
 public:
  // Are a shape's constraints `distinct`, `related` and `line`, and facts, on all or most boards?
  static bool suit(const Shape& shape);
  explicit Domains(const Shape& shape);

  bool bind(const Board& board);  // false: there is more on this board than that
  // From now on, those with no more values than these left.
  void look_at_whole_lines(const Board& board, int most_values);
  bool looks_at_whole_lines() const { return most_values_ > 0; }
  void heed(Lessons& lessons) { lessons_ = &lessons; }

  // How an integer came to lose values; beside it, what Change::what then is.
  enum class Because : std::uint8_t {
    kDecision,
    kFact,
    kTaken,    // an integer with the value, in one line with this one
    kPlace,    // its only place: the line, and the value (line * 64 + value)
    kRelated,  // the arc
    kFilling,  // the line
    kLesson,   // the lesson
  };
  struct Change {
    std::uint64_t before;
    std::uint32_t integer;
    std::uint32_t earlier;  // change of the same integer, or kNone
    std::uint32_t what;
    Because because;
  };
  static constexpr std::uint32_t kNone = ~0u;

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
  void back_to_root() { back_to(0); }
  void back_to(int level);
  bool propagate();
  void blame();  // after propagate() has failed: those who failed are looked at sooner
  double weight(std::size_t integer) const { return weight_[integer] / step_; }

  float blamed(std::size_t integer) const { return step_ + weight_[integer]; }

  // ---- why -------------------------------------------------------------------------------------

  const std::vector<Change>& changes() const { return changes_; }
  std::uint32_t latest(std::size_t integer) const { return latest_[integer]; }
  std::uint32_t level_begins(int level) const {  // at which change; 0: the root
    return level == 0 ? 0 : static_cast<std::uint32_t>(levels_[static_cast<std::size_t>(level) - 1].changes);
  }
  int level_of(std::uint32_t change) const;
  // The last change that took any of these values from the integer; kNone: it never had them.
  std::uint32_t last_loss(std::uint32_t integer, std::uint64_t values) const {
    std::uint32_t change = latest_[integer];
    while (change != kNone && (changes_[change].before & values) == 0) change = changes_[change].earlier;
    return change;
  }
  // Each tells `needs(integer, values)` which values had to be absent from which integers, until that
  // returns false: for this change to have taken `lost` away, and for propagate() to have failed.
  template <typename Needs>
  bool explain(std::uint32_t change, std::uint64_t lost, Needs needs) const;
  template <typename Needs>
  void explain_failure(Needs needs) const;

  // What lessons use.
  bool keep_by_lesson(std::uint32_t integer, std::uint64_t values, std::uint32_t lesson) {
    return narrow(integer, left_[integer] & values, Because::kLesson, lesson);
  }

  std::array<std::int64_t, kKinds> by_kind{};  // values lost; kInteger: by decisions and what came of them
  std::int64_t failures = 0, runs = 0, work = 0;

 private:
  struct Arc {
    std::uint32_t other;
    std::int32_t bites_at;         // of no use while more values than these are left
    const std::uint64_t* allowed;  // for each four values and each set of them: what goes with one of them
    const std::uint64_t* back;     // the same, seen from the other
    std::uint32_t from;
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
  static std::uint64_t going_with(std::uint64_t values, const std::uint64_t* allowed) {
    std::uint64_t all = 0;
    for (; values != 0; values >>= 4, allowed += 16) all |= allowed[values & 15];
    return all;
  }
  bool narrow(std::uint32_t integer, std::uint64_t left, Because because, std::uint32_t what = 0);
  bool on_single(std::uint32_t integer);
  bool on_changed(std::uint32_t integer);
  bool only_places(std::uint32_t which);
  bool fill(std::uint32_t which);
  bool fail_line(const Line& line, Because because, std::uint64_t values);
  std::uint64_t left_at(std::uint32_t integer, std::uint32_t change) const;  // before that change
  void undo_to(std::size_t changes);
  void clear_queues();

  const Shape& shape_;
  std::size_t nibbles_ = 0;             // fours of values
  std::vector<std::uint64_t> allowed_;  // of each table, onwards and back

  bool consistent_ = true;
  int most_values_ = 0;  // left in a whole line before its fillings are looked at
  std::vector<std::uint64_t> left_;
  std::vector<Change> changes_;
  std::vector<std::uint32_t> latest_;  // change of each integer
  Lessons* lessons_ = nullptr;
  std::vector<std::uint64_t> lost_;  // by each integer, of which lessons have not been told

  // How propagate() failed: kTaken: the last change left nothing; kPlace: values without a place of
  // their own, but for `integer`; kFilling: the line cannot be filled.
  struct Failure {
    Because because = Because::kTaken;
    const Line* line = nullptr;
    std::uint64_t values = 0;
    std::uint32_t integer = kNone;
  };
  Failure failure_;
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

template <typename Needs>
bool Domains::explain(std::uint32_t change, std::uint64_t lost, Needs needs) const {
  const auto& [before, integer, earlier, what, because] = changes_[change];
  switch (because) {
    case Because::kDecision: return false;
    case Because::kFact: return true;
    case Because::kTaken: return needs(what, ~lost);
    case Because::kRelated: return needs(arcs_[what].from, going_with(lost, arcs_[what].back));
    case Because::kPlace:
      for (const std::uint32_t other : line(what / 64)) {
        if (other != integer && !needs(other, 1ull << what % 64)) return false;
      }
      return true;
    case Because::kFilling: {
      // What the line lost at once has this one reason: how it was before.
      while (change > 0 && changes_[change - 1].because == because && changes_[change - 1].what == what)
        --change;
      for (const std::uint32_t other : line(what)) {
        if (other != integer && !needs(other, ~left_at(other, change))) return false;
      }
      return true;
    }
    case Because::kLesson:
      for (const Lessons::Part part : lessons_->parts(what)) {
        if (part.integer() != integer && !needs(part.integer(), part.values())) return false;
      }
      return true;
  }
  return false;
}

template <typename Needs>
void Domains::explain_failure(Needs needs) const {
  if (failure_.because == Because::kTaken) {
    needs(changes_.back().integer, ~0ull);
    return;
  }
  for (const std::uint32_t integer : members(*failure_.line)) {
    if (failure_.because == Because::kFilling) {
      needs(integer, ~left_[integer]);
    } else if (integer != failure_.integer) {
      needs(integer, failure_.values);
    }
  }
}

}  // namespace gridwright
