// Learning under symmetry: what was learned holds for each image of the board, and so, mirrored, for
// the board itself. One refutation serves all its images.
#include <algorithm>

#include "gridwright/search.h"

namespace gridwright {

namespace {

constexpr Literal kUnknown{-1};
constexpr std::size_t kLongest = 6;  // images of longer clauses cost more than they save

// Equal for the same terms in any order.
std::uint64_t hash_of(std::span<const Literal> terms) {
  std::uint64_t hash = 0;
  for (const Literal term : terms) {
    const std::uint64_t word = (static_cast<std::uint64_t>(term.code) + 1) * 0x9e3779b97f4a7c15ull;
    hash += word ^ word >> 29;
  }
  return hash;
}

bool same_terms(std::span<const Literal> terms, std::span<const Literal> others) {
  return std::is_permutation(terms.begin(), terms.end(), others.begin(), others.end());
}

// The images of the literals that are shown.
std::vector<Literal> images_of_shown(const Shape& shape, const std::vector<std::int32_t>& places) {
  std::vector<Literal> image(static_cast<std::size_t>(shape.variables) * 2, kUnknown);
  const auto set = [&](Literal from, Literal to) {
    image[static_cast<std::size_t>(from.code)] = to;
    image[static_cast<std::size_t>((~from).code)] = ~to;
  };
  set(kTrue, kTrue);
  for (std::size_t place = 0; place < places.size(); ++place) {
    const Shown &from = shape.shown[place], &to = shape.shown[static_cast<std::size_t>(places[place])];
    if (from.integer < 0 && to.integer < 0) set(from.literal, to.literal);
    if (from.integer < 0 || to.integer < 0) continue;
    const Integer& there = shape.integers[static_cast<std::size_t>(to.integer)];
    const Integer& here = shape.integers[static_cast<std::size_t>(from.integer)];
    if (here.low != there.low || here.size != there.size) continue;
    for (std::int32_t value = 0; value < here.size; ++value) set(here.equals(value), there.equals(value));
  }
  return image;
}

}  // namespace

// Of hidden literals those have an image that are defined by literals with images: what is defined
// by these. Guards have none, and with them the rest may not be symmetric.
void Search::find_images() {
  images_.clear();
  image_queue_.clear();
  if (question_.symmetries == 0 || shape_.guarded) return;
  std::vector<std::pair<std::uint64_t, std::size_t>> known;
  for (std::size_t index = 0; index < board_.definitions(); ++index) {
    known.emplace_back(hash_of(board_.definition(index).subspan(1)), index);
  }
  std::sort(known.begin(), known.end());
  std::vector<Literal> terms;
  for (std::size_t symmetry = 0; symmetry < shape_.symmetries.size(); ++symmetry) {
    if (!(question_.symmetries >> symmetry & 1)) continue;
    std::vector<Literal>& image = images_.emplace_back(images_of_shown(shape_, shape_.symmetries[symmetry]));
    for (std::size_t index = 0; index < board_.definitions(); ++index) {
      const std::span<const Literal> definition = board_.definition(index);
      if (image[static_cast<std::size_t>(definition[0].code)] != kUnknown) continue;
      terms.clear();
      for (const Literal term : definition.subspan(1))
        terms.push_back(image[static_cast<std::size_t>(term.code)]);
      if (std::find(terms.begin(), terms.end(), kUnknown) != terms.end()) continue;
      const std::uint64_t hash = hash_of(terms);
      for (auto next = std::lower_bound(known.begin(), known.end(), std::pair(hash, std::size_t{0}));
           next != known.end() && next->first == hash; ++next) {
        const std::span<const Literal> other = board_.definition(next->second);
        if (!same_terms(terms, other.subspan(1))) continue;
        image[static_cast<std::size_t>(definition[0].code)] = other[0];
        image[static_cast<std::size_t>((~definition[0]).code)] = ~other[0];
        break;
      }
    }
  }
}

// Takes in the images of the clause just learned. Those that are not clauses of two open literals
// right now wait until the search is back at its root.
void Search::add_images(std::uint32_t rank) {
  if (clause_.size() > kLongest) return;
  for (const std::vector<Literal>& image : images_) {
    std::vector<Literal> made;
    std::size_t watchable = 0;
    for (const Literal literal : clause_) {
      const Literal there = image[static_cast<std::size_t>(literal.code)];
      if (there == kUnknown) break;
      made.push_back(there);
      if (watchable < 2 && !board_.is_false(there)) std::swap(made.back(), made[watchable++]);
    }
    if (made.size() < clause_.size() || same_terms(made, clause_)) continue;
    if (on_learned) on_learned(made);
    if (watchable < 2) {
      image_queue_.push_back(std::move(made));
      continue;
    }
    const std::uint32_t place = board_.add_clause(made, 0, rank);
    board_.clause_activity(place) = clause_step_;
    learned_.push_back(place);
  }
}

// False: the images that have waited contradict what is known.
bool Search::take_images() {
  if (board_.level() > 0 || image_queue_.empty()) return true;
  for (std::vector<Literal>& clause : image_queue_) {
    if (!refuse(clause)) return false;
  }
  image_queue_.clear();
  return true;
}

}  // namespace gridwright
