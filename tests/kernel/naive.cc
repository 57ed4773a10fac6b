#include "naive.h"

#include <algorithm>
#include <stdexcept>

namespace gridwright::tests {

namespace {

using Terms = std::vector<std::int32_t>;

int count_true(const Terms& terms, const Model& model) {
  return static_cast<int>(
      std::count_if(terms.begin(), terms.end(), [&](std::int32_t code) { return model[Literal{code}]; }));
}

std::int32_t value_of(const Integer& integer, const Model& model) {
  for (std::int32_t index = 0; index < integer.size; ++index) {
    if (model[integer.equals(index)]) return integer.low + index;
  }
  throw std::logic_error("an integer without a value");
}

// Which nodes can be reached from the first of `nodes`, over pairs of which both ends are among them?
bool is_one_part(const std::set<std::int32_t>& nodes,
                 const std::vector<std::pair<std::int32_t, std::int32_t>>& pairs) {
  if (nodes.empty()) return true;
  std::set<std::int32_t> part{*nodes.begin()};
  for (std::size_t size = 0; size != part.size();) {
    size = part.size();
    for (const auto& [u, v] : pairs) {
      if (!nodes.contains(u) || !nodes.contains(v)) continue;
      if (part.contains(u)) part.insert(v);
      if (part.contains(v)) part.insert(u);
    }
  }
  return part == nodes;
}

bool connected(const Terms& terms, const Terms& edges, const Model& model) {
  std::set<std::int32_t> nodes;
  for (std::size_t node = 0; node < terms.size(); ++node) {
    if (model[Literal{terms[node]}]) nodes.insert(static_cast<std::int32_t>(node));
  }
  std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
  for (std::size_t index = 0; index < edges.size(); index += 2)
    pairs.emplace_back(edges[index], edges[index + 1]);
  return is_one_part(nodes, pairs);
}

// One part in which every node has degree two is one closed loop.
bool loop(const Terms& terms, const Terms& parameters, const Model& model) {
  const std::int32_t length = parameters[1];
  std::vector<std::pair<std::int32_t, std::int32_t>> links;
  std::vector<int> degrees(static_cast<std::size_t>(parameters[0]));
  std::set<std::int32_t> touched;
  for (std::size_t link = 0; link < terms.size(); ++link) {
    if (!model[Literal{terms[link]}]) continue;
    for (const std::int32_t node : {parameters[2 + 2 * link], parameters[3 + 2 * link]}) {
      ++degrees[static_cast<std::size_t>(node)];
      touched.insert(node);
    }
    links.emplace_back(parameters[2 + 2 * link], parameters[3 + 2 * link]);
  }
  if (links.empty() || (length > 0 && static_cast<std::int32_t>(links.size()) != length)) return false;
  if (std::any_of(degrees.begin(), degrees.end(), [](int degree) { return degree != 0 && degree != 2; }))
    return false;
  return is_one_part(touched, links);
}

bool packing(const Terms& terms, const Terms& parameters, const Model& model) {
  std::vector<int> places;  // the slots of the true literals
  std::size_t next = 0;
  for (std::size_t slot = 1; slot < parameters.size(); ++slot) {
    for (std::int32_t index = 0; index < parameters[slot]; ++index) {
      if (model[Literal{terms[next++]}]) places.push_back(static_cast<int>(slot));
    }
  }
  for (std::size_t place = 1; place < places.size(); ++place) {
    if (places[place] - places[place - 1] < 2) return true;  // excluded by other constraints
  }
  return static_cast<std::int32_t>(places.size()) >= parameters[0];
}

bool distinct(const Shape& shape, const Terms& integers, const Model& model) {
  std::set<std::int32_t> values;
  for (const std::int32_t integer : integers)
    values.insert(value_of(shape.integers[static_cast<std::size_t>(integer)], model));
  return values.size() == integers.size();
}

bool related(const Shape& shape, const Post& post, const Model& model) {
  const Integer& x = shape.integers[static_cast<std::size_t>(post.terms[0])];
  const Integer& y = shape.integers[static_cast<std::size_t>(post.terms[1])];
  const auto& rows = shape.tables[static_cast<std::size_t>(post.parameters[0])].forward;
  return rows[static_cast<std::size_t>(value_of(x, model) - x.low)] >> (value_of(y, model) - y.low) & 1;
}

bool means(const Shape& shape, const Post& post, const Terms& terms, const Model& model) {
  const Terms& parameters = post.parameters;
  switch (post.kind) {
    case Kind::kClause: return count_true(terms, model) > 0;
    case Kind::kCount: {
      const int trues = count_true(terms, model);
      return parameters[0] <= trues && trues <= parameters[1];
    }
    case Kind::kDefine:
      return model[Literal{terms[0]}] == (count_true({terms.begin() + 1, terms.end()}, model) > 0);
    case Kind::kSum: {
      std::int64_t sum = 0;
      for (std::size_t term = 0; term < terms.size(); ++term)
        sum += model[Literal{terms[term]}] ? parameters[term + 2] : 0;
      return parameters[0] <= sum && sum <= parameters[1];
    }
    case Kind::kDistinct: return distinct(shape, terms, model);
    case Kind::kRelated: return related(shape, post, model);
    case Kind::kLine:
    case Kind::kBands:
    case Kind::kRoom: return true;  // say again what other constraints say
    case Kind::kConnected: return connected(terms, parameters, model);
    case Kind::kLoop: return loop(terms, parameters, model);
    case Kind::kPacking: return packing(terms, parameters, model);
    case Kind::kTemplate: return count_true(terms, model) % 2 == 0;
    case Kind::kInteger: break;
  }
  throw std::logic_error("a kind without a meaning");
}

// The constraints that a board has, post by post.
std::vector<Rule> rules_of(const Instance& instance) {
  std::vector<Rule> rules;
  const Shape& shape = instance.shape;
  const auto meets = [&](std::int32_t condition) {
    if (condition < 0) return true;
    const Condition& wanted = shape.conditions[static_cast<std::size_t>(condition)];
    const std::int32_t label =
        instance.labels[static_cast<std::size_t>(wanted.array)][static_cast<std::size_t>(wanted.index)];
    return wanted.low <= label && label <= wanted.high;
  };
  const auto add = [&](const Post& post, const Terms& terms, std::int32_t group) {
    Assignment speaks_of = 0;
    for (const std::int32_t code : takes_integers(post.kind) ? Terms() : terms)
      speaks_of |= Assignment{1} << (code >> 1);
    rules.push_back({group, post.implied, speaks_of, [&shape, &post, terms](const Model& model) {
                       return means(shape, post, terms, model);
                     }});
  };
  for (const Post& post : shape.posts) {
    if (!meets(post.when)) continue;
    if (post.each >= 0) {
      const auto& labels = instance.labels[static_cast<std::size_t>(post.each)];
      for (const std::int32_t label : std::set<std::int32_t>(labels.begin(), labels.end())) {
        Terms terms;
        for (std::size_t index = 0; index < labels.size(); ++index) {
          if (labels[index] == label) terms.push_back(post.terms[index]);
        }
        if (label >= 0) add(post, terms, post.group < 0 ? -1 : post.group + label);
      }
      continue;
    }
    Terms terms;
    for (std::size_t term = 0; term < post.terms.size(); ++term) {
      if (post.conditions.empty() || meets(post.conditions[term])) terms.push_back(post.terms[term]);
    }
    add(post, terms, post.group);
  }
  for (std::size_t index = 0; instance.raw && index < shape.integers.size(); ++index) {
    const Integer integer = shape.integers[index];
    rules.push_back({-1, false, 0, [integer](const Model& model) {
                       int values = 0;
                       for (std::int32_t value = 0; value < integer.size; ++value)
                         values += model[integer.equals(value)];
                       return values == 1;
                     }});
  }
  if (rules.size() > 64) throw std::logic_error("too many rules to try everything");
  return rules;
}

}  // namespace

std::vector<std::span<const std::int32_t>> views(const LabelArrays& labels) {
  return {labels.begin(), labels.end()};
}

World::World(const Instance& instance) : shape_(instance.shape), rules_(rules_of(instance)) {
  if (shape_.variables > 64) throw std::logic_error("too many variables to try everything");
  for (Variable variable = 1; variable < shape_.variables; ++variable) {
    if (instance.raw || shape_.integer_of[static_cast<std::size_t>(variable)] < 0) free_.push_back(variable);
  }
  values_.resize(static_cast<std::size_t>(shape_.variables) * 2);
  for (std::size_t rule = 0; rule < rules_.size(); ++rule) {
    if (!rules_[rule].implied) needed_ |= std::uint64_t{1} << rule;
  }
  Assignment busy = 1;
  for (const Rule& rule : rules_) busy |= rule.speaks_of;
  for (const Shown& shown : shape_.shown) busy |= Assignment{1} << shown.literal.variable();
  for (std::int32_t group = 0; shape_.guarded && group < shape_.groups; ++group)
    busy |= Assignment{1} << shape_.guard(group).variable();
  for (Variable variable = 1; variable < shape_.variables; ++variable) {
    const bool literal = shape_.integer_of[static_cast<std::size_t>(variable)] < 0;
    if (literal && !(busy >> variable & 1)) idle_.add(~positive(variable));
  }
  fill(instance, instance.raw ? shape_.integers.size() : 0, 1);
  for (const Row& row : rows_) {
    if ((row.satisfied & needed_) == needed_) solutions_.push_back(row.assignment);
  }
  std::sort(solutions_.begin(), solutions_.end());
}

// Every combination of the integers' values with every choice of the free variables.
void World::fill(const Instance& instance, std::size_t integer, Assignment so_far) {
  if (integer < shape_.integers.size()) {
    for (std::int32_t value = 0; value < shape_.integers[integer].size; ++value) {
      fill(instance, integer + 1,
           so_far | Assignment{1} << shape_.integers[integer].equals(value).variable());
    }
    return;
  }
  for (std::uint64_t choice = 0; choice < std::uint64_t{1} << free_.size(); ++choice) {
    Assignment assignment = so_far;
    for (std::size_t index = 0; index < free_.size(); ++index)
      assignment |= (choice >> index & 1) << free_[index];
    add(instance, assignment);
  }
}

void World::add(const Instance& instance, Assignment assignment) {
  for (Variable variable = 0; variable < shape_.variables; ++variable) {
    const std::int8_t value = assignment >> variable & 1 ? 1 : -1;
    values_[static_cast<std::size_t>(variable) * 2] = value;
    values_[static_cast<std::size_t>(variable) * 2 + 1] = static_cast<std::int8_t>(-value);
  }
  const Model model(values_);
  Row row{assignment, 0};
  for (std::size_t rule = 0; rule < rules_.size(); ++rule) {
    const std::int32_t group = rules_[rule].group;
    const bool asleep = group >= 0 && instance.shape.guarded && !model[instance.shape.guard(group)];
    if (asleep || rules_[rule].holds(model)) row.satisfied |= std::uint64_t{1} << rule;
  }
  rows_.push_back(row);
}

bool World::is_solution(Assignment assignment) const {
  return std::binary_search(solutions_.begin(), solutions_.end(), assignment);
}

bool World::possible(const Facts& facts, std::int32_t group) const {
  std::uint64_t wanted = 0;
  for (std::size_t rule = 0; rule < rules_.size(); ++rule) {
    if (group == kAll ? !rules_[rule].implied : rules_[rule].group == group)
      wanted |= std::uint64_t{1} << rule;
  }
  return std::any_of(rows_.begin(), rows_.end(), [&](const Row& row) {
    return (row.satisfied & wanted) == wanted && facts.hold_in(row.assignment);
  });
}

std::set<Solution> World::shown(const Facts& facts) const {
  std::set<Solution> found;
  for (const Assignment assignment : solutions_) {
    if (!facts.hold_in(assignment)) continue;
    Solution solution;
    const auto holds = [&](Literal literal) {
      return (assignment >> literal.variable() & 1) != literal.negated();
    };
    for (const Shown& place : shape_.shown) {
      if (place.integer < 0) {
        solution.push_back(holds(place.literal));
        continue;
      }
      const Integer& integer = shape_.integers[static_cast<std::size_t>(place.integer)];
      for (std::int32_t value = 0; value < integer.size; ++value) {
        if (holds(integer.equals(value))) solution.push_back(static_cast<std::int16_t>(integer.low + value));
      }
    }
    found.insert(solution);
  }
  return found;
}

}  // namespace gridwright::tests
