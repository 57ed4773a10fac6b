// line: a line's distinct and related constraints as one. (In work.)
#include "../constraints.h"

namespace gridwright {

namespace {

class Line final : public Propagator {
 public:
  void attach(Board&) override {}
  bool propagate(Board&) override { return true; }
  void explain(const Board&, Literal, std::uint32_t, std::int32_t, std::vector<Literal>&) override {}
  bool holds(const Model&) const override { return true; }
};

}  // namespace

std::unique_ptr<Propagator> make_line(const Board&, const Post&, Terms) { return std::make_unique<Line>(); }

}  // namespace gridwright
