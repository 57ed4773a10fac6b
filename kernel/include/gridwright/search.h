// The search: decisions, learning, and the questions that can be asked about a board.
// A Search belongs to one thread at a time and serves board after board.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <vector>

#include "gridwright/board.h"
#include "gridwright/labeling.h"

namespace gridwright {

enum class Verdict : std::uint8_t { kNone, kUnique, kMultiple, kUnknown };

using Solution = std::vector<std::int16_t>;  // per shown place: the integer's value, or 0 / 1

struct Question {
  Limits limits;
  std::uint64_t seed = 0;        // for choices at random; the default search makes none
  std::uint32_t symmetries = 0;  // bit k: symmetry k of the shape maps this board to itself
  std::vector<Literal> assumptions;
  std::int64_t plain_nodes = -1;       // nodes of plain search before learning begins; -1: the default
  const Labeling* labeling = nullptr;  // search by this labeling; nullptr: the default search
};

struct Outcome {
  Verdict verdict = Verdict::kUnknown;
  Stop stop = Stop::kNone;
  std::vector<Solution> solutions;
  std::int64_t count = 0;         // solutions found, images under symmetry included
  std::int64_t orbits = 0;        // the same, images not counted
  bool exact = false;             // proved that there are no more
  std::vector<Literal> literals;  // forced values, or the assumptions that cannot hold together
  Statistics statistics;
  Statistics at_first;  // as the statistics stood at the first solution
  Tree tree;            // of a search by a labeling, as far as it was to be recorded
};

// What a question to a held board has brought. kYes: a solution is on the board.
enum class Answer : std::uint8_t { kYes, kNo, kStopped };

struct Edit {
  std::int32_t array, index, label;
};

enum class Keep : std::uint8_t { kNever, kAlways, kUnique };

class DomainLearning;
class Domains;
class LookAhead;

class Search {
 public:
  explicit Search(const Shape& shape);
  ~Search();

  // Whether there is a solution and whether it is the only one (up to the given symmetries).
  Outcome prove(Labels labels, const Question& question);
  // Solutions one after another until `limit`; the first `keep` of them are returned.
  Outcome enumerate(Labels labels, const Question& question, std::int64_t limit, std::int64_t keep);
  // The literals of shown unknowns that hold in every solution.
  Outcome forced(Labels labels, const Question& question);
  // One solution under the assumptions, or those of them that cannot hold together.
  Outcome solve(Labels labels, const Question& question);
  // One solution, chosen at random by the question's seed; not all need be equally likely.
  Outcome sample(Labels labels, const Question& question);
  // Changes labels edit by edit and proves each board; `sizes` says how many edits go together.
  // An edit that `keep` does not keep is undone before the next.
  std::vector<Verdict> try_edits(std::vector<std::vector<std::int32_t>>& labels, std::span<const Edit> edits,
                                 std::span<const std::int32_t> sizes, Keep keep, const Question& question);

  // While there is one, all questions together have the time of its limits.
  class Series {
   public:
    Series(Search& search, const Limits& limits);
    ~Series();
    Series(const Series&) = delete;
    bool goes_on();  // between questions: looks at the limits

   private:
    Search& search_;
  };

  // ---- many questions about one guarded board: held.cc ------------------------------------------

  void hold(Labels labels);  // the labels must stay where they are
  void limit(const Limits& limits);
  Stop stopped() const { return stop_; }
  bool goes_on();  // looks at the limits
  // Is there a solution under these assumptions? Answer::kNo: core() has those that exclude each other.
  // After so many failures it gives up: Answer::kStopped, although no limit is reached.
  Answer ask(std::span<const Literal> assumptions, std::int64_t most_failures = -1);
  // Brings the board to what follows from these assumptions by propagation; false: a contradiction.
  bool place(std::span<const Literal> assumptions);
  const std::vector<Literal>& core() const { return core_; }
  // Which value of each variable is tried first: 1 true, else false. Empty: true.
  std::vector<std::int8_t> phases;

  // Learned clauses are checked by this in tests; called with each clause learned.
  std::function<void(std::span<const Literal>)> on_learned;
  Board& board() { return board_; }

 private:
  enum class Found : std::uint8_t { kSolution, kExhausted, kStopped, kPaused };

  void assume(std::span<const Literal> assumptions);  // held.cc

  // questions.cc
  void begin(Labels labels, const Question& question);
  void bind(Labels labels, const Question& question);
  void forget_failures();
  void finish(Outcome& outcome);
  Found next_solution();
  bool note_solution(Outcome& outcome, std::int64_t keep);
  Solution read_solution() const;
  std::span<const std::int8_t> found_values() const {
    return on_domains_ ? std::span<const std::int8_t>(domain_values_) : board_.values();
  }
  void check_meaning() const;
  bool block(const Solution& solution);
  bool refuse(std::vector<Literal>& clause);
  bool has_two_known() const;
  static bool poll(void* search);
  bool within_limits();
  void look_at_clock();
  std::int64_t bytes() const;

