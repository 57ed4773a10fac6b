// Why what holds must hold: deductions about one board of a guarded shape, cheapest first. Each names the
// groups (rule instances) and the facts that it stands on, and needs all of them.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "gridwright/search.h"
#include "gridwright/witnesses.h"

namespace gridwright {

// One forced move of a chain. Or a case inside it: the opposite of the conclusion, tried out, leads by moves
// of its own to a contradiction.
struct Link {
  std::vector<Literal> conclusions;  // none: a contradiction
  std::int32_t group;                // -1: an integer has exactly one of its values; or a case
  std::vector<Literal> because;      // of a case: what its moves use of those before it
  std::vector<Link> moves;           // of a case
};

// Counts added up, each so often: its "at most"; or, if less than none, its "at least".
using Sum = std::vector<std::pair<std::int32_t, std::int32_t>>;  // group, how often

struct Deduction {
  enum class Kind : std::uint8_t {
    kRule,   // one group, by its propagation alone
    kScope,  // one scope and what is free, reasoned completely
    kCore,   // several scopes
    kChain,  // the opposite leads, move by move, to a contradiction
    kCases,  // a longer chain, or one with cases inside
  };
  Kind kind;
  std::int32_t weight = 0;  // of the scopes; of a chain: its moves
  std::vector<Literal> conclusions;
  std::vector<std::int32_t> groups;
  std::vector<Literal> facts;
  std::vector<Link> links;
  std::vector<Sum> sums;  // of a core: per conclusion a sum that its opposite breaks; empty: none does
};

// What a person looks at together, and what that weighs. Groups in no scope are free: always in view.
// Ignored groups are as if the rules did not have them.
struct Scopes {
  std::vector<std::vector<std::int32_t>> groups;
  std::vector<std::int32_t> weights;
  std::vector<std::int32_t> ignored;
};

// How far to look.
struct Reach {
  std::int32_t weight = 7;     // of a core that is the lightest; sums of counts go further
  std::int32_t moves = 12;     // of a chain
  std::int32_t depth = 0;      // how deep cases may lie within cases; 0: none
  std::int32_t all_moves = 0;  // of a chain with cases, theirs as well
};

class Counting;

class Explainer {
 public:
  // Labels are kept; the shape must outlive this.
  Explainer(const Shape& shape, std::vector<std::vector<std::int32_t>> labels, Scopes scopes);
  ~Explainer();

  // Each call below ends early when these limits, set before it, are reached: stopped() tells.
  void limit(const Limits& limits);
  Stop stopped() const { return search_.stopped(); }

  // Finds a solution with these literals; deductions agree with it. False: none was found.
  bool refer(std::span<const Literal> wanted);
  // From now on these literals are facts, instead of those before.
  void know(std::span<const Literal> facts);
  // The solution that deductions agree with, as literals.
  std::vector<Literal> reference() const;
  const Shape& shape() const { return shape_; }
  // The facts, with what integers make of them.
  std::vector<Literal> facts() const;

  // The next deduction from the facts; it is not added to them.
  std::optional<Deduction> next(const Reach& reach);
  // The cheapest deduction of one literal.
  std::optional<Deduction> prove(Literal literal, const Reach& reach);
  // Groups of which none can be left out and that cannot hold together with the facts; of the least
  // weight, as far as `reach` goes. Nothing: they can.
  std::optional<Deduction> contradiction(const Reach& reach);
  // Can the literal be false, by everything that the rules say?
  bool is_open(Literal literal);

 private:
  using Chosen = std::vector<std::int32_t>;  // scopes

  // explainer.cc
  void start();
  void find_targets();
  std::optional<Deduction> beyond_rules(std::span<const Literal> targets, const Reach& reach);
  bool is_known(Literal literal) const { return known_[static_cast<std::size_t>(literal.code)] != 0; }
  std::optional<Deduction> by_rule(Literal wanted);
  void gather(std::int32_t group, std::vector<Literal>& found);
  void join(Deduction& deduction);
  void canonical(std::vector<Literal>& conclusions) const;

  // cores.cc
  std::optional<Deduction> by_core(std::span<const Literal> targets, std::int32_t weight);
  std::optional<Chosen> refuting(Literal opposite, std::int32_t weight);
  Answer ask(const Chosen& scopes, Literal opposite);
  void assume_scopes(const Chosen& scopes);
  void extend(Deduction& deduction, std::span<const Literal> targets);
  void grow_witness(Literal opposite, std::int64_t failures);
  std::vector<bool> broken_scopes(std::vector<std::int8_t>& values);
  Deduction conclude(Literal literal, const Chosen& scopes);
  std::vector<Literal> premises_of(const Deduction& deduction) const;
  void add_values(std::vector<Literal>& conclusions, std::span<const Literal> premises);
  bool proves(std::span<const Literal> conclusions, std::span<const Literal> premises,
              std::vector<Literal>& used);
  void reduce(Deduction& deduction);

  // sums.cc
  std::optional<Deduction> by_sum(std::span<const Literal> targets);
  Counting& counting();
  Chosen covering(std::span<const std::int32_t> groups) const;
  void add_sums(Deduction& deduction);

  // chains.cc
  std::optional<Deduction> by_chain(std::span<const Literal> targets, const Reach& reach);
  std::optional<Deduction> shortest_chain(std::span<const Literal> targets, std::span<const Literal> premises,
                                          Reach reach);
  std::optional<Deduction> chain(Literal conclusion, std::span<const Literal> premises, const Reach& reach);
  Deduction without_spare(Deduction found, const Reach& reach);
  void add_before(Deduction& found, std::vector<Literal> before);
  bool try_cases(std::int32_t depth, const Reach& reach);
  std::optional<Link> refute_case(Literal possibility, std::int32_t depth, const Reach& reach);
  std::vector<Link> trace(std::size_t start, std::vector<Literal>& from_before);
  Link link_to(Literal literal);
  std::int32_t moves_of(std::span<const Link> links) const;

  const Shape& shape_;
  const std::vector<std::vector<std::int32_t>> labels_;
  Scopes scopes_;
  std::vector<std::int32_t> groups_;           // that this board has, rising
  std::vector<std::int8_t> state_;             // per group: whether it is absent, free or in scopes
  std::vector<std::vector<std::int32_t>> in_;  // per group: its scopes
  std::vector<Literal> free_;                  // guards

  Search search_;  // learns; answers whether scopes leave a possibility
  Search walker_;  // only propagates, so that every inference has one group
  bool held_ = false;

  std::vector<std::int8_t> reference_;  // per variable: its value in a solution; empty: no solution is known
  std::vector<Literal> facts_;          // each integer with a known value by that alone
  std::vector<std::int8_t> known_;      // per literal code: a fact, or what integers make of the facts
  std::vector<Literal> targets_;        // open literals that hold in the reference
  std::vector<Literal> possibilities_;  // what cases may suppose
  std::vector<Literal> within_cases_;   // targets that were proved by cases when these were last tried
  struct Case {
    std::size_t place;  // on the trail
    Link link;
  };
  std::vector<Case> cases_;  // those that the position on the walker's board rests on

  std::unique_ptr<Counting> counting_;  // made when it is needed
  bool counting_knows_ = false;         // the facts
  std::int64_t tries_ = -1;  // not negative: counting proves; search gives up after so many failures
  Witnesses witnesses_;
  std::vector<Literal> assumed_, used_;  // scratch
  std::vector<std::int8_t> broken_;      // per group
};

}  // namespace gridwright
