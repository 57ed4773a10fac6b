// Literals: a boolean unknown or its negation, packed into one word.
#pragma once

#include <cstdint>

namespace gridwright {

using Variable = std::int32_t;

// code = 2 * variable + (1 if negated). Variable 0 is constantly true.
struct Literal {
  std::int32_t code = 0;

  constexpr Literal operator~() const { return {code ^ 1}; }
  constexpr Variable variable() const { return code >> 1; }
  constexpr bool negated() const { return code & 1; }
  constexpr bool operator==(const Literal&) const = default;
};

inline constexpr Literal kTrue{0};
inline constexpr Literal kFalse{1};

constexpr Literal positive(Variable variable) { return {variable * 2}; }

}  // namespace gridwright
