// Makers of the constraints under constraints/: one line per file there.
#pragma once

#include <memory>
#include <span>

#include "gridwright/board.h"

namespace gridwright {

// Payloads of the built-in kinds: which bound was at work, or (added to kBecause) the one literal
// that is the whole reason.
inline constexpr std::uint32_t kLowBound = 0, kHighBound = 1, kBecause = 2;

using Terms = std::span<const std::int32_t>;

std::unique_ptr<Propagator> make_propagator(const Board& board, const Post& post, Terms terms, Terms labels);

std::unique_ptr<Propagator> make_sum(const Board&, const Post&, Terms);
std::unique_ptr<Propagator> make_hall(const Board&, const Post&, Terms);      // distinct, strength 1
std::unique_ptr<Propagator> make_matching(const Board&, const Post&, Terms);  // distinct, strength 2
std::unique_ptr<Propagator> make_line(const Board&, const Post&, Terms);
std::unique_ptr<Propagator> make_connected(const Board&, const Post&, Terms);
std::unique_ptr<Propagator> make_loop(const Board&, const Post&, Terms);
std::unique_ptr<Propagator> make_packing(const Board&, const Post&, Terms);
std::unique_ptr<Propagator> make_bands(const Board&, const Post&, Terms, Terms labels);
std::unique_ptr<Propagator> make_room(const Board&, const Post&, Terms, Terms labels);
std::unique_ptr<Propagator> make_template(const Board&, const Post&, Terms);

}  // namespace gridwright
