// A board: a shape bound to one puzzle's labels. Holds the assignment, the constraints and their
// propagation; knows why each literal holds. It never decides anything: that is the Search's part.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "gridwright/limits.h"
#include "gridwright/literal.h"
#include "gridwright/propagator.h"
#include "gridwright/shape.h"
#include "gridwright/trail.h"

namespace gridwright {

using Labels = std::span<const std::span<const std::int32_t>>;

// Why a literal holds: the constraint that inferred it and a word of that constraint's own.
// Antecedents are named only when somebody asks. id 0: a decision or a fact of the board.
struct Reason {
  std::uint32_t id = 0;
  std::uint32_t payload = 0;
};

// Reasons that are no model constraint carry one of these bits in their id.
inline constexpr std::uint32_t kClauseBit = 0x80000000u;  // the rest: the clause's place in the arena
inline constexpr std::uint32_t kSleptBit = 0x40000000u;   // a guard was refuted; the rest: which slumber

inline constexpr std::uint32_t kClauseHeader = 4;  // words before a clause's literals in the arena

// Rows of entries, one row per literal or integer. The entries of the shape stay; those that a
// board adds are dropped by reset().
template <typename T>
class Lists {
 public:
  void resize(std::size_t rows) { rows_.resize(rows), fixed_.resize(rows); }
  void push(std::size_t row, const T& entry) {
    if (frozen_ && rows_[row].size() == fixed_[row]) touched_.push_back(static_cast<std::uint32_t>(row));
    rows_[row].push_back(entry);
  }
  void freeze() {
    for (std::size_t row = 0; row < rows_.size(); ++row)
      fixed_[row] = static_cast<std::uint32_t>(rows_[row].size());
    frozen_ = true;
  }
  void reset() {
    for (const std::uint32_t row : touched_)
      rows_[row].erase(rows_[row].begin() + fixed_[row], rows_[row].end());
    touched_.clear();
  }
  const std::vector<T>& operator[](std::size_t row) const { return rows_[row]; }
  std::size_t size() const { return rows_.size(); }
  const std::vector<std::uint32_t>& touched() const { return touched_; }  // rows to which the board has added
  bool is_touched(std::size_t row) const { return rows_[row].size() != fixed_[row]; }

 private:
  std::vector<std::vector<T>> rows_;
  std::vector<std::uint32_t> fixed_, touched_;
  bool frozen_ = false;
};

class Board {
 public:
  explicit Board(const Shape& shape);
  ~Board();
  Board(const Board&) = delete;
  Board& operator=(const Board&) = delete;

  // ---- binding ---------------------------------------------------------------------------------

  // Brings in one puzzle's labels; everything of the board before is gone. Constraints that are
  // merely implied are left out until add_implied(). Unknowns that are neither shown nor in a
  // constraint of this board are made false, but for those of the literals `kept`.
  void bind(Labels labels, std::span<const Literal> kept = {});
  void add_implied();

  // ---- assignment ------------------------------------------------------------------------------

  int value(Literal literal) const { return value_[literal.code]; }  // 1 true, -1 false, 0 open
  bool is_true(Literal literal) const { return value_[literal.code] > 0; }
  bool is_false(Literal literal) const { return value_[literal.code] < 0; }
  bool is_open(Literal literal) const { return value_[literal.code] == 0; }
  std::uint64_t domain(std::int32_t integer) const { return domain_[integer].get(); }
  int level() const { return static_cast<int>(levels_.size()); }
  int level_of(Variable variable) const { return about_[variable].level; }
  std::int32_t position_of(Variable variable) const { return about_[variable].position; }
  Reason reason_of(Variable variable) const { return about_[variable].reason; }
  const std::vector<Literal>& trail() const { return trail_; }
  bool all_assigned() const {
    return trail_.size() + resting_.size() - awake_.size() == static_cast<std::size_t>(shape_.variables);
  }
  std::span<const std::int8_t> values() const { return value_; }

  void open_level() { levels_.push_back({trail_.size(), undo_.size(), slumbers_.size()}); }
  void decide(Literal literal);                  // opens a level
  void assign(Literal literal, Reason reason) {  // at the current level; must be open
    value_[static_cast<std::size_t>(literal.code)] = 1;
    value_[static_cast<std::size_t>(literal.code ^ 1)] = -1;
    about_[static_cast<std::size_t>(literal.variable())] = {level(), static_cast<std::int32_t>(trail_.size()),
                                                            reason};
    trail_.push_back(literal);
  }
  void back_to(int level);
  bool propagate();  // false: see conflict()

