// Solutions of parts of the rules, kept because each proves that something is possible: the scopes that it
// satisfies do not refute what is true in it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gridwright/literal.h"

namespace gridwright {

class Witnesses {
 public:
  // For so many variables and scopes of these weights.
  Witnesses(std::int32_t variables, std::vector<std::int32_t> weights);

  // The values of all literals, and per scope whether it is broken.
  void add(std::span<const std::int8_t> values, const std::vector<bool>& broken);
  // Only those count from now on in which these hold.
  void suppose(std::span<const Literal> facts);

  // Scopes of at most so much weight in all, of which every witness for the literal breaks one: the least
  // that may refute it. Nothing: there are none.
  std::optional<std::vector<std::int32_t>> hit(Literal literal, std::int32_t most);
  // Is there a witness for the literal that satisfies all of these scopes?
  bool allow(Literal literal, std::span<const std::int32_t> scopes) const;

  std::size_t size() const { return active_.size(); }

 private:
  static constexpr std::size_t kMost = 20'000;

  const std::uint64_t* broken(std::uint32_t witness) const { return &broken_[witness * scope_words_]; }
  struct Least {
    std::int64_t supposed = -1;  // for which facts
    std::size_t looked_at = 0;   // so many of all witnesses
    bool hopeless = false;       // one of them breaks nothing
    std::vector<std::uint32_t> witnesses;
  };
  const Least& least_for(Literal literal);
  bool agrees(std::size_t witness) const;
  bool extend(std::int32_t left);
  bool is_hit(std::uint32_t witness) const;
  bool needs_more(std::size_t from, std::int32_t left);
  void forget();

  std::size_t value_words_, scope_words_;
  std::vector<std::int32_t> weights_;
  std::vector<std::uint64_t> values_;               // per witness, a bit per variable
  std::vector<std::uint64_t> broken_;               // per witness, a bit per scope
  std::vector<std::int32_t> breaks_;                // per witness: how many scopes it breaks
  std::vector<bool> active_;                        // per witness: the facts hold in it
  std::vector<std::vector<std::uint32_t>> of_;      // per literal code
  std::vector<Least> least_;                        // per literal code
  std::int64_t supposed_ = 0;                       // how often the facts have changed
  std::vector<std::uint64_t> positive_, negative_;  // the facts

  // one search for scopes
  std::vector<std::uint32_t> against_;
  std::vector<std::int32_t> chosen_;
  std::vector<std::uint64_t> chosen_bits_, banned_, covered_;
};

}  // namespace gridwright
