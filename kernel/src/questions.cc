// The questions that can be asked about a board, in terms of "the next solution".
#include "gridwright/search.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "domain_learning.h"
#include "look_ahead.h"

namespace gridwright {

namespace {
constexpr std::int64_t kPollWork = 100'000;  // units of work between looks at the clock
constexpr auto kPulse = std::chrono::milliseconds(20);
constexpr std::size_t kDefaultBytes = 1u << 30;
// What plain search may spend before learning. Where all unknowns are integers, failures cost it
// little and its choice by failures is strong: there it is given longer. On large grids of yes and
// no a node costs more, and learning pays sooner.
constexpr std::int64_t kPlainNodes = 200, kPlainNodesIntegers = 3000, kPlainVariables = 20'000;
// Only learning makes use of symmetry.
constexpr std::int64_t kPlainNodesSymmetric = 10;
constexpr std::int64_t kPlainPerSolution = 50;  // ... and more for each solution it finds
constexpr std::size_t kPoolSize = 64;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}
}  // namespace

Search::Search(const Shape& shape) : shape_(shape), board_(shape), statistics_(board_.statistics) {
  is_shown_.resize(static_cast<std::size_t>(shape.variables));
  for (const Shown& shown : shape.shown) {
    if (shown.integer < 0) {
      is_shown_[static_cast<std::size_t>(shown.literal.variable())] = true;
    } else {
      const Integer& integer = shape.integers[static_cast<std::size_t>(shown.integer)];
      for (std::int32_t value = 0; value < integer.size; ++value)
        is_shown_[static_cast<std::size_t>(integer.first + value)] = true;
    }
  }
  std::int32_t values = 0;
  for (const Integer& integer : shape.integers) values += integer.size;
  if (values > 0) {
    usual_plain_nodes_ = values + 1 == shape.variables ? kPlainNodesIntegers : kPlainNodes;
  } else {
    usual_plain_nodes_ = std::clamp<std::int64_t>(kPlainVariables / shape.variables, 30, kPlainNodes);
  }
  board_.on_work(&Search::poll, this);
  if (Domains::suit(shape)) {
    domains_ = std::make_unique<Domains>(shape);
    look_ahead_ = std::make_unique<LookAhead>(*domains_);
  }
}

Search::~Search() = default;

// ---- setting up and closing a question ---------------------------------------------------------

void Search::begin(Labels labels, const Question& question) {
  start_ = Clock::now();
  if (!in_series_) limited_from_ = last_pulse_ = start_;
  question_ = question;
  stop_ = Stop::kNone;
  conflicts_ = 0;
  fresh_ = bare_ = true;
  on_domains_ = false;
  learning_ = scattered_ || !question.assumptions.empty();  // only learning chooses by activity
  const std::int64_t plain = question.symmetries != 0 ? kPlainNodesSymmetric : usual_plain_nodes_;
  plain_budget_ = question.plain_nodes >= 0 ? question.plain_nodes : plain;
  known_.clear();
  core_.clear();
  queue_place_.clear();
  if (!pooling_) bind(labels, question);
  board_.poll_every(kPollWork);
  if (!pooling_) forget_failures();
  weight_.resize(std::max(weight_.size(), board_.constraints().size()), 0);
  statistics_.build_seconds = seconds_since(start_);
  labeler_.reset();
  if (question.labeling != nullptr) start_labeling();
  if (learning_) start_learning();
  if (question.limits.control != nullptr && question.limits.control->cancelled) stop_ = Stop::kCancelled;
  if (question.limits.seconds == 0) stop_ = Stop::kTime;
  if (in_series_) look_at_clock();
}

void Search::bind(Labels labels, const Question& question) {
  board_.set_learning(false);
  board_.bind(labels, question.assumptions);
}

void Search::forget_failures() {
  weight_.clear();
  integer_weight_.assign(shape_.integers.size(), 0);
  weight_step_ = 1;
}

