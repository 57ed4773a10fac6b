// gridwright._kernel: the only file that sees both Python and the kernel.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <mutex>

#include "gridwright/search.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace gridwright {
namespace {

// int32 buffers (array('i')) of one board, borrowed for the duration of a call.
class BorrowedLabels {
 public:
  BorrowedLabels(nb::handle labels, const Shape& shape) {
    nb::object fast = nb::steal(PySequence_Fast(labels.ptr(), "labels must be a sequence of int32 arrays"));
    if (!fast.is_valid()) throw nb::python_error();
    const auto count = static_cast<std::size_t>(PySequence_Fast_GET_SIZE(fast.ptr()));
    if (count != shape.label_lengths.size())
      throw nb::value_error("wrong number of label arrays for this shape");
    buffers_.resize(count);
    spans_.reserve(count);
    for (std::size_t index = 0; index < count; ++index) {
      PyObject* array = PySequence_Fast_GET_ITEM(fast.ptr(), static_cast<Py_ssize_t>(index));
      Py_buffer& buffer = buffers_[index];
      if (PyObject_GetBuffer(array, &buffer, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) != 0)
        throw nb::python_error();
      ++held_;
      if (buffer.itemsize != 4 || buffer.len / 4 != shape.label_lengths[index]) {
        throw nb::value_error("a label array has the wrong type or length for this shape");
      }
      spans_.emplace_back(static_cast<const std::int32_t*>(buffer.buf),
                          static_cast<std::size_t>(buffer.len / 4));
    }
  }
  ~BorrowedLabels() {
    for (std::size_t index = 0; index < held_; ++index) PyBuffer_Release(&buffers_[index]);
  }
  BorrowedLabels(const BorrowedLabels&) = delete;

  Labels view() const { return spans_; }

 private:
  std::vector<Py_buffer> buffers_;
  std::vector<std::span<const std::int32_t>> spans_;
  std::size_t held_ = 0;
};

// What Python holds of a shape: the shape, and searches ready to be used again.
class CompiledShape {
 public:
  explicit CompiledShape(Shape shape) : shape_(std::move(shape)) {}

  const Shape& shape() const { return shape_; }

  // One search for one call; calls from several threads get different ones.
  class Lease {
   public:
    explicit Lease(CompiledShape& home) : home_(home) {
      const std::lock_guard lock(home_.mutex_);
      if (home_.idle_.empty()) return;
      search_ = std::move(home_.idle_.back());
      home_.idle_.pop_back();
    }
    ~Lease() {
      const std::lock_guard lock(home_.mutex_);
      if (search_ && home_.idle_.size() < kMostIdle) home_.idle_.push_back(std::move(search_));
    }
    Search& operator*() {
      if (!search_) search_ = std::make_unique<Search>(home_.shape_);
      return *search_;
    }

   private:
    static constexpr std::size_t kMostIdle = 4;
    CompiledShape& home_;
    std::unique_ptr<Search> search_;
  };

 private:
  const Shape shape_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Search>> idle_;
};

// A control that other threads may use, and whose pulse also lets Python see Ctrl-C.
class PythonControl {
 public:
  Control control;
  nb::object on_progress = nb::none();
  bool raised = false;

