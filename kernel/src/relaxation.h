// Counts relaxed: instead of being true or false, each literal is a number between 0 and 1. How far must
// rows be stretched if one of them takes a value that it does not have? What keeps them from it is a sum
// of rows that cannot hold: the dual of this linear program.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace gridwright {

class Relaxation {
 public:
  // Sum of the weights of its columns <= bound. It may be exceeded by its price times the stretch.
  struct Row {
    std::vector<std::pair<std::int32_t, std::int32_t>> terms;  // column, weight
    std::int32_t bound;
    double price;
  };

  // `point`: values, 0 or 1, that keep all rows.
  Relaxation(std::span<const Row> rows, std::span<const std::int8_t> point);

  enum class Outcome : std::uint8_t { kSum, kPossible, kHeavy, kLost };
  // Gives this column its other value. kSum: a sum of rows forbids it. kPossible: nothing need be stretched.
  // kHeavy: no sum of this weight or less forbids it. kLost: numbers have become too rough to tell.
  // The weight of a sum that is exceeded by one is the prices of its rows, as often as they are taken; the
  // least of all is 1 / stretch.
  Outcome turn(std::int32_t column, double most_weight);
  // Of the last question: no sum is lighter than one by this; how often each row is taken in a sum that is
  // exceeded by one; and the values at which the stretch is so little.
  double stretch() const { return stretch_; }
  const std::vector<double>& times() const { return times_; }
  const std::vector<double>& point() const { return point_; }

 private:
  struct Variable {  // columns, the stretch, then the rows' slacks
    double value = 0;
    bool at_upper = false;
    bool fixed = false;
  };
  struct Exit {
    std::int32_t row;  // -1: the variable goes to its other bound
    double change;
    double bound;
  };

  void start(std::int32_t column);
  std::int32_t entering() const;
  Exit leaving(std::int32_t place) const;
  void move(std::int32_t place, double change);
  void pivot(std::int32_t row, std::int32_t place);
  void read_point();
  void read_times();
  double upper(std::int32_t variable) const;
  double* line(std::int32_t row) { return table_.data() + static_cast<std::size_t>(row) * width_; }
  const double* line(std::int32_t row) const {
    return table_.data() + static_cast<std::size_t>(row) * width_;
  }

  std::int32_t columns_, rows_;
  std::size_t width_;                        // columns and the stretch: as many as are outside the basis
  std::vector<double> first_table_, table_;  // rows, then the costs
  std::vector<double> slack_;                // per row, at the point from the start
  std::vector<double> prices_, widened_;     // per row
  std::vector<double> start_;                // per column
  std::vector<Variable> variables_;
  std::vector<std::int32_t> basic_, outside_;  // variables, by row and by place
  std::vector<std::uint32_t> filled_;          // places of a row
  std::vector<double> times_, point_;
  double stretch_ = 0;
  bool careful_ = false;  // pivots that cannot go round in circles
};

}  // namespace gridwright
