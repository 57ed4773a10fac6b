// The module gridwright._kernel.
#include "bindings.h"

namespace gridwright {

std::vector<Literal> to_literals(const std::vector<std::int32_t>& codes, const Shape& shape) {
  std::vector<Literal> literals;
  for (const std::int32_t code : codes) {
    if (code < 0 || (code >> 1) >= shape.variables) throw nb::value_error("unknown literal");
    literals.push_back({code});
  }
  return literals;
}

Numbers to_codes(const std::vector<Literal>& literals) {
  Numbers codes;
  for (const Literal literal : literals) codes.push_back(literal.code);
  return codes;
}

}  // namespace gridwright

using namespace gridwright;

NB_MODULE(_kernel, module) {
  // When the interpreter ends, a thread that compiles for nobody any more may hold a shape: that is no leak.
  nb::set_leak_warnings(false);
  module.doc() =
      "The kernel of gridwright. Literals, constraints and reasons; see kernel/include/gridwright.";

  nb::class_<PythonControl>(module, "Control",
                            "Cancels a search from another thread and hears of its progress.")
      .def(nb::init<>())
      .def("cancel", [](PythonControl& control) { control.control.cancelled = true; })
      .def_prop_ro("cancelled", [](const PythonControl& control) { return control.control.cancelled.load(); })
      .def_rw("on_progress", &PythonControl::on_progress, nb::arg().none());

  add_outcome(module);

  nb::class_<CompiledShape> shape(module, "Shape", "The rules of a genre compiled for one shape of grid.");
  shape.def_prop_ro("variables", [](const CompiledShape& compiled) { return compiled.shape().variables; })
      .def_prop_ro("groups", [](const CompiledShape& compiled) { return compiled.shape().groups; })
      .def_prop_ro("constraints", [](const CompiledShape& compiled) { return compiled.shape().posts.size(); })
      .def("guard", [](const CompiledShape& compiled, std::int32_t group) {
        return compiled.shape().guard(group).code;
      });
  add_questions(shape);
  add_explainer(module, shape);

  add_shape_builder(module);
}