void Search::finish(Outcome& outcome) {
  statistics_.proof_seconds = seconds_since(start_) - statistics_.build_seconds - statistics_.first_seconds;
  statistics_.solutions = outcome.count;
  statistics_.peak_bytes = std::max(statistics_.peak_bytes, bytes());
  if (labeler_) {
    statistics_.backtracks = statistics_.failures;  // as SICStus Prolog counts: contradictions
    outcome.tree = labeler_->take_tree();
  }
  outcome.stop = stop_;
  outcome.statistics = statistics_;
}

bool Search::poll(void* search) { return static_cast<Search*>(search)->within_limits(); }

bool Search::within_limits() {
  if (stop_ != Stop::kNone) return false;
  const Limits& limits = question_.limits;
  if (limits.conflicts >= 0 && statistics_.failures >= limits.conflicts) stop_ = Stop::kConflicts;
  if (!board_.poll_due()) return stop_ == Stop::kNone;
  if (bytes() > static_cast<std::int64_t>(limits.bytes > 0 ? limits.bytes : kDefaultBytes))
    stop_ = Stop::kMemory;
  look_at_clock();
  return stop_ == Stop::kNone;
}

// ... and at who asks: is anybody still waiting?
void Search::look_at_clock() {
  const Limits& limits = question_.limits;
  board_.poll_every(kPollWork);
  const Clock::time_point now = Clock::now();
  if (limits.seconds >= 0 && std::chrono::duration<double>(now - limited_from_).count() >= limits.seconds)
    stop_ = Stop::kTime;
  if (limits.control != nullptr) {
    if (now - last_pulse_ > kPulse) {
      last_pulse_ = now;
      if (limits.control->pulse && !limits.control->pulse(statistics_)) limits.control->cancelled = true;
    }
    if (limits.control->cancelled) stop_ = Stop::kCancelled;
  }
}

Search::Series::Series(Search& search, const Limits& limits) : search_(search) {
  search.limit(limits);
  search.in_series_ = true;
}

Search::Series::~Series() { search_.in_series_ = false; }

bool Search::Series::goes_on() {
  search_.stop_ = Stop::kNone;  // that a question was given up ends no series
  search_.look_at_clock();
  return search_.stop_ == Stop::kNone;
}

std::int64_t Search::bytes() const {
  const std::size_t lessons = learning_begun_ ? domain_learning_->bytes() : 0;
  return static_cast<std::int64_t>(board_.arena_bytes() + lessons +
                                   known_.size() * (shape_.shown.size() * sizeof(std::int16_t) + 64));
}

// ---- solutions ---------------------------------------------------------------------------------

Search::Found Search::next_solution() {
  if (stop_ != Stop::kNone) return Found::kStopped;
  if (!learning_) {
    if (fresh_) begin_on_domains();
    const Found found = labeler_ ? labeled_search() : on_domains_ ? search_on_domains() : plain_search();
    fresh_ = false;
    if (!learning_) return found;
    on_domains_ = false;
    start_learning();
    for (const Solution& solution : known_) {
      if (!block(solution)) return Found::kExhausted;
    }
  }
  return learning_search();
}

Solution Search::read_solution() const {
  Solution solution;
  solution.reserve(shape_.shown.size());
  const std::span<const std::int8_t> values = found_values();
  for (const Shown& shown : shape_.shown) {
    if (shown.integer < 0) {
      solution.push_back(values[static_cast<std::size_t>(shown.literal.code)] > 0);
    } else {
      const Integer& integer = shape_.integers[static_cast<std::size_t>(shown.integer)];
      std::int32_t value = 0;
      while (values[static_cast<std::size_t>(integer.equals(value).code)] <= 0) ++value;
      solution.push_back(static_cast<std::int16_t>(integer.low + value));
    }
  }
  return solution;
}

void Search::check_meaning() const {
  const std::uint32_t id = board_.broken(Model(found_values()));
  if (id == 0) return;
  const Kind kind = id < board_.constraints().size() ? board_.constraints()[id].kind : Kind::kClause;
  throw std::logic_error(std::string("internal error: a solution breaks a constraint of kind ") +
                         kind_name(kind));
}