  // ---- reasons ---------------------------------------------------------------------------------

  // After propagate() has failed: literals that are true and cannot hold together.
  void conflict(std::vector<Literal>& because);
  std::uint32_t conflict_id() const { return conflict_.reason.id; }
  // Literals that were true before `implied` became so, and imply it.
  void explain(Literal implied, std::vector<Literal>& because);
  // Was this literal true before the trail had `moment` entries?
  bool held_before(Literal literal, std::int32_t moment) const {
    return value_[literal.code] > 0 && about_[literal.variable()].position < moment;
  }

  // ---- clauses ---------------------------------------------------------------------------------

  // Adds a clause of two or more literals; the first two are watched. Returns its place.
  std::uint32_t add_clause(std::span<const Literal> literals, std::uint32_t id, std::uint32_t rank);
  std::span<Literal> clause(std::uint32_t place) {
    static_assert(sizeof(Literal) == sizeof(std::uint32_t));
    return {reinterpret_cast<Literal*>(&arena_[place + kClauseHeader]), arena_[place]};
  }
  std::uint32_t clause_id(std::uint32_t place) const { return arena_[place + 1]; }  // 0: learned
  std::uint32_t& clause_rank(std::uint32_t place) { return arena_[place + 2]; }
  float& clause_activity(std::uint32_t place) { return reinterpret_cast<float&>(arena_[place + 3]); }
  bool is_reason(std::uint32_t place) const;
  // Forgets learned clauses; `keep` lists, in order, the places to keep and receives the new ones.
  void compact_learned(std::vector<std::uint32_t>& keep);
  std::size_t arena_bytes() const { return arena_.size() * sizeof(std::uint32_t); }

  // ---- what propagators use --------------------------------------------------------------------

  bool infer(Literal literal, std::uint32_t id, std::uint32_t payload) {
    const int now = value_[literal.code];
    if (now > 0) {
      ++statistics.entailments;
      return true;
    }
    if (guarded_ && constraints_[id].guard != kTrue) return infer_guarded(literal, id, payload);
    if (now < 0) return fail(literal, id, payload);
    ++statistics.by_kind[static_cast<std::size_t>(constraints_[id].kind)];
    assign(literal, {id, payload});
    return true;
  }
  bool fail(Literal literal, std::uint32_t id, std::uint32_t payload) {
    conflict_ = {literal, {id, payload}};
    return false;
  }
  void subscribe(Literal literal, Propagator& propagator, std::uint32_t data) {
    if (!subscribed_) subscribers_.push(static_cast<std::size_t>(literal.code), {&propagator, data});
  }
  void subscribe_integer(std::int32_t integer, Propagator& propagator, std::uint32_t data) {
    integers_heard_ = true;
    if (!subscribed_) integer_subscribers_.push(static_cast<std::size_t>(integer), {&propagator, data});
  }
  // What this board's relations allow between x (rows) and y, or nullptr.
  const std::uint64_t* relation(std::int32_t x, std::int32_t y) const;
  // Is there a `distinct` over all of these integers?
  bool all_different(std::span<const std::int32_t> integers) const;
  // Only reasons of the failure that has just happened are asked for; they may be longer than need be,
  // for nobody learns from them.
  bool rough_reasons() const { return rough_reasons_; }
  void set_rough_reasons(bool rough) { rough_reasons_ = rough; }
  // Reasons are asked for all the time: constraints whose reasons are dear stay out of it.
  bool learning() const { return learning_; }
  void set_learning(bool learning) { learning_ = learning; }
  const Shape& shape() const { return shape_; }
  UndoLog& undo() { return undo_; }
  // Long runs say how much they do, so that limits are looked at in time.
  void spend(std::int64_t units) { work_ += units; }

  // ---- what the search looks at ----------------------------------------------------------------