  // plain.cc: depth first, nothing learned
  Found plain_search();
  void join_implied();
  bool step_back();
  Literal choose_tightest();
  Literal best_of(const Board::Count& count) const;
  Literal best_value(std::int32_t integer) const;
  void blame();
  double tightness(std::size_t count) const;

  // on_domains.cc: where all unknowns are integers
  void begin_on_domains();
  Found search_on_domains();
  Found plain_on_domains();
  Found give_way();
  Found learn_on_domains();
  void count_on_domains();
  void take_domains(const Domains& domains);

  // labeled.cc: depth first, by a labeling
  Found labeled_search();
  void start_labeling();

  // learn.cc: conflict analysis, restarts, and the clauses they leave
  Found learning_search();
  void start_learning();
  void seed_activity();
  void scatter_activity();
  int analyze();
  bool redundant(Literal literal, std::uint32_t levels);
  void minimize();
  void drop_implied_by(Literal point);
  std::uint32_t count_levels(std::span<const Literal> literals);
  void assert_learned(int level);
  void failed_assumptions(Literal literal);
  void reduce();
  void bump(Variable variable);
  void bump_clause(std::uint32_t place);
  Literal choose_active();
  std::uint32_t level_bit(Literal literal) const { return 1u << (board_.level_of(literal.variable()) & 31); }
  void jump_to(int level);

  // images.cc: what was learned, mirrored
  void find_images();
  void add_images(std::uint32_t rank);
  bool take_images();

  // the queue of variables by activity
  void queue_insert(Variable variable);
  void sift_up(std::size_t place);
  void sift_down(std::size_t place);
  Variable queue_pop();

  const Shape& shape_;
  Board board_;
  std::unique_ptr<Domains> domains_;                 // when boards of this shape suit it
  std::unique_ptr<LookAhead> look_ahead_;            // on them
  std::unique_ptr<DomainLearning> domain_learning_;  // made when a board needs it
  bool on_domains_ = false;                          // they are where this board is searched
  bool takes_turns_ = false;                         // ... by plain search and learning in turn
  bool learning_turn_ = false, learning_begun_ = false;
  bool settled_ = false, learning_settled_ = false;  // what either did last was to find a solution
  std::vector<std::int8_t> domain_values_;           // of every literal: the solution found there
  Question question_;
  Statistics& statistics_;
  Stop stop_ = Stop::kNone;
  Clock::time_point start_, limited_from_, last_pulse_;
  bool in_series_ = false;
  std::int64_t conflicts_ = 0;
  std::int64_t usual_plain_nodes_ = 0;  // for boards of this shape
  bool bare_ = true;                    // redundant constraints are still left out
  bool learning_ = false;               // the plain search has given up on this board
  bool fresh_ = true;                   // no solution is on the board
  bool exhausted_ = false;              // blocking the last solution left nothing
  std::int64_t plain_budget_ = 0;
  std::set<Solution> known_;  // solutions found, with their images
  std::vector<bool> is_shown_;
  struct Known {
    std::vector<std::int8_t> values;  // of every literal
    Solution solution;
  };
  std::deque<Known> pool_;        // solutions of earlier boards, the latest first
  std::int64_t give_up_at_ = -1;  // held: failures
  bool refuted_ = false;          // held: the board has no solution, whatever is assumed
  bool scattered_ = false;        // decisions begin in an order that the seed draws
  bool pooling_ = false;          // boards are bound and tried against the pool before they are searched

  std::unique_ptr<Labeler> labeler_;  // nullptr: the default search

  // activity
  std::vector<double> activity_;
  double activity_step_ = 1;
  float clause_step_ = 1;
  std::vector<double> weight_;  // per constraint: how often it failed in plain search
  std::vector<double> integer_weight_;
  double weight_step_ = 1;
  std::vector<Variable> queue_;
  std::vector<std::int32_t> queue_place_;

  // learned clauses
  std::vector<std::uint32_t> learned_;  // places in the board's arena
  std::int64_t reduce_at_ = 0, reduce_step_ = 0;
  double fast_rank_ = 0, slow_rank_ = 0;
  std::int64_t since_restart_ = 0;
  std::vector<Literal> core_;
  std::vector<std::vector<Literal>> images_;       // of each literal, per symmetry of the board
  std::vector<std::vector<Literal>> image_queue_;  // clauses to take in at the root

  // scratch of the analysis
  std::vector<Literal> clause_, because_, stack_;
  std::vector<std::int8_t> seen_;
  std::vector<Variable> to_clear_;
  std::vector<std::int64_t> level_stamp_, variable_stamp_;
  std::int64_t stamp_ = 0;
};

}  // namespace gridwright
