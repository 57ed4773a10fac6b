// The search where all unknowns are integers, on their domains. Plain search, which looks ahead, and
// learning take turns, each on domains of its own: which of them is sooner done, no board tells
// beforehand, and often by far.
#include <utility>

#include "domain_learning.h"
#include "domains.h"
#include "gridwright/search.h"
#include "look_ahead.h"

namespace gridwright {

namespace {
constexpr std::int64_t kBareFailures = 6;      // until then redundant constraints cost more than they save
constexpr std::int64_t kHastyFailures = 1000;  // until then looking ahead does
constexpr int kLineValues = 40;                // left in a line whose fillings are looked at
// The first turn of plain search, and later turns of either.
constexpr std::int64_t kPlainNodes = 100'000, kTurnNodes = 20'000, kTurnLessons = 20'000;
// With so many solutions the question is how many there are: plain search goes from one to the next.
constexpr std::size_t kManySolutions = 20;
}  // namespace

void Search::begin_on_domains() {
  learning_turn_ = learning_begun_ = settled_ = learning_settled_ = false;
  on_domains_ = !labeler_ && domains_ != nullptr && domains_->bind(board_);
  if (!on_domains_) return;
  look_ahead_->rest();
  takes_turns_ = DomainLearning::suit(shape_);
  if (takes_turns_ && question_.plain_nodes < 0) plain_budget_ = kPlainNodes;
}

Search::Found Search::search_on_domains() {
  learning_turn_ = learning_turn_ && known_.size() < kManySolutions;
  while (true) {
    const Found found = learning_turn_ ? learn_on_domains() : plain_on_domains();
    if (found != Found::kPaused) return found;
    learning_turn_ = !learning_turn_ && known_.size() < kManySolutions;
    plain_budget_ = kTurnNodes;
  }
}

Search::Found Search::plain_on_domains() {
  Domains& domains = *domains_;
  LookAhead& ahead = *look_ahead_;
  // What it did last was to find a solution?
  if (std::exchange(settled_, false) && !domains.step_back()) return Found::kExhausted;
  bool consistent = domains.propagate();
  while (true) {
    count_on_domains();
    if (!within_limits()) return Found::kStopped;
    if (!consistent) {
      domains.blame();
      if (!domains.step_back()) return Found::kExhausted;
      ++statistics_.backtracks;
      consistent = domains.propagate();
      continue;
    }
    const std::int32_t integer = domains.tightest();
    if (integer < 0) {
      take_domains(domains);
      settled_ = true;
      return Found::kSolution;
    }
    if (plain_budget_-- <= 0) return give_way();
    if (!domains.looks_at_whole_lines() && domains.failures >= kBareFailures) {
      domains.back_to_root();
      domains.look_at_whole_lines(board_, kLineValues);
    } else if (!ahead.begun() && domains.failures >= kHastyFailures) {
      domains.back_to_root();
      ahead.begin();
    } else {
      LookAhead::Choice choice{static_cast<std::uint32_t>(integer), domains.least(integer)};
      if (ahead.begun() && ahead.worthwhile()) {
        consistent = ahead.choose(choice);
        if (!consistent || choice.value == 0) continue;
      }
      domains.decide(choice.integer, choice.value);
      ++statistics_.nodes;
      statistics_.depth = std::max<std::int64_t>(statistics_.depth, domains.level());
    }
    consistent = domains.propagate();
  }
}

// Plain search has spent its budget: learning on domains has its turn, or learning on literals takes over.
Search::Found Search::give_way() {
  if (takes_turns_) return Found::kPaused;
  for (std::size_t index = 0; index < integer_weight_.size(); ++index)
    integer_weight_[index] = domains_->weight(index);
  learning_ = true;
  return Found::kStopped;
}

Search::Found Search::learn_on_domains() {
  if (domain_learning_ == nullptr) domain_learning_ = std::make_unique<DomainLearning>(shape_);
  DomainLearning& learning = *domain_learning_;
  if (!std::exchange(learning_begun_, true)) learning.begin(board_);
  Domains& domains = learning.domains();
  if (std::exchange(learning_settled_, false) && !learning.bar_solution()) return Found::kExhausted;
  const std::int64_t pause = learning.learned + kTurnLessons;
  bool consistent = domains.propagate();
  while (true) {
    count_on_domains();
    if (!within_limits()) return Found::kStopped;
    if (!consistent) {
      ++domains.failures;
      if (!learning.learn(on_learned)) return Found::kExhausted;
      ++statistics_.backtracks;
      consistent = domains.propagate();
      continue;
    }
    if (learning.learned >= pause) return Found::kPaused;
    if (learning.restart()) continue;
    if (!learning.decide()) {
      take_domains(domains);
      learning_settled_ = true;
      return Found::kSolution;
    }
    ++statistics_.nodes;
    statistics_.depth = std::max<std::int64_t>(statistics_.depth, domains.level());
    consistent = domains.propagate();
  }
}

// Both have their part in what the statistics say.
void Search::count_on_domains() {
  const auto add = [this](Domains& domains) {
    board_.spend(std::exchange(domains.work, 0));
    statistics_.failures += domains.failures;
    statistics_.resumptions += domains.runs;
    for (std::size_t kind = 0; kind < domains.by_kind.size(); ++kind)
      statistics_.by_kind[kind] += domains.by_kind[kind];
  };
  statistics_.failures = statistics_.resumptions = 0;
  statistics_.by_kind = {};
  add(*domains_);
  if (!learning_begun_) return;
  add(domain_learning_->domains());
  statistics_.learned = domain_learning_->learned;
  statistics_.restarts = domain_learning_->restarts;
  statistics_.deleted = domain_learning_->deleted;
}

// The solution on the domains, as values of literals.
void Search::take_domains(const Domains& domains) {
  domain_values_.assign(static_cast<std::size_t>(shape_.variables) * 2, -1);
  domain_values_[static_cast<std::size_t>(kTrue.code)] = 1;
  for (std::size_t index = 0; index < shape_.integers.size(); ++index) {
    const Integer& integer = shape_.integers[index];
    for (std::int32_t value = 0; value < integer.size; ++value) {
      const bool holds = domains[index] >> value & 1;
      const Literal literal = integer.equals(value);
      domain_values_[static_cast<std::size_t>((holds ? literal : ~literal).code)] = 1;
    }
  }
}

}  // namespace gridwright
