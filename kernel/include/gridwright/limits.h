// What may stop a search early, and what a search counts.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "gridwright/shape.h"

namespace gridwright {

using Clock = std::chrono::steady_clock;

struct Control;

struct Limits {
  std::int64_t conflicts = -1;  // the only limit that does not depend on the machine
  double seconds = -1;
  std::size_t bytes = 0;  // of learned knowledge; 0: the default
  Control* control = nullptr;
};

enum class Stop : std::uint8_t { kNone, kConflicts, kTime, kMemory, kCancelled };

struct Statistics {
  std::int64_t constraints = 0;  // instances created for this board
  std::int64_t resumptions = 0;  // propagator runs
  std::int64_t entailments = 0;  // inferences that held already
  std::int64_t backtracks = 0;
  std::int64_t nodes = 0, failures = 0, restarts = 0, learned = 0, deleted = 0;
  std::int64_t depth = 0;  // deepest decision level
  std::int64_t solutions = 0;
  std::int64_t peak_bytes = 0;
  std::array<std::int64_t, kKinds> by_kind{};  // inferences per constraint kind
  double build_seconds = 0, first_seconds = 0, proof_seconds = 0;
};

// Shared with other threads: they may cancel, and are told how far the search is.
struct Control {
  std::atomic<bool> cancelled{false};
  std::function<bool(const Statistics&)> pulse;  // called a few dozen times a second; false cancels
};

}  // namespace gridwright
