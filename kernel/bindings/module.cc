// gridwright._kernel: the only file that sees both Python and the kernel.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <memory>
#include <mutex>
#include <optional>

#include "gridwright/explainer.h"
#include "gridwright/partition.h"
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

std::vector<Literal> to_literals(const std::vector<std::int32_t>& codes, const Shape& shape) {
  std::vector<Literal> literals;
  for (const std::int32_t code : codes) {
    if (code < 0 || (code >> 1) >= shape.variables) throw nb::value_error("unknown literal");
    literals.push_back({code});
  }
  return literals;
}

// Edits as they come from Python, checked.
struct Edits {
  std::vector<Edit> list;
  std::vector<std::int32_t> sizes;
  Keep keep;

  Edits(const std::vector<std::int32_t>& numbers, std::vector<std::int32_t> given, int keep_code,
        const Shape& shape)
      : sizes(std::move(given)), keep(static_cast<Keep>(keep_code)) {
    if (numbers.size() % 3 != 0)
      throw nb::value_error("edits come as array, index, label, one after another");
    for (std::size_t next = 0; next < numbers.size(); next += 3) {
      const std::int32_t array = numbers[next], index = numbers[next + 1];
      const auto arrays = static_cast<std::int32_t>(shape.label_lengths.size());
      if (array < 0 || array >= arrays || index < 0 ||
          index >= shape.label_lengths[static_cast<std::size_t>(array)])
        throw nb::value_error("an edit outside the board");
      list.push_back({array, index, numbers[next + 2]});
    }
    std::size_t total = 0;
    for (const std::int32_t size : sizes)
      total += size < 0 ? list.size() + 1 : static_cast<std::size_t>(size);
    if (total > list.size()) throw nb::value_error("more edits in groups than there are");
    if (keep_code < 0 || keep_code > 2)
      throw nb::value_error("keep is 0 (never), 1 (always) or 2 (when unique)");
  }
};

// Verdicts, and what the edits that were kept have made of the labels.
struct Edited {
  std::vector<Verdict> verdicts;
  std::vector<std::vector<std::int32_t>> labels;
};

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

using NumberLists = std::vector<std::vector<std::int32_t>>;

// A partition as it comes from Python, checked.
Partition make_partition(Partition partition, const Shape& shape) {
  if (partition.array < 0 || static_cast<std::size_t>(partition.array) >= shape.label_lengths.size())
    throw nb::value_error("a partition of an array that is not there");
  const auto places =
      static_cast<std::size_t>(shape.label_lengths[static_cast<std::size_t>(partition.array)]);
  const auto check = [&](const std::vector<std::int32_t>& list) {
    for (const std::int32_t place : list) {
      if (place < 0 || static_cast<std::size_t>(place) >= places)
        throw nb::value_error("a place outside the board");
    }
  };
  if (partition.neighbours.size() != places || partition.shown.size() != places)
    throw nb::value_error("a partition has neighbours and a shown literal for each place");
  for (const std::int32_t index : partition.shown) {
    if (index >= 0 && static_cast<std::size_t>(index) >= shape.shown.size())
      throw nb::value_error("nothing is shown there");
  }
  for (const auto& list : partition.neighbours) check(list);
  for (const auto& list : partition.images) {
    if (list.size() != places) throw nb::value_error("an image has a place for each place");
    check(list);
  }
  check(partition.wanted);
  return partition;
}

Outcome to_python(Outcome outcome) { return outcome; }

// Verdict, what stopped it, labels, moves.
nb::tuple to_python(const Mended& mended) {
  const nb::bytes labels(reinterpret_cast<const char*>(mended.labels.data()),
                         mended.labels.size() * sizeof(std::int32_t));
  return nb::make_tuple(static_cast<int>(mended.verdict), static_cast<int>(mended.stop), labels,
                        mended.moves);
}

nb::tuple to_python(const Edited& edited) {
  std::string codes;
  for (const Verdict verdict : edited.verdicts) codes.push_back(static_cast<char>(verdict));
  nb::list arrays;
  for (const auto& array : edited.labels) {
    arrays.append(
        nb::bytes(reinterpret_cast<const char*>(array.data()), array.size() * sizeof(std::int32_t)));
  }
  return nb::make_tuple(nb::bytes(codes.data(), codes.size()), arrays);
}

// What one call may cost, as Python says it.
struct Allowance {
  std::optional<PythonControl> unheard;
  PythonControl& control;
  Limits limits;

  Allowance(std::int64_t conflict_limit, double time_limit, std::int64_t memory_limit, PythonControl* given)
      : control(given != nullptr ? *given : unheard.emplace()),
        limits{conflict_limit, time_limit, memory_limit < 0 ? 0 : static_cast<std::size_t>(memory_limit),
               &control.control} {
    control.raised = false;
  }
};

