// Labelings: how a person tells the search what to try next. A variable choice picks one of the
// unknowns that the model declares for this, a value choice splits what is left of its values; with
// the meaning that SICStus Prolog and MiniZinc give these names. See docs/labelings.md.
#pragma once

#include <cstdint>
#include <vector>

#include "gridwright/board.h"
#include "gridwright/random.h"

namespace gridwright {

enum class VariableChoice : std::uint8_t {
  kLeftmost,         // in the declared order, which also breaks the ties of all others
  kMin,              // smallest least value
  kMax,              // greatest last value
  kFirstFail,        // fewest values left
  kAntiFirstFail,    // most values left
  kMostConstrained,  // fewest values left, then most constraints on it
  kOccurrence,       // most constraints on it
  kMaxRegret,        // greatest difference between its two smallest values
  kDomWDeg,          // fewest values left for the failures of the constraints on it
  kRandom,
};
constexpr int kVariableChoices = 10;

enum class ValueChoice : std::uint8_t {
  kStep,    // the least value, or not
  kEnum,    // one value after the other
  kBisect,  // up to the mean of least and last value, or above
  kMiddle,  // the value nearest that mean, or not
  kMedian,  // the middle one of the values left, or not
  kRandom,  // any value left, or not
};
constexpr int kValueChoices = 6;

// An unknown that labelings choose among: exactly one of its literals is true.
struct LabeledUnknown {
  std::vector<Literal> literals;
  std::vector<std::int32_t> values;  // what the literals stand for, rising
  std::vector<Literal> orders;       // per value: "at most this one"; empty: there are no such literals
};

struct Labeling {
  VariableChoice variable = VariableChoice::kLeftmost;
  ValueChoice value = ValueChoice::kStep;
  bool descending = false;
  bool learning = false;  // jump back and learn from failures, then ask the labeling again
  bool implied = false;   // with redundant constraints
  std::vector<LabeledUnknown> unknowns;
  std::int64_t most_tree_nodes = 0;  // how much of the search tree to record
};

enum class Relation : std::uint8_t {
  kRoot,
  kEqual,
  kUnequal,
  kAtMost,
  kMoreThan,
  kLiteral,
  kLearned,
  kFurther
};

// One alternative of a choice: an unknown's values are restricted.
struct Branch {
  Relation relation = Relation::kRoot;
  std::int32_t unknown = -1;
  std::int32_t value = 0;  // which of the unknown's values; for literals their code

  Branch opposite() const;
};

enum class NodeState : std::uint8_t { kOpen, kInner, kFailed, kSolution };

// Why a node failed is a list of numbers: a group; or kReasonLearned; or, of a constraint that stems
// from no rule, kReasonKind - its kind.
constexpr std::int32_t kReasonLearned = -1, kReasonKind = -2;

struct TreeNode {
  std::int32_t parent, depth;
  Branch branch;
  NodeState state;
  std::uint32_t reasons, reasons_size;
};

struct Tree {
  std::vector<TreeNode> nodes;
  std::vector<std::int32_t> reasons;
  bool cut = false;  // there were more nodes than could be recorded
};

// Writes down the tree of one search, if asked to; bounded, and of no cost otherwise.
class TreeRecorder {
 public:
  TreeRecorder(Board& board, std::int64_t most) : board_(board), most_(most) { descend(0, {}); }

  void descend(int level, const Branch& branch);    // has just opened this level
  void asserted(int level, const Branch& learned);  // something was learned, and holds at this level
  void solution();
  void failed();
  Tree take() { return std::move(tree_); }

 private:
  std::int32_t add(std::int32_t parent, const Branch& branch);
  void add_reason(std::uint32_t id, std::uint32_t begin);

  Board& board_;
  const std::int64_t most_;
  Tree tree_;
  std::vector<std::int32_t> path_;  // per level the node, -1: not recorded
};

// Carries out one labeling on one board.
class Labeler {
 public:
  Labeler(Board& board, const Labeling& labeling, std::uint64_t seed);

  // Depth first: takes the first alternative at a new level, or the next one after a failure. False:
  // nothing is left to choose; no alternative is left.
  bool branch();
  bool retry();
  // With learning: the next decision, kFalse if nothing is left to choose.
  Literal next_decision();

  // With learning: searching begins, or goes on from the root for a solution that differs from all so far.
  void go_on() {
    if (begun_) tree_.asserted(0, {Relation::kFurther});
    begun_ = true;
  }

  void failed();  // the board has just failed
  void asserted(int level, Literal literal) { tree_.asserted(level, {Relation::kLearned, -1, literal.code}); }
  Tree take_tree() { return tree_.take(); }

 private:
  struct Frame {
    Branch branch;
    bool last;  // no other alternative is left
  };

  void count_constraints();
  void weigh(std::int32_t unknown) { ++weight_[static_cast<std::size_t>(unknown)]; }
  Branch choose();
  std::int32_t choose_unknown();
  std::int32_t random_unknown();
  double score(const LabeledUnknown& unknown, std::size_t index) const;
  Branch choose_value(std::int32_t unknown);
  std::int32_t next_value(const LabeledUnknown& unknown, std::int32_t after) const;
  void apply(const Branch& branch);
  void exclude(const LabeledUnknown& unknown, std::size_t begin, std::size_t end);

  Board& board_;
  const Labeling& labeling_;
  TreeRecorder tree_;
  Random random_;
  bool begun_ = false;
  std::vector<Frame> frames_;                             // per level
  std::vector<std::vector<std::int32_t>> unknowns_with_;  // per constraint
  std::vector<std::int32_t> first_unknown_;               // per variable, -1: none
  std::vector<std::int64_t> degree_, weight_;             // per unknown: constraints; their failures, too
  std::vector<std::int32_t> left_;                        // scratch: places of the values left
  std::vector<Literal> because_;
};

}  // namespace gridwright
