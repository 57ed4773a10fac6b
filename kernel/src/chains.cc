// Chains: suppose the opposite, and move by move, each by one rule, a contradiction follows. Where moves
// alone lead nowhere, possibilities are tried out on the way: each case ends in a contradiction of its own.
#include <algorithm>

#include "gridwright/explainer.h"

namespace gridwright {

namespace {

void gather_premises(std::span<const Link> links, std::vector<std::int32_t>& groups) {
  for (const Link& link : links) {
    if (link.group >= 0) groups.push_back(link.group);
    gather_premises(link.moves, groups);
  }
}

void gather_tried(std::span<const Link> links, std::vector<Literal>& tried) {
  for (const Link& link : links) {
    if (link.moves.empty()) continue;
    tried.push_back(~link.conclusions[0]);
    gather_tried(link.moves, tried);
  }
}

}  // namespace

// The shortest chain that proves a target; with cases only if there is none without.
std::optional<Deduction> Explainer::by_chain(std::span<const Literal> targets, const Reach& reach) {
  std::vector<Literal> premises = free_;
  for (const std::int32_t group : groups_) {
    if (!in_[static_cast<std::size_t>(group)].empty()) premises.push_back(shape_.guard(group));
  }
  premises.insert(premises.end(), facts_.begin(), facts_.end());
  for (std::int32_t depth = 0; depth <= reach.depth; ++depth) {
    const Reach near{reach.weight, reach.moves, depth, depth == 0 ? reach.moves : reach.all_moves};
    // What has been refuted by cases before is so again, and probably at once.
    std::vector<Literal> again;
    for (const Literal literal : targets) {
      if (depth > 0 && std::find(within_cases_.begin(), within_cases_.end(), literal) != within_cases_.end())
        again.push_back(literal);
    }
    for (const std::span<const Literal> tried : {std::span<const Literal>(again), targets}) {
      if (auto best = shortest_chain(tried, premises, near)) return without_spare(std::move(*best), near);
      if (stopped() != Stop::kNone) return std::nullopt;
    }
  }
  return std::nullopt;
}

std::optional<Deduction> Explainer::shortest_chain(std::span<const Literal> targets,
                                                   std::span<const Literal> premises, Reach reach) {
  std::optional<Deduction> best;
  const bool noted = reach.depth > 0 && targets.size() > 1;
  if (noted) within_cases_.clear();
  for (const Literal literal : targets) {
    if (!search_.goes_on()) return std::nullopt;
    auto found = chain(literal, premises, reach);
    if (!found) continue;
    if (noted) within_cases_.push_back(literal);
    if (best && best->weight <= found->weight) continue;
    best = std::move(found);
    if (reach.depth == 0) reach.all_moves = best->weight - 1;  // only a shorter one is of interest
  }
  return best;
}

// Without the premises that the chain can spare; of the possibilities only those are tried that it tries.
Deduction Explainer::without_spare(Deduction found, const Reach& reach) {
  const Literal conclusion = found.conclusions[0];
  std::vector<Literal> tried;
  gather_tried(found.links, tried);
  std::swap(possibilities_, tried);
  for (std::size_t place = 0; search_.goes_on();) {
    std::vector<Literal> fewer = premises_of(found);
    if (place >= fewer.size()) break;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(place));
    auto without = chain(conclusion, fewer, reach);
    if (!without) {
      ++place;
      continue;
    }
    found = std::move(*without);
    place = 0;  // other premises may have come in for those that went: fewer in all
  }
  std::swap(possibilities_, tried);
  return found;
}

// Propagates the opposite of the conclusion with these guards and facts; nothing if that holds together.
std::optional<Deduction> Explainer::chain(Literal conclusion, std::span<const Literal> premises,
                                          const Reach& reach) {
  Board& board = walker_.board();
  cases_.clear();
  if (!walker_.place(premises) || !board.is_open(conclusion)) return std::nullopt;
  const int level = board.level();
  const std::size_t start = board.trail().size();
  board.decide(~conclusion);
  std::optional<Deduction> found;
  if (!board.propagate() || (reach.depth > 0 && try_cases(reach.depth, reach))) {
    found = Deduction{Deduction::Kind::kChain, 0, {conclusion}, {}, {}, {}, {}};
    std::vector<Literal> before;
    found->links = trace(start, before);
    add_before(*found, std::move(before));
    gather_premises(found->links, found->groups);
    std::sort(found->groups.begin(), found->groups.end());
    found->groups.erase(std::unique(found->groups.begin(), found->groups.end()), found->groups.end());
    std::sort(found->facts.begin(), found->facts.end(), [](Literal a, Literal b) { return a.code < b.code; });
    found->weight = moves_of(found->links);
    const bool cases = std::any_of(found->links.begin(), found->links.end(),
                                   [](const Link& link) { return !link.moves.empty(); });
    if (cases || found->weight > reach.moves) found->kind = Deduction::Kind::kCases;
    if (found->weight > reach.all_moves) found.reset();
  }
  board.back_to(level);
  return found;
}