// Takes in the solution on the board; false if it is an image of one already known. Of its images the
// least is returned, so that which of them the search came upon does not show.
bool Search::note_solution(Outcome& outcome, std::int64_t keep) {
  check_meaning();
  if (outcome.count == 0) {
    statistics_.first_seconds = seconds_since(start_) - statistics_.build_seconds;
    outcome.at_first = statistics_;
  }
  Solution solution = read_solution();
  if (pooling_) {
    if (pool_.size() == kPoolSize) pool_.pop_back();
    const auto values = found_values();
    pool_.insert(pool_.begin(), {{values.begin(), values.end()}, solution});
  }
  const bool fresh = known_.insert(solution).second;
  if (fresh) {
    if (question_.symmetries == 0) plain_budget_ += kPlainPerSolution;
    ++outcome.orbits;
    ++outcome.count;
    Solution image(solution.size()), least = solution;
    for (std::size_t symmetry = 0; symmetry < shape_.symmetries.size(); ++symmetry) {
      if (!(question_.symmetries >> symmetry & 1)) continue;
      const auto& images = shape_.symmetries[symmetry];
      for (std::size_t place = 0; place < image.size(); ++place)
        image[place] = solution[static_cast<std::size_t>(images[place])];
      least = std::min(least, image);
      if (known_.insert(image).second) {
        ++outcome.count;
        if (learning_ && !block(image)) exhausted_ = true;
      }
    }
    if (static_cast<std::int64_t>(outcome.solutions.size()) < keep) outcome.solutions.push_back(least);
  }
  if (learning_ && !block(solution)) exhausted_ = true;
  return fresh;
}

// From now on, a solution must differ from this one. False: none can.
bool Search::block(const Solution& solution) {
  std::vector<Literal> clause;
  for (std::size_t place = 0; place < solution.size(); ++place) {
    const Shown& shown = shape_.shown[place];
    if (shown.integer < 0) {
      clause.push_back(solution[place] ? ~shown.literal : shown.literal);
    } else {
      const Integer& integer = shape_.integers[static_cast<std::size_t>(shown.integer)];
      clause.push_back(~integer.equals(solution[place] - integer.low));
    }
  }
  return refuse(clause);
}

// Adds a clause of the question itself. False: it contradicts what is known.
bool Search::refuse(std::vector<Literal>& clause) {
  jump_to(0);
  std::erase_if(clause, [&](Literal literal) { return board_.is_false(literal); });
  if (std::any_of(clause.begin(), clause.end(), [&](Literal literal) { return board_.is_true(literal); }))
    return true;
  if (clause.empty()) return false;
  if (clause.size() == 1) {
    board_.assign(clause[0], {});
    return true;
  }
  learned_.push_back(board_.add_clause(clause, 0, 0));
  return true;
}

// ---- questions ---------------------------------------------------------------------------------

Outcome Search::prove(Labels labels, const Question& question) {
  Outcome outcome = enumerate(labels, question, 2, 2);
  const std::int64_t distinct = question.symmetries != 0 ? outcome.orbits : outcome.count;
  if (distinct >= 2) {
    outcome.verdict = Verdict::kMultiple;
  } else if (outcome.exact) {
    outcome.verdict = distinct == 1 ? Verdict::kUnique : Verdict::kNone;
  }
  return outcome;
}

Outcome Search::enumerate(Labels labels, const Question& question, std::int64_t limit, std::int64_t keep) {
  Outcome outcome;
  exhausted_ = false;
  begin(labels, question);
  while (outcome.orbits < limit) {
    const Found found = exhausted_ ? Found::kExhausted : next_solution();
    if (found == Found::kStopped) break;
    if (found == Found::kExhausted) {
      outcome.exact = true;
      break;
    }
    note_solution(outcome, keep);
  }
  finish(outcome);
  return outcome;
}

Outcome Search::solve(Labels labels, const Question& question) {
  Outcome outcome = enumerate(labels, question, 1, 1);
  if (outcome.count > 0) {
    outcome.verdict = Verdict::kMultiple;  // at least one: nothing was asked about others
  } else if (outcome.exact) {
    outcome.verdict = Verdict::kNone;
    outcome.literals = core_;
  }
  return outcome;
}