// Adds a question about a board: `prepare` makes of its own arguments, and of a question that has its
// limits, what is run on a search of this shape without the interpreter lock.
template <typename... Own, typename Prepare, typename... Names>
void add_question(nb::class_<CompiledShape>& shape, const char* name, Prepare prepare,
                  const Names&... names) {
  const auto answer = [prepare](CompiledShape& compiled, nb::handle labels, Own... own, std::uint64_t seed,
                                std::int64_t conflict_limit, double time_limit, std::int64_t memory_limit,
                                std::uint32_t symmetries, std::int64_t plain_nodes, PythonControl* given) {
    const BorrowedLabels borrowed(labels, compiled.shape());
    Allowance allowance(conflict_limit, time_limit, memory_limit, given);
    Question question;
    question.seed = seed;
    question.limits = allowance.limits;
    question.symmetries = symmetries;
    question.plain_nodes = plain_nodes;
    const auto run = prepare(compiled.shape(), borrowed.view(), question, std::move(own)...);
    auto found = [&] {
      const nb::gil_scoped_release release;
      CompiledShape::Lease lease(compiled);
      return run(*lease);
    }();
    if (allowance.control.raised) throw nb::python_error();
    return to_python(std::move(found));
  };
  shape.def(name, answer, "labels"_a, names..., "seed"_a = 0, "conflict_limit"_a = -1, "time_limit"_a = -1.0,
            "memory_limit"_a = -1, "symmetries"_a = 0, "plain_nodes"_a = -1, "control"_a.none() = nb::none());
}

void add_questions(nb::class_<CompiledShape>& shape) {
  // As "prove" without all that may be asked for besides: arguments by name cost a small board
  // two hundredths of its time.
  shape.def("verdict", [](CompiledShape& compiled, nb::handle labels, double time_limit) {
    const BorrowedLabels borrowed(labels, compiled.shape());
    Allowance allowance(-1, time_limit, -1, nullptr);
    Question question;
    question.limits = allowance.limits;
    Outcome outcome = [&] {
      const nb::gil_scoped_release release;
      CompiledShape::Lease lease(compiled);
      return (*lease).prove(borrowed.view(), question);
    }();
    if (allowance.control.raised) throw nb::python_error();
    return outcome;
  });
  using Numbers = std::vector<std::int32_t>;
  add_question(shape, "prove", [](const Shape&, Labels labels, const Question& question) {
    return [=, &question](Search& search) { return search.prove(labels, question); };
  });
  add_question(shape, "sample", [](const Shape&, Labels labels, const Question& question) {
    return [=, &question](Search& search) { return search.sample(labels, question); };
  });
  add_question<std::int64_t, std::int64_t>(
      shape, "enumerate",
      [](const Shape&, Labels labels, const Question& question, std::int64_t limit, std::int64_t keep) {
        return [=, &question](Search& search) { return search.enumerate(labels, question, limit, keep); };
      },
      "limit"_a, "keep"_a);
  add_question<Numbers>(
      shape, "forced",
      [](const Shape& compiled, Labels labels, Question& question, const Numbers& assumptions) {
        question.assumptions = to_literals(assumptions, compiled);
        return [=, &question](Search& search) { return search.forced(labels, question); };
      },
      "assumptions"_a);
  add_question<Numbers>(
      shape, "solve",
      [](const Shape& compiled, Labels labels, Question& question, const Numbers& assumptions) {
        question.assumptions = to_literals(assumptions, compiled);
        return [=, &question](Search& search) { return search.solve(labels, question); };
      },
      "assumptions"_a);
  add_question<int, int, bool, bool, bool, UnknownLists, std::int64_t, std::int64_t>(
      shape, "label",
      [](const Shape& compiled, Labels labels, Question& question, int variable, int value, bool descending,
         bool learning, bool implied, const UnknownLists& unknowns, std::int64_t limit, std::int64_t tree) {
        return [=, &question,
                labeling = make_labeling(variable, value, descending, learning, implied, unknowns, tree,
                                         compiled)](Search& search) {
          Question asked = question;
          asked.labeling = &labeling;
          return limit <= 0 ? search.prove(labels, asked) : search.enumerate(labels, asked, limit, 0);
        };
      },
      "variable"_a, "value"_a, "descending"_a, "learning"_a, "implied"_a, "unknowns"_a, "limit"_a, "tree"_a);
  add_question<Numbers, Numbers, int>(
      shape, "try_edits",
      [](const Shape& compiled, Labels labels, const Question& question, const Numbers& edits, Numbers sizes,
         int keep) {
        return [=, &question, checked = Edits(edits, std::move(sizes), keep, compiled)](Search& search) {
          Edited edited;
          for (const auto& array : labels) edited.labels.emplace_back(array.begin(), array.end());
          edited.verdicts =
              search.try_edits(edited.labels, checked.list, checked.sizes, checked.keep, question);
          return edited;
        };
      },
      "edits"_a, "sizes"_a, "keep"_a);
  add_question<int, NumberLists, Numbers, NumberLists, Numbers, std::int32_t, std::int64_t>(
      shape, "mend",
      [](const Shape& compiled, Labels labels, const Question& question, int array, NumberLists neighbours,
         Numbers shown, NumberLists images, Numbers wanted, std::int32_t least, std::int64_t most_moves) {
        const Partition partition = make_partition({array, std::move(neighbours), std::move(shown),
                                                    std::move(images), std::move(wanted), least, most_moves},
                                                   compiled);
        return [=, &question](Search& search) { return mend(search, labels, partition, question); };
      },
      "array"_a, "neighbours"_a, "shown"_a, "images"_a, "wanted"_a, "least"_a, "most_moves"_a);
}

