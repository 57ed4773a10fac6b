// Random numbers, the same on every machine (splitmix64).
#pragma once

#include <cstdint>

namespace gridwright {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15ull;
    std::uint64_t word = state_;
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9ull;
    word = (word ^ word >> 27) * 0x94d049bb133111ebull;
    return word ^ word >> 31;
  }
  std::uint64_t below(std::uint64_t limit) { return next() % limit; }
  double fraction() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }  // from 0, below 1

 private:
  std::uint64_t state_;
};

}  // namespace gridwright
