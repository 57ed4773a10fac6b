#include "domain_learning.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace gridwright {

namespace {
constexpr int kLineValues = 50;  // left in a line whose fillings are looked at
constexpr int kDepth = 3;        // of the reasons looked through to shorten a lesson
constexpr double kActivityDecay = 0.99;
constexpr float kLessonDecay = 0.999f;
constexpr std::uint32_t kGlue = 2;  // lessons over so few levels are kept for good
constexpr std::int64_t kShortestRun = 50;
constexpr double kPoor = 1.1;  // recent lessons, beside all of them
constexpr std::int64_t kFirstForget = 2000, kForgetGrowth = 300;
}  // namespace

bool DomainLearning::suit(const Shape& shape) {
  return Domains::suit(shape) && shape.integers.size() < (1u << (64 - Lessons::kMostValues)) &&
         std::all_of(
             shape.integers.begin(), shape.integers.end(),
             [](const Integer& integer) { return integer.size <= Lessons::kMostValues; });
}

DomainLearning::DomainLearning(const Shape& shape)
    : shape_(shape), domains_(shape), lessons_(shape.integers.size()) {
  for (const Integer& integer : shape.integers)
    values_ = std::max(values_, static_cast<std::size_t>(integer.size));
}

void DomainLearning::begin(const Board& board) {
  domains_.bind(board);
  domains_.heed(lessons_);
  domains_.look_at_whole_lines(board, kLineValues);
  lessons_.clear();
  const std::size_t size = domains_.size();
  roots_.assign(size, 0);
  for (std::size_t integer = 0; integer < size; ++integer) roots_[integer] = domains_[integer];
  absent_.assign(size, 0);
  is_touched_.assign(size, 0);
  activity_.assign(size * values_, 0);
  step_ = 1;
  lesson_step_ = 1;
  learned = restarts = deleted = 0;
  fast_rank_ = slow_rank_ = 0;
  since_restart_ = 0;
  forget_at_ = forget_step_ = kFirstForget;
}

// ---- lessons -----------------------------------------------------------------------------------

bool DomainLearning::learn(const std::function<void(std::span<const Literal>)>& on_learned) {
  if (domains_.level() == 0) return false;
  const int level = analyze();
  if (on_learned) tell(on_learned);
  if (lesson_.empty()) return false;
  const std::uint32_t rank = count_levels(lesson_);
  ++learned;
  ++since_restart_;
  fast_rank_ += (rank - fast_rank_) / 32;
  slow_rank_ += (rank - slow_rank_) / static_cast<double>(std::min<std::int64_t>(learned, 4096));
  step_ /= kActivityDecay;
  lesson_step_ /= kLessonDecay;
  domains_.back_to(level);
  const Lessons::Part part = lesson_[0];
  if (lesson_.size() == 1) return domains_.keep(part.integer(), part.values());
  return domains_.keep_by_lesson(part.integer(), part.values(),
                                 lessons_.add(domains_, lesson_, rank, lesson_step_));
}

void DomainLearning::tell(const std::function<void(std::span<const Literal>)>& on_learned) const {
  std::vector<Literal> clause;
  for (const Lessons::Part part : lesson_) {
    for (std::uint64_t rest = part.values(); rest != 0; rest &= rest - 1)
      clause.push_back(shape_.integers[part.integer()].equals(std::countr_zero(rest)));
  }
  on_learned(clause);
}

// Fills lesson_, the part that will be left first; returns the level to go back to. An empty lesson:
// the failure rests on nothing that was decided.
int DomainLearning::analyze() {
  lesson_.clear();
  touched_.clear();
  open_ = 0;
  const std::size_t size = domains_.size();
  now_.resize(size);
  for (std::size_t integer = 0; integer < size; ++integer) now_[integer] = domains_[integer];
  starts_.assign(size, 0);
  const auto needs = [this](std::uint32_t integer, std::uint64_t values) {
    require(integer, values);
    return true;
  };
  domains_.explain_failure(needs);
  find_level();
  if (domains_.level() == 0) {
    for (const std::uint32_t integer : touched_) absent_[integer] = 0, is_touched_[integer] = 0;
    return 0;
  }
  for (auto change = static_cast<std::uint32_t>(domains_.changes().size()); change-- > 0;) {
    const Domains::Change& last = domains_.changes()[change];
    std::uint64_t& absent = absent_[last.integer];
    const std::uint64_t lost = last.before & ~now_[last.integer] & absent;
    now_[last.integer] = last.before;
    if (lost == 0) continue;
    const std::uint64_t start = starts_[last.integer];
    // One integer is left, and the lesson will narrow it.
    if (open_ == 1 && (start & ~absent) != 0) return collect(last.integer);
    absent &= ~lost;
    if ((absent & start) == 0) --open_;
    if (last.because == Domains::Because::kLesson) bump_lesson(last.what);
    domains_.explain(change, lost, needs);
  }
  return 0;  // not reached: at the decision at the latest one integer is left
}

