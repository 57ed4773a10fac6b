#include <algorithm>

#include "checks.h"

namespace gridwright::tests {

namespace {

// What a board shows of itself.
struct Snapshot {
  std::vector<std::int8_t> values;
  std::vector<std::uint64_t> domains;
  std::vector<std::uint32_t> counters;
  std::size_t trail = 0;
  bool operator==(const Snapshot&) const = default;
};

Snapshot snapshot(const Board& board) {
  Snapshot taken;
  taken.values.assign(board.values().begin(), board.values().end());
  for (std::size_t integer = 0; integer < board.shape().integers.size(); ++integer) {
    taken.domains.push_back(board.domain(static_cast<std::int32_t>(integer)));
  }
  for (std::size_t count = 0; count < board.counts().size(); ++count) {
    taken.counters.push_back(board.trues(count));
    taken.counters.push_back(board.falses(count));
  }
  taken.trail = board.trail().size();
  return taken;
}

class Walk {
 public:
  Walk(const Instance& instance, const World& world, Board& board, Random& random, Report& report)
      : instance_(instance),
        shape_(instance.shape),
        world_(world),
        board_(board),
        random_(random),
        report_(report) {}

  void run() {
    board_.bind(views(instance_.labels));
    if (chance(random_, 50)) board_.add_implied();
    for (int step = between(random_, 3, 14); step > 0; --step) {
      const bool consistent = board_.propagate();
      check_inferences(consistent);
      if (consistent) {
        check_fixpoint();
        if (board_.all_assigned() || chance(random_, 15)) {
          if (!go_back()) return;
        } else {
          decide();
        }
      } else {
        check_conflict();
        if (!go_back()) return;
      }
    }
  }

 private:
  Facts decisions() const {
    Facts facts = world_.idle();
    for (int level = 1; level <= board_.level(); ++level) facts.add(board_.decision(level));
    return facts;
  }

  std::int32_t group_of(std::uint32_t reason) {
    const std::uint32_t id = reason & kClauseBit ? board_.clause_id(reason & ~kClauseBit) : reason;
    const std::int32_t group = board_.constraints()[id].group;
    return group < 0 ? World::kAll : group;
  }

  // A literal that is on the trail since the last look: is it right, and is its reason?
  void check_inferences(bool consistent) {
    const Facts decided = decisions();
    Facts everything = decided;
    for (const Literal literal : board_.trail()) everything.add(literal);
    const auto& solutions = world_.solutions();
    report_.check(std::all_of(solutions.begin(), solutions.end(),
                              [&](Assignment solution) {
                                return !decided.hold_in(solution) ||
                                       (consistent && everything.hold_in(solution));
                              }),
                  "propagation loses no solution");
    for (; seen_ < board_.trail().size(); ++seen_) check_reason(board_.trail()[seen_]);
  }

  void check_reason(Literal literal) {
    const Reason reason = board_.reason_of(literal.variable());
    if (reason.id == 0) {
      bool decision =
          literal == kTrue || (literal.negated() && world_.idle().negative >> literal.variable() & 1);
      for (int level = 1; level <= board_.level(); ++level)
        decision = decision || board_.decision(level) == literal;
      report_.check(decision, "only decisions have no reason");
      return;
    }
    std::vector<Literal> because;
    board_.explain(literal, because);
    Facts facts;
    bool earlier = true;
    for (const Literal cause : because) {
      earlier = earlier && board_.held_before(cause, board_.position_of(literal.variable()));
      facts.add(cause);
    }
    report_.check(earlier, "a reason held before what it implies");
    facts.add(~literal);
    std::int32_t group = World::kAll;
    if (reason.id & kSleptBit && !(reason.id & kClauseBit)) {
      group = literal.variable() - shape_.first_guard;
    } else {
      group = group_of(reason.id);
    }
    const bool implied = !world_.possible(facts, group);
    report_.check(implied, "a reason implies its literal");
  }

  void check_conflict() {
    check_conflict_reason();
    board_.set_rough_reasons(true);
    check_conflict_reason();
    board_.set_rough_reasons(false);
  }

  void check_conflict_reason() {
    std::vector<Literal> because;
    board_.conflict(because);
    Facts facts;
    bool hold = true;
    for (const Literal cause : because) {
      hold = hold && board_.is_true(cause);
      facts.add(cause);
    }
    report_.check(hold, "a conflict is among literals that are true");
    report_.check(!world_.possible(facts, group_of(board_.conflict_id())), "a conflict is one");
  }

  // After propagation without a conflict.
  void check_fixpoint() {
    if (board_.all_assigned()) {
      Assignment assignment = 0;
      for (const Literal literal : board_.trail()) {
        if (!literal.negated()) assignment |= Assignment{1} << literal.variable();
      }
      report_.check(world_.is_solution(assignment), "what breaks a rule is refuted");
    }
    if (instance_.complete) {
      const Facts decided = decisions();
      Assignment always = ~Assignment{0}, ever = 0;
      for (const Assignment solution : world_.solutions()) {
        if (decided.hold_in(solution)) always &= solution, ever |= solution;
      }
      bool found = true;
      for (Variable variable = 1; variable < shape_.variables; ++variable) {
        const Assignment bit = Assignment{1} << variable;
        if (board_.is_open(positive(variable))) found = found && !(always & bit) && (ever & bit);
      }
      report_.check(found, "propagation finds all that follows");
    }
    const auto level = static_cast<std::size_t>(board_.level());
    levels_.resize(level);
    levels_.push_back(snapshot(board_));
    if (!chance(random_, 20)) return;
    // The same decisions on a board that has not been anywhere else.
    Board fresh(shape_);
    fresh.bind(views(instance_.labels));
    if (board_.constraints().size() > fresh.constraints().size()) fresh.add_implied();
    bool same = fresh.propagate();
    for (int index = 1; same && index <= board_.level(); ++index) {
      same = fresh.is_open(board_.decision(index));
      if (!same) break;
      fresh.decide(board_.decision(index));
      same = fresh.propagate();
    }
    Snapshot here = snapshot(board_), there = snapshot(fresh);
    report_.check(same && here == there, "a board that went back is like a fresh one");
  }

  void decide() {
    std::vector<Literal> open;
    for (Variable variable = 1; variable < shape_.variables; ++variable) {
      if (board_.is_open(positive(variable))) open.push_back(positive(variable));
    }
    const Literal chosen = open[random_() % open.size()];
    board_.decide(chance(random_, 50) ? chosen : ~chosen);
  }

  bool go_back() {
    if (board_.level() == 0) return false;
    const int level = between(random_, 0, board_.level() - 1);
    board_.back_to(level);
    report_.check(snapshot(board_) == levels_[static_cast<std::size_t>(level)],
                  "going back restores everything");
    seen_ = std::min(seen_, board_.trail().size());
    report_.check(board_.propagate(), "nothing new happens after going back");
    report_.check(board_.trail().size() == levels_[static_cast<std::size_t>(level)].trail,
                  "nothing new happens after going back");
    if (!board_.all_assigned()) decide();
    return true;
  }

  const Instance& instance_;
  const Shape& shape_;
  const World& world_;
  Board& board_;
  Random& random_;
  Report& report_;
  std::vector<Snapshot> levels_;
  std::size_t seen_ = 0;
};

}  // namespace

void check_board(const Instance& instance, const World& world, Random& random, Report& report) {
  Board board(instance.shape);
  for (int repeat = 0; repeat < 3; ++repeat) Walk(instance, world, board, random, report).run();
}

}  // namespace gridwright::tests
