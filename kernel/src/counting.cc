#include "counting.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "relaxation.h"

namespace gridwright {

namespace {

constexpr double kTiny = 1e-6;
constexpr double kFree =
    0.01;  // what is free weighs a little, so that a sum takes no more of it than it needs
constexpr double kFreeSeen = 0.25;  // ... where a sum is to be told
constexpr double kForever = std::numeric_limits<double>::infinity();
constexpr std::int32_t kMostParts = 240;  // a sum's multiples may be so fine

using Bits = std::vector<std::uint64_t>;

bool includes(const Bits& larger, const Bits& smaller) {
  for (std::size_t word = 0; word < larger.size(); ++word) {
    if (smaller[word] & ~larger[word]) return false;
  }
  return true;
}

}  // namespace

Counting::Counting(const Board& board, std::span<const std::int32_t> prices)
    : variables_(board.shape().first_guard),
      groups_(board.shape().groups),
      prices_(prices.begin(), prices.end()),
      counts_of_(prices.size()),
      answers_(static_cast<std::size_t>(variables_)) {
  for (const Board::Count& count : board.counts()) {
    const std::int32_t group = board.constraints()[count.id].group;
    if (group < 0 || prices_[static_cast<std::size_t>(group)] < 0) continue;
    ++counts_of_[static_cast<std::size_t>(group)];
    const std::int32_t price = prices_[static_cast<std::size_t>(group)];
    if (count.high < static_cast<std::int32_t>(count.size)) add_side(count, board, price, false);
    if (count.low > 0) add_side(count, board, price, true);
  }
}

Counting::~Counting() = default;

bool Counting::weighs() const {
  return std::any_of(sides_.begin(), sides_.end(), [](const Side& side) { return side.price > 0; });
}

// A literal that is negated counts as one less its variable.
void Counting::add_side(const Board::Count& count, const Board& board, std::int32_t price, bool at_least) {
  const std::int32_t sign = at_least ? -1 : 1;
  Side side{
      board.constraints()[count.id].group, price, at_least, {}, sign * (at_least ? count.low : count.high)};
  for (const Literal literal : board.literals(count)) {
    const std::int32_t weight = literal.negated() ? -sign : sign;
    if (literal.negated()) side.bound -= sign;
    if (literal.variable() > 0) {
      side.terms.emplace_back(literal.variable(), weight);
    } else if (!literal.negated()) {
      side.bound -= weight;
    } else {
      side.bound += sign;
    }
  }
  sides_.push_back(std::move(side));
}

void Counting::suppose(std::span<const std::int8_t> known, std::span<const std::int8_t> reference) {
  bool more = known_.size() == known.size() &&
              std::equal(reference.begin(), reference.end(), reference_.begin(), reference_.end());
  for (std::size_t code = 0; more && code < known.size(); ++code) more = known[code] >= known_[code];
  known_.assign(known.begin(), known.end());
  reference_.assign(reference.begin(), reference.end());
  program_.reset();
  for (Answer& answer : answers_) {
    if (!more) answer = {};
    for (std::size_t variable = 1; !answer.point.empty() && variable < answer.point.size(); ++variable) {
      const double value = answer.point[variable];
      const bool agrees =
          (!known_[variable * 2] || value > 1 - kTiny) && (!known_[variable * 2 + 1] || value < kTiny);
      if (!agrees) answer.point.clear();
    }
  }
}

// Sides that can be exceeded at all; what is free and lies within another that is free adds nothing.
Counting::Program Counting::program(const std::function<bool(const Side&)>& takes,
                                    std::span<const std::int8_t> known, double free) const {
  Program found;
  found.column_of.assign(static_cast<std::size_t>(variables_), -1);
  std::vector<Relaxation::Row> rows;
  for (std::size_t index = 0; index < sides_.size(); ++index) {
    const Side& side = sides_[index];
    if (!takes(side)) continue;
    Relaxation::Row row{{}, side.bound, side.price > 0 ? side.price : free};
    std::int32_t most = 0;
    for (const auto& [variable, weight] : side.terms) {
      const auto code = static_cast<std::size_t>(variable) * 2;
      if (known[code]) row.bound -= weight;
      if (known[code] || known[code + 1]) continue;
      row.terms.emplace_back(variable, weight);
      most += std::max(0, weight);
    }
    if (most <= row.bound) continue;
    rows.push_back(std::move(row));
    found.sides.push_back(static_cast<std::int32_t>(index));
  }
  const std::size_t words = static_cast<std::size_t>(variables_) / 64 + 1;
  std::vector<Bits> covers(rows.size(), Bits(words));
  const auto plain = [&](std::size_t row) {
    return sides_[static_cast<std::size_t>(found.sides[row])].price == 0 &&
           std::all_of(rows[row].terms.begin(), rows[row].terms.end(),
                       [](const auto& term) { return term.second == 1; });
  };
  std::vector<std::size_t> kept;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (const auto& [variable, weight] : rows[row].terms)
      covers[row][static_cast<std::size_t>(variable) / 64] |= 1ull << (variable % 64);
  }
  for (std::size_t row = 0; row < rows.size(); ++row) {
    bool within = false;
    for (std::size_t other = 0; plain(row) && other < rows.size() && !within; ++other) {
      within = other != row && plain(other) && rows[other].bound <= rows[row].bound &&
               includes(covers[other], covers[row]) &&
               (other < row || rows[other].bound < rows[row].bound || !includes(covers[row], covers[other]));
    }
    if (!within) kept.push_back(row);
  }
  std::vector<Relaxation::Row> chosen;
  std::vector<std::int32_t> sides;
  std::vector<std::int8_t> point;
  for (const std::size_t row : kept) {
    for (auto& [variable, weight] : rows[row].terms) {
      std::int32_t& column = found.column_of[static_cast<std::size_t>(variable)];
      if (column < 0) {
        column = static_cast<std::int32_t>(found.columns.size());
        found.columns.push_back(variable);
        point.push_back(reference_[static_cast<std::size_t>(variable)] > 0);
      }
      variable = column;
    }
    chosen.push_back(std::move(rows[row]));
    sides.push_back(found.sides[row]);
  }
  found.sides = std::move(sides);
  found.relaxation = std::make_unique<Relaxation>(chosen, point);
  return found;
}