Outcome Search::sample(Labels labels, const Question& question) {
  scattered_ = true;
  Outcome outcome = solve(labels, question);
  scattered_ = false;
  return outcome;
}

// Each round asks for a solution that differs from what all solutions so far share.
Outcome Search::forced(Labels labels, const Question& question) {
  Outcome outcome;
  exhausted_ = false;
  begin(labels, question);
  if (!learning_) {
    learning_ = true;
    start_learning();
  }
  images_.clear();  // what is asked for here is not symmetric
  std::vector<Literal> shared;
  while (!exhausted_) {
    const Found found = learning_search();
    if (found == Found::kStopped) break;
    if (found == Found::kExhausted) {
      outcome.exact = true;
      break;
    }
    check_meaning();
    ++outcome.count;
    if (outcome.count == 1) {
      statistics_.first_seconds = seconds_since(start_) - statistics_.build_seconds;
      outcome.solutions.push_back(read_solution());
      for (Variable variable = 1; variable < shape_.variables; ++variable) {
        if (is_shown_[static_cast<std::size_t>(variable)])
          shared.push_back(board_.is_true(positive(variable)) ? positive(variable) : ~positive(variable));
      }
    } else {
      std::erase_if(shared, [&](Literal literal) { return !board_.is_true(literal); });
    }
    std::vector<Literal> clause;
    for (const Literal literal : shared) clause.push_back(~literal);
    exhausted_ = !refuse(clause);
  }
  outcome.exact = outcome.exact || exhausted_;
  outcome.verdict = outcome.count > 0 ? (outcome.exact ? Verdict::kMultiple : Verdict::kUnknown)
                                      : (outcome.exact ? Verdict::kNone : Verdict::kUnknown);
  outcome.literals = std::move(shared);
  finish(outcome);
  return outcome;
}

// A board is tried against the solutions of earlier ones before anything is searched; and where those
// failed, this one, so much like them, is likely to fail.
std::vector<Verdict> Search::try_edits(std::vector<std::vector<std::int32_t>>& labels,
                                       std::span<const Edit> edits, std::span<const std::int32_t> sizes,
                                       Keep keep, const Question& question) {
  std::vector<Verdict> verdicts;
  std::vector<std::span<const std::int32_t>> views(labels.begin(), labels.end());
  std::vector<std::int32_t> before;
  pool_.clear();
  forget_failures();
  pooling_ = true;
  Series series(*this, question.limits);
  for (const std::int32_t size : sizes) {
    if (!series.goes_on()) break;
    const std::span<const Edit> group = edits.first(static_cast<std::size_t>(size));
    edits = edits.subspan(static_cast<std::size_t>(size));
    before.clear();
    for (const Edit& edit : group) {
      std::int32_t& label =
          labels[static_cast<std::size_t>(edit.array)][static_cast<std::size_t>(edit.index)];
      before.push_back(label);
      label = edit.label;
    }
    bind(views, question);
    const Verdict verdict = has_two_known() ? Verdict::kMultiple : prove(views, question).verdict;
    if (stop_ != Stop::kCancelled) {
      verdicts.push_back(verdict);
      if (keep == Keep::kAlways || (keep == Keep::kUnique && verdict == Verdict::kUnique)) continue;
    }
    for (std::size_t index = group.size(); index-- > 0;) {
      labels[static_cast<std::size_t>(group[index].array)][static_cast<std::size_t>(group[index].index)] =
          before[index];
    }
  }
  pooling_ = false;
  return verdicts;
}

// Do two solutions of earlier boards solve this one as well?
bool Search::has_two_known() const {
  const Solution* first = nullptr;
  for (const Known& known : pool_) {
    if (board_.broken(Model(known.values), false) != 0) continue;
    if (first != nullptr && *first != known.solution) return true;
    first = &known.solution;
  }
  return false;
}

}  // namespace gridwright
