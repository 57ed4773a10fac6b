// From a post and its terms to a constraint of the board.
#include "constraints.h"
#include "gridwright/board.h"

namespace gridwright {

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

std::uint32_t Board::new_constraint(Kind kind, std::int32_t group) {
  const Literal guard = group < 0 ? kTrue : shape_.guard(group);
  constraints_.push_back({kind, group, 0, guard});
  return static_cast<std::uint32_t>(constraints_.size() - 1);
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
  if (scratch_.size() > 2) {
    add_clause(scratch_, id, 0);
    return;
  }
  add_pair(~scratch_[0], scratch_[1], id);
  add_pair(~scratch_[1], scratch_[0], id);
  eithers_.push_back({scratch_[0], scratch_[1], id});
}

// d <=> l1 or l2 ...: kept as the clause "not d, or l1, or l2 ..."; the other half are pairs.
void Board::create_define(std::span<const std::int32_t> terms, std::uint32_t id) {
  const Literal defined{terms[0]};
  constraints_[id].index = static_cast<std::uint32_t>(defines_.size());
  defines_.push_back(
      {static_cast<std::uint32_t>(terms_.size()), static_cast<std::uint32_t>(terms.size()), id});
  for (const std::int32_t code : terms) terms_.push_back({code});
  if (terms.size() == 1) return add_fact(~defined, id);
  for (const std::int32_t code : terms.subspan(1)) {
    implied_.push(static_cast<std::size_t>(code), {defined, id});
    implied_.push(static_cast<std::size_t>(defined.code ^ 1), {Literal{code ^ 1}, id});
  }
  if (terms.size() == 2) {
    implied_.push(static_cast<std::size_t>(defined.code), {Literal{terms[1]}, id});
    implied_.push(static_cast<std::size_t>(terms[1] ^ 1), {~defined, id});
    return;
  }
  scratch_.assign({~defined});
  for (const std::int32_t code : terms.subspan(1)) scratch_.push_back({code});
  if (constraints_[id].guard != kTrue) scratch_.push_back(~constraints_[id].guard);
  add_clause(scratch_, id, 0);
}

void Board::add_pair(Literal trigger, Literal implied, std::uint32_t id) {
  if (!guarded_) {
    for (const Implied& known : implied_[static_cast<std::size_t>(trigger.code)]) {
      if (known.literal == implied) return;
    }
  }
  implied_.push(static_cast<std::size_t>(trigger.code), {implied, id});
}

}  // namespace gridwright