// What was known, and what the rules made of it before anything was supposed.
void Explainer::add_before(Deduction& found, std::vector<Literal> before) {
  const Board& board = walker_.board();
  std::vector<Literal> made;
  for (std::size_t place = 0; place < before.size(); ++place) {
    const Literal literal = before[place];
    if (board.reason_of(literal.variable()).id == 0) {
      found.facts.push_back(literal);
      continue;
    }
    made.push_back(literal);
    for (const Literal because : link_to(literal).because) {
      if (std::find(before.begin(), before.end(), because) == before.end()) before.push_back(because);
    }
  }
  std::sort(made.begin(), made.end(), [&](Literal a, Literal b) {
    return board.position_of(a.variable()) > board.position_of(b.variable());
  });
  for (const Literal literal : made) found.links.insert(found.links.begin(), link_to(literal));
}

// ---- cases -------------------------------------------------------------------------------------

// Excludes what leads to a contradiction when it is tried out, until the position itself is one: true.
bool Explainer::try_cases(std::int32_t depth, const Reach& reach) {
  Board& board = walker_.board();
  for (bool again = true; again;) {
    again = false;
    for (const Literal possibility : possibilities_) {
      if (!search_.goes_on()) return false;
      if (!board.is_open(possibility)) continue;
      auto refuted = refute_case(possibility, depth - 1, reach);
      if (!refuted) continue;
      again = true;
      cases_.push_back({board.trail().size(), std::move(*refuted)});
      board.assign(~possibility, {});
      if (!board.propagate()) return true;
    }
  }
  return false;
}

std::optional<Link> Explainer::refute_case(Literal possibility, std::int32_t depth, const Reach& reach) {
  Board& board = walker_.board();
  const int level = board.level();
  const std::size_t start = board.trail().size();
  board.decide(possibility);
  std::optional<Link> found;
  if (!board.propagate() || (depth > 0 && try_cases(depth, reach))) {
    found = Link{{~possibility}, -1, {}, {}};
    found->moves = trace(start, found->because);
    if (moves_of(found->moves) > reach.all_moves) found.reset();
  }
  board.back_to(level);
  while (!cases_.empty() && cases_.back().place >= board.trail().size()) cases_.pop_back();
  return found;
}

// ---- what was it that led there? ---------------------------------------------------------------

// The moves from what was supposed at this place of the trail to the conflict, and what they use from before.
std::vector<Link> Explainer::trace(std::size_t start, std::vector<Literal>& from_before) {
  Board& board = walker_.board();
  std::vector<std::int8_t> needed(static_cast<std::size_t>(shape_.variables));
  std::vector<Link> links;
  const auto take = [&](Link link) {
    for (const Literal literal : link.because) {
      auto& mark = needed[static_cast<std::size_t>(literal.variable())];
      if (mark == 0 && board.position_of(literal.variable()) < static_cast<std::int32_t>(start))
        from_before.push_back(literal);
      mark = 1;
    }
    links.push_back(std::move(link));
  };
  take(link_to(kFalse));
  for (std::size_t place = board.trail().size(); place-- > start + 1;) {
    const Literal literal = board.trail()[place];
    if (literal.variable() < shape_.first_guard && needed[static_cast<std::size_t>(literal.variable())])
      take(link_to(literal));
  }
  std::reverse(links.begin(), links.end());
  return links;
}

// The move that made a literal true; kFalse: the conflict.
Link Explainer::link_to(Literal literal) {
  Board& board = walker_.board();
  const auto known = std::find_if(cases_.begin(), cases_.end(), [&](const Case& tried) {
    return literal != kFalse && tried.link.conclusions[0] == literal;
  });
  if (known != cases_.end()) return known->link;
  std::vector<Literal> because;
  std::uint32_t id = 0;
  Link link{{}, -1, {}, {}};
  if (literal == kFalse) {
    board.conflict(because);
    id = board.conflict_id();
  } else {
    board.explain(literal, because);
    id = board.reason_of(literal.variable()).id;
    link.conclusions.push_back(literal);
  }
  if (id & kClauseBit) id = board.clause_id(id & ~kClauseBit);
  link.group = board.constraints()[id].group;
  for (const Literal reason : because) {
    if (reason.variable() >= shape_.first_guard) continue;
    if (board.level_of(reason.variable()) == 0) continue;  // true on every board
    link.because.push_back(reason);
  }
  return link;
}

// How many moves a person makes: what is free is seen at a glance.
std::int32_t Explainer::moves_of(std::span<const Link> links) const {
  std::int32_t moves = 0;
  for (const Link& link : links) {
    const bool seen = link.group < 0 || in_[static_cast<std::size_t>(link.group)].empty();
    moves += link.moves.empty() ? !seen : 1 + moves_of(link.moves);
  }
  return moves;
}

}  // namespace gridwright
