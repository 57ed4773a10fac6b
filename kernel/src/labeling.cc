// Which unknown a labeling chooses, and how it splits the values that are left.
#include "gridwright/labeling.h"

#include <algorithm>
#include <limits>

namespace gridwright {

namespace {
constexpr double kKnown =
    std::numeric_limits<double>::infinity();  // the score of an unknown that has a value
}

Branch Branch::opposite() const {
  switch (relation) {
    case Relation::kEqual: return {Relation::kUnequal, unknown, value};
    case Relation::kUnequal: return {Relation::kEqual, unknown, value};
    case Relation::kAtMost: return {Relation::kMoreThan, unknown, value};
    case Relation::kMoreThan: return {Relation::kAtMost, unknown, value};
    default: return {relation, unknown, value ^ 1};
  }
}

Labeler::Labeler(Board& board, const Labeling& labeling, std::uint64_t seed)
    : board_(board), labeling_(labeling), tree_(board, labeling.most_tree_nodes), random_(seed) {
  const VariableChoice by = labeling.variable;
  if (by == VariableChoice::kMostConstrained || by == VariableChoice::kOccurrence ||
      by == VariableChoice::kDomWDeg) {
    count_constraints();
  }
}

// On how many constraints is each unknown? And the other way round, for blame.
void Labeler::count_constraints() {
  const std::vector<std::vector<std::uint32_t>> constraints_on = board_.constraints_on();
  unknowns_with_.resize(board_.constraints().size());
  first_unknown_.assign(constraints_on.size(), -1);
  std::vector<std::uint32_t> found;
  for (std::size_t index = 0; index < labeling_.unknowns.size(); ++index) {
    found.clear();
    for (const Literal literal : labeling_.unknowns[index].literals) {
      const auto variable = static_cast<std::size_t>(literal.variable());
      found.insert(found.end(), constraints_on[variable].begin(), constraints_on[variable].end());
      first_unknown_[variable] = static_cast<std::int32_t>(index);
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    for (const std::uint32_t id : found) unknowns_with_[id].push_back(static_cast<std::int32_t>(index));
    degree_.push_back(static_cast<std::int64_t>(found.size()));
  }
  weight_ = degree_;
}

void Labeler::failed() {
  tree_.failed();
  if (labeling_.variable != VariableChoice::kDomWDeg) return;
  std::uint32_t id = board_.conflict_id();
  if (id & kClauseBit) id = board_.clause_id(id & ~kClauseBit);
  if (id != 0) {
    for (const std::int32_t unknown : unknowns_with_[id]) weigh(unknown);
    return;
  }
  // A learned clause: those who are in it.
  because_.clear();
  board_.conflict(because_);
  for (const Literal literal : because_) {
    const std::int32_t unknown = first_unknown_[static_cast<std::size_t>(literal.variable())];
    if (unknown >= 0) weigh(unknown);
  }
}

// ---- going down and back -------------------------------------------------------------------------

bool Labeler::branch() {
  const Branch branch = choose();
  if (branch.relation == Relation::kRoot) {
    tree_.solution();
    return false;
  }
  bool last = false;
  if (labeling_.value == ValueChoice::kEnum && branch.relation == Relation::kEqual)
    last = next_value(labeling_.unknowns[static_cast<std::size_t>(branch.unknown)], branch.value) < 0;
  frames_.push_back({branch, last});
  board_.open_level();
  apply(branch);
  return true;
}

bool Labeler::retry() {
  while (!frames_.empty() && frames_.back().last) frames_.pop_back();
  if (frames_.empty()) return false;
  board_.back_to(static_cast<int>(frames_.size()) - 1);
  Frame& frame = frames_.back();
  if (labeling_.value == ValueChoice::kEnum && frame.branch.relation == Relation::kEqual) {
    const LabeledUnknown& unknown = labeling_.unknowns[static_cast<std::size_t>(frame.branch.unknown)];
    frame.branch.value = next_value(unknown, frame.branch.value);
    frame.last = next_value(unknown, frame.branch.value) < 0;
  } else {
    frame = {frame.branch.opposite(), true};
  }
  board_.open_level();
  apply(frame.branch);
  return true;
}

Literal Labeler::next_decision() {
  Branch branch = choose();
  if (branch.relation == Relation::kRoot) {
    tree_.solution();
    return kFalse;
  }
  Literal decision{branch.value};
  if (branch.unknown >= 0) {
    const LabeledUnknown& unknown = labeling_.unknowns[static_cast<std::size_t>(branch.unknown)];
    const auto place = static_cast<std::size_t>(branch.value);
    decision = unknown.literals[place];
    if (branch.relation == Relation::kAtMost) decision = unknown.orders[place];
    if (branch.relation == Relation::kMoreThan) decision = ~unknown.orders[place];
  }
  tree_.descend(board_.level() + 1, branch);
  return decision;
}

void Labeler::apply(const Branch& branch) {
  tree_.descend(board_.level(), branch);
  if (branch.unknown < 0) return board_.assign({branch.value}, {});
  const LabeledUnknown& unknown = labeling_.unknowns[static_cast<std::size_t>(branch.unknown)];
  const auto place = static_cast<std::size_t>(branch.value);
  switch (branch.relation) {
    case Relation::kEqual: return board_.assign(unknown.literals[place], {});
    case Relation::kUnequal: return board_.assign(~unknown.literals[place], {});
    case Relation::kAtMost: return exclude(unknown, place + 1, unknown.literals.size());
    default: return exclude(unknown, 0, place + 1);
  }
}

void Labeler::exclude(const LabeledUnknown& unknown, std::size_t begin, std::size_t end) {
  for (std::size_t place = begin; place < end; ++place) {
    if (board_.is_open(unknown.literals[place])) board_.assign(~unknown.literals[place], {});
  }
}

// ---- which unknown -------------------------------------------------------------------------------

Branch Labeler::choose() {
  if (board_.all_assigned()) return {};
  const std::int32_t unknown = choose_unknown();
  if (unknown >= 0) return choose_value(unknown);
  // What the declared unknowns leave open.
  for (Variable variable = 1; variable < board_.shape().variables; ++variable) {
    if (board_.is_open(positive(variable))) return {Relation::kLiteral, -1, (~positive(variable)).code};
  }
  return {};  // not reached: something is open
}

std::int32_t Labeler::choose_unknown() {
  if (labeling_.variable == VariableChoice::kRandom) return random_unknown();
  double best = kKnown;
  std::int64_t most = 0;
  std::int32_t chosen = -1;
  for (std::size_t index = 0; index < labeling_.unknowns.size(); ++index) {
    const double score = this->score(labeling_.unknowns[index], index);
    if (score == kKnown) continue;
    const bool ties = labeling_.variable == VariableChoice::kMostConstrained && score == best;
    if (score >= best && !(ties && degree_[index] > most)) continue;
    best = score;
    chosen = static_cast<std::int32_t>(index);
    if (!degree_.empty()) most = degree_[index];
    if (labeling_.variable == VariableChoice::kLeftmost) break;
  }
  return chosen;
}

// The least is chosen.
double Labeler::score(const LabeledUnknown& unknown, std::size_t index) const {
  std::int32_t size = 0, first = 0, second = 0, last = 0;
  for (std::size_t place = 0; place < unknown.literals.size(); ++place) {
    const int value = board_.value(unknown.literals[place]);
    if (value > 0) return kKnown;
    if (value < 0) continue;
    last = unknown.values[place];
    if (size == 0) first = last;
    if (size == 1) second = last;
    ++size;
  }
  if (size == 0) return kKnown;
  switch (labeling_.variable) {
    case VariableChoice::kMin: return first;
    case VariableChoice::kMax: return -last;
    case VariableChoice::kFirstFail:
    case VariableChoice::kMostConstrained: return size;
    case VariableChoice::kAntiFirstFail: return -size;
    case VariableChoice::kOccurrence: return -static_cast<double>(degree_[index]);
    case VariableChoice::kMaxRegret: return size > 1 ? -(static_cast<double>(second) - first) : 0;
    case VariableChoice::kDomWDeg:
      return size / static_cast<double>(std::max<std::int64_t>(1, weight_[index]));
    default: return 0;
  }
}

std::int32_t Labeler::random_unknown() {
  left_.clear();
  for (std::size_t index = 0; index < labeling_.unknowns.size(); ++index) {
    if (score(labeling_.unknowns[index], index) < kKnown) left_.push_back(static_cast<std::int32_t>(index));
  }
  return left_.empty() ? -1 : left_[random_.below(left_.size())];
}

// ---- which of its values -------------------------------------------------------------------------

Branch Labeler::choose_value(std::int32_t index) {
  const LabeledUnknown& unknown = labeling_.unknowns[static_cast<std::size_t>(index)];
  left_.clear();
  for (std::size_t place = 0; place < unknown.literals.size(); ++place) {
    if (board_.is_open(unknown.literals[place])) left_.push_back(static_cast<std::int32_t>(place));
  }
  const auto value = [&](std::size_t which) {
    return unknown.values[static_cast<std::size_t>(left_[which])];
  };
  const std::int64_t sum = static_cast<std::int64_t>(value(0)) + value(left_.size() - 1);
  const bool down = labeling_.descending;
  const std::int64_t mean = (sum - (sum & 1)) / 2;
  const auto equal = [&](std::size_t which) { return Branch{Relation::kEqual, index, left_[which]}; };
  switch (labeling_.value) {
    case ValueChoice::kBisect: {
      if (left_.size() == 1) return equal(0);
      std::size_t which = 0;
      while (value(which + 1) <= mean) ++which;
      return {down ? Relation::kMoreThan : Relation::kAtMost, index, left_[which]};
    }
    case ValueChoice::kMiddle: {
      const std::int64_t middle = down ? sum - mean : mean;  // the mean, rounded down, or up
      const auto distance = [&](std::size_t which) { return std::abs(value(which) - middle); };
      std::size_t nearest = 0;
      for (std::size_t which = 1; which < left_.size(); ++which) {
        if (distance(which) < distance(nearest) + (down ? 1 : 0)) nearest = which;
      }
      return equal(nearest);
    }
    case ValueChoice::kMedian: return equal((left_.size() - (down ? 0 : 1)) / 2);
    case ValueChoice::kRandom: return equal(random_.below(left_.size()));
    default: return equal(down ? left_.size() - 1 : 0);
  }
}

// The value that enum tries after this one, -1: none.
std::int32_t Labeler::next_value(const LabeledUnknown& unknown, std::int32_t after) const {
  const std::int32_t step = labeling_.descending ? -1 : 1;
  const auto size = static_cast<std::int32_t>(unknown.literals.size());
  for (std::int32_t place = after + step; place >= 0 && place < size; place += step) {
    if (board_.is_open(unknown.literals[static_cast<std::size_t>(place)])) return place;
  }
  return -1;
}

}  // namespace gridwright
