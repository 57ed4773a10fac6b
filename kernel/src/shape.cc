// Building a shape: every number is checked here, so that nothing later has to.
#include "gridwright/shape.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace gridwright {

namespace {

constexpr const char* kKindNames[kKinds] = {"clause",  "count", "define",    "sum",    "distinct",
                                            "related", "line",  "connected", "loop",   "packing",
                                            "bands",   "room",  "template",  "integer"};

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

}  // namespace

bool takes_integers(Kind kind) {
  return kind == Kind::kDistinct || kind == Kind::kRelated || kind == Kind::kLine;
}

const char* kind_name(Kind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }

Kind kind_from_name(const std::string& name) {
  for (int kind = 0; kind < kKinds - 1; ++kind) {
    if (name == kKindNames[kind]) return static_cast<Kind>(kind);
  }
  refuse("unknown constraint kind: " + name);
}

std::int32_t ShapeBuilder::literals(std::int32_t count) {
  if (count < 0 || count > kMostVariables - shape_.variables) refuse("too many literals");
  const Variable first = shape_.variables;
  shape_.variables += count;
  return positive(first).code;
}

std::pair<std::int32_t, std::int32_t> ShapeBuilder::integer(std::int32_t low, std::int32_t size) {
  if (size < 1 || size > 64) refuse("an integer unknown takes 1 to 64 values, not " + std::to_string(size));
  const std::int32_t first = literals(size);
  shape_.integers.push_back({first >> 1, low, size});
  return {static_cast<std::int32_t>(shape_.integers.size()) - 1, first};
}

std::int32_t ShapeBuilder::labels(std::int32_t length) {
  if (length < 0) refuse("a label array needs a length");
  shape_.label_lengths.push_back(length);
  return static_cast<std::int32_t>(shape_.label_lengths.size()) - 1;
}

std::int32_t ShapeBuilder::condition(Condition condition) {
  if (condition.array < 0 || condition.array >= static_cast<std::int32_t>(shape_.label_lengths.size()))
    refuse("condition on an unknown label array");
  if (condition.index < 0 ||
      condition.index >= shape_.label_lengths[static_cast<std::size_t>(condition.array)])
    refuse("condition outside its label array");
  shape_.conditions.push_back(condition);
  return static_cast<std::int32_t>(shape_.conditions.size()) - 1;
}

std::int32_t ShapeBuilder::table(std::vector<std::uint64_t> rows) {
  if (rows.empty() || rows.size() > 64) refuse("a table has 1 to 64 rows");
  Table table{rows, std::vector<std::uint64_t>(64, 0), {static_cast<std::int32_t>(rows.size()), 0}, {0, 0}};
  for (std::size_t x = 0; x < rows.size(); ++x) {
    for (std::size_t y = 0; y < 64; ++y) {
      if (rows[x] >> y & 1)
        table.backward[y] |= 1ull << x,
            table.sizes[1] = std::max(table.sizes[1], static_cast<std::int32_t>(y) + 1);
    }
  }
  table.forward.resize(64, 0);
  for (std::int32_t y = 0; y < table.sizes[1]; ++y) {
    table.bites_at[0] = std::max(table.bites_at[0],
                                 table.sizes[0] - std::popcount(table.backward[static_cast<std::size_t>(y)]));
  }
  for (std::int32_t x = 0; x < table.sizes[0]; ++x) {
    table.bites_at[1] = std::max(table.bites_at[1],
                                 table.sizes[1] - std::popcount(table.forward[static_cast<std::size_t>(x)]));
  }
  shape_.tables.push_back(std::move(table));
  return static_cast<std::int32_t>(shape_.tables.size()) - 1;
}

void ShapeBuilder::check_literal(std::int32_t code) const {
  if (code < 0 || (code >> 1) >= shape_.variables) refuse("unknown literal " + std::to_string(code));
}

void ShapeBuilder::check_terms(const Post& post) const {
  for (const std::int32_t term : post.terms) {
    if (!takes_integers(post.kind)) {
      check_literal(term);
    } else if (term < 0 || term >= static_cast<std::int32_t>(shape_.integers.size())) {
      refuse("unknown integer " + std::to_string(term));
    }
  }
}

