// Plain search: depth first, always at the tightest place, nothing learned but which constraints
// fail often. Most puzzles made for people are proved here in a few dozen nodes.
#include <bit>
#include <limits>

#include "gridwright/search.h"

namespace gridwright {

namespace {
constexpr std::int64_t kBareFailures = 6;  // until then redundant constraints cost more than they save
}  // namespace

Search::Found Search::plain_search() {
  bool consistent = fresh_ ? board_.propagate() : step_back();
  while (true) {
    if (stop_ != Stop::kNone) return Found::kStopped;
    if (!consistent) {
      if (board_.level() == 0) return Found::kExhausted;
      consistent = step_back();
      continue;
    }
    if (board_.all_assigned()) return Found::kSolution;
    if (plain_budget_-- <= 0) {
      learning_ = true;
      return Found::kStopped;
    }
    if (!within_limits()) return Found::kStopped;
    if (bare_ && statistics_.failures >= kBareFailures) {
      // Not one of the easy ones: begin again with all redundant knowledge.
      board_.back_to(0);
      join_implied();
      consistent = board_.propagate();
      continue;
    }
    board_.decide(choose_tightest());
    ++statistics_.nodes;
    statistics_.depth = std::max<std::int64_t>(statistics_.depth, board_.level());
    consistent = board_.propagate();
    if (!consistent) blame();
  }
}

// From now on redundant constraints take part, on this board.
void Search::join_implied() {
  if (!bare_) return;
  bare_ = false;
  board_.add_implied();
  weight_.resize(std::max(weight_.size(), board_.constraints().size()), 0);
}

// Undoes the last decision and takes its opposite; false if that fails as well.
bool Search::step_back() {
  if (board_.level() == 0) return false;
  const Literal decision = board_.decision(board_.level());
  board_.back_to(board_.level() - 1);
  ++statistics_.backtracks;
  board_.assign(~decision, {});
  if (board_.propagate()) return true;
  blame();
  return false;
}

// Remembers who failed: constraints that fail often are where to look first.
void Search::blame() {
  ++statistics_.failures;
  if (!within_limits()) return;
  weight_step_ *= 1.01;
  const std::uint32_t id = board_.conflict_id();
  if (id < weight_.size()) weight_[id] += weight_step_;
  if (!integer_weight_.empty()) {
    because_.clear();
    board_.set_rough_reasons(true);
    board_.conflict(because_);
    board_.set_rough_reasons(false);
    for (const Literal literal : because_) {
      const std::int32_t integer = shape_.integer_of[static_cast<std::size_t>(literal.variable())];
      if (integer >= 0)
        integer_weight_[static_cast<std::size_t>(integer)] +=
            3 * weight_step_ / static_cast<double>(because_.size());
    }
  }
  if (weight_step_ > 1e50) {
    for (double& weight : weight_) weight *= 1e-50;
    for (double& weight : integer_weight_) weight *= 1e-50;
    weight_step_ *= 1e-50;
  }
}

// A literal of the constraint, or a value of the integer, with the fewest ways left for its blame.
Literal Search::choose_tightest() {
  double best = std::numeric_limits<double>::infinity();
  const Board::Count* tightest = nullptr;
  std::int32_t integer = -1;
  const auto& counts = board_.counts();
  for (std::size_t index = 0; index < counts.size(); ++index) {
    const Board::Count& count = counts[index];
    if (count.low <= 0) continue;
    const auto trues = static_cast<std::int32_t>(board_.trues(index));
    const std::int32_t need = count.low - trues;
    if (need <= 0) continue;
    const std::int32_t open = static_cast<std::int32_t>(count.size - board_.falses(index)) - trues;
    const double score = (open - need + 1) / (weight_step_ + weight_[count.id]);
    if (score < best) best = score, tightest = &count;
  }
  for (std::size_t index = 0; index < shape_.integers.size(); ++index) {
    const std::uint64_t left = board_.domain(static_cast<std::int32_t>(index));
    if ((left & (left - 1)) == 0) continue;  // most have one value: nothing else is looked at
    const double score = std::popcount(left) / (weight_step_ + integer_weight_[index]);
    if (score < best) best = score, integer = static_cast<std::int32_t>(index);
  }
  if (integer >= 0) return best_value(integer);
  if (tightest != nullptr) return best_of(*tightest);
  for (Variable variable = 1; variable < shape_.variables; ++variable) {
    if (board_.is_open(positive(variable))) return ~positive(variable);
  }
  return kTrue;  // not reached: something is open
}

// The literal whose other counts are tight as well.
Literal Search::best_of(const Board::Count& count) const {
  Literal best = kTrue;
  double most = -1;
  for (const Literal literal : board_.literals(count)) {
    if (!board_.is_open(literal)) continue;
    double tight = 0;
    for (const std::uint32_t entry : board_.counts_with(literal)) {
      if ((entry & 1) == 0) tight += tightness(entry >> 1);
    }
    if (tight > most) most = tight, best = literal;
  }
  return best;
}

// What share of its open literals must be true, weighed by how often that failed.
double Search::tightness(std::size_t index) const {
  const Board::Count& count = board_.counts()[index];
  const std::uint32_t trues = board_.trues(index), open = count.size - board_.falses(index) - trues;
  const std::int32_t need = std::max(0, count.low - static_cast<std::int32_t>(trues));
  return need * (weight_step_ + weight_[count.id]) / open;
}

Literal Search::best_value(std::int32_t integer) const {
  return shape_.integers[static_cast<std::size_t>(integer)].equals(std::countr_zero(board_.domain(integer)));
}

}  // namespace gridwright
