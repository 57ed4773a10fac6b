// The tree of a search, written down while it is searched.
#include <algorithm>

#include "gridwright/labeling.h"

namespace gridwright {

namespace {
constexpr std::size_t kMostReasons = 6;     // rules named per failure
constexpr std::size_t kMostExplained = 64;  // inferences looked at to find them
}  // namespace

std::int32_t TreeRecorder::add(std::int32_t parent, const Branch& branch) {
  if (static_cast<std::int64_t>(tree_.nodes.size()) >= most_) {
    tree_.cut = true;
    return -1;
  }
  std::int32_t depth = 0;
  if (parent >= 0) {
    TreeNode& above = tree_.nodes[static_cast<std::size_t>(parent)];
    above.state = NodeState::kInner;
    depth = above.depth + 1;
  }
  tree_.nodes.push_back({parent, depth, branch, NodeState::kOpen, 0, 0});
  return static_cast<std::int32_t>(tree_.nodes.size()) - 1;
}

void TreeRecorder::descend(int level, const Branch& branch) {
  if (most_ == 0) return;
  path_.resize(static_cast<std::size_t>(level), -1);
  path_.push_back(add(path_.empty() ? -1 : path_.back(), branch));
}

void TreeRecorder::asserted(int level, const Branch& learned) {
  if (most_ == 0) return;
  path_.resize(static_cast<std::size_t>(level) + 1, -1);
  path_.back() = add(path_.back(), learned);
}

void TreeRecorder::solution() {
  if (most_ == 0 || path_.back() < 0) return;
  tree_.nodes[static_cast<std::size_t>(path_.back())].state = NodeState::kSolution;
}

// Names the constraint that failed, then those that led to it since the last decision.
void TreeRecorder::failed() {
  if (most_ == 0 || path_.back() < 0) return;
  const auto begin = static_cast<std::uint32_t>(tree_.reasons.size());
  std::vector<Literal> waiting;
  std::vector<bool> seen(static_cast<std::size_t>(board_.shape().variables));
  board_.set_rough_reasons(true);
  add_reason(board_.conflict_id(), begin);
  board_.conflict(waiting);
  for (std::size_t next = 0; next < waiting.size() && next < kMostExplained; ++next) {
    const Variable variable = waiting[next].variable();
    const std::uint32_t id = board_.reason_of(variable).id;
    if (seen[static_cast<std::size_t>(variable)] || id == 0 || board_.level_of(variable) < board_.level())
      continue;
    seen[static_cast<std::size_t>(variable)] = true;
    add_reason(id, begin);
    board_.explain(waiting[next], waiting);
  }
  board_.set_rough_reasons(false);
  TreeNode& node = tree_.nodes[static_cast<std::size_t>(path_.back())];
  node.state = NodeState::kFailed;
  node.reasons = begin;
  node.reasons_size = static_cast<std::uint32_t>(tree_.reasons.size()) - begin;
}

void TreeRecorder::add_reason(std::uint32_t id, std::uint32_t begin) {
  std::int32_t reason = kReasonLearned;
  if (id & kClauseBit) id = board_.clause_id(id & ~kClauseBit);
  if (id != 0) {
    const Board::Constraint& constraint = board_.constraints()[id];
    reason =
        constraint.group >= 0 ? constraint.group : kReasonKind - static_cast<std::int32_t>(constraint.kind);
  }
  const auto named = tree_.reasons.begin() + begin;
  if (tree_.reasons.size() - begin < kMostReasons &&
      std::find(named, tree_.reasons.end(), reason) == tree_.reasons.end())
    tree_.reasons.push_back(reason);
}

}  // namespace gridwright
