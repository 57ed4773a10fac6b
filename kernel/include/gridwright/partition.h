// Places divided into connected parts by a board's labels; their borders are moved until the solution that
// is wanted is the only one. Each part holds as many true literals as the wanted solution gives it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gridwright/search.h"

namespace gridwright {

struct Partition {
  std::int32_t array = 0;                             // of labels: the part of each place, -1: of none
  std::vector<std::vector<std::int32_t>> neighbours;  // of each place
  std::vector<std::int32_t> shown;                    // per place: where in a solution its literal stands
  std::vector<std::vector<std::int32_t>> images;      // symmetries of the places that keep the division
  std::vector<std::int32_t> wanted;                   // the places whose literals are to be true
  std::int32_t least = 1;                             // places in a part
  std::int64_t most_moves = 0;
};

struct Mended {
  Verdict verdict = Verdict::kUnknown;  // kUnique, or it was given up
  Stop stop = Stop::kNone;
  std::vector<std::int32_t> labels;  // of the array
  std::int64_t moves = 0;
};

// Moves places from part to part until the wanted solution is the only one, which it must be a solution
// for. The question's limit of conflicts is for each proof, its seed decides between moves as good.
Mended mend(Search& search, Labels labels, const Partition& partition, const Question& question);

}  // namespace gridwright
