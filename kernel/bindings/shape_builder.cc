// ShapeBuilder: collects a shape call by call.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"

namespace gridwright {

using namespace nb::literals;

void add_shape_builder(nb::module_& module) {
  nb::class_<ShapeBuilder>(module, "ShapeBuilder", "Collects a shape call by call.")
      .def(nb::init<>())
      .def("literals", &ShapeBuilder::literals, "count"_a)
      .def("integer", &ShapeBuilder::integer, "low"_a, "size"_a)
      .def("labels", &ShapeBuilder::labels, "length"_a)
      .def(
          "condition",
          [](ShapeBuilder& builder, std::int32_t array, std::int32_t index, std::int32_t low,
             std::int32_t high) { return builder.condition({array, index, low, high}); },
          "array"_a, "index"_a, "low"_a, "high"_a)
      .def("table", &ShapeBuilder::table, "rows"_a)
      .def(
          "post",
          [](ShapeBuilder& builder, const std::string& kind, std::vector<std::int32_t> terms,
             std::vector<std::int32_t> parameters, std::int32_t group, std::int32_t when, std::int32_t each,
             std::optional<std::vector<std::int32_t>> conditions, bool implied) {
            builder.post({kind_from_name(kind), std::move(terms), std::move(parameters),
                          conditions ? std::move(*conditions) : std::vector<std::int32_t>{}, group, when,
                          each, implied});
          },
          "kind"_a, "terms"_a, "parameters"_a, "group"_a, "when"_a = -1, "each"_a = -1,
          "conditions"_a = nb::none(), "implied"_a = false)
      .def("show_literal", &ShapeBuilder::show_literal, "literal"_a)
      .def("show_integer", &ShapeBuilder::show_integer, "integer"_a)
      .def("symmetry", &ShapeBuilder::symmetry, "images"_a)
      .def(
          "build",
          [](ShapeBuilder& builder, bool guarded) { return new CompiledShape(builder.build(guarded)); },
          nb::rv_policy::take_ownership, "guarded"_a = false);
}

}  // namespace gridwright