// ---- explanations ------------------------------------------------------------------------------

using Codes = std::vector<std::int32_t>;

Codes to_codes(const std::vector<Literal>& literals) {
  Codes codes;
  for (const Literal literal : literals) codes.push_back(literal.code);
  return codes;
}

nb::object to_python(const std::optional<Deduction>& found) {
  if (!found) return nb::none();
  nb::list links;
  for (const Link& link : found->links)
    links.append(nb::make_tuple(to_codes(link.conclusions), link.group, to_codes(link.because)));
  return nb::make_tuple(static_cast<int>(found->kind), found->weight, to_codes(found->conclusions),
                        found->groups, to_codes(found->facts), links, found->sums);
}

nb::object to_python(bool answer) { return nb::bool_(answer); }

Explainer* make_explainer(CompiledShape& compiled, nb::handle labels, std::vector<Codes> scopes,
                          Codes weights, Codes ignored) {
  const Shape& shape = compiled.shape();
  if (!shape.guarded) throw nb::value_error("only a guarded shape can be explained");
  if (scopes.size() != weights.size()) throw nb::value_error("one weight per scope");
  const auto check = [&](const Codes& groups) {
    for (const std::int32_t group : groups) {
      if (group < 0 || group >= shape.groups) throw nb::value_error("unknown group");
    }
  };
  for (const Codes& groups : scopes) check(groups);
  check(ignored);
  const BorrowedLabels borrowed(labels, shape);
  std::vector<Codes> copies;
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

void add_explainer(nb::module_& module, nb::class_<CompiledShape>& shape) {
  nb::class_<Explainer> explainer(module, "Explainer", "Deductions about one board, cheapest first.");
  shape.def("explainer", &make_explainer, "labels"_a, "scopes"_a, "weights"_a, "ignored"_a,
            nb::rv_policy::take_ownership, nb::keep_alive<0, 1>());
  add_explaining<Codes>(
      explainer, "refer",
      [](Explainer& asked, const Codes& codes) { return asked.refer(to_literals(codes, asked.shape())); },
      "wanted"_a);
  add_explaining<int, int>(
      explainer, "next", [](Explainer& asked, int weight, int moves) { return asked.next({weight, moves}); },
      "weight"_a, "moves"_a);
  add_explaining<int, int, int>(
      explainer, "prove",
      [](Explainer& asked, int code, int weight, int moves) {
        return asked.prove(to_literals({code}, asked.shape())[0], {weight, moves});
      },
      "literal"_a, "weight"_a, "moves"_a);
  add_explaining<int>(
      explainer, "contradiction",
      [](Explainer& asked, int weight) { return asked.contradiction({weight, 0}); }, "weight"_a);
  add_explaining<int>(
      explainer, "is_open",
      [](Explainer& asked, int code) { return asked.is_open(to_literals({code}, asked.shape())[0]); },
      "literal"_a);
  explainer
      .def(
          "know",
          [](Explainer& asked, const Codes& codes) {
            asked.limit({});
            asked.know(to_literals(codes, asked.shape()));
          },
          "facts"_a)
      .def_prop_ro("facts", [](const Explainer& asked) { return to_codes(asked.facts()); })
      .def_prop_ro("reference", [](const Explainer& asked) { return to_codes(asked.reference()); })
      .def_prop_ro("stop", [](const Explainer& asked) { return static_cast<int>(asked.stopped()); });
}

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

  nb::class_<CompiledShape> shape(module, "Shape", "The rules of a genre compiled for one shape of grid.");
  shape.def_prop_ro("variables", [](const CompiledShape& compiled) { return compiled.shape().variables; })
      .def_prop_ro("groups", [](const CompiledShape& compiled) { return compiled.shape().groups; })
      .def_prop_ro("constraints", [](const CompiledShape& compiled) { return compiled.shape().posts.size(); })
      .def("guard", [](const CompiledShape& compiled, std::int32_t group) {
        return compiled.shape().guard(group).code;
      });
  add_questions(shape);
  add_explainer(module, shape);

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
