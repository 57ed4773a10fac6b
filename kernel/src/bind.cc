// From a shape and one puzzle's labels to constraints.
#include <algorithm>
#include <bit>
#include <tuple>

#include "constraints.h"
#include "gridwright/board.h"

namespace gridwright {

namespace {
constexpr std::uint32_t kEveryBoard = ~0u;  // used by a constraint of the shape
}

Board::Board(const Shape& shape) : shape_(shape), guarded_(shape.guarded) {
  const auto codes = static_cast<std::size_t>(shape.variables) * 2;
  value_.resize(codes);
  about_.resize(static_cast<std::size_t>(shape.variables));
  trail_.reserve(static_cast<std::size_t>(shape.variables));
  implied_.resize(codes);
  occurrences_.resize(codes);
  watches_.resize(codes);
  subscribers_.resize(codes);
  integer_subscribers_.resize(shape.integers.size());
  distincts_of_.resize(shape.integers.size());
  relations_.resize(shape.integers.size());
  is_changed_.resize(shape.integers.size());
  gathered_.resize(shape.posts.size());
  made_.resize(shape.posts.size());
  lies_empty_.resize(shape.posts.size());
  used_on_.resize(static_cast<std::size_t>(shape.variables));
  constraints_.push_back({Kind::kTemplate, -1, 0, kTrue});  // id 0 is nobody
  facts_.push_back({kTrue, 0});
  for (std::size_t integer = 0; integer < shape.integers.size(); ++integer) {
    const Integer& unknown = shape.integers[integer];
    constraints_.push_back({Kind::kInteger, -1, static_cast<std::uint32_t>(integer), kTrue});
    start_domain_.push_back(unknown.size == 64 ? ~0ull : (1ull << unknown.size) - 1);
    if (unknown.size == 1) add_fact(unknown.equals(0), static_cast<std::uint32_t>(integer + 1));
  }
  domain_.resize(shape.integers.size());

  for (std::size_t index = 0; index < shape.posts.size(); ++index) {
    const Post& post = shape.posts[index];
    if (post.implied) {
      implied_posts_.push_back(static_cast<std::uint32_t>(index));
    } else if (post.fixed() && !can_lie_empty(post)) {
      create(index, post.terms, post.group);
    }
  }
  index_candidates();
  index_idle();
  lay_to_rest();
  for (std::size_t index = 0; index < shape.posts.size(); ++index) {
    const Post& post = shape.posts[index];
    if (post.implied || post.when >= 0 || lies_empty_[index]) continue;
    if (!post.fixed()) dynamic_posts_.push_back(static_cast<std::uint32_t>(index));
    if (post.fixed() && can_lie_empty(post)) create(index, post.terms, post.group);
  }
  for (Propagator* propagator : propagators_) propagator->attach(*this);
  built_ = true;
  fixed_arena_ = arena_;

  fixed_ = {constraints_.size(), counts_.size(),      terms_.size(), distincts_.size(), members_.size(),
            pairs_.size(),       propagators_.size(), facts_.size(), arena_.size(),     defines_.size()};
  implied_.freeze();
  occurrences_.freeze();
  subscribers_.freeze();
  integer_subscribers_.freeze();
  distincts_of_.freeze();
  relations_.freeze();
  gathered_.freeze();
}

Board::~Board() = default;

// Per label array, index and band of labels: the posts and terms that a label there may switch on.
void Board::index_candidates() {
  struct Entry {
    std::int32_t array, index, low, high;
    Candidate candidate;
  };
  std::vector<Entry> entries;
  const auto expect = [&](std::int32_t condition, std::size_t post, std::int32_t term) {
    const Condition& wanted = shape_.conditions[static_cast<std::size_t>(condition)];
    entries.push_back(
        {wanted.array, wanted.index, wanted.low, wanted.high, {static_cast<std::uint32_t>(post), term}});
  };
  for (std::size_t index = 0; index < shape_.posts.size(); ++index) {
    const Post& post = shape_.posts[index];
    if (post.when >= 0) expect(post.when, index, -1);
    if (post.conditions.empty() && !can_lie_empty(post)) continue;
    for (std::size_t term = 0; term < post.terms.size(); ++term) {
      if (post.conditions.empty() || post.conditions[term] < 0) {
        gathered_.push(index, post.terms[term]);
      } else {
        expect(post.conditions[term], index, post.terms[term]);
      }
    }
  }
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.array, a.index) < std::tie(b.array, b.index);
  });
  auto first = entries.begin();
  for (std::size_t array = 0; array < shape_.label_lengths.size(); ++array) {
    Switches& switches = switches_.emplace_back();
    const auto end = std::find_if(first, entries.end(), [&](const Entry& entry) {
      return entry.array != static_cast<std::int32_t>(array);
    });
    if (first == end) continue;
    std::vector<std::int64_t>& limits = switches.limits;
    for (auto entry = first; entry != end; ++entry)
      limits.insert(limits.end(), {entry->low, entry->high + 1ll});
    std::sort(limits.begin(), limits.end());
    limits.erase(std::unique(limits.begin(), limits.end()), limits.end());
    for (std::int32_t index = 0; index < shape_.label_lengths[array]; ++index) {
      const auto here = first;
      while (first != end && first->index == index) ++first;
      for (std::size_t band = 0; band <= limits.size(); ++band) {
        switches.begin.push_back(static_cast<std::uint32_t>(candidates_.size()));
        for (auto entry = here; band > 0 && entry != first; ++entry) {
          const std::int64_t label = limits[band - 1];
          if (entry->low <= label && label <= entry->high) candidates_.push_back(entry->candidate);
        }
      }
    }
    switches.begin.push_back(static_cast<std::uint32_t>(candidates_.size()));
  }
}