  struct Constraint {
    Kind kind;
    std::int32_t group;   // -1: stems from no rule
    std::uint32_t index;  // into the array of its kind
    Literal guard;
  };
  struct Count {
    std::uint32_t begin, size;
    std::int32_t low, high;
    std::uint32_t id;
  };
  struct Implied {
    Literal literal;
    std::uint32_t id;
  };
  // What follows from one literal alone, by a pair of the model.
  const std::vector<Implied>& implied_by(Literal literal) const {
    return implied_[static_cast<std::size_t>(literal.code)];
  }
  const std::vector<Constraint>& constraints() const { return constraints_; }
  struct Distinct {
    std::uint32_t begin, size;  // integers, in members_
    std::int32_t low, values;
    bool permutation;  // as many places as values
    std::uint32_t id;
  };
  struct Pair {
    std::int32_t integers[2];
    const Table* table;
    std::uint32_t id;
  };
  const std::vector<Pair>& pairs() const { return pairs_; }
  const std::vector<Distinct>& distincts() const { return distincts_; }
  std::span<const std::int32_t> members(const Distinct& distinct) const {
    return {members_.data() + distinct.begin, distinct.size};
  }
  const std::vector<std::pair<Literal, std::uint32_t>>& facts() const { return facts_; }
  const std::vector<Count>& counts() const { return counts_; }
  std::span<const Literal> literals(const Count& count) const {
    return {terms_.data() + count.begin, count.size};
  }
  std::uint32_t trues(std::size_t count) const {
    return static_cast<std::uint32_t>(count_state_[count].get() >> 32);
  }
  std::uint32_t falses(std::size_t count) const {
    return static_cast<std::uint32_t>(count_state_[count].get());
  }
  std::size_t definitions() const { return defines_.size(); }
  // The defined literal, then those of which one must be true for it.
  std::span<const Literal> definition(std::size_t index) const {
    return {terms_.data() + defines_[index].begin, defines_[index].size};
  }
  const std::vector<std::uint32_t>& counts_with(Literal literal) const {
    return occurrences_[static_cast<std::size_t>(literal.code)];
  }

  // For each variable, the constraints that speak of it.
  std::vector<std::vector<std::uint32_t>> constraints_on() const;

  // Checks a total assignment against the meaning of every constraint: returns the id of one that
  // is broken, 0 if all hold. With `fixed_too` false, only those the board added to its shape.
  std::uint32_t broken(const Model& model, bool fixed_too = true) const;
  // Per group, 1 if one of its constraints is broken; guards that are false in the assignment still sleep.
  void broken_groups(const Model& model, std::vector<std::int8_t>& broken) const;
  Literal decision(int level) const { return trail_[levels_[static_cast<std::size_t>(level) - 1].trail]; }

  // ---- limits ----------------------------------------------------------------------------------

  // `poll` is called from inside long propagations once poll_due(); false ends them early.
  void on_work(bool (*poll)(void*), void* context) { poll_ = poll, poll_context_ = context; }
  void poll_every(std::int64_t work) { poll_at_ = work_ + work; }
  bool poll_due() const { return work_ >= poll_at_; }

  Statistics statistics;

 private:
  struct About {
    std::int32_t level, position;
    Reason reason;
  };
  struct Level {
    std::size_t trail, undo, slumbers;
  };
  struct Failure {
    Literal literal;
    Reason reason;
  };
  struct Define {
    std::uint32_t begin, size;  // in terms_, the defined literal first
    std::uint32_t id;
  };
  struct Either {  // a clause of two: each literal is true if the other is false
    Literal one, other;
    std::uint32_t id;
  };
  struct Watch {
    std::uint32_t clause;
    Literal blocker;
  };
  struct Subscriber {
    Propagator* propagator;
    std::uint32_t data;
  };
  struct Relation {  // seen from one integer
    std::int32_t other;
    std::int32_t bites_at;         // of no use while more values than these are left
    const std::uint64_t* allowed;  // per value here, the values of the other that go with it
    std::uint32_t id;
    std::uint32_t loser;  // which side of the pair the other is
  };
  struct Candidate {  // what a label switches on: a whole post, or one of its terms
    std::uint32_t post;
    std::int32_t term;  // -1: the post
  };
  struct Switches {                    // of one label array
    std::vector<std::int64_t> limits;  // between bands of labels that no condition tells apart
    std::vector<std::uint32_t> begin;  // per index and band, into candidates_
  };

