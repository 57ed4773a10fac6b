// sum: low <= the weights of the true literals <= high; weights have any sign.
//
// The smallest and the largest sum still possible are kept up to date. A literal whose weight is more
// than what is left to spare must not be spent, one whose weight cannot be done without must be.
#include <algorithm>
#include <cstdlib>

#include "../constraints.h"

namespace gridwright {

namespace {

class Sum final : public Propagator {
 public:
  Sum(std::int64_t low, std::int64_t high, Terms weights, Terms terms) : low_(low), high_(high) {
    notes_events = true;
    std::vector<Term> all;
    for (std::size_t index = 0; index < terms.size(); ++index)
      all.push_back({{terms[index]}, weights[index]});
    declared_ = all;
    merge(std::move(all));
    for (const Term& term : terms_) (term.weight < 0 ? least_ : most_) += term.weight;
  }

  void attach(Board& board) override {
    smallest_.reset(least_);
    largest_.reset(most_);
    for (std::size_t index = 0; index < terms_.size(); ++index) {
      const auto data = static_cast<std::uint32_t>(index << 1);
      board.subscribe(terms_[index].literal, *this, data | 1);
      board.subscribe(~terms_[index].literal, *this, data);
    }
  }

  bool wake(Board& board, std::uint32_t data) override {
    const std::int64_t weight = terms_[data >> 1].weight;
    if (((data & 1) != 0) == (weight > 0)) {
      smallest_.set(board.undo(), smallest_.get() + std::abs(weight));
    } else {
      largest_.set(board.undo(), largest_.get() - std::abs(weight));
    }
    return smallest_.get() + heaviest() > high_ || largest_.get() - heaviest() < low_;
  }

  bool propagate(Board& board) override {
    const std::int64_t spare = high_ - smallest_.get(), excess = largest_.get() - low_;
    if (spare < 0) return board.infer(kFalse, id, kHighBound);
    if (excess < 0) return board.infer(kFalse, id, kLowBound);
    board.spend(static_cast<std::int64_t>(terms_.size()) / 4);
    for (const auto& [literal, weight] : terms_) {  // heaviest first
      const std::int64_t size = std::abs(weight);
      if (size <= spare && size <= excess) return true;
      if (!board.is_open(literal)) continue;
      const Literal raises = weight > 0 ? literal : ~literal;
      if (size > spare && !board.infer(~raises, id, kHighBound)) return false;
      if (size > excess && !board.infer(raises, id, kLowBound)) return false;
    }
    return true;
  }

  void explain(const Board& board, Literal implied, std::uint32_t payload, std::int32_t moment,
               std::vector<Literal>& because) override {
    // Suppose the opposite of what is implied: the heaviest facts that together go beyond the bound.
    const bool high = payload == kHighBound;
    std::int64_t missing = (high ? high_ - least_ : most_ - low_) + 1;
    for (const auto& [literal, weight] : terms_) {
      if (implied != kFalse && literal.variable() == implied.variable()) missing -= std::abs(weight);
    }
    for (const auto& [literal, weight] : terms_) {
      if (missing <= 0) return;
      if (implied != kFalse && literal.variable() == implied.variable()) continue;
      const Literal helps = (weight > 0) == high ? literal : ~literal;
      if (!board.held_before(helps, moment)) continue;
      because.push_back(helps);
      missing -= std::abs(weight);
    }
  }

  bool holds(const Model& model) const override {
    std::int64_t sum = 0;
    for (const auto& [literal, weight] : declared_) {
      if (model[literal]) sum += weight;
    }
    return bounds_declared_[0] <= sum && sum <= bounds_declared_[1];
  }

 private:
  struct Term {
    Literal literal;
    std::int64_t weight;
  };

  std::int64_t heaviest() const { return terms_.empty() ? 0 : std::abs(terms_.front().weight); }

  // One term per unknown, heaviest first: w times "not x" is w - w times x.
  void merge(std::vector<Term> all) {
    for (Term& term : all) {
      if (!term.literal.negated()) continue;
      low_ -= term.weight;
      high_ -= term.weight;
      term = {~term.literal, -term.weight};
    }
    std::sort(all.begin(), all.end(),
              [](const Term& a, const Term& b) { return a.literal.code < b.literal.code; });
    for (const Term& term : all) {
      if (!terms_.empty() && terms_.back().literal == term.literal) {
        terms_.back().weight += term.weight;
      } else {
        terms_.push_back(term);
      }
    }
    std::erase_if(terms_, [](const Term& term) { return term.weight == 0; });
    std::stable_sort(terms_.begin(), terms_.end(),
                     [](const Term& a, const Term& b) { return std::abs(a.weight) > std::abs(b.weight); });
  }

  std::int64_t low_, high_;
  std::int64_t bounds_declared_[2] = {low_, high_};
  std::vector<Term> declared_, terms_;
  std::int64_t least_ = 0, most_ = 0;  // while nothing is known
  Trailed<std::int64_t> smallest_, largest_;
};

}  // namespace

std::unique_ptr<Propagator> make_sum(const Board&, const Post& post, Terms terms) {
  const Terms parameters = post.parameters;
  return std::make_unique<Sum>(parameters[0], parameters[1], parameters.subspan(2), terms);
}

}  // namespace gridwright