void Board::bind(Labels labels, std::span<const Literal> kept) {
  reset();
  ++board_number_;
  labels_.assign(labels.begin(), labels.end());
  match_labels(labels);
  for (const std::uint32_t index : switched_on_) {
    const Post& post = shape_.posts[index];
    if (post.implied) continue;
    create(index, post.conditions.empty() ? std::span(post.terms) : std::span(gathered_[index]), post.group);
  }
  for (const std::uint32_t index : dynamic_posts_) {
    const Post& post = shape_.posts[index];
    if (post.each >= 0) {
      create_family(index, labels[static_cast<std::size_t>(post.each)]);
    } else {
      create(index, gathered_[index], post.group);
    }
  }
  create_gathered();
  for (const Literal literal : kept) use(literal.variable());
  fix_idle();
  learned_begin_ = arena_.size();
  statistics.constraints = static_cast<std::int64_t>(constraints_.size()) - 1;
  for (std::size_t index = 0; index < fixed_.propagators; ++index) enqueue(*propagators_[index]);
  if (guarded_) index_guards();
}

void Board::index_idle() {
  std::vector<bool> wanted(static_cast<std::size_t>(shape_.variables), true);
  for (std::size_t variable = 0; variable < wanted.size(); ++variable) {
    wanted[variable] = used_on_[variable] == kEveryBoard || shape_.integer_of[variable] >= 0;
  }
  wanted[0] = true;
  for (const Shown& place : shape_.shown) wanted[static_cast<std::size_t>(place.literal.variable())] = true;
  for (std::int32_t group = 0; guarded_ && group < shape_.groups; ++group)
    wanted[static_cast<std::size_t>(shape_.guard(group).variable())] = true;
  for (std::size_t variable = 0; variable < wanted.size(); ++variable) {
    if (!wanted[variable]) maybe_idle_.push_back(static_cast<Variable>(variable));
  }
}

