// A constraint that is not one of the board's built-in kinds (clause, count, integer, distinct).
// To add one, copy src/constraints/template.cc and follow its checklist.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "gridwright/literal.h"
#include "gridwright/trail.h"

namespace gridwright {

class Board;

// A total assignment, for checking by meaning.
class Model {
 public:
  explicit Model(std::span<const std::int8_t> values) : values_(values) {}
  bool operator[](Literal literal) const { return values_[literal.code] > 0; }
  // How many of these literals (1 per literal code, else 0) are true.
  std::int32_t trues_among(std::span<const std::int8_t> literals) const {
    std::int32_t count = 0;
    constexpr std::size_t kBlock = 240;  // as many as a byte can count: that much faster than in words
    for (std::size_t begin = 0; begin < literals.size(); begin += kBlock) {
      const std::size_t end = std::min(begin + kBlock, literals.size());
      std::uint8_t trues = 0;
      for (std::size_t code = begin; code < end; ++code)
        trues = static_cast<std::uint8_t>(trues + (literals[code] & (values_[code] > 0)));
      count += trues;
    }
    return count;
  }

 private:
  std::span<const std::int8_t> values_;  // per literal code: 1 true, -1 false
};

class Propagator {
 public:
  virtual ~Propagator() = default;

  // Subscribes to the literals and integers that can wake this constraint, and brings its own
  // state to that of an empty board.
  virtual void attach(Board& board) = 0;

  // Something subscribed to has happened; `data` is what attach() asked to be told. Called at
  // once, and not while already due to run (unless notes_events): note it in trailed state and
  // return true to be run later, false to stay asleep.
  virtual bool wake(Board&, std::uint32_t /*data*/) { return true; }

  // Infers through board.infer(); returns false as soon as that does.
  virtual bool propagate(Board& board) = 0;

  // Appends true literals that imply `implied` by this constraint alone. Only literals that
  // board.held_before(literal, moment) may be used: later ones are not its reason. `implied`
  // may be kFalse: then the literals cannot hold together.
  virtual void explain(const Board& board, Literal implied, std::uint32_t payload, std::int32_t moment,
                       std::vector<Literal>& because) = 0;

  // The plain meaning, on a total assignment; shares no code with propagate().
  virtual bool holds(const Model& model) const = 0;

  std::uint32_t id = 0;       // set by the board: which constraint of the board this is
  std::uint8_t priority = 0;  // 0 runs first; at most kPriorities - 1
  bool notes_events = false;  // wake() counts, and must hear of every event
  bool queued = false;        // kept by the board
};

constexpr int kPriorities = 3;

}  // namespace gridwright
