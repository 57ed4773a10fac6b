// Learning from conflicts where every unknown is an integer: the lesson of a conflict speaks of whole
// sets of values, so it is several times shorter than a clause of literals, and says more.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "domains.h"
#include "lessons.h"

namespace gridwright {

class DomainLearning {
 public:
  static bool suit(const Shape& shape);
  explicit DomainLearning(const Shape& shape);

  void begin(const Board& board);  // one that suits the domains
  Domains& domains() { return domains_; }
  // After a failure: what it teaches, taken in at the level where it first says something. False:
  // there is nothing left to search. `on_learned` is told the lesson as a clause.
  bool learn(const std::function<void(std::span<const Literal>)>& on_learned);
  // Where recent lessons are poor it is better to begin again; false: not now.
  bool restart();
  bool decide();        // false: all is settled
  bool bar_solution();  // the one that is on the domains; false: there is no other
  std::size_t bytes() const { return lessons_.bytes(); }

  std::int64_t learned = 0, restarts = 0, deleted = 0;

 private:
  int analyze();
  void find_level();
  void require(std::uint32_t integer, std::uint64_t values);
  void bump(std::uint32_t integer, std::uint64_t values);
  void bump_lesson(std::uint32_t lesson);
  void shorten(std::uint32_t point);
  bool follows(std::uint32_t integer, std::uint64_t values, int depth) const;
  int collect(std::uint32_t point);
  int level_of(Lessons::Part part) const;
  std::uint32_t count_levels(std::span<const Lessons::Part> parts);
  void forget();

  void tell(const std::function<void(std::span<const Literal>)>& on_learned) const;

  const Shape& shape_;
  Domains domains_;
  Lessons lessons_;
  std::size_t values_ = 0;            // at most, of an integer
  std::vector<std::uint64_t> roots_;  // what is left of each integer before anything is decided

  // The conflict: values whose absence makes it, of the integers touched.
  std::vector<std::uint64_t> absent_;
  std::vector<std::uint32_t> touched_;
  std::vector<std::int8_t> is_touched_;
  std::vector<std::uint64_t> now_, starts_;  // where the analysis is; where the level began
  int open_ = 0;                             // integers whose part came true on this level
  std::vector<Lessons::Part> lesson_;

  std::vector<double> activity_;  // of each integer's values
  double step_ = 1;
  float lesson_step_ = 1;
  std::vector<std::int64_t> level_stamp_;
  std::int64_t stamp_ = 0;
  double fast_rank_ = 0, slow_rank_ = 0;
  std::int64_t since_restart_ = 0, forget_at_ = 0, forget_step_ = 0;
};

}  // namespace gridwright
