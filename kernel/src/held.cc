// Many questions about one guarded board: it is bound once, and what is learned from one question stays for
// the next, for the guards that it rests on are part of it.
#include <algorithm>

#include "gridwright/search.h"

namespace gridwright {

void Search::hold(Labels labels) {
  Question question;
  question.assumptions.push_back(kTrue);
  begin(labels, question);
  question_.assumptions.clear();
  refuted_ = false;
}

void Search::limit(const Limits& limits) {
  start_ = limited_from_ = last_pulse_ = Clock::now();
  stop_ = Stop::kNone;
  question_.limits = limits;
  if (limits.conflicts >= 0) question_.limits.conflicts += statistics_.failures;
  if (limits.control != nullptr && limits.control->cancelled) stop_ = Stop::kCancelled;
  if (limits.seconds == 0) stop_ = Stop::kTime;
}

bool Search::goes_on() {
  board_.poll_every(0);
  return within_limits();
}

// What the last question assumed as well need not be decided again.
void Search::assume(std::span<const Literal> assumptions) {
  auto& before = question_.assumptions;
  const std::size_t most = std::min(before.size(), assumptions.size());
  std::size_t shared = 0;
  while (shared < most && before[shared] == assumptions[shared]) ++shared;
  jump_to(std::min(static_cast<int>(shared), board_.level()));
  before.assign(assumptions.begin(), assumptions.end());
  core_.clear();
}

Answer Search::ask(std::span<const Literal> assumptions, std::int64_t most_failures) {
  if (!within_limits()) return Answer::kStopped;
  if (refuted_) return Answer::kNo;
  give_up_at_ = most_failures < 0 ? -1 : statistics_.failures + most_failures;
  assume(assumptions);
  switch (learning_search()) {
    case Found::kSolution: return Answer::kYes;
    case Found::kPaused:
    case Found::kStopped: return Answer::kStopped;
    case Found::kExhausted: break;
  }
  refuted_ = core_.empty();  // whatever is assumed
  return Answer::kNo;
}

bool Search::place(std::span<const Literal> assumptions) {
  assume(assumptions);
  if (!board_.propagate()) return false;
  while (static_cast<std::size_t>(board_.level()) < assumptions.size()) {
    const Literal wanted = assumptions[static_cast<std::size_t>(board_.level())];
    if (board_.is_false(wanted)) return false;
    if (board_.is_true(wanted)) {
      board_.open_level();
      continue;
    }
    board_.decide(wanted);
    if (board_.propagate()) continue;
    question_.assumptions.clear();  // so that nobody goes on from here
    return false;
  }
  return true;
}

}  // namespace gridwright