// Finds the unknowns that rest: hidden ones that only some boards use, and those that a constraint
// defines by members that only some boards have.
void Board::lay_to_rest() {
  const auto variables = static_cast<std::size_t>(shape_.variables);
  rest_.assign(variables, kNeverRests);
  start_.assign(variables * 2, 0);
  rests_.assign(variables * 2, 0);
  if (guarded_) return;
  for (const Variable variable : maybe_idle_) rest_[static_cast<std::size_t>(variable)] = kUndefined;
  std::vector<bool> barred(variables), barred_integer(shape_.integers.size());
  for (const Post& post : shape_.posts) {
    for (const std::int32_t term : post.terms) {
      if (takes_integers(post.kind)) {
        barred_integer[static_cast<std::size_t>(term)] = true;
      } else if (post.implied) {
        barred[static_cast<std::size_t>(term >> 1)] = true;
      }
    }
  }
  for (std::size_t index = 0; index < shape_.posts.size(); ++index) {
    const Post& post = shape_.posts[index];
    lies_empty_[index] = can_lie_empty(post);
    if (!lies_empty_[index] || post.kind != Kind::kDefine) continue;
    const auto defined = static_cast<std::size_t>(post.terms[0] >> 1);
    const std::int32_t integer = shape_.integer_of[defined];
    const bool used = used_on_[defined] == kEveryBoard || barred[defined] || rest_[defined] >= 0;
    lies_empty_[index] =
        !used && (integer < 0 || (!barred_integer[static_cast<std::size_t>(integer)] &&
                                  shape_.integers[static_cast<std::size_t>(integer)].size > 1));
    if (lies_empty_[index]) rest_[defined] = static_cast<std::int32_t>(index);
  }
  for (std::size_t variable = 1; variable < variables; ++variable) {
    if (barred[variable]) rest_[variable] = kNeverRests;
    if (rest_[variable] == kNeverRests) continue;
    resting_.push_back(static_cast<Variable>(variable));
    rests_[variable * 2] = 1;
    start_[variable * 2] = -1;
    start_[variable * 2 + 1] = 1;
    const std::int32_t integer = shape_.integer_of[variable];
    if (integer < 0) continue;
    const auto value =
        static_cast<std::int32_t>(variable) - shape_.integers[static_cast<std::size_t>(integer)].first;
    start_domain_[static_cast<std::size_t>(integer)] &= ~(1ull << value);
    if (rest_integers_.empty() || rest_integers_.back() != integer) rest_integers_.push_back(integer);
  }
  std::erase_if(maybe_idle_,
                [&](Variable variable) { return rest_[static_cast<std::size_t>(variable)] != kNeverRests; });
  awake_ = resting_;  // so that the first reset() puts all of them to rest
}

// Does this constraint, with none of its conditional members, say nothing or only that what it defines is
// false?
bool Board::can_lie_empty(const Post& post) const {
  if (guarded_ || post.implied || post.when >= 0 || post.each >= 0)
    return false;  // guarded: what rests may be what a group says
  const auto conditional = static_cast<std::size_t>(std::count_if(
      post.conditions.begin(), post.conditions.end(), [](auto condition) { return condition >= 0; }));
  const std::size_t always = post.terms.size() - conditional;
  if (post.kind == Kind::kCount)
    return always == 0 && conditional > 0 && post.parameters[0] <= 0 && post.parameters[1] >= 0;
  if (post.kind != Kind::kDefine || always != 1 || (conditional > 0 && post.conditions[0] >= 0)) return false;
  return !Literal{post.terms[0]}.negated() && Literal{post.terms[0]}.variable() != kTrue.variable();
}

// A constraint of this board speaks of this unknown.
void Board::use(Variable variable) {
  const auto index = static_cast<std::size_t>(variable);
  if (used_on_[index] == board_number_) return;
  used_on_[index] = board_number_;
  if (rest_[index] == kNeverRests) return;
  awake_.push_back(variable);
  value_[index * 2] = value_[index * 2 + 1] = 0;
  const std::int32_t integer = shape_.integer_of[index];
  if (integer < 0) return;
  Trailed<std::uint64_t>& domain = domain_[static_cast<std::size_t>(integer)];
  domain.reset(domain.get() | 1ull << (variable - shape_.integers[static_cast<std::size_t>(integer)].first));
}

// The constraints that would say nothing, did not the labels give them members.
void Board::create_gathered() {
  for (const std::uint32_t index : gathered_.touched()) {
    if (!lies_empty_[index]) continue;
    const Post& post = shape_.posts[index];
    const std::vector<std::int32_t>& terms = gathered_[index];
    if (post.kind == Kind::kCount && post.parameters[0] <= 0 &&
        post.parameters[1] >= static_cast<std::int32_t>(terms.size()))
      continue;
    create(index, terms, post.group);
  }
}