// ---- the lightest ------------------------------------------------------------------------------

std::optional<Counting::Found> Counting::lightest(std::span<const Literal> targets,
                                                  const std::function<bool()>& goes_on) {
  if (!program_) program_ = program([](const Side&) { return true; }, known_, kFree);
  std::vector<std::pair<double, Variable>> order;
  for (const Literal literal : targets)
    order.emplace_back(least_weight(literal.variable()), literal.variable());
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  // What was found before still holds.
  Variable best = 0;
  const auto weight = [&] { return answers_[static_cast<std::size_t>(best)].weight; };
  for (const auto& [bound, variable] : order) {
    const Answer& answer = answers_[static_cast<std::size_t>(variable)];
    if (answer.proves && (best == 0 || answer.weight < weight())) best = variable;
  }
  for (const auto& [bound, variable] : order) {
    if (!goes_on()) return std::nullopt;
    if (best > 0 && std::max(bound, least_weight(variable)) > weight() - kTiny) continue;
    Answer& answer = answers_[static_cast<std::size_t>(variable)];
    if (answer.point.empty()) ask(variable, best > 0 ? weight() : 1e3);
    if (answer.proves && (best == 0 || answer.weight < weight())) best = variable;
  }
  if (best == 0) return std::nullopt;
  const Answer& answer = answers_[static_cast<std::size_t>(best)];
  Found found{reference_[static_cast<std::size_t>(best)] > 0 ? positive(best) : ~positive(best),
              {},
              facts_of(answer.times)};
  for (std::size_t side = 0; side < sides_.size(); ++side) {
    if (answer.times[side] > kTiny) found.groups.push_back(sides_[side].group);
  }
  std::sort(found.groups.begin(), found.groups.end());
  found.groups.erase(std::unique(found.groups.begin(), found.groups.end()), found.groups.end());
  return found;
}

// By what is known to be possible if counts are stretched: a sum weighs no less.
double Counting::least_weight(Variable variable) const {
  double most = 0;
  const bool opposite = reference_[static_cast<std::size_t>(variable)] <= 0;
  for (const Answer& answer : answers_) {
    if (answer.point.empty()) continue;
    const double value = answer.point[static_cast<std::size_t>(variable)];
    if (std::abs(value - opposite) > kTiny) continue;
    most = std::max(most, answer.stretch > 0 ? 1 / answer.stretch : kForever);
  }
  return most;
}

void Counting::ask(Variable variable, double most_weight) {
  Answer& answer = answers_[static_cast<std::size_t>(variable)];
  const std::int32_t column = program_->column_of[static_cast<std::size_t>(variable)];
  if (column < 0) return;
  Relaxation& relaxation = *program_->relaxation;
  const Relaxation::Outcome outcome = relaxation.turn(column, most_weight);
  if (outcome == Relaxation::Outcome::kLost) return;
  answer.stretch = relaxation.stretch();
  answer.point.assign(static_cast<std::size_t>(variables_), 0);
  for (std::size_t other = 1; other < answer.point.size(); ++other) {
    const std::int32_t place = program_->column_of[other];
    if (known_[other * 2]) answer.point[other] = 1;
    if (place >= 0)
      answer.point[other] = static_cast<float>(relaxation.point()[static_cast<std::size_t>(place)]);
  }
  if (outcome != Relaxation::Outcome::kSum) return;
  std::vector<double> times(sides_.size());
  std::vector<std::int8_t> counted(static_cast<std::size_t>(groups_));
  std::int32_t weight = 0;
  for (std::size_t row = 0; row < program_->sides.size(); ++row) {
    const auto side = static_cast<std::size_t>(program_->sides[row]);
    times[side] = relaxation.times()[row];
    if (times[side] <= kTiny) continue;
    std::int8_t& seen = counted[static_cast<std::size_t>(sides_[side].group)];
    if (!seen) weight += sides_[side].price;
    seen = 1;
  }
  if (answer.proves && answer.weight <= weight) return;
  answer.proves = true;
  answer.weight = weight;
  answer.times = std::move(times);
}

