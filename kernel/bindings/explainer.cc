// Explainer: deductions about one board.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "gridwright/explainer.h"

namespace gridwright {

using namespace nb::literals;

namespace {

nb::list to_list(const std::vector<Link>& links) {
  nb::list list;
  for (const Link& link : links)
    list.append(
        nb::make_tuple(to_codes(link.conclusions), link.group, to_codes(link.because), to_list(link.moves)));
  return list;
}

nb::object to_python(const std::optional<Deduction>& found) {
  if (!found) return nb::none();
  return nb::make_tuple(static_cast<int>(found->kind), found->weight, to_codes(found->conclusions),
                        found->groups, to_codes(found->facts), to_list(found->links), found->sums);
}

nb::object to_python(bool answer) { return nb::bool_(answer); }

Explainer* make_explainer(CompiledShape& compiled, nb::handle labels, NumberLists scopes, Numbers weights,
                          Numbers ignored) {
  const Shape& shape = compiled.shape();
  if (!shape.guarded) throw nb::value_error("only a guarded shape can be explained");
  if (scopes.size() != weights.size()) throw nb::value_error("one weight per scope");
  const auto check = [&](const Numbers& groups) {
    for (const std::int32_t group : groups) {
      if (group < 0 || group >= shape.groups) throw nb::value_error("unknown group");
    }
  };
  for (const Numbers& groups : scopes) check(groups);
  check(ignored);
  const BorrowedLabels borrowed(labels, shape);
  NumberLists copies;
  for (const auto& array : borrowed.view()) copies.emplace_back(array.begin(), array.end());
  return new Explainer(shape, std::move(copies),
                       Scopes{std::move(scopes), std::move(weights), std::move(ignored)});
}

// Adds a question to an explainer: `run` is called without the interpreter's lock.
template <typename... Own, typename Run, typename... Names>
void add_explaining(nb::class_<Explainer>& explainer, const char* name, Run run, const Names&... names) {
  const auto answer = [run](Explainer& asked, Own... own, std::int64_t conflict_limit, double time_limit,
                            std::int64_t memory_limit, PythonControl* given) {
    Allowance allowance(conflict_limit, time_limit, memory_limit, given);
    auto found = [&] {
      const nb::gil_scoped_release release;
      asked.limit(allowance.limits);
      return run(asked, own...);
    }();
    if (allowance.control.raised) throw nb::python_error();
    return to_python(found);
  };
  explainer.def(name, answer, names..., "conflict_limit"_a = -1, "time_limit"_a = -1.0, "memory_limit"_a = -1,
                "control"_a.none() = nb::none());
}

}  // namespace

void add_explainer(nb::module_& module, nb::class_<CompiledShape>& shape) {
  nb::class_<Explainer> explainer(module, "Explainer", "Deductions about one board, cheapest first.");
  shape.def("explainer", &make_explainer, "labels"_a, "scopes"_a, "weights"_a, "ignored"_a,
            nb::rv_policy::take_ownership, nb::keep_alive<0, 1>());
  add_explaining<Numbers>(
      explainer, "refer",
      [](Explainer& asked, const Numbers& codes) { return asked.refer(to_literals(codes, asked.shape())); },
      "wanted"_a);
  add_explaining<int, int, int, int>(
      explainer, "next",
      [](Explainer& asked, int weight, int moves, int depth, int all_moves) {
        return asked.next({weight, moves, depth, all_moves});
      },
      "weight"_a, "moves"_a, "depth"_a, "all_moves"_a);
  add_explaining<int, int, int, int, int>(
      explainer, "prove",
      [](Explainer& asked, int code, int weight, int moves, int depth, int all_moves) {
        return asked.prove(to_literals({code}, asked.shape())[0], {weight, moves, depth, all_moves});
      },
      "literal"_a, "weight"_a, "moves"_a, "depth"_a, "all_moves"_a);
  add_explaining<int>(
      explainer, "contradiction", [](Explainer& asked, int weight) { return asked.contradiction({weight}); },
      "weight"_a);
  add_explaining<int>(
      explainer, "is_open",
      [](Explainer& asked, int code) { return asked.is_open(to_literals({code}, asked.shape())[0]); },
      "literal"_a);
  explainer
      .def(
          "know",
          [](Explainer& asked, const Numbers& codes) {
            asked.limit({});
            asked.know(to_literals(codes, asked.shape()));
          },
          "facts"_a)
      .def_prop_ro("facts", [](const Explainer& asked) { return to_codes(asked.facts()); })
      .def_prop_ro("reference", [](const Explainer& asked) { return to_codes(asked.reference()); })
      .def_prop_ro("stop", [](const Explainer& asked) { return static_cast<int>(asked.stopped()); });
}

}  // namespace gridwright