// A line that was looked at late may have failed because of earlier levels alone.
void DomainLearning::find_level() {
  while (domains_.level() > 0) {
    starts_ = now_;
    const std::uint32_t begin = domains_.level_begins(domains_.level());
    for (auto change = static_cast<std::uint32_t>(domains_.changes().size()); change-- > begin;)
      starts_[domains_.changes()[change].integer] = domains_.changes()[change].before;
    open_ = 0;
    for (const std::uint32_t integer : touched_) open_ += (absent_[integer] & starts_[integer]) != 0;
    if (open_ > 0) return;
    domains_.back_to(domains_.level() - 1);
    for (std::size_t integer = 0; integer < now_.size(); ++integer) now_[integer] = domains_[integer];
  }
}

void DomainLearning::require(std::uint32_t integer, std::uint64_t values) {
  values &= roots_[integer];
  std::uint64_t& absent = absent_[integer];
  if ((values & ~absent) == 0) return;
  bump(integer, values);
  if ((absent & starts_[integer]) == 0 && (values & starts_[integer]) != 0) ++open_;
  absent |= values;
  if (is_touched_[integer]) return;
  is_touched_[integer] = 1;
  touched_.push_back(integer);
}

// Leaves out what follows from the rest, then puts the lesson together.
int DomainLearning::collect(std::uint32_t point) {
  shorten(point);
  lesson_.emplace_back(point, absent_[point]);
  int level = 0;
  for (const std::uint32_t integer : touched_) {
    const std::uint64_t absent = std::exchange(absent_[integer], 0);
    is_touched_[integer] = 0;
    if (integer == point || absent == 0) continue;
    lesson_.emplace_back(integer, absent);
    const int since = level_of(lesson_.back());
    if (since < level && lesson_.size() > 2) continue;
    level = since;
    std::swap(lesson_[1], lesson_.back());
  }
  return level;
}

void DomainLearning::shorten(std::uint32_t point) {
  std::vector<std::uint64_t>& spared = starts_;  // no longer needed
  for (const std::uint32_t integer : touched_) {
    spared[integer] = 0;
    if (integer == point || absent_[integer] == 0) continue;
    std::uint64_t left = domains_[integer];
    for (std::uint32_t change = domains_.latest(integer); change != Domains::kNone;) {
      const Domains::Change& last = domains_.changes()[change];
      const std::uint64_t lost = last.before & ~left & absent_[integer];
      left = last.before;
      if (lost != 0 && domains_.explain(change, lost, [&](std::uint32_t other, std::uint64_t values) {
            return follows(other, values, kDepth);
          }))
        spared[integer] |= lost;
      change = last.earlier;
    }
  }
  for (const std::uint32_t integer : touched_) absent_[integer] &= ~spared[integer];
}

// Is the absence of these values part of the conflict, or does it follow from what is?
bool DomainLearning::follows(std::uint32_t integer, std::uint64_t values, int depth) const {
  values &= roots_[integer] & ~absent_[integer];
  if (values == 0) return true;
  if (depth == 0) return false;
  std::uint64_t left = domains_[integer];
  for (std::uint32_t change = domains_.latest(integer); values != 0 && change != Domains::kNone;) {
    const Domains::Change& last = domains_.changes()[change];
    const std::uint64_t lost = last.before & ~left & values;
    left = last.before;
    if (lost != 0 && !domains_.explain(change, lost, [&](std::uint32_t other, std::uint64_t needed) {
          return follows(other, needed, depth - 1);
        }))
      return false;
    values &= ~lost;
    change = last.earlier;
  }
  return values == 0;
}

int DomainLearning::level_of(Lessons::Part part) const {
  const std::uint32_t change = domains_.last_loss(part.integer(), part.values());
  return change == Domains::kNone ? 0 : domains_.level_of(change);
}

