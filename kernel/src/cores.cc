// The least scopes that refute something, by implicit hitting sets: whoever is to refute it must leave no
// witness alive. Choose the least scopes that hit all witnesses known; if they still leave a possibility,
// that is one more witness.
#include <algorithm>

#include "counting.h"
#include "gridwright/explainer.h"

namespace gridwright {

namespace {
constexpr std::int64_t kGrowing = 20;      // failures after which a scope is thought not to go with a witness
constexpr std::int32_t kWorthGrowing = 4;  // from this weight on
}  // namespace

// The first target that scopes of just this weight prove, lesser ones having been tried.
std::optional<Deduction> Explainer::by_core(std::span<const Literal> targets, std::int32_t weight) {
  for (const Literal literal : targets) {
    const auto scopes = refuting(~literal, weight);
    if (!search_.goes_on()) return std::nullopt;
    if (scopes) return conclude(literal, *scopes);
  }
  return std::nullopt;
}

std::optional<Explainer::Chosen> Explainer::refuting(Literal opposite, std::int32_t weight) {
  while (true) {
    auto scopes = witnesses_.hit(opposite, weight);
    if (!scopes) return std::nullopt;
    const Answer answer = ask(*scopes, opposite);
    if (answer == Answer::kStopped) return std::nullopt;
    if (answer == Answer::kNo) {
      std::sort(scopes->begin(), scopes->end());
      return scopes;
    }
    grow_witness(opposite, weight < kWorthGrowing ? 0 : kGrowing);
  }
}

// The order makes neighbouring questions share what they assume first.
void Explainer::assume_scopes(const Chosen& scopes) {
  assumed_ = free_;
  assumed_.insert(assumed_.end(), facts_.begin(), facts_.end());
  for (const std::int32_t group : groups_) {
    const auto& homes = in_[static_cast<std::size_t>(group)];
    if (homes.empty()) continue;
    const bool on = std::any_of(homes.begin(), homes.end(), [&](std::int32_t scope) {
      return std::find(scopes.begin(), scopes.end(), scope) != scopes.end();
    });
    assumed_.push_back(on ? shape_.guard(group) : ~shape_.guard(group));
  }
}

// Is the opposite possible as far as these scopes, what is free and the facts go?
Answer Explainer::ask(const Chosen& scopes, Literal opposite) {
  assume_scopes(scopes);
  assumed_.push_back(opposite);
  return search_.ask(assumed_);
}

// Keeps the solution on the board, having added to it scope by scope what goes with it: the fewer a witness
// breaks, the more it excludes.
void Explainer::grow_witness(Literal opposite, std::int64_t failures) {
  std::vector<std::int8_t> values(search_.board().values().begin(), search_.board().values().end());
  std::vector<bool> broken = broken_scopes(values);
  Chosen satisfied;
  for (std::int32_t scope = 0; scope < static_cast<std::int32_t>(broken.size()); ++scope) {
    if (!broken[static_cast<std::size_t>(scope)]) satisfied.push_back(scope);
  }
  const auto phases = search_.phases;
  for (std::int32_t scope = 0; scope < static_cast<std::int32_t>(broken.size()); ++scope) {
    if (failures == 0 || !broken[static_cast<std::size_t>(scope)]) continue;
    for (Variable variable = 0; variable < shape_.first_guard; ++variable)
      search_.phases[static_cast<std::size_t>(variable)] =
          values[static_cast<std::size_t>(positive(variable).code)];
    satisfied.push_back(scope);
    assume_scopes(satisfied);
    assumed_.push_back(opposite);
    if (search_.ask(assumed_, failures) != Answer::kYes) {
      satisfied.pop_back();
      continue;
    }
    values.assign(search_.board().values().begin(), search_.board().values().end());
    broken = broken_scopes(values);
    satisfied.clear();
    for (std::int32_t other = 0; other < static_cast<std::int32_t>(broken.size()); ++other) {
      if (!broken[static_cast<std::size_t>(other)]) satisfied.push_back(other);
    }
  }
  search_.phases = phases;
  witnesses_.add(values, broken);
}

// Per scope: does one of its groups not hold?
std::vector<bool> Explainer::broken_scopes(std::vector<std::int8_t>& values) {
  for (std::int32_t group : groups_) {
    const auto code = static_cast<std::size_t>(shape_.guard(group).code);
    values[code] = 1;
    values[code ^ 1] = -1;
  }
  walker_.board().broken_groups(Model(values), broken_);
  std::vector<bool> broken(scopes_.groups.size());
  for (const std::int32_t group : groups_) {
    if (!broken_[static_cast<std::size_t>(group)]) continue;
    for (const std::int32_t scope : in_[static_cast<std::size_t>(group)])
      broken[static_cast<std::size_t>(scope)] = true;
  }
  return broken;
}

// What of the scopes and of the facts the literal needs, and everything that just this proves.
Deduction Explainer::conclude(Literal literal, const Chosen& scopes) {
  Deduction deduction{Deduction::Kind::kScope, 0, {literal}, {}, facts_, {}, {}};
  for (const std::int32_t scope : scopes)
    deduction.weight += scopes_.weights[static_cast<std::size_t>(scope)];
  if (scopes.size() > 1 || deduction.weight > 1) deduction.kind = Deduction::Kind::kCore;
  for (const std::int32_t group : groups_) {
    const auto& homes = in_[static_cast<std::size_t>(group)];
    const bool on = homes.empty() || std::any_of(homes.begin(), homes.end(), [&](std::int32_t scope) {
                      return std::find(scopes.begin(), scopes.end(), scope) != scopes.end();
                    });
    if (on) deduction.groups.push_back(group);
  }
  reduce(deduction);
  std::vector<Literal> others = targets_;
  std::erase_if(others, [&](Literal other) { return witnesses_.allow(~other, scopes); });
  extend(deduction, others);
  return deduction;
}

// Concludes whatever else the premises prove.
void Explainer::extend(Deduction& deduction, std::span<const Literal> targets) {
  const std::vector<Literal> premises = premises_of(deduction);
  const Literal first = deduction.conclusions[0];
  for (const Literal other : targets) {
    const Literal conclusion[] = {other};
    if (other != first && proves(conclusion, premises, used_)) deduction.conclusions.push_back(other);
  }
  add_values(deduction.conclusions, premises);
  canonical(deduction.conclusions);
}

std::vector<Literal> Explainer::premises_of(const Deduction& deduction) const {
  std::vector<Literal> premises;
  for (const std::int32_t group : deduction.groups) premises.push_back(shape_.guard(group));
  premises.insert(premises.end(), deduction.facts.begin(), deduction.facts.end());
  return premises;
}

// The values of integers of which something is concluded, where the premises prove those as well.
void Explainer::add_values(std::vector<Literal>& conclusions, std::span<const Literal> premises) {
  std::vector<std::int32_t> looked_at;
  for (std::size_t place = 0, size = conclusions.size(); place < size; ++place) {
    const Literal literal = conclusions[place];
    const std::int32_t number = shape_.integer_of[static_cast<std::size_t>(literal.variable())];
    if (number < 0 || !literal.negated()) continue;
    if (std::find(looked_at.begin(), looked_at.end(), number) != looked_at.end()) continue;
    looked_at.push_back(number);
    const Integer& integer = shape_.integers[static_cast<std::size_t>(number)];
    for (std::int32_t value = 0; value < integer.size; ++value) {
      const Literal taken[] = {integer.equals(value)};
      if (reference_[static_cast<std::size_t>(taken[0].variable())] > 0 && proves(taken, premises, used_))
        conclusions.push_back(taken[0]);
    }
  }
}

// ---- nothing that could be left out ------------------------------------------------------------

// Do these premises (guards and facts) prove all of that? `used`: those of them that took part.
bool Explainer::proves(std::span<const Literal> conclusions, std::span<const Literal> premises,
                       std::vector<Literal>& used) {
  used.clear();
  for (const Literal literal : conclusions) {
    if (tries_ >= 0) {
      if (const auto proof = counting().certify(literal, premises)) {
        used.insert(used.end(), proof->used.begin(), proof->used.end());
        continue;
      }
      if (tries_ == 0) return false;
    }
    assumed_.assign(premises.begin(), premises.end());
    assumed_.push_back(~literal);
    if (search_.ask(assumed_, tries_) != Answer::kNo) return false;
    used.insert(used.end(), search_.core().begin(), search_.core().end());
  }
  std::erase_if(used, [&](Literal literal) {
    return std::find(premises.begin(), premises.end(), literal) == premises.end();
  });
  return true;
}

// Leaves out premises, one after the other, as long as all conclusions still follow: rules first.
void Explainer::reduce(Deduction& deduction) {
  std::vector<Literal> premises;
  // The weightiest rules first: what is free may stay.
  for (const bool free : {false, true}) {
    for (const std::int32_t group : deduction.groups) {
      if (in_[static_cast<std::size_t>(group)].empty() == free) premises.push_back(shape_.guard(group));
    }
  }
  premises.insert(premises.end(), deduction.facts.begin(), deduction.facts.end());
  const auto keep_used = [&](std::size_t from) {
    std::erase_if(premises, [&, place = std::size_t{0}](Literal literal) mutable {
      return place++ >= from && std::find(used_.begin(), used_.end(), literal) == used_.end();
    });
  };
  if (deduction.conclusions.empty() ? search_.ask(premises) != Answer::kNo
                                    : !proves(deduction.conclusions, premises, used_))
    return;
  if (!deduction.conclusions.empty()) keep_used(0);
  std::vector<Literal> fewer;
  for (std::size_t place = 0; place < premises.size();) {
    fewer = premises;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(place));
    if (stopped() != Stop::kNone) break;
    if (deduction.conclusions.empty()) {
      if (search_.ask(fewer) == Answer::kNo) {
        premises = fewer;
      } else {
        ++place;
      }
    } else if (proves(deduction.conclusions, fewer, used_)) {
      premises = fewer;
      keep_used(place);
    } else {
      ++place;
    }
  }
  deduction.groups.clear();
  deduction.facts.clear();
  for (const Literal literal : premises) {
    if (literal.variable() >= shape_.first_guard) {
      deduction.groups.push_back(literal.variable() - shape_.first_guard);
    } else {
      deduction.facts.push_back(literal);
    }
  }
  std::sort(deduction.groups.begin(), deduction.groups.end());
  std::sort(deduction.facts.begin(), deduction.facts.end(),
            [](Literal a, Literal b) { return a.code < b.code; });
}

