// Counts what was checked and keeps the first few failures.
#pragma once

#include <cstdint>
#include <string>

namespace gridwright::tests {

struct Report {
  std::int64_t passed = 0, failed = 0;
  std::string subject;  // what is being checked, for the message

  // `what` says what should have been the case.
  bool check(bool fine, const char* what);
};

}  // namespace gridwright::tests
