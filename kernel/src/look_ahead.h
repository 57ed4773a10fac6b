// Tries some choices out before one is made: for each of the likeliest, what would be left of the
// board with every one of its values. Taken is the choice that leaves least; values that fail at
// once are struck out, and so are values elsewhere that none of the others leaves.
//
// A try costs as much as a node. So only nodes with much left open are given tries, where much is
// measured such that tries take a fixed share of the search.
#pragma once

#include <cstdint>
#include <vector>

#include "domains.h"

namespace gridwright {

class LookAhead {
 public:
  struct Choice {
    std::uint32_t integer;
    std::uint64_t value;  // one bit; 0: none was found, but something was struck out
  };

  explicit LookAhead(Domains& domains) : domains_(domains) {}
  void begin();
  void rest() { begun_ = false; }
  bool begun() const { return begun_; }

  bool worthwhile();            // at this node?
  bool choose(Choice& choice);  // false: the node fails

 private:
  struct Candidate {  // an integer, or where (value, one bit) goes in a line
    float score;      // fewest ways for its failures
    std::uint32_t which;
    std::uint64_t value;
  };

  void list_candidates();
  void list_ways(const Candidate& candidate);
  bool try_ways(float enough);
  void weigh();
  bool strike_out();

  Domains& domains_;
  bool begun_ = false;
  std::int64_t nodes_ = 0, tries_ = 0;
  int threshold_ = 0;

  std::vector<Candidate> candidates_;
  std::vector<Choice> ways_;  // of one candidate
  float estimate_ = 0;        // of what is left to search with it
  std::size_t fitting_ = 0;   // ways tried that did not fail
  bool tried_all_ = false;

  // What the fitting ways leave of the integers that all of them narrow.
  std::vector<std::uint32_t> narrowed_;
  std::vector<std::uint64_t> together_;
  std::vector<std::size_t> ways_narrowing_;
  std::vector<std::int64_t> seen_;  // at which try, last
};

}  // namespace gridwright
