#include "gridwright/witnesses.h"

#include <algorithm>
#include <bit>

namespace gridwright {

namespace {

constexpr std::size_t words(std::size_t bits) { return (bits + 63) / 64; }

bool has(std::span<const std::uint64_t> bits, std::int32_t place) {
  return bits[static_cast<std::size_t>(place) / 64] >> (place % 64) & 1;
}

void set(std::span<std::uint64_t> bits, std::int32_t place) {
  bits[static_cast<std::size_t>(place) / 64] |= 1ull << (place % 64);
}

void unset(std::span<std::uint64_t> bits, std::int32_t place) {
  bits[static_cast<std::size_t>(place) / 64] &= ~(1ull << (place % 64));
}

}  // namespace

Witnesses::Witnesses(std::int32_t variables, std::vector<std::int32_t> weights)
    : value_words_(words(static_cast<std::size_t>(variables))),
      scope_words_(std::max<std::size_t>(1, words(weights.size()))),
      weights_(std::move(weights)),
      of_(static_cast<std::size_t>(variables) * 2),
      least_(of_.size()),
      positive_(value_words_),
      negative_(value_words_) {}

void Witnesses::add(std::span<const std::int8_t> values, const std::vector<bool>& broken) {
  if (active_.size() == kMost) forget();
  const auto number = static_cast<std::uint32_t>(active_.size());
  values_.resize(values_.size() + value_words_);
  broken_.resize(broken_.size() + scope_words_);
  const std::span own(values_.end() - static_cast<std::ptrdiff_t>(value_words_), value_words_);
  const std::span breaks(broken_.end() - static_cast<std::ptrdiff_t>(scope_words_), scope_words_);
  for (std::size_t variable = 0; variable < of_.size() / 2; ++variable) {
    const bool holds = values[variable * 2] > 0;
    if (holds) set(own, static_cast<std::int32_t>(variable));
    of_[variable * 2 + !holds].push_back(number);
  }
  std::int32_t count = 0;
  for (std::size_t scope = 0; scope < broken.size(); ++scope) {
    if (!broken[scope]) continue;
    set(breaks, static_cast<std::int32_t>(scope));
    ++count;
  }
  breaks_.push_back(count);
  active_.push_back(true);
  active_.back() = agrees(number);
}

// Makes room: all go, and those that are needed come again.
void Witnesses::forget() {
  values_.clear(), broken_.clear(), breaks_.clear(), active_.clear();
  for (auto& list : of_) list.clear();
  ++supposed_;
}

bool Witnesses::agrees(std::size_t witness) const {
  const std::uint64_t* values = &values_[witness * value_words_];
  for (std::size_t word = 0; word < value_words_; ++word) {
    if ((positive_[word] & ~values[word]) != 0 || (negative_[word] & values[word]) != 0) return false;
  }
  return true;
}

void Witnesses::suppose(std::span<const Literal> facts) {
  ++supposed_;
  std::fill(positive_.begin(), positive_.end(), 0);
  std::fill(negative_.begin(), negative_.end(), 0);
  for (const Literal literal : facts) set(literal.negated() ? negative_ : positive_, literal.variable());
  for (std::size_t witness = 0; witness < active_.size(); ++witness) active_[witness] = agrees(witness);
}

bool Witnesses::allow(Literal literal, std::span<const std::int32_t> scopes) const {
  const auto& list = of_[static_cast<std::size_t>(literal.code)];
  return std::any_of(list.begin(), list.end(), [&](std::uint32_t witness) {
    if (!active_[witness]) return false;
    const std::span bits(broken(witness), scope_words_);
    return std::none_of(scopes.begin(), scopes.end(), [&](std::int32_t scope) { return has(bits, scope); });
  });
}

std::optional<std::vector<std::int32_t>> Witnesses::hit(Literal literal, std::int32_t most) {
  const Least& least = least_for(literal);
  if (least.hopeless) return std::nullopt;
  against_ = least.witnesses;
  chosen_.clear();
  chosen_bits_.assign(scope_words_, 0);
  banned_.assign(scope_words_, 0);
  if (!extend(most)) return std::nullopt;
  return chosen_;
}

// The witnesses for a literal that break least: whoever hits those hits all others.
const Witnesses::Least& Witnesses::least_for(Literal literal) {
  Least& least = least_[static_cast<std::size_t>(literal.code)];
  if (least.supposed != supposed_) least = {supposed_, 0, false, {}};
  const auto& all = of_[static_cast<std::size_t>(literal.code)];
  for (; least.looked_at < all.size() && !least.hopeless; ++least.looked_at) {
    const std::uint32_t witness = all[least.looked_at];
    if (!active_[witness]) continue;
    if (breaks_[witness] == 0) least.hopeless = true;
    auto& kept = least.witnesses;
    const auto includes = [&](std::uint32_t larger, std::uint32_t smaller) {
      for (std::size_t word = 0; word < scope_words_; ++word) {
        if (broken(smaller)[word] & ~broken(larger)[word]) return false;
      }
      return true;
    };
    if (std::any_of(kept.begin(), kept.end(), [&](std::uint32_t other) { return includes(witness, other); }))
      continue;
    std::erase_if(kept, [&](std::uint32_t other) { return includes(other, witness); });
    kept.insert(std::upper_bound(kept.begin(), kept.end(), witness,
                                 [&](std::uint32_t a, std::uint32_t b) { return breaks_[a] < breaks_[b]; }),
                witness);
  }
  return least;
}

bool Witnesses::is_hit(std::uint32_t witness) const {
  const std::uint64_t* bits = broken(witness);
  for (std::size_t word = 0; word < scope_words_; ++word) {
    if (bits[word] & chosen_bits_[word]) return true;
  }
  return false;
}

// Witnesses that break nothing in common each need a scope of their own. Tried scopes are out of question.
bool Witnesses::needs_more(std::size_t from, std::int32_t left) {
  covered_ = chosen_bits_;
  for (std::size_t place = from; place < against_.size(); ++place) {
    const std::uint64_t* bits = broken(against_[place]);
    std::uint64_t shared = 0;
    for (std::size_t word = 0; word < scope_words_; ++word) shared |= bits[word] & covered_[word];
    if (shared != 0) continue;
    std::int32_t least = left + 1;
    for (std::size_t word = 0; word < scope_words_; ++word) {
      covered_[word] |= bits[word];
      for (std::uint64_t rest = bits[word] & ~banned_[word]; rest != 0; rest &= rest - 1)
        least = std::min(least, weights_[word * 64 + static_cast<std::size_t>(std::countr_zero(rest))]);
    }
    left -= least;
    if (left < 0) return true;
  }
  return false;
}

// Chooses further scopes until every witness is hit. What one branch has tried, its brothers leave out.
bool Witnesses::extend(std::int32_t left) {
  const auto open =
      std::find_if(against_.begin(), against_.end(), [&](std::uint32_t witness) { return !is_hit(witness); });
  if (open == against_.end()) return true;
  if (needs_more(static_cast<std::size_t>(open - against_.begin()), left)) return false;
  const std::uint64_t* bits = broken(*open);
  std::vector<std::int32_t> tried;
  bool found = false;
  for (std::size_t word = 0; word < scope_words_ && !found; ++word) {
    for (std::uint64_t rest = bits[word] & ~banned_[word]; rest != 0 && !found; rest &= rest - 1) {
      const auto scope = static_cast<std::int32_t>(word * 64) + std::countr_zero(rest);
      if (weights_[static_cast<std::size_t>(scope)] > left) continue;
      chosen_.push_back(scope);
      set(chosen_bits_, scope);
      found = extend(left - weights_[static_cast<std::size_t>(scope)]);
      if (found) break;
      unset(chosen_bits_, scope);
      chosen_.pop_back();
      set(banned_, scope);
      tried.push_back(scope);
    }
  }
  for (const std::int32_t scope : tried) unset(banned_, scope);
  return found;
}

}  // namespace gridwright
