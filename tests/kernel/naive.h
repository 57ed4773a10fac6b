// What the rules mean, by trying everything. Shares nothing with the kernel but the shape itself.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "gridwright/propagator.h"
#include "gridwright/search.h"
#include "gridwright/shape.h"

namespace gridwright::tests {

using LabelArrays = std::vector<std::vector<std::int32_t>>;

// A shape and one board of it.
struct Instance {
  std::string kind;
  Shape shape;
  LabelArrays labels;
  bool raw = false;       // integers are checked themselves, so nothing about them is taken for granted
  bool complete = false;  // propagation must leave no literal open that has only one value
};

std::vector<std::span<const std::int32_t>> views(const LabelArrays& labels);

// A total assignment: bit v is the value of variable v.
using Assignment = std::uint64_t;

// Some literals that are true.
struct Facts {
  Assignment positive = 0, negative = 0;
  void add(Literal literal) {
    (literal.negated() ? negative : positive) |= Assignment{1} << literal.variable();
  }
  bool hold_in(Assignment assignment) const {
    return (assignment & positive) == positive && (assignment & negative) == 0;
  }
};

// One constraint of a board, as its author would state it.
struct Rule {
  std::int32_t group;
  bool implied;
  Assignment speaks_of;  // literals' variables
  std::function<bool(const Model&)> holds;
};

// Every total assignment of a board, and which rules it satisfies.
class World {
 public:
  explicit World(const Instance& instance);

  const std::vector<Assignment>& solutions() const { return solutions_; }
  // Unknowns that are neither shown nor spoken of on this board: the kernel may make them false.
  const Facts& idle() const { return idle_; }
  bool is_solution(Assignment assignment) const;
  // Is there an assignment with these facts that satisfies the rules of this group? (A rule is also
  // satisfied when its group's guard is false.) kAll: all rules.
  static constexpr std::int32_t kAll = -2;
  bool possible(const Facts& facts, std::int32_t group) const;
  // Solutions as the kernel gives them.
  std::set<Solution> shown(const Facts& facts) const;

 private:
  struct Row {
    Assignment assignment;
    std::uint64_t satisfied;  // a bit per rule
  };
  void fill(const Instance& instance, std::size_t integer, Assignment so_far);
  void add(const Instance& instance, Assignment assignment);

  const Shape& shape_;
  std::vector<Rule> rules_;
  std::vector<Variable> free_;  // variables that are no integer's value
  std::vector<Row> rows_;
  std::vector<Assignment> solutions_;
  Facts idle_;
  std::uint64_t needed_ = 0;  // the rules that are not merely implied
  std::vector<std::int8_t> values_;
};

}  // namespace gridwright::tests
