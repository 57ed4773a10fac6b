// What is known, what is to be found, and the easiest deductions: those of one group.
#include "gridwright/explainer.h"

#include <algorithm>

#include "counting.h"

namespace gridwright {

namespace {
constexpr std::int32_t kHeavy = 4;  // from this weight on cores are first looked for by counting
}

Explainer::Explainer(const Shape& shape, std::vector<std::vector<std::int32_t>> labels, Scopes scopes)
    : shape_(shape),
      labels_(std::move(labels)),
      scopes_(std::move(scopes)),
      in_(static_cast<std::size_t>(shape.groups)),
      search_(shape),
      walker_(shape),
      known_(static_cast<std::size_t>(shape.variables) * 2),
      witnesses_(shape.first_guard, scopes_.weights) {
  for (std::size_t scope = 0; scope < scopes_.groups.size(); ++scope) {
    for (const std::int32_t group : scopes_.groups[scope])
      in_[static_cast<std::size_t>(group)].push_back(static_cast<std::int32_t>(scope));
  }
}

Explainer::~Explainer() = default;

void Explainer::limit(const Limits& limits) {
  if (!held_ || search_.stopped() != Stop::kNone || walker_.stopped() != Stop::kNone) start();
  search_.limit(limits);
  walker_.limit({});
}

// Binds the board. Groups that it lacks, and those to be ignored, are off for good.
void Explainer::start() {
  held_ = true;
  counting_.reset();
  counting_knows_ = false;
  const std::vector<std::span<const std::int32_t>> views(labels_.begin(), labels_.end());
  for (Search* search : {&search_, &walker_}) search->hold(views);
  std::vector<std::int8_t> there(static_cast<std::size_t>(shape_.groups));
  for (const Board::Constraint& constraint : walker_.board().constraints()) {
    if (constraint.group >= 0) there[static_cast<std::size_t>(constraint.group)] = 1;
  }
  for (const std::int32_t group : scopes_.ignored) there[static_cast<std::size_t>(group)] = 0;
  groups_.clear();
  free_.clear();
  for (std::int32_t group = 0; group < shape_.groups; ++group) {
    const Literal guard = shape_.guard(group);
    if (there[static_cast<std::size_t>(group)]) {
      groups_.push_back(group);
      if (in_[static_cast<std::size_t>(group)].empty()) free_.push_back(guard);
      continue;
    }
    for (Search* search : {&search_, &walker_}) {
      if (search->board().is_open(guard)) search->board().assign(~guard, {});
    }
  }
}

bool Explainer::refer(std::span<const Literal> wanted) {
  assumed_.clear();
  for (const std::int32_t group : groups_) assumed_.push_back(shape_.guard(group));
  assumed_.insert(assumed_.end(), wanted.begin(), wanted.end());
  reference_.clear();
  counting_knows_ = false;
  search_.phases.clear();
  if (search_.ask(assumed_) != Answer::kYes) return false;
  for (Variable variable = 0; variable < shape_.first_guard; ++variable)
    reference_.push_back(search_.board().is_true(positive(variable)));
  search_.phases = reference_;
  search_.phases.resize(static_cast<std::size_t>(shape_.variables), 0);
  return true;
}

// Of an integer whose value is known nothing else need be said; and what is left of the others may be one
// value.
void Explainer::know(std::span<const Literal> facts) {
  std::fill(known_.begin(), known_.end(), 0);
  walker_.place({});
  Board& board = walker_.board();
  board.open_level();
  for (const Literal literal : facts) {
    if (board.is_open(literal)) board.assign(literal, {});
  }
  board.propagate();
  facts_.clear();
  for (const Literal literal : board.trail()) {
    if (literal.variable() >= shape_.first_guard) continue;
    known_[static_cast<std::size_t>(literal.code)] = 1;
  }
  for (const Literal literal : board.trail()) {
    if (literal.variable() >= shape_.first_guard || board.level_of(literal.variable()) == 0) continue;
    const std::int32_t integer = shape_.integer_of[static_cast<std::size_t>(literal.variable())];
    const bool said =
        integer >= 0 && literal.negated() && (board.domain(integer) & (board.domain(integer) - 1)) == 0;
    if (!said) facts_.push_back(literal);
  }
  board.back_to(0);
  witnesses_.suppose(facts_);
  counting_knows_ = false;
  find_targets();
}

std::vector<Literal> Explainer::reference() const {
  std::vector<Literal> all;
  for (Variable variable = 1; variable < static_cast<Variable>(reference_.size()); ++variable)
    all.push_back(reference_[static_cast<std::size_t>(variable)] > 0 ? positive(variable)
                                                                     : ~positive(variable));
  return all;
}

std::vector<Literal> Explainer::facts() const {
  std::vector<Literal> all;
  for (Variable variable = 1; variable < shape_.first_guard; ++variable) {
    for (const Literal literal : {positive(variable), ~positive(variable)}) {
      if (is_known(literal)) all.push_back(literal);
    }
  }
  return all;
}

// That an integer has a value is seen by the others that it has not.
void Explainer::find_targets() {
  targets_.clear();
  possibilities_.clear();
  for (const bool negated : {false, true}) {
    for (Variable variable = 1; variable < shape_.first_guard; ++variable) {
      const Literal literal = negated ? ~positive(variable) : positive(variable);
      if (!is_known(literal) && !is_known(~literal)) possibilities_.push_back(literal);
    }
  }
  for (Variable variable = 1; variable < static_cast<Variable>(reference_.size()); ++variable) {
    const bool holds = reference_[static_cast<std::size_t>(variable)] > 0;
    const Literal literal = holds ? positive(variable) : ~positive(variable);
    if (is_known(literal) || is_known(~literal)) continue;
    if (holds && shape_.integer_of[static_cast<std::size_t>(variable)] >= 0) continue;
    targets_.push_back(literal);
  }
}

std::optional<Deduction> Explainer::next(const Reach& reach) {
  if (auto found = by_rule(kTrue)) return found;
  auto found = beyond_rules(targets_, reach);
  if (found) add_sums(*found);
  return found;
}

std::optional<Deduction> Explainer::prove(Literal literal, const Reach& reach) {
  if (auto found = by_rule(literal)) return found;
  const Literal targets[] = {literal};
  auto found = beyond_rules(targets, reach);
  if (found) add_sums(*found);
  return found;
}

std::optional<Deduction> Explainer::beyond_rules(std::span<const Literal> targets, const Reach& reach) {
  for (std::int32_t weight = 0; weight <= reach.weight; ++weight) {
    if (weight == kHeavy) {
      if (auto found = by_sum(targets)) return found;
    }
    if (stopped() != Stop::kNone) return std::nullopt;
    if (auto found = by_core(targets, weight)) return found;
    if (stopped() != Stop::kNone) return std::nullopt;
  }
  return by_chain(targets, reach);
}

bool Explainer::is_open(Literal literal) {
  assumed_ = facts_;
  for (const std::int32_t group : groups_) assumed_.push_back(shape_.guard(group));
  assumed_.push_back(~literal);
  return search_.ask(assumed_) != Answer::kNo;
}

// ---- one group ---------------------------------------------------------------------------------

// What follows at once from the facts by this group; it alone is on.
void Explainer::gather(std::int32_t group, std::vector<Literal>& found) {
  found.clear();
  Board& board = walker_.board();
  const Literal guard = shape_.guard(group);
  const int level = board.level();
  if (!board.is_open(guard)) return;  // the facts break it
  const std::size_t before = board.trail().size();
  board.decide(guard);
  if (board.propagate()) {
    for (std::size_t place = before + 1; place < board.trail().size(); ++place) {
      const Literal literal = board.trail()[place];
      if (literal.variable() < shape_.first_guard && !is_known(literal)) found.push_back(literal);
    }
  }
  board.back_to(level);
}

std::optional<Deduction> Explainer::by_rule(Literal wanted) {
  std::vector<Literal> found;
  for (const std::int32_t group : groups_) {
    if (!search_.goes_on() || !walker_.place(facts_)) return std::nullopt;
    gather(group, found);
    if (wanted != kTrue) {
      if (std::find(found.begin(), found.end(), wanted) == found.end()) continue;
      found.assign(1, wanted);
    }
    if (found.empty()) continue;
    Deduction deduction{Deduction::Kind::kRule,
                        !in_[static_cast<std::size_t>(group)].empty(),
                        found,
                        {group},
                        facts_,
                        {},
                        {}};
    canonical(deduction.conclusions);
    deduction.conclusions.resize(1);
    reduce(deduction);
    if (stopped() != Stop::kNone) return std::nullopt;
    deduction.groups.assign(1, group);
    if (wanted == kTrue) join(deduction);
    return deduction;
  }
  return std::nullopt;
}

// Everything that the same group and facts prove; and what other free groups make of the same facts belongs
// to the same step: all neighbours of one star.
void Explainer::join(Deduction& deduction) {
  const std::int32_t first = deduction.groups[0];
  std::vector<std::pair<std::int32_t, std::vector<Literal>>> parts(1);
  if (!walker_.place(deduction.facts)) return;
  gather(first, parts[0].second);
  parts[0].first = first;
  // The facts were reduced by all that the group means; its propagation alone may see less.
  for (const Literal literal : deduction.conclusions) {
    if (std::find(parts[0].second.begin(), parts[0].second.end(), literal) == parts[0].second.end())
      parts[0].second.push_back(literal);
  }
  if (in_[static_cast<std::size_t>(first)].empty()) {
    std::vector<Literal> found;
    for (const Literal guard : free_) {
      const std::int32_t group = guard.variable() - shape_.first_guard;
      if (group == first) continue;
      gather(group, found);
      if (!found.empty()) parts.emplace_back(group, found);
    }
  }
  // Those that say most come first; who then adds nothing is left out.
  std::stable_sort(parts.begin(), parts.end(),
                   [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
  std::vector<std::int32_t> said(known_.size());
  for (const auto& part : parts) {
    for (const Literal literal : part.second) ++said[static_cast<std::size_t>(literal.code)];
  }
  deduction.groups.clear();
  deduction.conclusions.clear();
  for (std::size_t place = parts.size(); place-- > 0;) {
    const auto& [group, literals] = parts[place];
    const bool adds = std::any_of(literals.begin(), literals.end(), [&](Literal literal) {
      return said[static_cast<std::size_t>(literal.code)] == 1;
    });
    if (adds) {
      deduction.groups.push_back(group);
      deduction.conclusions.insert(deduction.conclusions.end(), literals.begin(), literals.end());
    } else {
      for (const Literal literal : literals) --said[static_cast<std::size_t>(literal.code)];
    }
  }
  std::sort(deduction.groups.begin(), deduction.groups.end());
  canonical(deduction.conclusions);
}

// In order; of an integer whose value is concluded that alone.
void Explainer::canonical(std::vector<Literal>& conclusions) const {
  std::vector<std::int32_t> decided;
  const auto integer_of = [&](Literal literal) {
    return shape_.integer_of[static_cast<std::size_t>(literal.variable())];
  };
  for (const Literal literal : conclusions) {
    if (!literal.negated() && integer_of(literal) >= 0) decided.push_back(integer_of(literal));
  }
  std::erase_if(conclusions, [&](Literal literal) {
    return literal.negated() &&
           std::find(decided.begin(), decided.end(), integer_of(literal)) != decided.end();
  });
  std::sort(conclusions.begin(), conclusions.end(), [](Literal a, Literal b) { return a.code < b.code; });
  conclusions.erase(std::unique(conclusions.begin(), conclusions.end()), conclusions.end());
}

}  // namespace gridwright
