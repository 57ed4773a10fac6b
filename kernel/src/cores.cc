// The least scopes that refute something, by implicit hitting sets: whoever is to refute it must leave no
// witness alive. Choose the least scopes that hit all witnesses known; if they still leave a possibility,
// that is one more witness.
#include <algorithm>

#include "gridwright/explainer.h"

namespace gridwright {

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
    keep_witness();
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

void Explainer::keep_witness() {
  std::vector<std::int8_t> values(search_.board().values().begin(), search_.board().values().end());
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
  witnesses_.add(values, broken);
}

// All that these scopes prove, and what of them and of the facts that needs.
Deduction Explainer::conclude(Literal literal, const Chosen& scopes) {
  Deduction deduction{Deduction::Kind::kScope, 0, {literal}, {}, facts_, {}};
  for (const std::int32_t scope : scopes)
    deduction.weight += scopes_.weights[static_cast<std::size_t>(scope)];
  if (scopes.size() > 1) deduction.kind = Deduction::Kind::kCore;
  for (const Literal other : targets_) {
    if (other == literal || witnesses_.allow(~other, scopes)) continue;
    const Answer answer = ask(scopes, ~other);
    if (answer == Answer::kYes) keep_witness();
    if (answer == Answer::kNo) deduction.conclusions.push_back(other);
  }
  for (const std::int32_t group : groups_) {
    const auto& homes = in_[static_cast<std::size_t>(group)];
    const bool on = homes.empty() || std::any_of(homes.begin(), homes.end(), [&](std::int32_t scope) {
                      return std::find(scopes.begin(), scopes.end(), scope) != scopes.end();
                    });
    if (on) deduction.groups.push_back(group);
  }
  canonical(deduction.conclusions);
  reduce(deduction);
  return deduction;
}

// ---- nothing that could be left out ------------------------------------------------------------

// Do these premises (guards and facts) prove all of that? `used`: those of them that took part.
bool Explainer::proves(std::span<const Literal> conclusions, std::span<const Literal> premises,
                       std::vector<Literal>& used) {
  used.clear();
  for (const Literal literal : conclusions) {
    assumed_.assign(premises.begin(), premises.end());
    assumed_.push_back(~literal);
    if (search_.ask(assumed_) != Answer::kNo) return false;
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
  Deduction deduction{Deduction::Kind::kCore, 0, {}, groups_, facts_, {}};
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
