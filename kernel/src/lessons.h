// What conflicts have taught, where all unknowns are integers: of certain integers, one must have one of
// certain values. A lesson in which all but one have lost those values narrows the one that is left.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace gridwright {

class Domains;

class Lessons {
 public:
  static constexpr int kMostValues = 48;  // of an integer; part and values share a word

  struct Part {
    std::uint64_t word;

    Part(std::uint32_t integer, std::uint64_t values)
        : word(std::uint64_t{integer} << kMostValues | values) {}
    std::uint32_t integer() const { return static_cast<std::uint32_t>(word >> kMostValues); }
    std::uint64_t values() const { return word & ((1ull << kMostValues) - 1); }
  };
  struct Lesson {
    std::uint32_t begin, size;  // in parts_
    std::uint32_t rank;         // over how many levels it was made, the fewest seen
    float activity;
  };

  explicit Lessons(std::size_t integers) : watches_(integers * kMostValues) {}

  // Two parts or more; the first two are watched.
  std::uint32_t add(const Domains& domains, std::span<const Part> parts, std::uint32_t rank, float activity);
  bool on_lost(Domains& domains, std::uint32_t integer, std::uint64_t lost);  // false: a contradiction
  // Forgets all but those for which `keep` is true. They are numbered anew: nothing that is not settled
  // for good may rest on any.
  void forget(const Domains& domains, const std::vector<bool>& keep);
  void clear();

  std::size_t size() const { return lessons_.size(); }
  Lesson& operator[](std::size_t index) { return lessons_[index]; }
  std::span<const Part> parts(std::size_t index) const {
    return {parts_.data() + lessons_[index].begin, lessons_[index].size};
  }
  std::size_t bytes() const {
    return parts_.size() * sizeof(Part) + lessons_.size() * (sizeof(Lesson) + 2 * sizeof(Watch));
  }

 private:
  struct Watch {
    std::uint64_t values;
    std::uint32_t lesson;
  };

  void watch(const Domains& domains, Part part, std::uint32_t lesson);
  std::vector<Watch>& watches(std::uint32_t integer, std::uint64_t values);

  std::vector<Lesson> lessons_;
  std::vector<Part> parts_;
  // Per integer and value: the watched parts that count on this value not to be lost.
  std::vector<std::vector<Watch>> watches_;
};

}  // namespace gridwright
