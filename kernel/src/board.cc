// What is prepared for all boards of a shape: its own constraints, what labels switch on, and which
// unknowns rest.
#include "gridwright/board.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace gridwright {

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
  last_value_.resize(shape.integers.size(), kTrue);

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
  settle_integers();
  built_ = true;
  fixed_arena_ = arena_;

  fixed_ = {constraints_.size(), counts_.size(),  terms_.size(),       distincts_.size(),
            members_.size(),     pairs_.size(),   propagators_.size(), facts_.size(),
            arena_.size(),       defines_.size(), eithers_.size()};
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
}

// An integer of which all values rest but one has that one: it rests too, if nothing follows from it
// and nobody counts what happens.
void Board::settle_integers() {
  std::vector<bool> named(static_cast<std::size_t>(shape_.variables));  // in a watched clause, or implied
  for (std::size_t place = 0; place < arena_.size(); place += kClauseHeader + arena_[place]) {
    for (const Literal literal : clause(static_cast<std::uint32_t>(place)))
      named[static_cast<std::size_t>(literal.variable())] = true;
  }
  for (const std::uint32_t index : implied_posts_) {
    if (takes_integers(shape_.posts[index].kind)) continue;
    for (const std::int32_t term : shape_.posts[index].terms)
      named[static_cast<std::size_t>(term >> 1)] = true;
  }
  const auto counts_events = [](const Subscriber& subscriber) { return subscriber.propagator->notes_events; };
  std::erase_if(rest_integers_, [&](std::int32_t integer) {
    const std::uint64_t left = start_domain_[static_cast<std::size_t>(integer)];
    if (!std::has_single_bit(left)) return false;
    const Literal last = shape_.integers[static_cast<std::size_t>(integer)].equals(std::countr_zero(left));
    const auto code = static_cast<std::size_t>(last.code);
    if (!occurrences_[code].empty() || !implied_[code].empty()) return false;
    if (named[static_cast<std::size_t>(last.variable())]) return false;
    if (std::any_of(subscribers_[code].begin(), subscribers_[code].end(), counts_events)) return false;
    rest_[static_cast<std::size_t>(last.variable())] = kUndefined;
    resting_.push_back(last.variable());
    rests_[code ^ 1] = 1;
    start_[code] = 1;
    start_[code ^ 1] = -1;
    last_value_[static_cast<std::size_t>(integer)] = last;
    return true;
  });
  for (std::size_t integer = 0; integer < last_value_.size(); ++integer) {
    if (last_value_[integer] == kTrue) open_integers_.push_back(static_cast<std::int32_t>(integer));
  }
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

}  // namespace gridwright
