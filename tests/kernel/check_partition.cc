#include <algorithm>
#include <numeric>

#include "checks.h"
#include "gridwright/partition.h"

namespace gridwright::tests {

namespace {

constexpr int kSide = 3;
constexpr std::size_t kPlaces = kSide * kSide;

Post one_of(std::vector<std::int32_t> terms) {
  Post post;
  post.kind = Kind::kCount;
  post.terms = std::move(terms);
  post.parameters = {1, 1};
  return post;
}

// One true literal in each row, each column and each part.
Shape rooks() {
  ShapeBuilder builder;
  const std::int32_t first = builder.literals(kPlaces);
  std::vector<std::int32_t> all(kPlaces);
  for (std::size_t place = 0; place < kPlaces; ++place) {
    all[place] = first + 2 * static_cast<std::int32_t>(place);
    builder.show_literal(all[place]);
  }
  for (int line = 0; line < kSide; ++line) {
    std::vector<std::int32_t> row, column;
    for (int step = 0; step < kSide; ++step) {
      row.push_back(all[static_cast<std::size_t>(line * kSide + step)]);
      column.push_back(all[static_cast<std::size_t>(step * kSide + line)]);
    }
    builder.post(one_of(row));
    builder.post(one_of(column));
  }
  Post each = one_of(all);
  each.each = builder.labels(kPlaces);
  each.group = 1;
  builder.post(each);
  return builder.build(false);
}

std::vector<std::vector<std::int32_t>> side_by_side() {
  std::vector<std::vector<std::int32_t>> found(kPlaces);
  for (int place = 0; place < static_cast<int>(kPlaces); ++place) {
    for (int other = 0; other < static_cast<int>(kPlaces); ++other) {
      if (std::abs(place / kSide - other / kSide) + std::abs(place % kSide - other % kSide) == 1)
        found[static_cast<std::size_t>(place)].push_back(other);
    }
  }
  return found;
}

// Of one piece, of at least so many places?
bool sound(const Partition& partition, const std::vector<std::int32_t>& labels, std::int32_t part) {
  std::vector<std::int32_t> waiting;
  for (std::int32_t place = 0; waiting.empty() && place < static_cast<std::int32_t>(kPlaces); ++place) {
    if (labels[static_cast<std::size_t>(place)] == part) waiting.push_back(place);
  }
  for (std::size_t met = 0; met < waiting.size(); ++met) {
    for (const std::int32_t beside : partition.neighbours[static_cast<std::size_t>(waiting[met])]) {
      if (labels[static_cast<std::size_t>(beside)] == part &&
          std::find(waiting.begin(), waiting.end(), beside) == waiting.end())
        waiting.push_back(beside);
    }
  }
  return static_cast<std::int32_t>(waiting.size()) >= partition.least &&
         static_cast<std::ptrdiff_t>(waiting.size()) == std::count(labels.begin(), labels.end(), part);
}

}  // namespace

void check_partition(Random& random, Report& report) {
  std::vector<std::int32_t> column(kSide), turned(kPlaces);
  std::iota(column.begin(), column.end(), 0);
  std::shuffle(column.begin(), column.end(), random);
  for (std::size_t place = 0; place < kPlaces; ++place)
    turned[place] = static_cast<std::int32_t>(kPlaces - 1 - place);
  Instance instance{"partition", rooks(), {std::vector<std::int32_t>(kPlaces)}};
  Partition partition;
  partition.neighbours = side_by_side();
  partition.shown.resize(kPlaces);
  std::iota(partition.shown.begin(), partition.shown.end(), 0);
  partition.least = between(random, 1, 3);
  partition.most_moves = 200;
  for (int row = 0; row < kSide; ++row) {
    partition.wanted.push_back(row * kSide + column[static_cast<std::size_t>(row)]);
    std::fill_n(instance.labels[0].begin() + row * kSide, kSide, row);
  }
  const bool symmetric = column[0] + column[2] == kSide - 1 && column[1] == 1 && chance(random, 70);
  if (symmetric) partition.images.push_back(turned);
  Question question;
  question.seed = random();
  Search search(instance.shape);
  const Outcome sampled = search.sample(views(instance.labels), question);
  report.check(sampled.solutions.size() == 1, "there is a sample");
  const Mended mended = mend(search, views(instance.labels), partition, question);
  instance.labels[0] = mended.labels;
  for (int part = 0; part < kSide; ++part)
    report.check(sound(partition, mended.labels, part), "parts stay whole and large enough");
  if (symmetric) {
    for (std::size_t place = 0; place < kPlaces; ++place) {
      for (std::size_t other = 0; other < kPlaces; ++other) {
        const bool same = mended.labels[place] == mended.labels[other];
        const auto image = [&](std::size_t from) {
          return mended.labels[static_cast<std::size_t>(turned[from])];
        };
        report.check(same == (image(place) == image(other)), "parts are mapped to parts");
      }
    }
  }
  Solution wanted(kPlaces, 0);
  for (const std::int32_t place : partition.wanted) wanted[static_cast<std::size_t>(place)] = 1;
  const std::set<Solution> solutions = World(instance).shown({});
  report.check(solutions.contains(wanted), "what is wanted stays a solution");
  report.check((mended.verdict == Verdict::kUnique) == (solutions.size() == 1),
               "one solution is left, or it was given up");
}

}  // namespace gridwright::tests