  // board.cc: once for a shape
  void index_candidates();
  void index_idle();
  void lay_to_rest();
  void settle_integers();
  bool is_last_value(Variable variable) const {
    const std::int32_t integer = shape_.integer_of[static_cast<std::size_t>(variable)];
    return integer >= 0 && last_value_[static_cast<std::size_t>(integer)] == positive(variable);
  }
  bool can_lie_empty(const Post& post) const;

  // bind.cc: for each board
  void reset();
  void match_labels(Labels labels);
  void create_family(std::size_t post, std::span<const std::int32_t> labels);
  void create_gathered();
  void fix_idle();
  void use(Variable variable);
  void index_guards();

  // create.cc (distinct and related: constraints/integers.cc)
  void create(std::size_t post, std::span<const std::int32_t> terms, std::int32_t group);
  std::uint32_t new_constraint(Kind kind, std::int32_t group);
  void create_propagator(std::size_t post, std::span<const std::int32_t> terms, std::uint32_t id);
  void create_count(const Post& post, std::span<const std::int32_t> terms, std::uint32_t id);
  void create_clause(std::span<const std::int32_t> terms, std::uint32_t id);
  void create_define(std::span<const std::int32_t> terms, std::uint32_t id);
  void create_distinct(std::span<const std::int32_t> terms, std::uint32_t id);
  void create_related(const Post& post, std::uint32_t id);
  void add_fact(Literal literal, std::uint32_t id) { facts_.push_back({literal, id}); }
  void add_pair(Literal trigger, Literal implied, std::uint32_t id);
  void watch_clause(std::uint32_t place);

  // propagate.cc
  bool infer_guarded(Literal literal, std::uint32_t id, std::uint32_t payload);
  bool propagate_literals();
  bool on_count(std::uint32_t entry);
  bool recheck_count(std::uint32_t index);
  bool recheck_distinct(std::uint32_t index);
  bool recheck_related(std::uint32_t index);
  bool recheck_define(std::uint32_t index);
  bool on_true_value(Literal literal, std::int32_t integer);
  bool on_lost_value(Literal literal, std::int32_t integer);
  void note_changed(std::int32_t integer);
  bool on_changed_integer();
  bool on_stirred_line();
  bool revise(const Relation& relation, std::uint64_t left);
  bool only_places(const Distinct& distinct);
  bool on_clauses(Literal literal);
  bool on_guard(Literal literal);
  void wake(const std::vector<Subscriber>& subscribers);
  void enqueue(Propagator& propagator);
  void clear_queue();

  // explain.cc
  void expand(Literal implied, Reason reason, std::int32_t moment, std::vector<Literal>& because);
  void expand_count(const Count& count, Literal implied, std::uint32_t payload, std::int32_t moment,
                    std::vector<Literal>& because) const;
  void expand_integer(const Integer& integer, Literal implied, std::uint32_t payload,
                      std::vector<Literal>& because) const;
  template <typename GoOn>
  bool each_broken(const Model& model, bool fixed_too, GoOn go_on) const;
  std::uint32_t without_one_value(const Model& model) const;
  bool related_holds(const Pair& pair, const Model& model) const;
  void expand_related(const Pair& pair, std::uint32_t payload, std::int32_t moment,
                      std::vector<Literal>& because) const;
  bool distinct_holds(const Distinct& distinct, const Model& model) const;
  void expand_distinct(const Distinct& distinct, Literal implied, std::uint32_t payload,
                       std::vector<Literal>& because) const;

  const Shape& shape_;
  const bool guarded_;

  std::vector<std::int8_t> value_;  // per literal code
  std::vector<About> about_;        // per variable
  std::vector<Literal> trail_;
  std::vector<Level> levels_;
  std::size_t head_ = 0;  // trail entries before it have been propagated
  UndoLog undo_;
  Failure conflict_;
  std::vector<Failure> slumbers_;  // what refuted each guard, see infer_guarded()
  bool facts_done_ = false, rough_reasons_ = false, learning_ = false;
  std::int64_t work_ = 0, poll_at_ = 0;
  bool (*poll_)(void*) = nullptr;
  void* poll_context_ = nullptr;

