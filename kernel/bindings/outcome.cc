// Outcome: what a question has brought, as numbers and lists.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>

#include "bindings.h"

namespace gridwright {

using namespace nb::literals;

namespace {

nb::list to_list(const std::vector<std::int16_t>& values) {
  nb::list list;
  for (const std::int16_t value : values) list.append(static_cast<int>(value));
  return list;
}

// The clock counts no finer; differences of floating-point seconds would be written with many digits.
double whole_nanoseconds(double seconds) { return std::round(seconds * 1e9) / 1e9; }

nb::dict to_dict(const Statistics& statistics) {
  nb::dict dict;
  std::int64_t prunings = 0;
  nb::dict by_kind;
  for (int kind = 0; kind < kKinds; ++kind) {
    const std::int64_t inferences = statistics.by_kind[static_cast<std::size_t>(kind)];
    prunings += inferences;
    if (inferences != 0) by_kind[kind_name(static_cast<Kind>(kind))] = inferences;
  }
  dict["constraints"] = statistics.constraints;
  dict["resumptions"] = statistics.resumptions;
  dict["prunings"] = prunings;
  dict["entailments"] = statistics.entailments;
  dict["backtracks"] = statistics.backtracks;
  dict["nodes"] = statistics.nodes;
  dict["failures"] = statistics.failures;
  dict["depth"] = statistics.depth;
  dict["restarts"] = statistics.restarts;
  dict["learned"] = statistics.learned;
  dict["deleted"] = statistics.deleted;
  dict["solutions"] = statistics.solutions;
  dict["propagations"] = by_kind;
  dict["build_time"] = whole_nanoseconds(statistics.build_seconds);
  dict["first_time"] = whole_nanoseconds(statistics.first_seconds);
  dict["proof_time"] = whole_nanoseconds(statistics.proof_seconds);
  dict["peak_bytes"] = statistics.peak_bytes;
  return dict;
}

// The tree of a search: arrays of one number per node, and of reasons one after another.
nb::dict to_dict(const Tree& tree) {
  std::vector<std::int32_t> parents, relations, unknowns, values, states, reasons, ends;
  for (const TreeNode& node : tree.nodes) {
    parents.push_back(node.parent);
    relations.push_back(static_cast<std::int32_t>(node.branch.relation));
    unknowns.push_back(node.branch.unknown);
    values.push_back(node.branch.value);
    states.push_back(static_cast<std::int32_t>(node.state));
    const auto begin = tree.reasons.begin() + node.reasons;
    reasons.insert(reasons.end(), begin, begin + node.reasons_size);
    ends.push_back(static_cast<std::int32_t>(reasons.size()));
  }
  nb::dict dict;
  dict["parents"] = parents;
  dict["relations"] = relations;
  dict["unknowns"] = unknowns;
  dict["values"] = values;
  dict["states"] = states;
  dict["reasons"] = reasons;
  dict["reason_ends"] = ends;
  nb::list kinds;
  for (int kind = 0; kind < kKinds; ++kind) kinds.append(kind_name(static_cast<Kind>(kind)));
  dict["kinds"] = kinds;
  dict["cut"] = tree.cut;
  return dict;
}

}  // namespace

void add_outcome(nb::module_& module) {
  nb::class_<Outcome>(module, "Outcome", "What a question about a board has brought.")
      .def_prop_ro("verdict", [](const Outcome& outcome) { return static_cast<int>(outcome.verdict); })
      .def_prop_ro("stop", [](const Outcome& outcome) { return static_cast<int>(outcome.stop); })
      .def_ro("count", &Outcome::count)
      .def_ro("orbits", &Outcome::orbits)
      .def_ro("exact", &Outcome::exact)
      .def("__len__", [](const Outcome& outcome) { return outcome.solutions.size(); })
      .def("solution",
           [](const Outcome& outcome, std::size_t index) {
             if (index >= outcome.solutions.size()) throw nb::index_error();
             return to_list(outcome.solutions[index]);
           })
      .def_prop_ro("literals", [](const Outcome& outcome) { return to_codes(outcome.literals); })
      .def_prop_ro("statistics", [](const Outcome& outcome) { return to_dict(outcome.statistics); })
      .def_prop_ro("at_first", [](const Outcome& outcome) { return to_dict(outcome.at_first); })
      .def_prop_ro("tree", [](const Outcome& outcome) { return to_dict(outcome.tree); });
}

}  // namespace gridwright
