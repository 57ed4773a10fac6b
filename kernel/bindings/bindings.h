// What the files of the bindings share. Only they see both Python and the kernel; each binds one class.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "gridwright/search.h"

namespace gridwright {

namespace nb = nanobind;

using Numbers = std::vector<std::int32_t>;
using NumberLists = std::vector<Numbers>;

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

std::vector<Literal> to_literals(const Numbers& codes, const Shape& shape);
Numbers to_codes(const std::vector<Literal>& literals);

void add_outcome(nb::module_& module);
void add_questions(nb::class_<CompiledShape>& shape);
void add_explainer(nb::module_& module, nb::class_<CompiledShape>& shape);
void add_shape_builder(nb::module_& module);

}  // namespace gridwright