void ShapeBuilder::post(Post post) {
  check_terms(post);
  const std::string name = kind_name(post.kind);
  const std::size_t terms = post.terms.size(), parameters = post.parameters.size();
  const auto need = [&](bool fine, const char* what) {
    if (!fine) refuse(name + ": " + what);
  };
  need(post.conditions.empty() || post.conditions.size() == terms, "one condition per term");
  for (const std::int32_t condition : post.conditions)
    need(condition < static_cast<std::int32_t>(shape_.conditions.size()), "unknown condition");
  need(post.when < static_cast<std::int32_t>(shape_.conditions.size()), "unknown condition");
  need(post.each < static_cast<std::int32_t>(shape_.label_lengths.size()), "unknown label array");
  need(post.each < 0 || (post.when < 0 && post.conditions.empty()), "a family takes no conditions");
  need(post.each < 0 ||
           shape_.label_lengths[static_cast<std::size_t>(post.each)] == static_cast<std::int32_t>(terms),
       "a family has one term per label");
  const bool whole = post.conditions.empty() && post.each < 0;
  switch (post.kind) {
    case Kind::kCount: need(parameters == 2, "wants [low, high]"); break;
    case Kind::kDefine: need(terms >= 1, "wants the defined literal first"); break;
    case Kind::kSum: need(whole && parameters == terms + 2, "wants [low, high, weights...]"); break;
    case Kind::kDistinct:
      need(parameters == 1 && post.parameters[0] >= 0 && post.parameters[0] <= 2, "wants [strength 0..2]");
      break;
    case Kind::kRelated:
      need(whole && terms == 2 && post.terms[0] != post.terms[1], "wants two integers");
      need(parameters == 1 && post.parameters[0] >= 0 &&
               post.parameters[0] < static_cast<std::int32_t>(shape_.tables.size()),
           "wants a table");
      break;
    case Kind::kLine: need(whole, "wants its integers in order"); break;
    case Kind::kConnected:
    case Kind::kLoop: {
      const std::size_t skip = post.kind == Kind::kLoop ? 2 : 0;
      need(whole && parameters >= skip && (parameters - skip) % 2 == 0, "wants pairs of nodes");
      need(skip == 0 || (parameters - skip) / 2 == terms, "wants one pair of nodes per link");
      const std::int32_t nodes = skip == 0 ? static_cast<std::int32_t>(terms) : post.parameters[0];
      for (std::size_t index = skip; index < parameters; ++index)
        need(post.parameters[index] >= 0 && post.parameters[index] < nodes, "unknown node");
      break;
    }
    case Kind::kBands:
      need(post.each >= 0 && post.implied && parameters == terms + 1,
           "wants [quota, lines...], a label array, and is implied");
      for (std::size_t index = 1; index < parameters; ++index)
        need(post.parameters[index] >= 0, "lines count from 0");
      break;
    case Kind::kRoom:
      need(post.each >= 0 && post.implied && parameters == 1 && post.parameters[0] >= 0,
           "wants [need], a label array, and is implied");
      break;
    case Kind::kPacking: {
      std::int64_t total = 0;
      for (std::size_t slot = 1; slot < parameters; ++slot) {
        need(post.parameters[slot] >= 0, "slot sizes are not negative");
        total += post.parameters[slot];
      }
      need(whole && parameters >= 1 && total == static_cast<std::int64_t>(terms),
           "slots do not add up to the terms");
      break;
    }
    default: break;
  }
  if (post.group >= 0) {
    const std::int32_t last =
        post.group + (post.each < 0 ? 0 : shape_.label_lengths[static_cast<std::size_t>(post.each)]);
    shape_.groups = std::max(shape_.groups, last + 1);
  }
  shape_.posts.push_back(std::move(post));
}

void ShapeBuilder::show_literal(std::int32_t literal) {
  check_literal(literal);
  shape_.shown.push_back({-1, {literal}});
}

void ShapeBuilder::show_integer(std::int32_t integer) {
  if (integer < 0 || integer >= static_cast<std::int32_t>(shape_.integers.size()))
    refuse("unknown integer " + std::to_string(integer));
  shape_.shown.push_back({integer, kTrue});
}

void ShapeBuilder::symmetry(std::vector<std::int32_t> images) {
  if (images.size() != shape_.shown.size()) refuse("a symmetry maps every shown value");
  for (const std::int32_t image : images) {
    if (image < 0 || image >= static_cast<std::int32_t>(images.size()))
      refuse("a symmetry maps shown values to shown values");
  }
  if (shape_.symmetries.size() == 32) refuse("at most 32 symmetries");
  shape_.symmetries.push_back(std::move(images));
}

Shape ShapeBuilder::build(bool guarded) {
  shape_.guarded = guarded;
  if (guarded) shape_.first_guard = literals(shape_.groups) >> 1;
  shape_.integer_of.assign(static_cast<std::size_t>(shape_.variables), -1);
  for (std::size_t index = 0; index < shape_.integers.size(); ++index) {
    const Integer& integer = shape_.integers[index];
    for (std::int32_t value = 0; value < integer.size; ++value) {
      shape_.integer_of[static_cast<std::size_t>(integer.first + value)] = static_cast<std::int32_t>(index);
    }
  }
  return std::move(shape_);
}

}  // namespace gridwright
