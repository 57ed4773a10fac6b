#include "makers.h"

#include <algorithm>
#include <array>

namespace gridwright::tests {

int between(Random& random, int low, int high) {
  return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
}

bool chance(Random& random, int percent) { return between(random, 1, 100) <= percent; }

namespace {

using Terms = std::vector<std::int32_t>;

// Mostly different unknowns, now and then negated, repeated or a constant.
Terms some_terms(Random& random, const Terms& from, int count) {
  Terms pool = from, terms;
  std::shuffle(pool.begin(), pool.end(), random);
  const bool odd = chance(random, 25);
  for (int index = 0; index < count; ++index) {
    std::int32_t code = pool.empty() ? 0 : pool[static_cast<std::size_t>(index) % pool.size()];
    if (odd && chance(random, 20)) code = between(random, 0, 1);
    if (odd && !terms.empty() && chance(random, 20)) code = terms.back();
    if (chance(random, 20)) code ^= 1;
    terms.push_back(code);
  }
  return terms;
}

Terms literals(ShapeBuilder& builder, int count) {
  const std::int32_t first = builder.literals(count);
  Terms codes;
  for (int index = 0; index < count; ++index) codes.push_back(first + 2 * index);
  return codes;
}

Terms integers(Random& random, ShapeBuilder& builder, int count, int most_values, Terms* literals = nullptr) {
  const bool alike = chance(random, 60);
  int low = between(random, -1, 1), size = between(random, 1, most_values);
  Terms ids;
  for (int index = 0; index < count; ++index) {
    if (!alike) low = between(random, -1, 2), size = between(random, 1, most_values);
    const auto [id, first] = builder.integer(low, size);
    ids.push_back(id);
    for (int value = 0; literals != nullptr && value < size; ++value) literals->push_back(first + 2 * value);
  }
  return ids;
}

// Usually everything is shown, sometimes only a part.
void show(Random& random, ShapeBuilder& builder, const Terms& codes, const Terms& ids) {
  const bool all = chance(random, 70);
  for (const std::int32_t code : codes) {
    if (all || chance(random, 50)) builder.show_literal(chance(random, 10) ? code ^ 1 : code);
  }
  for (const std::int32_t id : ids) {
    if (all || chance(random, 50)) builder.show_integer(id);
  }
}

Post post(Kind kind, Terms terms, Terms parameters, std::int32_t group = 0) {
  Post made;
  made.kind = kind;
  made.terms = std::move(terms);
  made.parameters = std::move(parameters);
  made.group = group;
  return made;
}

Instance close(Random& random, ShapeBuilder& builder, Kind kind, const Terms& codes, const Terms& ids,
               bool guarded) {
  show(random, builder, codes, ids);
  return {kind_name(kind), builder.build(guarded), {}};
}

Instance literal_kind(Random& random, bool guarded, Kind kind, int most_literals) {
  ShapeBuilder builder;
  const Terms codes = literals(builder, between(random, 1, most_literals));
  const int count = between(random, kind == Kind::kDefine ? 1 : 0, static_cast<int>(codes.size()));
  Terms terms = some_terms(random, codes, count), parameters;
  if (kind == Kind::kCount) {
    const int low = between(random, -1, count + 1);
    parameters = {low, chance(random, 30) ? low : between(random, std::max(low, -1), count + 1)};
    if (chance(random, 20)) parameters = {0, 1};
  }
  if (kind == Kind::kSum) {
    const int low = between(random, -6, 8);
    parameters = {low, chance(random, 30) ? low : chance(random, 30) ? 100 : between(random, low, low + 8)};
    for (int term = 0; term < count; ++term) parameters.push_back(between(random, -4, 5));
  }
  builder.post(post(kind, terms, parameters));
  Instance instance = close(random, builder, kind, codes, {}, guarded);
  // What is missing when one unknown stands for several terms is seen later.
  std::vector<Variable> variables{0};
  for (const std::int32_t code : terms) variables.push_back(code >> 1);
  std::sort(variables.begin(), variables.end());
  instance.complete = kind != Kind::kSum && !guarded &&
                      std::adjacent_find(variables.begin(), variables.end()) == variables.end();
  return instance;
}

Instance clause(Random& random, bool guarded) { return literal_kind(random, guarded, Kind::kClause, 5); }
Instance count(Random& random, bool guarded) {
  return literal_kind(random, guarded, Kind::kCount, chance(random, 10) ? 10 : 7);
}
Instance define(Random& random, bool guarded) { return literal_kind(random, guarded, Kind::kDefine, 6); }
Instance sum(Random& random, bool guarded) { return literal_kind(random, guarded, Kind::kSum, 7); }
Instance parity(Random& random, bool guarded) { return literal_kind(random, guarded, Kind::kTemplate, 6); }

Instance integer(Random& random, bool guarded) {
  ShapeBuilder builder;
  const Terms ids = integers(random, builder, between(random, 1, 2), 5);
  const Terms codes = literals(builder, 1);
  builder.post(post(Kind::kClause, codes, {}));  // so that there is a group
  Instance instance = close(random, builder, Kind::kInteger, codes, ids, guarded);
  instance.raw = true;
  instance.complete = true;
  return instance;
}

Instance distinct(Random& random, bool guarded) {
  ShapeBuilder builder;
  Terms values, terms;
  const Terms ids = integers(random, builder, between(random, 0, 4), 5, &values);
  terms = ids;
  if (!ids.empty() && chance(random, 5)) terms.push_back(ids.front());
  const int strength = std::array{0, 1, 1, 2, 2, 2}[random() % 6];
  builder.post(post(Kind::kDistinct, terms, {strength}));
  // Values that are missing from the start make Hall sets.
  const int missing = chance(random, 60) ? between(random, 10, 50) : 0;
  for (const std::int32_t value : values) {
    if (chance(random, missing)) builder.post(post(Kind::kClause, {value ^ 1}, {}, -1));
  }
  Instance instance = close(random, builder, Kind::kDistinct, {}, ids, guarded);
  instance.complete = strength == 2 && terms.size() == ids.size() && !guarded;
  return instance;
}

std::int32_t random_table(Random& random, ShapeBuilder& builder, int rows, int density) {
  std::vector<std::uint64_t> table(static_cast<std::size_t>(rows));
  for (std::uint64_t& row : table) {
    for (int bit = 0; bit < 8; ++bit) row |= static_cast<std::uint64_t>(chance(random, density)) << bit;
  }
  return builder.table(table);
}

Instance related(Random& random, bool guarded) {
  ShapeBuilder builder;
  const int rows = between(random, 1, 5);
  const Terms ids{builder.integer(between(random, -1, 1), rows).first,
                  builder.integer(between(random, -1, 1), between(random, 1, 5)).first};
  builder.post(post(Kind::kRelated, ids, {random_table(random, builder, rows, 40)}));
  Instance instance = close(random, builder, Kind::kRelated, {}, ids, guarded);
  instance.complete = !guarded;
  return instance;
}

// A line that says again what its neighbours' relations and its distinct say.
Instance line(Random& random, bool guarded) {
  ShapeBuilder builder;
  const int size = between(random, 2, 4);
  Terms ids;
  for (int index = 0; index < size; ++index) ids.push_back(builder.integer(1, size).first);
  builder.post(post(Kind::kDistinct, ids, {between(random, 0, 2)}));
  for (std::size_t place = 1; place < ids.size(); ++place) {
    if (chance(random, 80))
      builder.post(
          post(Kind::kRelated, {ids[place - 1], ids[place]}, {random_table(random, builder, size, 60)}));
  }
  Post made = post(Kind::kLine, ids, {});
  made.implied = true;
  builder.post(made);
  return close(random, builder, Kind::kLine, {}, ids, guarded);
}

// Pairs of nodes: of a grid, or at random.
Terms some_edges(Random& random, int nodes, int columns, int most) {
  Terms edges;
  if (columns > 0) {
    for (int node = 0; node < nodes; ++node) {
      if (node % columns + 1 < columns && node + 1 < nodes) edges.insert(edges.end(), {node, node + 1});
      if (node + columns < nodes) edges.insert(edges.end(), {node, node + columns});
    }
    return edges;
  }
  for (int count = nodes == 0 ? 0 : between(random, 0, most); count > 0; --count) {
    edges.push_back(between(random, 0, nodes - 1));
    edges.push_back(chance(random, 5) ? edges.back() : between(random, 0, nodes - 1));
  }
  return edges;
}

Instance connected(Random& random, bool guarded) {
  ShapeBuilder builder;
  const bool grid = chance(random, 60);
  const int nodes = grid ? between(random, 2, chance(random, 20) ? 10 : 9) : between(random, 0, 7);
  const Terms codes = literals(builder, nodes);
  const Terms terms = chance(random, 70) ? codes : some_terms(random, codes, nodes);
  builder.post(
      post(Kind::kConnected, terms, some_edges(random, nodes, grid ? between(random, 2, 3) : 0, 10)));
  return close(random, builder, Kind::kConnected, codes, {}, guarded);
}

Instance loop(Random& random, bool guarded) {
  ShapeBuilder builder;
  const bool grid = chance(random, 50);
  const int nodes = grid ? between(random, 4, 6) : between(random, 1, 5);
  const Terms edges = some_edges(random, nodes, grid ? between(random, 2, 3) : 0, 9);
  const Terms codes = literals(builder, static_cast<int>(edges.size() / 2));
  const Terms terms = chance(random, 80) ? codes : some_terms(random, codes, static_cast<int>(codes.size()));
  Terms parameters{nodes, chance(random, 50) ? 0 : between(random, 1, 6)};
  parameters.insert(parameters.end(), edges.begin(), edges.end());
  builder.post(post(Kind::kLoop, terms, parameters));
  return close(random, builder, Kind::kLoop, codes, {}, guarded);
}

Instance packing(Random& random, bool guarded) {
  ShapeBuilder builder;
  std::vector<Terms> slots;
  Terms all, parameters{0};
  for (int slot = between(random, 0, 6); slot > 0 && all.size() < 9; --slot) {
    slots.push_back(literals(builder, between(random, 0, 2)));
    all.insert(all.end(), slots.back().begin(), slots.back().end());
    parameters.push_back(static_cast<std::int32_t>(slots.back().size()));
  }
  parameters[0] = between(random, 0, static_cast<int>(slots.size() / 2) + 1);
  // It speaks of slots that exclude their neighbours; others see to that.
  for (std::size_t slot = 0; slot < slots.size(); ++slot) {
    Terms near = slots[slot];
    if (slot + 1 < slots.size()) near.insert(near.end(), slots[slot + 1].begin(), slots[slot + 1].end());
    builder.post(post(Kind::kCount, near, {0, 1}));
  }
  builder.post(post(Kind::kPacking, all, parameters));
  return close(random, builder, Kind::kPacking, all, {}, guarded);
}

// Lines and regions that all hold the same number of true literals. What is implied is left out where
// there are guards, so there are none here.
Instance bands(Random& random, bool) {
  ShapeBuilder builder;
  const int width = between(random, 2, 4), height = between(random, 2, width == 4 ? 2 : 3),
            cells = width * height;
  const int quota = between(random, 1, 2);
  const Terms codes = literals(builder, cells);
  const std::int32_t regions = builder.labels(cells);
  Terms parameters{quota};
  for (int row = 0; row < height; ++row) {
    Terms line;
    for (int column = 0; column < width; ++column) {
      line.push_back(codes[static_cast<std::size_t>(row * width + column)]);
      parameters.push_back(row);
    }
    builder.post(post(Kind::kCount, line, {quota, quota}));
  }
  Post each = post(Kind::kCount, codes, {quota, quota}, 1);
  each.each = regions;
  builder.post(each);
  Post made = post(Kind::kBands, codes, parameters);
  made.each = regions;
  made.implied = true;
  builder.post(made);
  Instance instance = close(random, builder, Kind::kBands, codes, {}, false);
  instance.labels.emplace_back();
  // Mostly connected and of the right number, so that there is something to find.
  for (int cell = 0; cell < cells; ++cell) {
    const bool left = cell % width > 0, above = cell >= width;
    std::int32_t label = between(random, 0, height - 1);
    if (left && chance(random, 40)) {
      label = instance.labels[0].back();
    } else if (above && chance(random, 50)) {
      label = instance.labels[0][static_cast<std::size_t>(cell - width)];
    }
    instance.labels[0].push_back(label);
  }
  return instance;
}

// Regions that need some true literals of which some exclude each other. Implied like the bands.
Instance room(Random& random, bool) {
  ShapeBuilder builder;
  const int cells = between(random, 2, 10);
  const int need = between(random, 0, 3);
  const Terms codes = literals(builder, cells);
  const std::int32_t regions = builder.labels(cells);
  for (int sets = between(random, 0, 8); sets > 0; --sets) {
    Terms apart;
    for (const std::int32_t code : codes) {
      if (chance(random, 30)) apart.push_back(code);
    }
    builder.post(post(Kind::kCount, apart, {0, 1}));
  }
  Post each = post(Kind::kCount, codes, {need, chance(random, 50) ? need : cells}, 1);
  each.each = regions;
  builder.post(each);
  Post made = post(Kind::kRoom, codes, {need});
  made.each = regions;
  made.implied = true;
  builder.post(made);
  Instance instance = close(random, builder, Kind::kRoom, codes, {}, false);
  instance.labels.emplace_back();
  for (int cell = 0; cell < cells; ++cell)
    instance.labels[0].push_back(chance(random, 10) ? -1 : between(random, 0, cells / 6));
  return instance;
}

constexpr Maker kMakers[] = {
    {"clause", clause},     {"count", count},     {"define", define}, {"sum", sum},
    {"distinct", distinct}, {"related", related}, {"line", line},     {"connected", connected},
    {"loop", loop},         {"packing", packing}, {"bands", bands},   {"room", room},
    {"template", parity},   {"integer", integer},
};

}  // namespace

std::span<const Maker> makers() { return kMakers; }

LabelArrays random_labels(Random& random, const Shape& shape) {
  LabelArrays labels;
  for (const std::int32_t length : shape.label_lengths) {
    labels.emplace_back();
    for (std::int32_t index = 0; index < length; ++index) labels.back().push_back(between(random, -1, 2));
  }
  return labels;
}

Instance mixed(Random& random, bool guarded) {
  ShapeBuilder builder;
  const Terms codes = literals(builder, between(random, 2, guarded ? 5 : 7));
  Terms all = codes;  // an integer's values are literals too
  const Terms ids = chance(random, 50) ? Terms{} : integers(random, builder, between(random, 1, 2), 3, &all);
  std::vector<std::int32_t> lengths;
  for (int array = 0; array < 2; ++array) {
    lengths.push_back(chance(random, 15) ? 0 : between(random, 3, 5));  // labels are less than this
    builder.labels(lengths.back());
  }
  Terms conditions;
  for (int index = 0; index < 4; ++index) {
    const int array = between(random, 0, 1);
    if (lengths[static_cast<std::size_t>(array)] == 0) continue;
    const int low = between(random, -1, 2);
    conditions.push_back(
        builder.condition({array, between(random, 0, lengths[static_cast<std::size_t>(array)] - 1), low,
                           between(random, low, 2)}));
  }
  const auto some_condition = [&](int percent) {
    return conditions.empty() || !chance(random, percent)
               ? -1
               : conditions[static_cast<std::size_t>(
                     between(random, 0, static_cast<int>(conditions.size()) - 1))];
  };
  std::int32_t group = 0;
  std::vector<Post> posts;
  for (int count = between(random, 1, 5); count > 0; --count) {
    constexpr Kind kinds[] = {Kind::kClause,   Kind::kCount,     Kind::kCount,    Kind::kDefine, Kind::kSum,
                              Kind::kTemplate, Kind::kConnected, Kind::kDistinct, Kind::kRelated};
    const Kind kind = kinds[between(random, 0, 8)];
    Post made = post(kind, some_terms(random, all, between(random, kind == Kind::kDefine, 5)), {}, group);
    const auto size = static_cast<int>(made.terms.size());
    bool whole = false;
    switch (kind) {
      case Kind::kCount: {
        const int low = between(random, 0, 3);
        made.parameters = {low, between(random, low, 4)};
        break;
      }
      case Kind::kSum: {
        const int low = between(random, -4, 2);
        made.parameters = {low, between(random, low, 6)};
        for (int term = 0; term < size; ++term) made.parameters.push_back(between(random, -3, 3));
        whole = true;
        break;
      }
      case Kind::kConnected:
        made.parameters = some_edges(random, size, 0, 7);
        whole = true;
        break;
      case Kind::kDistinct:
        made.terms = ids;
        made.parameters = {between(random, 0, 2)};
        break;
      case Kind::kRelated:
        if (ids.size() < 2) continue;
        made.terms = ids;
        made.parameters = {random_table(random, builder, 3, 60)};
        whole = true;
        break;
      default: break;
    }
    const int array = between(random, 0, 1);
    if (!whole && kind != Kind::kDefine && kind != Kind::kDistinct && chance(random, 30)) {
      made.each = array;
      made.terms = some_terms(random, all, lengths[static_cast<std::size_t>(array)]);
      group += 3;  // a group for every label
    } else {
      made.when = some_condition(30);
      if (!whole && chance(random, 50)) {
        for (std::size_t term = 0; term < made.terms.size(); ++term) {
          made.conditions.push_back(kind == Kind::kDefine && term == 0 ? -1 : some_condition(50));
        }
      }
    }
    ++group;
    if (chance(random, 20) && made.each < 0) {
      Post again = made;
      again.implied = true;
      posts.push_back(again);
    }
    posts.push_back(std::move(made));
  }
  for (const Post& made : posts) builder.post(made);
  show(random, builder, codes, ids);
  Instance instance{"mixed", builder.build(guarded), {}};
  instance.labels = random_labels(random, instance.shape);
  return instance;
}

}  // namespace gridwright::tests
