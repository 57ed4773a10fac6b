// A bounded primal simplex on a dense table: a few hundred rows and columns. The column is turned, and rows
// are stretched as far as that takes; then the stretch is made less, pivot by pivot.
#include "relaxation.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gridwright {

namespace {
constexpr double kTiny = 1e-9;            // a table entry, a cost, that is none
constexpr double kNone = 1e-3;            // a stretch that is none
constexpr double kSlack = 1e-5;           // by about so much bounds are widened, each a little differently
constexpr std::int32_t kPatience = 60;    // pivots that gain nothing, before they are chosen carefully
constexpr std::int32_t kMostPivots = 10;  // per row
}  // namespace

// Bounds are widened so that not many are reached at once: otherwise pivots gain nothing.
Relaxation::Relaxation(std::span<const Row> rows, std::span<const std::int8_t> point)
    : columns_(static_cast<std::int32_t>(point.size())),
      rows_(static_cast<std::int32_t>(rows.size())),
      width_(point.size() + 1),
      first_table_((rows.size() + 1) * width_),
      start_(point.begin(), point.end()) {
  std::uint32_t mixed = 1;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    double* line = &first_table_[row * width_];
    mixed = mixed * 1664525u + 1013904223u;
    widened_.push_back(kSlack * (1 + (mixed >> 8) / double(1 << 24)));
    double slack = rows[row].bound + widened_.back();
    for (const auto& [column, weight] : rows[row].terms) {
      line[column] += weight;
      slack -= weight * start_[static_cast<std::size_t>(column)];
    }
    line[columns_] = -rows[row].price;
    slack_.push_back(slack);
    prices_.push_back(rows[row].price);
  }
  first_table_[rows.size() * width_ + static_cast<std::size_t>(columns_)] = 1;
}

// All slacks but one, and the stretch, which is what the row needs that is exceeded most.
void Relaxation::start(std::int32_t column) {
  table_ = first_table_;
  careful_ = false;
  variables_.assign(width_ + static_cast<std::size_t>(rows_), {});
  outside_.resize(width_);
  basic_.resize(static_cast<std::size_t>(rows_));
  for (std::int32_t place = 0; place <= columns_; ++place) outside_[static_cast<std::size_t>(place)] = place;
  for (std::int32_t place = 0; place < columns_; ++place) {
    Variable& variable = variables_[static_cast<std::size_t>(place)];
    variable.value = start_[static_cast<std::size_t>(place)];
    if (place == column) variable.value = 1 - variable.value;
    variable.at_upper = variable.value > 0;
    variable.fixed = place == column;
  }
  const double change = 1 - 2 * start_[static_cast<std::size_t>(column)];
  std::int32_t worst = 0;
  double most = -1;
  for (std::int32_t row = 0; row < rows_; ++row) {
    basic_[static_cast<std::size_t>(row)] = columns_ + 1 + row;
    double& slack = variables_[static_cast<std::size_t>(columns_ + 1 + row)].value;
    slack = slack_[static_cast<std::size_t>(row)] - change * line(row)[column];
    if (-slack / prices_[static_cast<std::size_t>(row)] <= most) continue;
    most = -slack / prices_[static_cast<std::size_t>(row)];
    worst = row;
  }
  if (most <= 0) return;
  move(columns_, most);
  variables_[static_cast<std::size_t>(columns_ + 1 + worst)].value = 0;
  pivot(worst, columns_);
}

Relaxation::Outcome Relaxation::turn(std::int32_t column, double most_weight) {
  start(column);
  const Variable& stretch = variables_[static_cast<std::size_t>(columns_)];
  double before = stretch.value;
  std::int32_t idle = 0;
  Outcome outcome = Outcome::kLost;
  for (std::int32_t left = kMostPivots * (rows_ + 10); left > 0; --left) {
    if (stretch.value < kNone) {
      outcome = Outcome::kPossible;
      break;
    }
    if (stretch.value * most_weight < 1) {
      outcome = Outcome::kHeavy;
      break;
    }
    const std::int32_t place = entering();
    if (place < 0) {
      read_times();
      outcome = Outcome::kSum;
      break;
    }
    const Exit exit = leaving(place);
    if (!std::isfinite(exit.change)) break;
    move(place, exit.change);
    if (exit.row >= 0) {
      Variable& gone = variables_[static_cast<std::size_t>(basic_[static_cast<std::size_t>(exit.row)])];
      gone.value = exit.bound;
      gone.at_upper = exit.bound > 0;
      pivot(exit.row, place);
    } else {
      Variable& turned = variables_[static_cast<std::size_t>(outside_[static_cast<std::size_t>(place)])];
      turned.at_upper = !turned.at_upper;
      turned.value = turned.at_upper ? 1 : 0;
    }
    idle = stretch.value < before - kTiny ? 0 : idle + 1;
    before = std::min(before, stretch.value);
    careful_ = idle > kPatience;
  }
  stretch_ = outcome == Outcome::kPossible ? 0 : stretch.value;
  read_point();
  return outcome;
}