  PythonControl() {
    control.pulse = [this](const Statistics& statistics) {
      const nb::gil_scoped_acquire hold;
      if (PyErr_CheckSignals() != 0) return raised = true, false;
      if (on_progress.is_none()) return true;
      try {
        on_progress(statistics.nodes, statistics.failures, statistics.solutions);
      } catch (nb::python_error& error) {
        error.restore();
        return raised = true, false;
      }
      return true;
    };
  }
};

// Runs `ask` on a search of this shape without the interpreter lock.
template <typename Ask>
auto ask(CompiledShape& compiled, PythonControl* given, Question question, const Ask& ask) {
  std::unique_ptr<PythonControl> own;
  if (given == nullptr) own = std::make_unique<PythonControl>();
  PythonControl& control = given != nullptr ? *given : *own;
  control.raised = false;
  question.limits.control = &control.control;
  const auto run = [&] {
    const nb::gil_scoped_release release;
    typename CompiledShape::Lease lease(compiled);
    return ask(*lease, question);
  };
  auto result = run();
  if (control.raised) throw nb::python_error();
  return result;
}

Question make_question(std::uint64_t seed, std::int64_t conflict_limit, double time_limit,
                       std::int64_t memory_limit, std::uint32_t symmetries, std::int64_t plain_nodes) {
  Question question;
  question.seed = seed;
  question.limits.conflicts = conflict_limit;
  question.limits.seconds = time_limit;
  question.limits.bytes = memory_limit < 0 ? 0 : static_cast<std::size_t>(memory_limit);
  question.symmetries = symmetries;
  question.plain_nodes = plain_nodes;
  return question;
}

std::vector<Literal> to_literals(const std::vector<std::int32_t>& codes, const Shape& shape) {
  std::vector<Literal> literals;
  for (const std::int32_t code : codes) {
    if (code < 0 || (code >> 1) >= shape.variables) throw nb::value_error("unknown literal");
    literals.push_back({code});
  }
  return literals;
}

nb::list to_list(const std::vector<std::int16_t>& values) {
  nb::list list;
  for (const std::int16_t value : values) list.append(static_cast<int>(value));
  return list;
}

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
  dict["build_time"] = statistics.build_seconds;
  dict["first_time"] = statistics.first_seconds;
  dict["proof_time"] = statistics.proof_seconds;
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

// Per unknown: its literals, what they stand for, and the literals "at most this one", or none.
using UnknownLists = std::vector<std::vector<std::vector<std::int32_t>>>;

Labeling make_labeling(int variable, int value, bool descending, bool learning, bool implied,
                       const UnknownLists& unknowns, std::int64_t tree, const Shape& shape) {
  if (variable < 0 || variable >= kVariableChoices || value < 0 || value >= kValueChoices)
    throw nb::value_error("unknown choice of a labeling");
  Labeling labeling{static_cast<VariableChoice>(variable),
                    static_cast<ValueChoice>(value),
                    descending,
                    learning,
                    implied,
                    {},
                    tree};
  const bool ordered = learning && labeling.value == ValueChoice::kBisect;
  for (const auto& lists : unknowns) {
    if (lists.size() != 3 || lists[0].size() != lists[1].size() ||
        (ordered && lists[2].size() != lists[0].size()))
      throw nb::value_error("an unknown of a labeling has a value, and for bisect an order, per literal");
    labeling.unknowns.push_back({to_literals(lists[0], shape), lists[1], to_literals(lists[2], shape)});
  }
  return labeling;
}

// The same trailing arguments for every question.
#define GRIDWRIGHT_LIMITS                                                                                  \
  "seed"_a = 0, "conflict_limit"_a = -1, "time_limit"_a = -1.0, "memory_limit"_a = -1, "symmetries"_a = 0, \
  "plain_nodes"_a = -1, "control"_a.none() = nb::none()

}  // namespace
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
      .def_prop_ro("literals",
                   [](const Outcome& outcome) {
                     nb::list list;
                     for (const Literal literal : outcome.literals) list.append(literal.code);
                     return list;
                   })
      .def_prop_ro("statistics", [](const Outcome& outcome) { return to_dict(outcome.statistics); })
      .def_prop_ro("at_first", [](const Outcome& outcome) { return to_dict(outcome.at_first); })
      .def_prop_ro("tree", [](const Outcome& outcome) { return to_dict(outcome.tree); });

  nb::class_<CompiledShape>(module, "Shape", "The rules of a genre compiled for one shape of grid.")
      .def_prop_ro("variables", [](const CompiledShape& compiled) { return compiled.shape().variables; })
      .def_prop_ro("groups", [](const CompiledShape& compiled) { return compiled.shape().groups; })
      .def_prop_ro("constraints", [](const CompiledShape& compiled) { return compiled.shape().posts.size(); })
      .def("guard", [](const CompiledShape& compiled,
                       std::int32_t group) { return compiled.shape().guard(group).code; })
      .def(
          "prove",
          [](CompiledShape& compiled, nb::handle labels, std::uint64_t seed, std::int64_t conflict_limit,
             double time_limit, std::int64_t memory_limit, std::uint32_t symmetries, std::int64_t plain_nodes,
             PythonControl* control) {
            const BorrowedLabels borrowed(labels, compiled.shape());
            return ask(compiled, control,
                       make_question(seed, conflict_limit, time_limit, memory_limit, symmetries, plain_nodes),
                       [&](Search& search, const Question& question) {
                         return search.prove(borrowed.view(), question);
                       });
          },
          "labels"_a, GRIDWRIGHT_LIMITS)
      .def(
          "enumerate",
          [](CompiledShape& compiled, nb::handle labels, std::int64_t limit, std::int64_t keep,
             std::uint64_t seed, std::int64_t conflict_limit, double time_limit, std::int64_t memory_limit,
             std::uint32_t symmetries, std::int64_t plain_nodes, PythonControl* control) {
            const BorrowedLabels borrowed(labels, compiled.shape());
            return ask(compiled, control,
                       make_question(seed, conflict_limit, time_limit, memory_limit, symmetries, plain_nodes),
                       [&](Search& search, const Question& question) {
                         return search.enumerate(borrowed.view(), question, limit, keep);
                       });
          },
          "labels"_a, "limit"_a, "keep"_a, GRIDWRIGHT_LIMITS)
      .def(
          "forced",
          [](CompiledShape& compiled, nb::handle labels, const std::vector<std::int32_t>& assumptions,
             std::uint64_t seed, std::int64_t conflict_limit, double time_limit, std::int64_t memory_limit,
             std::uint32_t symmetries, std::int64_t plain_nodes, PythonControl* control) {
            const BorrowedLabels borrowed(labels, compiled.shape());
            Question question =
                make_question(seed, conflict_limit, time_limit, memory_limit, symmetries, plain_nodes);
            question.assumptions = to_literals(assumptions, compiled.shape());
            return ask(compiled, control, question, [&](Search& search, const Question& asked) {
              return search.forced(borrowed.view(), asked);
            });
          },
          "labels"_a, "assumptions"_a, GRIDWRIGHT_LIMITS)
      .def(
          "solve",
          [](CompiledShape& compiled, nb::handle labels, const std::vector<std::int32_t>& assumptions,
             std::uint64_t seed, std::int64_t conflict_limit, double time_limit, std::int64_t memory_limit,
             std::uint32_t symmetries, std::int64_t plain_nodes, PythonControl* control) {
            const BorrowedLabels borrowed(labels, compiled.shape());
            Question question =
                make_question(seed, conflict_limit, time_limit, memory_limit, symmetries, plain_nodes);
            question.assumptions = to_literals(assumptions, compiled.shape());
            return ask(compiled, control, question, [&](Search& search, const Question& asked) {
              return search.solve(borrowed.view(), asked);
            });
          },
          "labels"_a, "assumptions"_a, GRIDWRIGHT_LIMITS)
      .def(
          "label",
          [](CompiledShape& compiled, nb::handle labels, int variable, int value, bool descending,
             bool learning, bool implied, const UnknownLists& unknowns, std::int64_t limit, std::int64_t tree,
             std::uint64_t seed, std::int64_t conflict_limit, double time_limit, std::int64_t memory_limit,
             std::uint32_t symmetries, std::int64_t plain_nodes, PythonControl* control) {
            const BorrowedLabels borrowed(labels, compiled.shape());
            const Labeling labeling = make_labeling(variable, value, descending, learning, implied, unknowns,
                                                    tree, compiled.shape());
            Question question =
                make_question(seed, conflict_limit, time_limit, memory_limit, symmetries, plain_nodes);
            question.labeling = &labeling;
            return ask(compiled, control, question, [&](Search& search, const Question& asked) {
              return limit <= 0 ? search.prove(borrowed.view(), asked)
                                : search.enumerate(borrowed.view(), asked, limit, 0);
            });
          },
          "labels"_a, "variable"_a, "value"_a, "descending"_a, "learning"_a, "implied"_a, "unknowns"_a,
          "limit"_a, "tree"_a, GRIDWRIGHT_LIMITS)
      .def(
          "try_edits",
          [](CompiledShape& compiled, nb::handle labels, const std::vector<std::int32_t>& edits,
             const std::vector<std::int32_t>& sizes, int keep, std::uint64_t seed,
             std::int64_t conflict_limit, double time_limit, std::int64_t memory_limit,
             std::uint32_t symmetries, std::int64_t plain_nodes, PythonControl* control) {
            const Shape& shape = compiled.shape();
            std::vector<std::vector<std::int32_t>> copies;
            {
              const BorrowedLabels borrowed(labels, shape);
              for (const auto& array : borrowed.view()) copies.emplace_back(array.begin(), array.end());
            }
            if (edits.size() % 3 != 0)
              throw nb::value_error("edits come as array, index, label, one after another");
            std::vector<Edit> list;
            for (std::size_t next = 0; next < edits.size(); next += 3) {
              const auto array = static_cast<std::size_t>(edits[next]);
              if (array >= copies.size() ||
                  static_cast<std::size_t>(edits[next + 1]) >= copies[array].size()) {
                throw nb::value_error("an edit outside the board");
              }
              list.push_back({edits[next], edits[next + 1], edits[next + 2]});
            }
            std::size_t total = 0;
            for (const std::int32_t size : sizes)
              total += size < 0 ? list.size() + 1 : static_cast<std::size_t>(size);
            if (total > list.size()) throw nb::value_error("more edits in groups than there are");
            if (keep < 0 || keep > 2)
              throw nb::value_error("keep is 0 (never), 1 (always) or 2 (when unique)");
            const std::vector<Verdict> verdicts =
                ask(compiled, control,
                    make_question(seed, conflict_limit, time_limit, memory_limit, symmetries, plain_nodes),
                    [&](Search& search, const Question& question) {
                      return search.try_edits(copies, list, sizes, static_cast<Keep>(keep), question);
                    });
            std::string codes;
            for (const Verdict verdict : verdicts) codes.push_back(static_cast<char>(verdict));
            nb::list edited;
            for (const auto& array : copies) {
              edited.append(nb::bytes(reinterpret_cast<const char*>(array.data()),
                                      array.size() * sizeof(std::int32_t)));
            }
            return nb::make_tuple(nb::bytes(codes.data(), codes.size()), edited);
          },
          "labels"_a, "edits"_a, "sizes"_a, "keep"_a, GRIDWRIGHT_LIMITS);

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