  // Constraints. The first fixed_.x of each array are the shape's and stay from board to board.
  struct Sizes {
    std::size_t constraints = 0, counts = 0, terms = 0, distincts = 0, members = 0, pairs = 0,
                propagators = 0, facts = 0, arena = 0, defines = 0, eithers = 0;
  } fixed_;
  std::vector<Constraint> constraints_;
  std::vector<Count> counts_;
  std::vector<Trailed<std::uint64_t>> count_state_;  // true literals << 32 | false literals
  std::vector<Literal> terms_;
  std::vector<Distinct> distincts_;
  std::vector<Define> defines_;
  std::vector<Either> eithers_;
  std::vector<std::int32_t> members_;
  std::vector<Pair> pairs_;
  std::vector<Trailed<std::uint64_t>> domain_;      // per integer
  std::vector<std::uint64_t> start_domain_;         // ... before anything is assigned
  std::vector<Propagator*> propagators_;            // of this board
  std::vector<std::unique_ptr<Propagator>> made_;   // per post, when the same on every board
  std::vector<std::unique_ptr<Propagator>> owned_;  // this board's own
  std::vector<std::pair<Literal, std::uint32_t>> facts_;
  std::vector<std::uint32_t> arena_;        // clauses that are watched: size, id, rank, activity, literals
  std::vector<std::uint32_t> fixed_arena_;  // as it was before any search
  std::size_t learned_begin_ = 0;           // problem clauses come first

  // Who hears of it when a literal becomes true, or an integer loses values.
  Lists<Implied> implied_;
  Lists<std::uint32_t> occurrences_;  // count << 1 | (1 if the literal counts as false there)
  std::vector<std::vector<Watch>> watches_;
  bool watches_used_ = false;
  Lists<Subscriber> subscribers_, integer_subscribers_;
  Lists<std::uint32_t> distincts_of_;
  Lists<Relation> relations_;
  std::vector<Propagator*> queue_[kPriorities];
  std::vector<std::int32_t> changed_;   // integers that have lost values since they were looked at
  std::vector<std::uint32_t> stirred_;  // permutations with such an integer
  std::vector<std::int8_t> is_changed_, is_stirred_;
  bool integers_heard_ = false;  // a constraint of this board wants to know what integers have lost

  // What labels switch on.
  std::vector<Switches> switches_;  // per array
  std::vector<Candidate> candidates_;
  std::vector<std::uint32_t> dynamic_posts_;  // without `when`, but not fixed
  std::vector<std::uint32_t> implied_posts_;
  std::vector<std::uint32_t> switched_on_;
  std::vector<Variable> maybe_idle_;    // hidden, in no constraint of the shape, not resting
  std::vector<std::uint32_t> used_on_;  // per variable: the last board with a constraint on it, or
  static constexpr std::uint32_t kEveryBoard = ~0u;  // ... used by a constraint of the shape
  std::uint32_t board_number_ = 0;
  std::vector<std::span<const std::int32_t>> labels_;   // of the board, while it is being asked about
  Lists<std::int32_t> gathered_;                        // per post: its members on this board
  std::vector<std::vector<std::uint32_t>> guarded_by_;  // per group, when guarded
  bool built_ = false;                                  // the shape's part is complete
  bool subscribed_ = false;                             // those who attach have subscribed before

  // Unknowns that are false on every board with no constraint on them, and the value that this leaves
  // to an integer: they rest, and cost nothing, until a constraint of the board names them.
  std::vector<std::int8_t> start_,
      rests_;  // per literal code: its value when all of them rest; 1 if it is false then
  std::vector<Variable> resting_, awake_;  // all of them; those that this board uses
  std::vector<std::int32_t> rest_;         // per variable: the post that defines it, or one of the next two
  static constexpr std::int32_t kNeverRests = -1, kUndefined = -2;
  std::vector<Literal> last_value_;          // per integer: its value while all others rest, or kTrue
  std::vector<std::int32_t> open_integers_;  // those without one
  std::vector<std::int32_t> rest_integers_;  // integers with values that rest, but not the last
  std::vector<bool> lies_empty_;             // per post: says nothing while none of its conditions holds

  // scratch, kept for its capacity
  std::vector<std::int32_t> family_ends_, family_members_;
  std::vector<Literal> scratch_;
  mutable std::vector<std::int8_t> taken_;
};

}  // namespace gridwright