// Hidden unknowns that this board does not use (moves of pieces that it lacks) must not be searched;
// what the board uses without defining it is false, and integers know what that leaves.
void Board::fix_idle() {
  for (const Variable variable : maybe_idle_) {
    if (used_on_[static_cast<std::size_t>(variable)] != board_number_) add_fact(~positive(variable), 0);
  }
  for (std::size_t next = 0; next < awake_.size(); ++next) {
    const std::int32_t post = rest_[static_cast<std::size_t>(awake_[next])];
    if (post < 0 || gathered_.is_touched(static_cast<std::size_t>(post))) continue;
    create(static_cast<std::size_t>(post), gathered_[static_cast<std::size_t>(post)],
           shape_.posts[static_cast<std::size_t>(post)].group);
  }
  for (const std::int32_t integer : rest_integers_) {
    const std::uint64_t left = domain(integer);
    if (left == 0) add_fact(kFalse, static_cast<std::uint32_t>(integer) + 1);
    if (std::has_single_bit(left))
      add_fact(shape_.integers[static_cast<std::size_t>(integer)].equals(std::countr_zero(left)),
               static_cast<std::uint32_t>(integer) + 1);
  }
}

// Back to the shape alone, with nothing assigned.
void Board::reset() {
  std::copy(start_.begin(), start_.end(), value_.begin());
  for (const Variable variable : awake_) about_[static_cast<std::size_t>(variable)] = {0, -1, {}};
  awake_.clear();
  trail_.clear();
  levels_.clear();
  undo_.clear();
  slumbers_.clear();
  head_ = 0;
  work_ = 0;
  facts_done_ = false;
  conflict_ = {};
  statistics = {};
  clear_queue();

  constraints_.resize(fixed_.constraints);
  counts_.resize(fixed_.counts);
  count_state_.resize(fixed_.counts);
  terms_.resize(fixed_.terms);
  distincts_.resize(fixed_.distincts);
  defines_.resize(fixed_.defines);
  members_.resize(fixed_.members);
  pairs_.resize(fixed_.pairs);
  facts_.resize(fixed_.facts);
  propagators_.resize(fixed_.propagators);
  owned_.clear();
  for (auto& state : count_state_) state.reset(0);
  for (std::size_t integer = 0; integer < domain_.size(); ++integer)
    domain_[integer].reset(start_domain_[integer]);
  implied_.reset();
  occurrences_.reset();
  subscribers_.reset();
  integer_subscribers_.reset();
  distincts_of_.reset();
  relations_.reset();
  gathered_.reset();
  switched_on_.clear();
  for (std::size_t index = 0; index < fixed_.pairs; ++index) {
    for (const std::int32_t integer : pairs_[index].integers) note_changed(integer);
  }
  for (std::size_t place = 0; watches_used_ && place < arena_.size();
       place += kClauseHeader + arena_[place]) {
    for (const Literal literal : clause(static_cast<std::uint32_t>(place)))
      watches_[static_cast<std::size_t>(literal.code)].clear();
  }
  watches_used_ = false;
  // Watching swaps literals within clauses: every board starts from the same order.
  arena_ = fixed_arena_;
  for (std::size_t place = 0; place < arena_.size(); place += kClauseHeader + arena_[place]) {
    watch_clause(static_cast<std::uint32_t>(place));
  }
  subscribed_ = true;
  for (Propagator* propagator : propagators_) propagator->attach(*this);
  subscribed_ = false;
}

void Board::match_labels(Labels labels) {
  for (std::size_t array = 0; array < labels.size(); ++array) {
    const auto& [limits, begin] = switches_[array];
    if (limits.empty()) continue;
    const std::span<const std::int32_t> values = labels[array];
    for (std::size_t index = 0; index < values.size(); ++index) {
      std::size_t place = index * (limits.size() + 1);
      for (std::size_t band = 0; band < limits.size() && limits[band] <= values[index]; ++band) ++place;
      for (std::uint32_t next = begin[place]; next < begin[place + 1]; ++next) {
        const Candidate& candidate = candidates_[next];
        if (candidate.term < 0) {
          switched_on_.push_back(candidate.post);
        } else {
          gathered_.push(candidate.post, candidate.term);
        }
      }
    }
  }
}

