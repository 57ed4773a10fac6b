// The checks that every kind of constraint goes through.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "makers.h"
#include "report.h"

namespace gridwright::tests {

// Random decisions and returns: nothing possible is lost, every reason is one, everything comes back.
void check_board(const Instance& instance, const World& world, Random& random, Report& report);

// Every question to a Search against trying everything.
void check_search(const Instance& instance, const World& world, Random& random, Report& report);

// Deductions, of guarded instances.
void check_cores(const Instance& instance, const World& world, Report& report);

// Rows over numbers between 0 and 1.
void check_relaxation(Random& random, Report& report);

// Sums of an instance's counts. `refute`: do these groups and facts leave no way for the literal?
using Refute = std::function<bool(const std::vector<std::int32_t>&, const std::vector<Literal>&, Literal)>;
void check_counting(const Instance& instance, std::span<const Literal> known,
                    std::span<const Literal> solution, const Refute& refute, Report& report);

// Search by labelings, whatever they choose.
void check_labelings(const Instance& instance, const World& world, Random& random, Report& report);

// Solutions up to a symmetry.
void check_symmetry(Random& random, Report& report);

// Boards of one shape, one after another, in one Search.
void check_edits(Instance& instance, Random& random, Report& report);

// Parts whose borders are moved until one solution is left.
void check_partition(Random& random, Report& report);

}  // namespace gridwright::tests
