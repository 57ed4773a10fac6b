#include "lessons.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "domains.h"

namespace gridwright {

std::uint32_t Lessons::add(const Domains& domains, std::span<const Part> parts, std::uint32_t rank,
                           float activity) {
  const auto lesson = static_cast<std::uint32_t>(lessons_.size());
  lessons_.push_back(
      {static_cast<std::uint32_t>(parts_.size()), static_cast<std::uint32_t>(parts.size()), rank, activity});
  parts_.insert(parts_.end(), parts.begin(), parts.end());
  watch(domains, parts[0], lesson);
  watch(domains, parts[1], lesson);
  return lesson;
}

std::vector<Lessons::Watch>& Lessons::watches(std::uint32_t integer, std::uint64_t values) {
  return watches_[std::size_t{integer} * kMostValues + static_cast<std::size_t>(std::countr_zero(values))];
}

// Of a part that has lost all its values, one of those lost last is watched: it comes back first.
void Lessons::watch(const Domains& domains, Part part, std::uint32_t lesson) {
  std::uint64_t values = part.values() & domains[part.integer()];
  if (values == 0) {
    const std::uint32_t change = domains.last_loss(part.integer(), part.values());
    values = change == Domains::kNone ? part.values() : part.values() & domains.changes()[change].before;
  }
  watches(part.integer(), values).push_back({part.values(), lesson});
}

bool Lessons::on_lost(Domains& domains, std::uint32_t integer, std::uint64_t lost) {
  const std::uint64_t left = domains[integer];
  for (; lost != 0; lost &= lost - 1) {
    std::vector<Watch>& list = watches(integer, lost);
    std::size_t kept = 0, next = 0;
    bool consistent = true;
    domains.work += static_cast<std::int64_t>(list.size());
    while (consistent && next < list.size()) {
      const Watch watched = list[next++];
      if (const std::uint64_t others = watched.values & left) {
        watches(integer, others).push_back(watched);
        continue;
      }
      const Lesson& lesson = lessons_[watched.lesson];
      Part* parts = &parts_[lesson.begin];
      if (parts[0].integer() == integer) std::swap(parts[0], parts[1]);
      const std::uint32_t other = parts[0].integer();
      std::uint32_t place = lesson.size;
      if ((domains[other] & ~parts[0].values()) != 0) {
        place = 2;
        while (place < lesson.size && (parts[place].values() & domains[parts[place].integer()]) == 0) ++place;
        if (place < lesson.size) {
          std::swap(parts[1], parts[place]);
          watch(domains, parts[1], watched.lesson);
          continue;
        }
      }
      list[kept++] = watched;
      consistent = domains.keep_by_lesson(other, parts[0].values(), watched.lesson);
    }
    while (next < list.size()) list[kept++] = list[next++];
    list.resize(kept);
    if (!consistent) return false;
  }
  return true;
}

void Lessons::forget(const Domains& domains, const std::vector<bool>& keep) {
  std::uint32_t kept = 0, end = 0;
  for (std::size_t index = 0; index < lessons_.size(); ++index) {
    if (!keep[index]) continue;
    Lesson lesson = lessons_[index];
    std::copy_n(parts_.begin() + lesson.begin, lesson.size, parts_.begin() + end);
    lesson.begin = end;
    end += lesson.size;
    lessons_[kept++] = lesson;
  }
  lessons_.resize(kept);
  parts_.erase(parts_.begin() + end, parts_.end());
  for (auto& list : watches_) list.clear();
  for (std::uint32_t index = 0; index < kept; ++index) {
    for (int side = 0; side < 2; ++side)
      watch(domains, parts_[lessons_[index].begin + static_cast<std::uint32_t>(side)], index);
  }
}

void Lessons::clear() {
  lessons_.clear();
  parts_.clear();
  for (auto& list : watches_) list.clear();
}

}  // namespace gridwright