std::uint32_t Board::new_constraint(Kind kind, std::int32_t group) {
  const Literal guard = group < 0 ? kTrue : shape_.guard(group);
  constraints_.push_back({kind, group, 0, guard});
  return static_cast<std::uint32_t>(constraints_.size() - 1);
}

void Board::create(std::size_t index, std::span<const std::int32_t> terms, std::int32_t group) {
  const Post& post = shape_.posts[index];
  const std::uint32_t id = new_constraint(post.kind, group);
  if (!takes_integers(post.kind)) {
    for (const std::int32_t code : terms) {
      if (built_) {
        use(code >> 1);
      } else {
        used_on_[static_cast<std::size_t>(code >> 1)] = kEveryBoard;
      }
    }
  }
  switch (post.kind) {
    case Kind::kClause: return create_clause(terms, id);
    case Kind::kCount: return create_count(post, terms, id);
    case Kind::kDefine: return create_define(terms, id);
    case Kind::kDistinct:
      create_distinct(terms, id);
      // Stronger reasoning is a constraint of its own over the same integers.
      if (post.parameters[0] > 0) create_propagator(index, terms, new_constraint(post.kind, group));
      return;
    case Kind::kRelated: return create_related(post, id);
    default: break;
  }
  create_propagator(index, terms, id);
}

// A propagator whose terms are the same on every board is made once and used again.
void Board::create_propagator(std::size_t index, std::span<const std::int32_t> terms, std::uint32_t id) {
  const Post& post = shape_.posts[index];
  Propagator* propagator = made_[index].get();
  if (propagator == nullptr) {
    const Terms labels = post.each < 0 ? Terms() : labels_[static_cast<std::size_t>(post.each)];
    std::unique_ptr<Propagator> made = make_propagator(*this, post, terms, labels);
    propagator = made.get();
    (post.each < 0 && post.conditions.empty() ? made_[index] : owned_.emplace_back()) = std::move(made);
  }
  propagator->id = id;
  constraints_[id].index = static_cast<std::uint32_t>(propagators_.size());
  propagators_.push_back(propagator);
  if (!built_) return;  // reset() attaches those of the shape
  propagator->attach(*this);
  enqueue(*propagator);
}

// Redundant knowledge pays on hard boards only. Groups that may be switched off cannot carry it.
void Board::add_implied() {
  if (guarded_) return;
  for (const std::uint32_t index : implied_posts_) {
    const Post& post = shape_.posts[index];
    if (post.when >= 0 && std::find(switched_on_.begin(), switched_on_.end(), index) == switched_on_.end())
      continue;
    create(index, post.conditions.empty() ? std::span(post.terms) : std::span(gathered_[index]), -1);
  }
  learned_begin_ = arena_.size();
  statistics.constraints = static_cast<std::int64_t>(constraints_.size()) - 1;
}

// One instance for every label that occurs; its members are the terms where it stands.
void Board::create_family(std::size_t index, std::span<const std::int32_t> labels) {
  const Post& post = shape_.posts[index];
  const std::int32_t most = labels.empty() ? -1 : *std::max_element(labels.begin(), labels.end());
  std::vector<std::int32_t>& ends = family_ends_;  // of each label's members; first used as their starts
  ends.assign(static_cast<std::size_t>(most + 2), 0);
  for (const std::int32_t label : labels) {
    if (label >= 0) ++ends[static_cast<std::size_t>(label) + 1];
  }
  for (std::size_t label = 1; label < ends.size(); ++label) ends[label] += ends[label - 1];
  family_members_.resize(static_cast<std::size_t>(ends.back()));
  for (std::size_t place = 0; place < labels.size(); ++place) {
    if (labels[place] < 0) continue;
    family_members_[static_cast<std::size_t>(ends[static_cast<std::size_t>(labels[place])]++)] =
        post.terms[place];
  }
  std::size_t begin = 0;
  for (std::int32_t label = 0; label <= most; ++label) {
    const auto end = static_cast<std::size_t>(ends[static_cast<std::size_t>(label)]);
    if (end > begin)
      create(index, std::span(family_members_).subspan(begin, end - begin),
             post.group < 0 ? -1 : post.group + label);
    begin = end;
  }
}