double Relaxation::upper(std::int32_t variable) const {
  return variable < columns_ ? 1 : std::numeric_limits<double>::infinity();
}

// Where the costs say that the stretch grows less; -1: nowhere.
std::int32_t Relaxation::entering() const {
  const double* costs = line(rows_);
  std::int32_t best = -1;
  double most = kTiny;
  for (std::int32_t place = 0; place <= columns_; ++place) {
    const std::int32_t index = outside_[static_cast<std::size_t>(place)];
    const Variable& variable = variables_[static_cast<std::size_t>(index)];
    const double gain = variable.at_upper ? costs[place] : -costs[place];
    if (variable.fixed || gain <= most) continue;
    if (careful_ && best >= 0 && index > outside_[static_cast<std::size_t>(best)]) continue;
    best = place;
    if (!careful_) most = gain;
  }
  return best;
}

// Which variable reaches a bound first if this one moves; of several the one with the largest entry.
Relaxation::Exit Relaxation::leaving(std::int32_t place) const {
  const std::int32_t own = outside_[static_cast<std::size_t>(place)];
  const double sign = variables_[static_cast<std::size_t>(own)].at_upper ? -1 : 1;
  Exit best{-1, upper(own), 0};
  double largest = 0;
  for (std::int32_t row = 0; row < rows_; ++row) {
    const double entry = sign * line(row)[place];
    if (std::abs(entry) < kTiny) continue;
    const std::int32_t variable = basic_[static_cast<std::size_t>(row)];
    const double bound = entry > 0 ? 0 : upper(variable);
    if (!std::isfinite(bound)) continue;
    const double change =
        std::max(0.0, (variables_[static_cast<std::size_t>(variable)].value - bound) / entry);
    const bool ties = best.row >= 0 && std::abs(change - best.change) <= kTiny;
    const bool better =
        ties ? (careful_ ? variable < basic_[static_cast<std::size_t>(best.row)] : std::abs(entry) > largest)
             : change < best.change;
    if (!better) continue;
    best = {row, change, bound};
    largest = std::abs(entry);
  }
  best.change *= sign;
  return best;
}

void Relaxation::move(std::int32_t place, double change) {
  for (std::int32_t row = 0; row < rows_; ++row)
    variables_[static_cast<std::size_t>(basic_[static_cast<std::size_t>(row)])].value -=
        change * line(row)[place];
  variables_[static_cast<std::size_t>(outside_[static_cast<std::size_t>(place)])].value += change;
}

// The row's variable leaves the basis, the one at this place comes in.
void Relaxation::pivot(std::int32_t row, std::int32_t place) {
  double* own = line(row);
  const double entry = own[place];
  filled_.clear();
  for (std::size_t at = 0; at < width_; ++at) {
    if (std::abs(own[at]) < kTiny) {
      own[at] = 0;
      continue;
    }
    own[at] /= entry;
    filled_.push_back(static_cast<std::uint32_t>(at));
  }
  own[place] = 1 / entry;
  const bool sparse = filled_.size() * 4 < width_;
  for (std::int32_t other = 0; other <= rows_; ++other) {
    double* its = line(other);
    const double factor = its[place];
    if (other == row || std::abs(factor) < kTiny) continue;
    its[place] = 0;
    if (sparse) {
      for (const std::uint32_t at : filled_) its[at] -= factor * own[at];
    } else {
      for (std::size_t at = 0; at < width_; ++at) its[at] -= factor * own[at];
    }
  }
  std::swap(basic_[static_cast<std::size_t>(row)], outside_[static_cast<std::size_t>(place)]);
}

void Relaxation::read_point() {
  point_.resize(static_cast<std::size_t>(columns_));
  for (std::int32_t column = 0; column < columns_; ++column)
    point_[static_cast<std::size_t>(column)] = variables_[static_cast<std::size_t>(column)].value;
}

void Relaxation::read_times() {
  double stretch = variables_[static_cast<std::size_t>(columns_)].value;
  times_.assign(static_cast<std::size_t>(rows_), 0);
  for (std::size_t place = 0; place < width_; ++place) {
    const std::int32_t row = outside_[place] - columns_ - 1;
    if (row < 0) continue;
    double& times = times_[static_cast<std::size_t>(row)];
    times = std::max(0.0, line(rows_)[place]);
    stretch += times * widened_[static_cast<std::size_t>(row)];  // by bounds as they are
  }
  for (double& times : times_) times /= stretch;
}

}  // namespace gridwright
