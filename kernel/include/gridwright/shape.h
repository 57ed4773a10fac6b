// A shape: the rules of a genre compiled for one kind of grid. Immutable once built, shared by
// every board of that shape. What differs from board to board (regions, dots, pieces, givens) is
// not in the shape: it arrives as label arrays when a Search is bound to a board.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "gridwright/literal.h"

namespace gridwright {

enum class Kind : std::uint8_t {
  kClause,     // at least one literal is true
  kCount,      // low <= number of true literals <= high
  kDefine,     // first literal <=> at least one of the others
  kSum,        // low <= sum of the weights of the true literals <= high
  kDistinct,   // integers take different values
  kRelated,    // a pair of integers is in a table
  kLine,       // a line's distinct and related constraints as one (implied)
  kConnected,  // nodes whose literal is true form one connected part
  kLoop,       // links whose literal is true form one closed loop
  kPacking,    // enough true literals fit although neighbouring slots exclude each other (implied)
  kBands,      // lines and regions all hold one quota: what fits into bands of lines (implied)
  kRoom,       // regions hold enough true literals although some exclude each other (implied)
  kTemplate,   // constraints/template.cc: always built, to copy from
  kInteger,    // an integer takes exactly one of its values (comes with the integer, never posted)
};

constexpr int kKinds = 14;
constexpr std::int32_t kMostVariables = 50'000'000;
const char* kind_name(Kind kind);
bool takes_integers(Kind kind);                // its terms are integers, not literals
Kind kind_from_name(const std::string& name);  // throws std::invalid_argument

// "The label at this place of this array lies in low..high"; a place without a label holds -1.
struct Condition {
  std::int32_t array, index, low, high;
  bool holds(std::int32_t label) const { return low <= label && label <= high; }
};

// One constraint of the rules, or a pattern for several of one board's constraints.
struct Post {
  Kind kind;
  std::vector<std::int32_t> terms;       // literal codes or integer ids, as the kind wants
  std::vector<std::int32_t> parameters;  // bounds, weights, tables, links
  std::vector<std::int32_t> conditions;  // per term, -1: always a member; empty: all are
  std::int32_t group = 0;                // which rule and place it stems from
  std::int32_t when = -1;                // condition of the whole constraint, -1: none
  std::int32_t each = -1;  // family: one instance per label of this array, its group is group + label
                           // (bands, room: one instance for all, this array says which cells form regions)
  bool implied = false;    // redundant knowledge: may be left out, woken late

  bool fixed() const { return when < 0 && each < 0 && conditions.empty(); }
};

// Value low + i of an integer is the literal of variable first + i.
struct Integer {
  Variable first;
  std::int32_t low, size;
  Literal equals(std::int32_t index) const { return positive(first + index); }
};

// A place of the solution vector: an integer, or a literal when integer < 0.
struct Shown {
  std::int32_t integer;
  Literal literal;
};

// Which pairs of values go together: per value index of x, a bit for each value index of y.
struct Table {
  std::vector<std::uint64_t> forward, backward;
  std::int32_t sizes[2];     // how many values of x, of y it speaks of
  std::int32_t bites_at[2];  // with more values of x (of y) left, none of the other is lost
};

struct Shape {
  std::int32_t variables = 1;  // variable 0 is the constant
  std::vector<Integer> integers;
  std::vector<std::int32_t> label_lengths;
  std::vector<Condition> conditions;
  std::vector<Table> tables;
  std::vector<Post> posts;
  std::vector<Shown> shown;
  std::vector<std::vector<std::int32_t>> symmetries;  // images of the shown values, see ShapeBuilder
  std::int32_t groups = 0;
  bool guarded = false;                  // every group has a guard literal
  Variable first_guard = 0;              // guard of group g is variable first_guard + g
  std::vector<std::int32_t> integer_of;  // per variable, -1 when it is no integer's value

  Literal guard(std::int32_t group) const { return guarded ? positive(first_guard + group) : kTrue; }
};

// Collects a shape call by call and checks every number it is given.
class ShapeBuilder {
 public:
  std::int32_t literals(std::int32_t count);
  std::pair<std::int32_t, std::int32_t> integer(std::int32_t low, std::int32_t size);
  std::int32_t labels(std::int32_t length);
  std::int32_t condition(Condition condition);
  std::int32_t table(std::vector<std::uint64_t> rows);
  void post(Post post);
  void show_literal(std::int32_t literal);
  void show_integer(std::int32_t integer);
  // A symmetry of the solution vector: value k of the image solution is value images[k] of the solution.
  void symmetry(std::vector<std::int32_t> images);
  Shape build(bool guarded);

 private:
  void check_literal(std::int32_t code) const;
  void check_terms(const Post& post) const;

  Shape shape_;
};

}  // namespace gridwright
