// The questions about a board that Shape answers.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "gridwright/partition.h"

namespace gridwright {

using namespace nb::literals;

namespace {

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

// Per unknown: its literals, what they stand for, and the literals "at most this one", or none.
using UnknownLists = std::vector<NumberLists>;

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

// Runs on a search of this shape, without the interpreter's lock.
template <typename Run>
auto run_on(CompiledShape& compiled, const Allowance& allowance, const Run& run) {
  auto found = [&] {
    const nb::gil_scoped_release release;
    CompiledShape::Lease lease(compiled);
    return run(*lease);
  }();
  if (allowance.control.raised) throw nb::python_error();
  return found;
}

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
    return to_python(run_on(compiled, allowance, run));
  };
  shape.def(name, answer, "labels"_a, names..., "seed"_a = 0, "conflict_limit"_a = -1, "time_limit"_a = -1.0,
            "memory_limit"_a = -1, "symmetries"_a = 0, "plain_nodes"_a = -1, "control"_a.none() = nb::none());
}

}  // namespace

void add_questions(nb::class_<CompiledShape>& shape) {
  // As "prove" without all that may be asked for besides: arguments by name cost a small board
  // two hundredths of its time.
  shape.def("verdict", [](CompiledShape& compiled, nb::handle labels, double time_limit) {
    const BorrowedLabels borrowed(labels, compiled.shape());
    Allowance allowance(-1, time_limit, -1, nullptr);
    Question question;
    question.limits = allowance.limits;
    return run_on(compiled, allowance,
                  [&](Search& search) { return search.prove(borrowed.view(), question); });
  });
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

}  // namespace gridwright
