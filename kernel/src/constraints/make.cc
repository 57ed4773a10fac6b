// The table of the constraints in this folder: add a line here for a new one.
#include <stdexcept>

#include "../constraints.h"

namespace gridwright {

std::unique_ptr<Propagator> make_propagator(const Board& board, const Post& post, Terms terms, Terms labels) {
  switch (post.kind) {
    case Kind::kSum: return make_sum(board, post, terms);
    case Kind::kDistinct: return (post.parameters[0] == 1 ? make_hall : make_matching)(board, post, terms);
    case Kind::kLine: return make_line(board, post, terms);
    case Kind::kConnected: return make_connected(board, post, terms);
    case Kind::kLoop: return make_loop(board, post, terms);
    case Kind::kPacking: return make_packing(board, post, terms);
    case Kind::kBands: return make_bands(board, post, terms, labels);
    case Kind::kRoom: return make_room(board, post, terms, labels);
    case Kind::kTemplate: return make_template(board, post, terms);
    default: throw std::logic_error("no propagator for this kind");
  }
}

}  // namespace gridwright