std::uint32_t DomainLearning::count_levels(std::span<const Lessons::Part> parts) {
  ++stamp_;
  std::uint32_t different = 0;
  for (const Lessons::Part part : parts) {
    const auto level = static_cast<std::size_t>(level_of(part));
    if (level >= level_stamp_.size()) level_stamp_.resize(level + 1, 0);
    if (level_stamp_[level] == stamp_) continue;
    level_stamp_[level] = stamp_;
    ++different;
  }
  return different;
}

bool DomainLearning::bar_solution() {
  lesson_.clear();
  for (std::uint32_t integer = 0; integer < domains_.size(); ++integer)
    lesson_.emplace_back(integer, roots_[integer] & ~domains_[integer]);
  domains_.back_to(0);
  std::erase_if(lesson_, [](Lessons::Part part) { return part.values() == 0; });
  if (lesson_.empty()) return false;
  if (lesson_.size() == 1) return domains_.keep(lesson_[0].integer(), lesson_[0].values());
  lessons_.add(domains_, lesson_, 0, lesson_step_);
  return true;
}

// ---- what to decide, and when to begin again ---------------------------------------------------

bool DomainLearning::decide() {
  const bool root = domains_.level() == 0;
  std::uint32_t best = 0;
  std::uint64_t value = 0;
  double most = -1;
  for (std::uint32_t integer = 0; integer < domains_.size(); ++integer) {
    const std::uint64_t left = domains_[integer];
    if (root) roots_[integer] = left;
    if (std::has_single_bit(left)) continue;
    for (std::uint64_t rest = left; rest != 0; rest &= rest - 1) {
      const double activity = activity_[integer * values_ + static_cast<std::size_t>(std::countr_zero(rest))];
      if (activity > most) most = activity, best = integer, value = rest & -rest;
    }
  }
  if (value == 0) return false;
  domains_.decide(best, value);
  return true;
}

bool DomainLearning::restart() {
  const bool poor = since_restart_ > kShortestRun && fast_rank_ > kPoor * slow_rank_;
  if (!poor && learned < forget_at_) return false;
  domains_.back_to(0);
  since_restart_ = 0;
  fast_rank_ = slow_rank_;
  ++restarts;
  if (learned >= forget_at_) forget();
  return true;
}

// Keeps the better half of the lessons; at the root, where nothing rests on them.
void DomainLearning::forget() {
  forget_step_ += kForgetGrowth;
  forget_at_ = learned + forget_step_;
  std::vector<std::uint32_t> order;
  std::vector<bool> keep(lessons_.size(), true);
  for (std::uint32_t index = 0; index < lessons_.size(); ++index) {
    if (lessons_[index].rank > kGlue) order.push_back(index);
  }
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const Lessons::Lesson &one = lessons_[a], &other = lessons_[b];
    if (one.rank != other.rank) return one.rank < other.rank;
    return one.activity != other.activity ? one.activity > other.activity : a > b;
  });
  for (std::size_t place = order.size() / 2; place < order.size(); ++place) keep[order[place]] = false;
  deleted += static_cast<std::int64_t>(order.size() - order.size() / 2);
  lessons_.forget(domains_, keep);
}

// A settled integer counts by its value, another by what it has lost.
void DomainLearning::bump(std::uint32_t integer, std::uint64_t values) {
  const std::uint64_t rest = roots_[integer] & ~values;
  if (std::has_single_bit(rest) && !std::has_single_bit(values)) values = rest;
  for (values &= ~absent_[integer] | rest; values != 0; values &= values - 1) {
    double& activity = activity_[integer * values_ + static_cast<std::size_t>(std::countr_zero(values))];
    activity += step_;
    if (activity < 1e100) continue;
    for (double& each : activity_) each *= 1e-100;
    step_ *= 1e-100;
  }
}

void DomainLearning::bump_lesson(std::uint32_t index) {
  Lessons::Lesson& lesson = lessons_[index];
  lesson.activity += lesson_step_;
  if (lesson.rank > kGlue) lesson.rank = std::min(lesson.rank, count_levels(lessons_.parts(index)));
  if (lesson.activity < 1e20f) return;
  for (std::size_t each = 0; each < lessons_.size(); ++each) lessons_[each].activity *= 1e-20f;
  lesson_step_ *= 1e-20f;
}

}  // namespace gridwright
