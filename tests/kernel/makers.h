// Random small instances of every kind of constraint, and mixed ones.
#pragma once

#include <random>
#include <span>
#include <string>

#include "naive.h"

namespace gridwright::tests {

using Random = std::mt19937;

// low..high, the same on every machine
int between(Random& random, int low, int high);
bool chance(Random& random, int percent);

struct Maker {
  std::string kind;
  Instance (*make)(Random& random, bool guarded);
};

// One constraint kind each.
std::span<const Maker> makers();

// Several constraints over the same unknowns, with labels that switch them.
Instance mixed(Random& random, bool guarded);
LabelArrays random_labels(Random& random, const Shape& shape);

}  // namespace gridwright::tests
