// template: the number of true literals is even. It is here to be copied: a complete constraint,
// always built, always tested. A new one is made in these steps.
//
//  1. Name: add it to Kind and kKinds in gridwright/shape.h, to kKindNames in shape.cc (in the same
//     order), and to post() there a check of its terms and parameters. A constraint may rely on it.
//  2. Maker: copy this file, declare make_... in constraints.h, and add a line to make.cc.
//  3. attach(): subscribe to what can wake it, bring its own state to that of an empty board. It is
//     called again for every board, and terms may repeat, be negations of each other, or constants.
//  4. wake(): called at once, between other inferences: only note what happened, in Trailed values,
//     and say whether a run is worth it. Later literals of the trail are on the board already; their
//     turn to be told comes. Set notes_events if every event must be heard, even while due to run.
//  5. propagate(): called when all events have been told. Infer with board.infer() and return false as
//     soon as that does. A guard may be open: then infer() changes nothing, so never take for granted
//     that what was inferred now holds. A constraint that wakes when its guard becomes true is run
//     without any event. Say with board.spend() what a long run costs; allocate nothing.
//  6. explain(): name true literals that imply this one. Ask board.held_before(literal, moment): what
//     became true later is no reason, and trailed state is that of now, not of then. The payload, 32
//     bits of your own, may help. Short reasons are what makes learning work. `implied` is kFalse if
//     that was inferred; it may also be false already: that was a conflict.
//  7. holds(): the plain meaning; it shares no code with the rest, so that one checks the other.
//  8. Python: its class with its plain meaning in src/gridwright/model, which posts it by its name.
//  9. Harness: in tests/kernel, a maker of random small instances and once more the meaning. It
//     checks every inference, every reason, every learned clause and every return from a dead end.
#include "../constraints.h"

namespace gridwright {

namespace {

class Template final : public Propagator {
 public:
  explicit Template(Terms terms) {
    for (const std::int32_t code : terms) literals_.push_back({code});
  }

  void attach(Board& board) override {
    for (const Literal literal : literals_) {
      board.subscribe(literal, *this, 0);
      board.subscribe(~literal, *this, 0);
    }
  }

  bool propagate(Board& board) override {
    board.spend(static_cast<std::int64_t>(literals_.size()));
    Literal last = kFalse;
    int open = 0, trues = 0;
    for (const Literal literal : literals_) {
      trues += board.is_true(literal);
      if (!board.is_open(literal)) continue;
      last = literal;
      if (++open > 1) return true;
    }
    const bool odd = trues % 2 == 1;
    if (open == 0) return !odd || board.infer(kFalse, id, 0);
    return board.infer(odd ? last : ~last, id, 0);
  }

  void explain(const Board& board, Literal implied, std::uint32_t, std::int32_t moment,
               std::vector<Literal>& because) override {
    // All the others had a value by then, and every one of them matters.
    for (const Literal literal : literals_) {
      if (implied != kFalse && literal.variable() == implied.variable()) continue;
      because.push_back(board.held_before(literal, moment) ? literal : ~literal);
    }
  }

  bool holds(const Model& model) const override {
    int trues = 0;
    for (const Literal literal : literals_) trues += model[literal];
    return trues % 2 == 0;
  }

 private:
  std::vector<Literal> literals_;
};

}  // namespace

std::unique_ptr<Propagator> make_template(const Board&, const Post&, Terms terms) {
  return std::make_unique<Template>(terms);
}

}  // namespace gridwright