void Board::add_pair(Literal trigger, Literal implied, std::uint32_t id) {
  if (!guarded_) {
    for (const Implied& known : implied_[static_cast<std::size_t>(trigger.code)]) {
      if (known.literal == implied) return;
    }
  }
  implied_.push(static_cast<std::size_t>(trigger.code), {implied, id});
}

void Board::create_count(const Post& post, std::span<const std::int32_t> terms, std::uint32_t id) {
  const auto size = static_cast<std::int32_t>(terms.size());
  const Count count{static_cast<std::uint32_t>(terms_.size()), static_cast<std::uint32_t>(size),
                    post.parameters[0], post.parameters[1], id};
  const auto index = static_cast<std::uint32_t>(counts_.size());
  constraints_[id].index = index;
  for (const std::int32_t code : terms) terms_.push_back({code});
  counts_.push_back(count);
  count_state_.emplace_back(0);
  if (count.low > size || count.high < 0) return add_fact(kFalse, id);
  // Small "at most one" sets need no counter: each member excludes the others outright.
  if (count.low <= 0 && count.high == 1 && size <= 9) {
    for (std::int32_t one = 0; one < size; ++one) {
      for (std::int32_t other = 0; other < size; ++other) {
        if (one != other)
          add_pair({terms[static_cast<std::size_t>(one)]}, {terms[static_cast<std::size_t>(other)] ^ 1}, id);
      }
    }
    return;
  }
  for (const std::int32_t code : terms) {
    occurrences_.push(static_cast<std::size_t>(code), index << 1);
    occurrences_.push(static_cast<std::size_t>(code ^ 1), index << 1 | 1);
  }
  if (count.low == size) {
    for (const std::int32_t code : terms) add_fact({code}, id);
  } else if (count.high == 0) {
    for (const std::int32_t code : terms) add_fact({code ^ 1}, id);
  }
}

void Board::create_clause(std::span<const std::int32_t> terms, std::uint32_t id) {
  scratch_.clear();
  for (const std::int32_t code : terms) scratch_.push_back({code});
  if (constraints_[id].guard != kTrue) {  // a guarded clause is just a longer clause
    scratch_.push_back(~constraints_[id].guard);
    constraints_[id].guard = kTrue;
  }
  if (scratch_.size() < 2) return add_fact(scratch_.empty() ? kFalse : scratch_[0], id);
  if (scratch_.size() == 2) {  // not watched: each implies the other
    add_pair(~scratch_[0], scratch_[1], id);
    add_pair(~scratch_[1], scratch_[0], id);
  }
  constraints_[id].index = add_clause(scratch_, id, 0);
}

// d <=> l1 or l2 ...: kept as the clause "not d, or l1, or l2 ..."; the other half are pairs.
void Board::create_define(std::span<const std::int32_t> terms, std::uint32_t id) {
  const Literal defined{terms[0]};
  constraints_[id].index = static_cast<std::uint32_t>(defines_.size());
  defines_.push_back(
      {static_cast<std::uint32_t>(terms_.size()), static_cast<std::uint32_t>(terms.size()), id});
  for (const std::int32_t code : terms) terms_.push_back({code});
  if (terms.size() == 1) return add_fact(~defined, id);
  scratch_.clear();
  scratch_.push_back(~defined);
  for (const std::int32_t code : terms.subspan(1)) {
    scratch_.push_back({code});
    implied_.push(static_cast<std::size_t>(code), {defined, id});
    implied_.push(static_cast<std::size_t>(defined.code ^ 1), {Literal{code ^ 1}, id});
  }
  if (terms.size() == 2) {
    implied_.push(static_cast<std::size_t>(defined.code), {Literal{terms[1]}, id});
    implied_.push(static_cast<std::size_t>(terms[1] ^ 1), {~defined, id});
    return;
  }
  if (constraints_[id].guard != kTrue) scratch_.push_back(~constraints_[id].guard);
  add_clause(scratch_, id, 0);
}

void Board::index_guards() {
  guarded_by_.assign(static_cast<std::size_t>(shape_.groups), {});
  for (std::uint32_t id = 1; id < constraints_.size(); ++id) {
    if (constraints_[id].guard != kTrue)
      guarded_by_[static_cast<std::size_t>(constraints_[id].group)].push_back(id);
  }
}

}  // namespace gridwright
