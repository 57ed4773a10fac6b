// From a shape to one puzzle's board, and back.
#include <algorithm>
#include <bit>

#include "gridwright/board.h"

namespace gridwright {

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
  eithers_.resize(fixed_.eithers);
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
  for (const Variable variable : awake_) {
    if (!is_last_value(variable)) continue;
    const std::int32_t integer = shape_.integer_of[static_cast<std::size_t>(variable)];
    if (std::has_single_bit(domain(integer)))
      add_fact(positive(variable), static_cast<std::uint32_t>(integer) + 1);
  }
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
  const Literal last = last_value_[static_cast<std::size_t>(integer)];
  if (last != kTrue && is_true(last)) use(last.variable());  // it need not be this value now
  Trailed<std::uint64_t>& domain = domain_[static_cast<std::size_t>(integer)];
  domain.reset(domain.get() | 1ull << (variable - shape_.integers[static_cast<std::size_t>(integer)].first));
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

void Board::index_guards() {
  guarded_by_.assign(static_cast<std::size_t>(shape_.groups), {});
  for (std::uint32_t id = 1; id < constraints_.size(); ++id) {
    if (constraints_[id].guard != kTrue)
      guarded_by_[static_cast<std::size_t>(constraints_[id].group)].push_back(id);
  }
}

}  // namespace gridwright