// ---- what cannot hold together -----------------------------------------------------------------

std::optional<Deduction> Explainer::contradiction(const Reach& reach) {
  Deduction deduction{Deduction::Kind::kCore, 0, {}, groups_, facts_, {}, {}};
  search_.phases.assign(static_cast<std::size_t>(shape_.variables), 0);
  assumed_ = facts_;
  for (const std::int32_t group : groups_) assumed_.push_back(shape_.guard(group));
  if (search_.ask(assumed_) != Answer::kNo) return std::nullopt;
  for (std::int32_t weight = 0; weight <= reach.weight; ++weight) {
    const auto scopes = refuting(kTrue, weight);
    if (stopped() != Stop::kNone) break;
    if (!scopes) continue;
    std::erase_if(deduction.groups, [&](std::int32_t group) {
      const auto& homes = in_[static_cast<std::size_t>(group)];
      return !homes.empty() && std::none_of(homes.begin(), homes.end(), [&](std::int32_t scope) {
        return std::find(scopes->begin(), scopes->end(), scope) != scopes->end();
      });
    });
    break;
  }
  reduce(deduction);
  for (const std::int32_t group : deduction.groups)
    deduction.weight += !in_[static_cast<std::size_t>(group)].empty();
  return deduction;
}

}  // namespace gridwright
