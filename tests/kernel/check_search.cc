#include <algorithm>
#include <array>

#include "checks.h"

namespace gridwright::tests {

namespace {

Question question(Random& random, std::int64_t plain_nodes) {
  Question asked;
  asked.plain_nodes = plain_nodes;
  asked.seed = random();
  return asked;
}

// All guards on: the rules as they stand.
std::vector<Literal> guards(const Shape& shape) {
  std::vector<Literal> all;
  for (std::int32_t group = 0; shape.guarded && group < shape.groups; ++group)
    all.push_back(shape.guard(group));
  return all;
}

Facts facts_of(std::span<const Literal> literals) {
  Facts facts;
  for (const Literal literal : literals) facts.add(literal);
  return facts;
}

void check_enumeration(const Instance& instance, const World& world, Search& search, Random& random,
                       Report& report) {
  for (const std::int64_t plain_nodes : {1'000'000, 0, -1, 3}) {
    Question asked = question(random, plain_nodes);
    asked.assumptions = guards(instance.shape);
    const std::set<Solution> wanted = world.shown(facts_of(asked.assumptions));
    const Outcome outcome = search.enumerate(views(instance.labels), asked, 1'000'000, 1'000'000);
    const std::set<Solution> found(outcome.solutions.begin(), outcome.solutions.end());
    report.check(outcome.exact, "enumeration comes to an end");
    report.check(found.size() == outcome.solutions.size(), "no solution is given twice");
    report.check(found == wanted, "enumeration finds the solutions");

    asked = question(random, plain_nodes);
    asked.assumptions = guards(instance.shape);
    const Verdict verdict = search.prove(views(instance.labels), asked).verdict;
    const Verdict expected = wanted.empty()       ? Verdict::kNone
                             : wanted.size() == 1 ? Verdict::kUnique
                                                  : Verdict::kMultiple;
    report.check(verdict == expected, "a proof gives the right verdict");
  }
}

void check_forced(const Instance& instance, const World& world, Search& search, Random& random,
                  Report& report) {
  Question asked = question(random, -1);
  asked.assumptions = guards(instance.shape);
  const Outcome outcome = search.forced(views(instance.labels), asked);
  report.check(outcome.exact, "forced values are final");
  const Facts guarded = facts_of(asked.assumptions);
  Assignment always = ~Assignment{0}, never = ~Assignment{0};
  bool any = false;
  for (const Assignment solution : world.solutions()) {
    if (!guarded.hold_in(solution)) continue;
    any = true;
    always &= solution;
    never &= ~solution;
  }
  report.check((outcome.verdict != Verdict::kNone) == any, "forced values know whether there is a solution");
  if (!any) return;
  Facts wanted;
  const auto note = [&](Variable variable) {
    if (always >> variable & 1) wanted.add(positive(variable));
    if (never >> variable & 1) wanted.add(~positive(variable));
  };
  for (const Shown& shown : instance.shape.shown) {
    if (shown.integer < 0) {
      note(shown.literal.variable());
      continue;
    }
    const Integer& integer = instance.shape.integers[static_cast<std::size_t>(shown.integer)];
    for (std::int32_t value = 0; value < integer.size; ++value) note(integer.equals(value).variable());
  }
  const Facts found = facts_of(outcome.literals);
  report.check(found.positive == wanted.positive && found.negative == wanted.negative,
               "forced values are those of all solutions");
}

void check_assumptions(const Instance& instance, const World& world, Search& search, Random& random,
                       Report& report) {
  std::vector<std::vector<Literal>> learned;
  search.on_learned = [&](std::span<const Literal> clause) {
    learned.emplace_back(clause.begin(), clause.end());
  };
  for (int repeat = 0; repeat < 4; ++repeat) {
    Question asked = question(random, 0);
    for (int count = between(random, 0, 5); count > 0; --count) {
      const Literal literal = positive(between(random, 0, instance.shape.variables - 1));
      asked.assumptions.push_back(chance(random, 50) ? literal : ~literal);
    }
    if (chance(random, 50)) {
      for (const Literal guard : guards(instance.shape)) asked.assumptions.push_back(guard);
    }
    const bool wanted = world.possible(facts_of(asked.assumptions), World::kAll);
    const Outcome outcome = search.solve(views(instance.labels), asked);
    report.check(outcome.verdict == (wanted ? Verdict::kMultiple : Verdict::kNone),
                 "a question with assumptions is answered");
    if (wanted) {
      report.check(outcome.solutions.size() == 1 &&
                       world.shown(facts_of(asked.assumptions)).contains(outcome.solutions[0]),
                   "a solution meets the assumptions");
      continue;
    }
    report.check(std::all_of(outcome.literals.begin(), outcome.literals.end(),
                             [&](Literal literal) {
                               return std::find(asked.assumptions.begin(), asked.assumptions.end(),
                                                literal) != asked.assumptions.end();
                             }),
                 "a core is made of assumptions");
    report.check(!world.possible(facts_of(outcome.literals), World::kAll), "a core cannot hold");
  }
  search.on_learned = nullptr;
  for (const std::vector<Literal>& clause : learned) {
    Facts broken;
    for (const Literal literal : clause) broken.add(~literal);
    report.check(!world.possible(broken, World::kAll), "a learned clause is implied");
  }
}

// What is learned on the way to the first solution holds in all of them.
void check_lessons(const Instance& instance, const World& world, Search& search, Random& random,
                   Report& report) {
  std::vector<std::vector<Literal>> learned;
  search.on_learned = [&](std::span<const Literal> clause) {
    learned.emplace_back(clause.begin(), clause.end());
  };
  search.solve(views(instance.labels), question(random, 0));
  search.on_learned = nullptr;
  for (const std::vector<Literal>& clause : learned) {
    Facts broken;
    for (const Literal literal : clause) broken.add(~literal);
    report.check(!world.possible(broken, World::kAll), "a lesson is implied");
  }
}

}  // namespace

void check_search(const Instance& instance, const World& world, Random& random, Report& report) {
  Search search(instance.shape);
  check_enumeration(instance, world, search, random, report);
  check_forced(instance, world, search, random, report);
  check_assumptions(instance, world, search, random, report);
  check_lessons(instance, world, search, random, report);
}

void check_symmetry(Random& random, Report& report) {
  // A count over everything stays the same whatever changes places; here, some pairs do.
  ShapeBuilder builder;
  const int size = between(random, 2, 6), low = between(random, 0, 2);
  const std::int32_t first = builder.literals(size);
  Post count;
  count.kind = Kind::kCount;
  count.parameters = {low, between(random, low, low + 1)};
  std::vector<std::int32_t> images;
  for (std::int32_t place = 0; place < size; ++place) {
    builder.show_literal(first + 2 * place);
    count.terms.push_back(first + 2 * place);
    images.push_back(place);
  }
  for (std::size_t place = 0; place + 1 < images.size(); place += 2)
    std::swap(images[place], images[place + 1]);
  builder.post(count);
  builder.symmetry(images);
  const Instance instance{"symmetry", builder.build(false), {}};
  const std::set<Solution> solutions = World(instance).shown({});
  std::int64_t orbits = 0;  // counted at the smaller of each two images
  for (const Solution& solution : solutions) {
    Solution image;
    for (const std::int32_t place : images) image.push_back(solution[static_cast<std::size_t>(place)]);
    orbits += solution <= image;
  }
  Search search(instance.shape);
  for (const std::int64_t plain_nodes : {1000, 0, 2}) {
    Question asked = question(random, plain_nodes);
    asked.symmetries = 1;
    const Outcome outcome = search.enumerate({}, asked, 1000, 1000);
    report.check(outcome.exact && outcome.orbits == orbits, "solutions up to symmetry are counted once");
    report.check(outcome.count == static_cast<std::int64_t>(solutions.size()), "images are counted too");
    const Verdict expected = orbits == 0   ? Verdict::kNone
                             : orbits == 1 ? Verdict::kUnique
                                           : Verdict::kMultiple;
    report.check(search.prove({}, asked).verdict == expected,
                 "a proof up to symmetry gives the right verdict");
  }
}

void check_edits(Instance& instance, Random& random, Report& report) {
  if (instance.shape.label_lengths.empty()) return;
  std::vector<Edit> edits;
  std::vector<std::int32_t> sizes;
  for (int group = 0; group < 6; ++group) {
    sizes.push_back(0);
    for (int count = between(random, 0, 3); count > 0; --count) {
      const int array = between(random, 0, static_cast<int>(instance.labels.size()) - 1);
      const auto length = static_cast<int>(instance.labels[static_cast<std::size_t>(array)].size());
      if (length == 0) continue;
      edits.push_back({array, between(random, 0, length - 1), between(random, -1, 2)});
      ++sizes.back();
    }
  }
  const Keep keep = std::array{Keep::kNever, Keep::kAlways, Keep::kUnique}[random() % 3];
  Search search(instance.shape);
  LabelArrays labels = instance.labels;
  const std::vector<Verdict> verdicts = search.try_edits(labels, edits, sizes, keep, question(random, -1));
  report.check(verdicts.size() == sizes.size(), "every edit gets a verdict");
  std::size_t next = 0;
  for (std::size_t group = 0; group < sizes.size(); ++group) {
    const LabelArrays before = instance.labels;
    for (std::int32_t count = 0; count < sizes[group]; ++count, ++next) {
      instance
          .labels[static_cast<std::size_t>(edits[next].array)][static_cast<std::size_t>(edits[next].index)] =
          edits[next].label;
    }
    const std::set<Solution> solutions = World(instance).shown({});
    const Verdict expected = solutions.empty()       ? Verdict::kNone
                             : solutions.size() == 1 ? Verdict::kUnique
                                                     : Verdict::kMultiple;
    report.check(verdicts[group] == expected, "an edit gets the right verdict");
    if (keep == Keep::kNever || (keep == Keep::kUnique && expected != Verdict::kUnique))
      instance.labels = before;
  }
  report.check(labels == instance.labels, "edits are kept or undone");
  Control control;
  control.cancelled = true;
  Question cancelled = question(random, -1);
  cancelled.limits.control = &control;
  report.check(search.try_edits(labels, edits, sizes, keep, cancelled).empty(),
               "once cancelled, no edit is tried");
  report.check(labels == instance.labels, "edits that were not tried are undone");
}

}  // namespace gridwright::tests
