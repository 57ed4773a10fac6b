// Conflict-driven learning: from each conflict the first unique implication point, minimised;
// restarts when recent clauses are poor; the poorest clauses are dropped from time to time.
#include <algorithm>

#include "gridwright/search.h"

namespace gridwright {

namespace {
constexpr double kSeedWeight = 0.1;
constexpr double kActivityDecay = 0.8, kClauseDecay = 0.999;
constexpr std::uint32_t kGlue = 2;  // clauses over so few levels are kept for good
}  // namespace

void Search::start_learning() {
  jump_to(0);
  board_.set_learning(true);
  if (!labeler_) join_implied();
  const auto variables = static_cast<std::size_t>(shape_.variables);
  activity_.assign(variables, 0);
  activity_step_ = 1;
  seed_activity();
  if (scattered_) scatter_activity();
  clause_step_ = 1;
  seen_.assign(variables, 0);
  queue_.clear();
  queue_place_.assign(variables, -1);
  for (Variable variable = 1; variable < shape_.variables; ++variable) queue_insert(variable);
  learned_.clear();
  reduce_step_ = 2000;
  reduce_at_ = reduce_step_;
  fast_rank_ = slow_rank_ = 0;
  since_restart_ = 0;
  find_images();
}

// What failed often in plain search is where learning begins.
void Search::seed_activity() {
  for (const Board::Count& count : board_.counts()) {
    const double weight = kSeedWeight * weight_[count.id] / (weight_step_ * count.size);
    for (const Literal literal : board_.literals(count))
      activity_[static_cast<std::size_t>(literal.variable())] += weight;
  }
  for (std::size_t index = 0; index < shape_.integers.size(); ++index) {
    const Integer& integer = shape_.integers[index];
    for (std::int32_t value = 0; value < integer.size; ++value) {
      activity_[static_cast<std::size_t>(integer.first + value)] +=
          kSeedWeight * integer_weight_[index] / (weight_step_ * integer.size);
    }
  }
}

void Search::scatter_activity() {
  Random random(question_.seed);
  for (double& activity : activity_) activity = random.fraction();
}

Search::Found Search::learning_search() {
  if (labeler_) labeler_->go_on(), ++statistics_.nodes;
  while (true) {
    const bool consistent = board_.propagate();
    if (stop_ != Stop::kNone) return Found::kStopped;
    if (!consistent) {
      ++statistics_.failures;
      ++since_restart_;
      ++conflicts_;
      if (labeler_) labeler_->failed();
      if (board_.level() == 0) return Found::kExhausted;
      const int level = analyze();
      if (clause_.empty()) return Found::kExhausted;
      assert_learned(level);
      if (labeler_) labeler_->asserted(level, clause_[0]), ++statistics_.nodes;
      if (!take_images()) return Found::kExhausted;
      if (!within_limits() || statistics_.failures == give_up_at_) return Found::kStopped;
      continue;
    }
    if (!labeler_ && since_restart_ > 50 && fast_rank_ > 1.1 * slow_rank_) {
      ++statistics_.restarts;
      since_restart_ = 0;
      fast_rank_ = slow_rank_;
      jump_to(0);
      if (!take_images()) return Found::kExhausted;
      continue;
    }
    if (conflicts_ >= reduce_at_) reduce();
    Literal next = kFalse;
    while (static_cast<std::size_t>(board_.level()) < question_.assumptions.size()) {
      const Literal wanted = question_.assumptions[static_cast<std::size_t>(board_.level())];
      if (board_.is_false(wanted)) {
        failed_assumptions(wanted);
        return Found::kExhausted;
      }
      next = wanted;
      if (board_.is_open(wanted)) break;
      board_.open_level();  // holds already: an empty level keeps the numbering
      next = kFalse;
    }
    if (next == kFalse) next = labeler_ ? labeler_->next_decision() : choose_active();
    if (next == kFalse) return Found::kSolution;
    ++statistics_.nodes;
    board_.decide(next);
    statistics_.depth = std::max<std::int64_t>(statistics_.depth, board_.level());
  }
}

// Fills clause_ with what the conflict teaches, the asserting literal first; returns the level to
// jump back to. An empty clause: there is nothing left to search.
int Search::analyze() {
  because_.clear();
  clause_.clear();
  board_.conflict(because_);
  int top = 0;
  for (const Literal literal : because_) top = std::max(top, board_.level_of(literal.variable()));
  if (top == 0) return 0;
  // A constraint that woke late may have failed because of an earlier level alone.
  jump_to(top);
  clause_.push_back(kFalse);
  int open = 0;
  std::size_t place = board_.trail().size();
  Literal point = kFalse;
  const std::uint32_t conflict_clause = board_.conflict_id();
  if (conflict_clause & kClauseBit) bump_clause(conflict_clause & ~kClauseBit);
  while (true) {
    for (const Literal literal : because_) {
      const Variable variable = literal.variable();
      const int level = board_.level_of(variable);
      if (level == 0 || seen_[static_cast<std::size_t>(variable)]) continue;
      seen_[static_cast<std::size_t>(variable)] = 1;
      to_clear_.push_back(variable);
      bump(variable);
      if (level == top) {
        ++open;
      } else {
        clause_.push_back(~literal);
      }
    }
    while (!seen_[static_cast<std::size_t>(board_.trail()[--place].variable())]) {
    }
    point = board_.trail()[place];
    if (--open == 0) break;
    because_.clear();
    board_.explain(point, because_);
    const std::uint32_t id = board_.reason_of(point.variable()).id;
    if ((id & kClauseBit) && board_.clause_id(id & ~kClauseBit) == 0) bump_clause(id & ~kClauseBit);
  }
  clause_[0] = ~point;
  minimize();
  if (shape_.first_guard == 0) drop_implied_by(point);
  for (const Variable variable : to_clear_) seen_[static_cast<std::size_t>(variable)] = 0;
  to_clear_.clear();

  int second = 0;
  for (std::size_t index = 1; index < clause_.size(); ++index) {
    const int level = board_.level_of(clause_[index].variable());
    if (level > second) {
      second = level;
      std::swap(clause_[1], clause_[index]);
    }
  }
  if (second > 0 && board_.level_of(clause_[1].variable()) != second) {
    for (std::size_t index = 2; index < clause_.size(); ++index) {
      if (board_.level_of(clause_[index].variable()) == second) std::swap(clause_[1], clause_[index]);
    }
  }
  return second;
}

void Search::minimize() {
  std::uint32_t levels = 0;
  for (std::size_t index = 1; index < clause_.size(); ++index) levels |= level_bit(clause_[index]);
  std::size_t kept = 1;
  for (std::size_t index = 1; index < clause_.size(); ++index) {
    const bool decided = board_.reason_of(clause_[index].variable()).id == 0;
    if (decided || !redundant(clause_[index], levels)) clause_[kept++] = clause_[index];
  }
  clause_.resize(kept);
}

// What the asserted literal's opposite excludes outright need not be said again.
void Search::drop_implied_by(Literal point) {
  ++stamp_;
  std::size_t found = 0;
  if (variable_stamp_.empty()) variable_stamp_.resize(static_cast<std::size_t>(shape_.variables), 0);
  for (const Board::Implied& implied : board_.implied_by(point)) {
    variable_stamp_[static_cast<std::size_t>(implied.literal.variable())] =
        board_.is_true(implied.literal) ? stamp_ : 0;
    ++found;
  }
  if (found == 0) return;
  std::size_t kept = 1;
  for (std::size_t index = 1; index < clause_.size(); ++index) {
    if (variable_stamp_[static_cast<std::size_t>(clause_[index].variable())] != stamp_)
      clause_[kept++] = clause_[index];
  }
  clause_.resize(kept);
}

// Does the rest of the clause imply this literal's falsity anyway? seen_: 1 in the clause or shown
// redundant, 2 shown not to be.
bool Search::redundant(Literal literal, std::uint32_t levels) {
  stack_.clear();
  stack_.push_back(~literal);
  const std::size_t marked = to_clear_.size();
  while (!stack_.empty()) {
    const Literal held = stack_.back();
    stack_.pop_back();
    because_.clear();
    board_.explain(held, because_);
    for (const Literal cause : because_) {
      const Variable variable = cause.variable();
      const std::int8_t seen = seen_[static_cast<std::size_t>(variable)];
      if (board_.level_of(variable) == 0 || seen == 1) continue;
      if (seen == 2 || board_.reason_of(variable).id == 0 || !(level_bit(cause) & levels)) {
        for (std::size_t index = marked; index < to_clear_.size(); ++index)
          seen_[static_cast<std::size_t>(to_clear_[index])] = 2;
        return false;
      }
      seen_[static_cast<std::size_t>(variable)] = 1;
      to_clear_.push_back(variable);
      stack_.push_back(cause);
    }
  }
  return true;
}

std::uint32_t Search::count_levels(std::span<const Literal> literals) {
  ++stamp_;
  std::uint32_t different = 0;
  for (const Literal literal : literals) {
    const auto level = static_cast<std::size_t>(board_.level_of(literal.variable()));
    if (level >= level_stamp_.size()) level_stamp_.resize(level + 1, 0);
    if (level_stamp_[level] == stamp_) continue;
    level_stamp_[level] = stamp_;
    ++different;
  }
  return different;
}

void Search::assert_learned(int level) {
  const std::uint32_t rank = count_levels(clause_);
  fast_rank_ += (rank - fast_rank_) / 32;
  slow_rank_ += (rank - slow_rank_) / static_cast<double>(std::min<std::int64_t>(conflicts_, 4096));
  if (on_learned) on_learned(clause_);
  jump_to(level);
  ++statistics_.backtracks;
  ++statistics_.learned;
  if (clause_.size() == 1) {
    board_.assign(clause_[0], {});
  } else {
    const std::uint32_t place = board_.add_clause(clause_, 0, rank);
    board_.clause_activity(place) = clause_step_;
    learned_.push_back(place);
    board_.assign(clause_[0], {kClauseBit | place, 0});
  }
  if (!images_.empty()) add_images(rank);
  activity_step_ /= kActivityDecay;
  clause_step_ /= static_cast<float>(kClauseDecay);
}

// Which assumptions imply the falsity of `literal`, an assumption itself.
void Search::failed_assumptions(Literal literal) {
  core_.assign(1, literal);
  if (board_.level_of(literal.variable()) == 0) return;
  stack_.assign(1, ~literal);
  seen_[static_cast<std::size_t>(literal.variable())] = 1;
  to_clear_.assign(1, literal.variable());
  while (!stack_.empty()) {
    const Literal held = stack_.back();
    stack_.pop_back();
    if (board_.reason_of(held.variable()).id == 0) {
      if (held != ~literal) core_.push_back(held);
      if (held == ~literal) core_.push_back(~literal);
      continue;
    }
    because_.clear();
    board_.explain(held, because_);
    for (const Literal cause : because_) {
      const auto variable = static_cast<std::size_t>(cause.variable());
      if (seen_[variable] || board_.level_of(cause.variable()) == 0) continue;
      seen_[variable] = 1;
      to_clear_.push_back(cause.variable());
      stack_.push_back(cause);
    }
  }
  for (const Variable variable : to_clear_) seen_[static_cast<std::size_t>(variable)] = 0;
  to_clear_.clear();
}

// Keeps the better half of the learned clauses.
void Search::reduce() {
  reduce_step_ += 300;
  reduce_at_ = conflicts_ + reduce_step_;
  const auto better = [&](std::uint32_t a, std::uint32_t b) {
    if (board_.clause_rank(a) != board_.clause_rank(b)) return board_.clause_rank(a) < board_.clause_rank(b);
    return board_.clause_activity(a) > board_.clause_activity(b);
  };
  std::vector<std::uint32_t> order = learned_;
  std::sort(order.begin(), order.end(), better);
  const std::size_t half = order.size() / 2;
  std::vector<std::uint32_t> keep;
  for (std::size_t index = 0; index < order.size(); ++index) {
    const std::uint32_t place = order[index];
    if (index < half || board_.clause_rank(place) <= kGlue || board_.is_reason(place)) keep.push_back(place);
  }
  std::sort(keep.begin(), keep.end());
  statistics_.deleted += static_cast<std::int64_t>(learned_.size() - keep.size());
  board_.compact_learned(keep);
  learned_ = std::move(keep);
}

void Search::jump_to(int level) {
  if (level >= board_.level()) return;
  if (!queue_place_.empty()) {
    const auto& trail = board_.trail();
    for (std::size_t place = trail.size(); place-- > 0 && board_.level_of(trail[place].variable()) > level;) {
      const Variable variable = trail[place].variable();
      if (queue_place_[static_cast<std::size_t>(variable)] < 0) queue_insert(variable);
    }
  }
  board_.back_to(level);
}

Literal Search::choose_active() {
  while (!queue_.empty()) {
    const Variable variable = queue_pop();
    if (!board_.is_open(positive(variable))) continue;
    const bool wanted = phases.empty() || phases[static_cast<std::size_t>(variable)] > 0;
    return wanted ? positive(variable) : ~positive(variable);
  }
  return kFalse;
}

void Search::bump(Variable variable) {
  double& activity = activity_[static_cast<std::size_t>(variable)];
  activity += activity_step_;
  if (activity > 1e100) {
    for (double& each : activity_) each *= 1e-100;
    activity_step_ *= 1e-100;
  }
  if (queue_place_[static_cast<std::size_t>(variable)] >= 0)
    sift_up(static_cast<std::size_t>(queue_place_[static_cast<std::size_t>(variable)]));
}

void Search::bump_clause(std::uint32_t place) {
  float& activity = board_.clause_activity(place);
  activity += clause_step_;
  const std::uint32_t rank = count_levels(board_.clause(place));
  if (rank < board_.clause_rank(place)) board_.clause_rank(place) = rank;
  if (activity > 1e20f) {
    for (const std::uint32_t each : learned_) board_.clause_activity(each) *= 1e-20f;
    clause_step_ *= 1e-20f;
  }
}

// ---- a binary heap of variables, the most active on top ----------------------------------------

void Search::queue_insert(Variable variable) {
  queue_place_[static_cast<std::size_t>(variable)] = static_cast<std::int32_t>(queue_.size());
  queue_.push_back(variable);
  sift_up(queue_.size() - 1);
}

void Search::sift_up(std::size_t place) {
  const Variable variable = queue_[place];
  const double activity = activity_[static_cast<std::size_t>(variable)];
  while (place > 0) {
    const std::size_t parent = (place - 1) / 2;
    if (activity_[static_cast<std::size_t>(queue_[parent])] >= activity) break;
    queue_[place] = queue_[parent];
    queue_place_[static_cast<std::size_t>(queue_[place])] = static_cast<std::int32_t>(place);
    place = parent;
  }
  queue_[place] = variable;
  queue_place_[static_cast<std::size_t>(variable)] = static_cast<std::int32_t>(place);
}

void Search::sift_down(std::size_t place) {
  const Variable variable = queue_[place];
  const double activity = activity_[static_cast<std::size_t>(variable)];
  while (2 * place + 1 < queue_.size()) {
    std::size_t child = 2 * place + 1;
    if (child + 1 < queue_.size() && activity_[static_cast<std::size_t>(queue_[child + 1])] >
                                         activity_[static_cast<std::size_t>(queue_[child])]) {
      ++child;
    }
    if (activity >= activity_[static_cast<std::size_t>(queue_[child])]) break;
    queue_[place] = queue_[child];
    queue_place_[static_cast<std::size_t>(queue_[place])] = static_cast<std::int32_t>(place);
    place = child;
  }
  queue_[place] = variable;
  queue_place_[static_cast<std::size_t>(variable)] = static_cast<std::int32_t>(place);
}

Variable Search::queue_pop() {
  const Variable top = queue_.front();
  queue_place_[static_cast<std::size_t>(top)] = -1;
  const Variable last = queue_.back();
  queue_.pop_back();
  if (!queue_.empty()) {
    queue_[0] = last;
    queue_place_[static_cast<std::size_t>(last)] = 0;
    sift_down(0);
  }
  return top;
}

}  // namespace gridwright