// Those that the sum rests on: without one it might not exceed its bound.
std::vector<Literal> Counting::facts_of(std::span<const double> times) const {
  std::vector<double> sum(static_cast<std::size_t>(variables_));
  for (std::size_t side = 0; side < sides_.size(); ++side) {
    for (const auto& [variable, weight] : sides_[side].terms)
      sum[static_cast<std::size_t>(variable)] += weight * times[side];
  }
  std::vector<Literal> facts;
  for (Variable variable = 1; variable < variables_; ++variable) {
    const double own = sum[static_cast<std::size_t>(variable)];
    for (const Literal literal : {positive(variable), ~positive(variable)}) {
      const bool helps = literal.negated() ? own < -kTiny : own > kTiny;
      if (helps && known_[static_cast<std::size_t>(literal.code)]) facts.push_back(literal);
    }
  }
  return facts;
}

// ---- in whole numbers --------------------------------------------------------------------------

std::optional<Counting::Proof> Counting::certify(Literal conclusion,
                                                 std::span<const Literal> premises) const {
  std::vector<std::int8_t> takes(static_cast<std::size_t>(groups_)), known(known_.size());
  for (const Literal literal : premises) {
    if (literal.variable() < variables_) {
      known[static_cast<std::size_t>(literal.code)] = 1;
    } else {
      const auto group = static_cast<std::size_t>(literal.variable() - variables_);
      takes[group] = counts_of_[group] == 1;
    }
  }
  const Program own = program(
      [&](const Side& side) { return takes[static_cast<std::size_t>(side.group)] != 0; }, known, kFreeSeen);
  const std::int32_t column = own.column_of[static_cast<std::size_t>(conclusion.variable())];
  if (column < 0) return std::nullopt;
  if (own.relaxation->turn(column, kForever) != Relaxation::Outcome::kSum) return std::nullopt;
  const auto numbers = whole(own.relaxation->times());
  if (!numbers) return std::nullopt;
  // The sum again, exactly: at the least that it can be it exceeds its bound.
  Proof found;
  std::vector<std::int64_t> sum(static_cast<std::size_t>(variables_));
  std::int64_t surplus = 0;
  for (std::size_t row = 0; row < own.sides.size(); ++row) {
    const Side& side = sides_[static_cast<std::size_t>(own.sides[row])];
    const std::int64_t number = (*numbers)[row];
    if (number == 0) continue;
    found.sum.emplace_back(side.group, static_cast<std::int32_t>(side.at_least ? -number : number));
    found.used.push_back(positive(variables_ + side.group));
    surplus -= number * side.bound;
    for (const auto& [variable, weight] : side.terms)
      sum[static_cast<std::size_t>(variable)] += number * weight;
  }
  for (Variable variable = 1; variable < variables_; ++variable) {
    const std::int64_t own_sum = sum[static_cast<std::size_t>(variable)];
    if (variable == conclusion.variable()) {
      surplus += conclusion.negated() ? own_sum : 0;
    } else if (known[static_cast<std::size_t>(variable) * 2] && own_sum > 0) {
      surplus += own_sum;
      found.used.push_back(positive(variable));
    } else if (known[static_cast<std::size_t>(variable) * 2 + 1] && own_sum < 0) {
      found.used.push_back(~positive(variable));
    } else {
      surplus += std::min<std::int64_t>(0, own_sum);
    }
  }
  if (surplus <= 0) return std::nullopt;
  std::sort(found.sum.begin(), found.sum.end());
  return found;
}

// The same, as often as makes all of them whole.
std::optional<std::vector<std::int64_t>> Counting::whole(std::span<const double> times) const {
  for (std::int32_t parts = 1; parts <= kMostParts; ++parts) {
    std::vector<std::int64_t> found;
    for (const double number : times) {
      const double scaled = number * parts;
      if (std::abs(scaled - std::round(scaled)) > 1e-4) break;
      found.push_back(std::llround(scaled));
    }
    if (found.size() == times.size()) return found;
  }
  return std::nullopt;
}

}  // namespace gridwright
