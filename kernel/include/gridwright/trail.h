// State that backtracking restores. Nothing else in the kernel is undone by hand.
#pragma once

#include <cstdint>
#include <vector>

namespace gridwright {

// Every trailed value is one 64-bit word; the undo log holds its address and what it was.
class UndoLog {
 public:
  void save(std::uint64_t& word) { entries_.push_back({&word, word}); }
  std::size_t size() const { return entries_.size(); }
  void clear() { entries_.clear(); }
  void restore(std::size_t size) {
    while (entries_.size() > size) {
      *entries_.back().word = entries_.back().old;
      entries_.pop_back();
    }
  }

 private:
  struct Entry {
    std::uint64_t* word;
    std::uint64_t old;
  };
  std::vector<Entry> entries_;
};

// A trailed value; T is any type of at most 64 bits. Its address must not change while searching.
template <typename T>
class Trailed {
 public:
  explicit Trailed(T value = T{}) : word_(static_cast<std::uint64_t>(value)) {}
  T get() const { return static_cast<T>(word_); }
  void set(UndoLog& log, T value) {
    log.save(word_);
    word_ = static_cast<std::uint64_t>(value);
  }
  void reset(T value) { word_ = static_cast<std::uint64_t>(value); }

 private:
  std::uint64_t word_;
};

}  // namespace gridwright
