// Every labeling finds the same solutions, and its tree is what its statistics say.
#include <algorithm>

#include "checks.h"

namespace gridwright::tests {

namespace {

// The shown unknowns in random order, perhaps not all of them: the search must label the rest by itself.
std::vector<LabeledUnknown> unknowns(const Shape& shape, bool ordered, Random& random) {
  std::vector<LabeledUnknown> made;
  for (const Shown& shown : shape.shown) {
    if (chance(random, 15)) continue;
    LabeledUnknown& unknown = made.emplace_back();
    if (shown.integer < 0) {
      unknown = {{~shown.literal, shown.literal}, {0, 1}, {~shown.literal, kTrue}};
      continue;
    }
    const Integer& integer = shape.integers[static_cast<std::size_t>(shown.integer)];
    for (std::int32_t value = 0; value < integer.size; ++value) {
      unknown.literals.push_back(integer.equals(value));
      unknown.values.push_back(integer.low + 2 * value);  // with gaps, as regret and middle see them
    }
    if (ordered) made.pop_back();  // the shape has no order literals
  }
  for (std::size_t left = made.size(); left > 1; --left)
    std::swap(made[left - 1], made[static_cast<std::size_t>(between(random, 0, static_cast<int>(left) - 1))]);
  return made;
}

void check_tree(const Outcome& outcome, Report& report) {
  const Tree& tree = outcome.tree;
  report.check(!tree.cut, "the tree is whole");
  std::int64_t failed = 0, solved = 0;
  std::int32_t number = 0;
  bool rooted = true;
  for (const TreeNode& node : tree.nodes) {
    failed += node.state == NodeState::kFailed;
    solved += node.state == NodeState::kSolution;
    rooted = rooted && node.parent < number && (node.parent >= 0) == (number > 0);
    if (number > 0)
      rooted = rooted && node.depth == tree.nodes[static_cast<std::size_t>(node.parent)].depth + 1;
    ++number;
  }
  report.check(rooted, "parents come before their children");
  report.check(failed == outcome.statistics.failures, "each failure is a node of the tree");
  report.check(solved >= outcome.count, "and so is each solution");
  report.check(outcome.statistics.backtracks == outcome.statistics.failures, "backtracks are contradictions");
}

}  // namespace

void check_labelings(const Instance& instance, const World& world, Random& random, Report& report) {
  if (instance.shape.guarded) return;
  Search search(instance.shape);
  const std::set<Solution> wanted = world.shown({});
  for (int repeat = 0; repeat < 6; ++repeat) {
    Labeling labeling;
    labeling.variable = static_cast<VariableChoice>(between(random, 0, kVariableChoices - 1));
    labeling.value = static_cast<ValueChoice>(between(random, 0, kValueChoices - 1));
    labeling.descending = chance(random, 50);
    labeling.learning = chance(random, 40);
    labeling.implied = chance(random, 30);
    labeling.unknowns =
        unknowns(instance.shape, labeling.learning && labeling.value == ValueChoice::kBisect, random);
    labeling.most_tree_nodes = 1'000'000;
    Question asked;
    asked.seed = random();
    asked.labeling = &labeling;
    const Outcome outcome = search.enumerate(views(instance.labels), asked, 1'000'000, 1'000'000);
    const std::set<Solution> found(outcome.solutions.begin(), outcome.solutions.end());
    report.check(outcome.exact, "a labeling comes to an end");
    report.check(found.size() == outcome.solutions.size(), "a labeling gives no solution twice");
    report.check(found == wanted, "a labeling finds the solutions");
    check_tree(outcome, report);
    report.check(static_cast<std::int64_t>(outcome.tree.nodes.size()) == outcome.statistics.nodes,
                 "each node is in the tree");

    const Outcome again = search.enumerate(views(instance.labels), asked, 1'000'000, 0);
    report.check(again.statistics.nodes == outcome.statistics.nodes &&
                     again.statistics.by_kind == outcome.statistics.by_kind,
                 "the same seed takes the same way");
    const Verdict verdict = search.prove(views(instance.labels), asked).verdict;
    const Verdict expected = wanted.empty()       ? Verdict::kNone
                             : wanted.size() == 1 ? Verdict::kUnique
                                                  : Verdict::kMultiple;
    report.check(verdict == expected, "a labeling proves the right verdict");
  }
}

}  // namespace gridwright::tests
