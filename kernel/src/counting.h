// Sums of counts that cannot hold: "rows 3 and 4 need six stars, but regions A, B and C, which hold six,
// ...". Such a sum refutes a literal from the counts that it takes, and from nothing else but facts.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "gridwright/board.h"
#include "gridwright/explainer.h"

namespace gridwright {

class Relaxation;

class Counting {
 public:
  // The counts of a board; per group what it weighs: 0 is free, less is not there.
  Counting(const Board& board, std::span<const std::int32_t> prices);
  ~Counting();
  // Does any of them weigh anything?
  bool weighs() const;

  // Facts, as known literals by their codes, and a solution that agrees with them.
  void suppose(std::span<const std::int8_t> known, std::span<const std::int8_t> reference);

  struct Found {
    Literal conclusion;
    std::vector<std::int32_t> groups;
    std::vector<Literal> facts;
  };
  // The target that the lightest sum proves, with what that takes.
  std::optional<Found> lightest(std::span<const Literal> targets, const std::function<bool()>& goes_on);
  // In this position that sum is not looked at again.
  void distrust(Literal conclusion) {
    answers_[static_cast<std::size_t>(conclusion.variable())].proves = false;
  }
  struct Proof {
    Sum sum;
    std::vector<Literal> used;  // of the premises
  };
  // A sum, in whole numbers, of the counts of these premises alone (guards and facts) that proves this.
  std::optional<Proof> certify(Literal conclusion, std::span<const Literal> premises) const;

 private:
  // One side of a count: weights of variables add up to at most the bound.
  struct Side {
    std::int32_t group, price;
    bool at_least;
    std::vector<std::pair<Variable, std::int32_t>> terms;
    std::int32_t bound;
  };
  struct Program {                        // sides as far as they are open
    std::vector<std::int32_t> column_of;  // per variable, -1: none
    std::vector<Variable> columns;
    std::vector<std::int32_t> sides;  // per row
    std::unique_ptr<Relaxation> relaxation;
  };
  struct Answer {              // for the opposite of one variable's value
    double stretch = -1;       // less than none: not asked
    std::vector<float> point;  // per variable
    bool proves = false;
    std::int32_t weight = 0;    // of the groups
    std::vector<double> times;  // per side
  };

  void add_side(const Board::Count& count, const Board& board, std::int32_t price, bool at_least);
  Program program(const std::function<bool(const Side&)>& takes, std::span<const std::int8_t> known,
                  double free) const;
  void ask(Variable variable, double most_weight);
  double least_weight(Variable variable) const;
  std::optional<std::vector<std::int64_t>> whole(std::span<const double> times) const;
  std::vector<Literal> facts_of(std::span<const double> times) const;

  std::int32_t variables_, groups_;
  std::vector<std::int32_t> prices_;
  std::vector<std::int32_t> counts_of_;  // per group
  std::vector<Side> sides_;
  std::vector<std::int8_t> known_, reference_;
  std::optional<Program> program_;  // of the facts; made when it is needed
  std::vector<Answer> answers_;     // per variable
};

}  // namespace gridwright
