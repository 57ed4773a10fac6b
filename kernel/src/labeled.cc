// Search by a labeling: depth first with alternatives, as in finite-domain systems. With learning it
// is learning_search() that runs, and asks the labeling for each decision.
#include <algorithm>

#include "gridwright/search.h"

namespace gridwright {

void Search::start_labeling() {
  const Labeling& labeling = *question_.labeling;
  if (labeling.implied) join_implied();
  labeler_ = std::make_unique<Labeler>(board_, labeling, question_.seed);
  learning_ = learning_ || labeling.learning;
}

Search::Found Search::labeled_search() {
  if (!fresh_ && !labeler_->retry()) return Found::kExhausted;
  while (true) {
    ++statistics_.nodes;
    statistics_.depth = std::max<std::int64_t>(statistics_.depth, board_.level());
    const bool consistent = board_.propagate();
    if (stop_ != Stop::kNone) return Found::kStopped;
    if (!consistent) {
      ++statistics_.failures;
      labeler_->failed();
      if (!within_limits()) return Found::kStopped;
      if (!labeler_->retry()) return Found::kExhausted;
      continue;
    }
    if (!board_.all_assigned() && !within_limits()) return Found::kStopped;
    if (!labeler_->branch()) return Found::kSolution;
  }
}

// For each variable the constraints that speak of it, but for the one that gives an integer one value.
std::vector<std::vector<std::uint32_t>> Board::constraints_on() const {
  std::vector<std::vector<std::uint32_t>> found(value_.size() / 2);
  const auto add = [&](Variable variable, std::uint32_t id) {
    std::vector<std::uint32_t>& list = found[static_cast<std::size_t>(variable)];
    if (list.empty() || list.back() != id) list.push_back(id);
  };
  const auto add_integer = [&](std::int32_t index, std::uint32_t id) {
    const Integer& integer = shape_.integers[static_cast<std::size_t>(index)];
    for (std::int32_t value = 0; value < integer.size; ++value) add(integer.first + value, id);
  };
  for (const Count& count : counts_) {
    for (const Literal literal : literals(count)) add(literal.variable(), count.id);
  }
  for (const Define& define : defines_) {
    for (std::uint32_t term = 0; term < define.size; ++term)
      add(terms_[define.begin + term].variable(), define.id);
  }
  for (std::size_t place = 0; place < learned_begin_; place += kClauseHeader + arena_[place]) {
    if (constraints_[arena_[place + 1]].kind != Kind::kClause) continue;  // a definition's, seen above
    for (std::uint32_t term = 0; term < arena_[place]; ++term)
      add(static_cast<Variable>(arena_[place + kClauseHeader + term] >> 1), arena_[place + 1]);
  }
  for (const Either& either : eithers_) {
    add(either.one.variable(), either.id);
    add(either.other.variable(), either.id);
  }
  for (const Distinct& distinct : distincts_) {
    for (std::uint32_t member = 0; member < distinct.size; ++member)
      add_integer(members_[distinct.begin + member], distinct.id);
  }
  for (const Pair& pair : pairs_) {
    for (const std::int32_t integer : pair.integers) add_integer(integer, pair.id);
  }
  for (std::size_t code = 0; code < subscribers_.size(); ++code) {
    for (const Subscriber& subscriber : subscribers_[code])
      add(static_cast<Variable>(code / 2), subscriber.propagator->id);
  }
  for (std::size_t integer = 0; integer < integer_subscribers_.size(); ++integer) {
    for (const Subscriber& subscriber : integer_subscribers_[integer])
      add_integer(static_cast<std::int32_t>(integer), subscriber.propagator->id);
  }
  for (std::vector<std::uint32_t>& list : found) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return found;
}

}  // namespace gridwright
