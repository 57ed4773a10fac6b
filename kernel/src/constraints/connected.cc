// connected: the nodes whose literal is true form one connected part; none at all is fine.
//
// Nodes that are not out carry the paths. From one node that is in, a depth-first pass with low
// points finds what it reaches: a node that is in elsewhere is a conflict, all else elsewhere is out,
// and a node without which two that are in would be parted is in. The reason is always a cut: the
// removed nodes that part the one from the other.
#include <algorithm>
#include <bit>
#include <limits>

#include "../constraints.h"

namespace gridwright {

namespace {

constexpr std::int32_t kNobody = -1;
constexpr std::size_t kMostRing = 8;  // neighbours that the look around a removed node can handle

class Connected final : public Propagator {
 public:
  Connected(Terms terms, Terms edges) {
    priority = 2;
    const std::size_t nodes = terms.size();
    for (const std::int32_t code : terms) literals_.push_back({code});
    state_.resize(nodes);
    visits_.resize(nodes);
    stack_.resize(nodes);
    mark_.resize(nodes);
    std::vector<Variable> variables;
    for (const Literal literal : literals_) variables.push_back(literal.variable());
    std::sort(variables.begin(), variables.end());
    independent_ = std::adjacent_find(variables.begin(), variables.end()) == variables.end();
    link(edges);
    if (independent_) look_around();
  }

  void attach(Board& board) override {
    settled_.reset(false);
    known_.reset(0);
    for (std::size_t node = 0; node < literals_.size(); ++node) {
      const auto data = static_cast<std::uint32_t>(node << 1);
      board.subscribe(~literals_[node], *this, data);
      board.subscribe(literals_[node], *this, data | 1);
    }
  }

  bool wake(Board& board, std::uint32_t data) override {
    const std::size_t node = data >> 1;
    const std::int32_t position = board.position_of(literals_[node].variable());
    if (position < known_.get()) return false;
    if (data & 1) return !settled_.get();
    return may_part(board, node, position);
  }

  bool propagate(Board& board) override {
    const std::size_t nodes = literals_.size();
    std::int32_t in = 0, out = 0, root = kNobody;
    for (std::size_t node = nodes; node-- > 0;) {
      const int value = board.value(literals_[node]);
      Visit& visit = visits_[node];
      visit.order = value < 0 ? kNever : 0;
      visit.trues = value > 0;
      visit.open = value == 0;
      in += value > 0;
      out += value < 0;
      if (value > 0) root = static_cast<std::int32_t>(node);
    }
    board.spend(static_cast<std::int64_t>(nodes + adjacent_.size()) / 8);
    if (in == 0) {
      settle(board, false);
      return true;
    }
    forced_ = 0;
    blind_ = false;
    const std::int32_t reached = search_from(root);
    if (visits_[static_cast<std::size_t>(root)].trues < in) return board.infer(kFalse, id, 0);
    for (std::size_t index = 0; index < forced_; ++index) {
      const auto node = static_cast<std::size_t>(stack_[index]);
      if (!board.infer(literals_[node], id, static_cast<std::uint32_t>(node << 1))) return false;
    }
    for (std::size_t node = 0; reached + out < static_cast<std::int32_t>(nodes) && node < nodes; ++node) {
      if (visits_[node].order != 0) continue;
      if (!board.infer(~literals_[node], id, static_cast<std::uint32_t>(node << 1 | 1))) return false;
    }
    settle(board, !blind_);
    return true;
  }

  void explain(const Board& board, Literal implied, std::uint32_t payload, std::int32_t moment,
               std::vector<Literal>& because) override {
    const bool conflict = implied == kFalse;
    if (conflict && board.rough_reasons()) return explain_failed_walk(board, because);
    const std::int32_t node = conflict ? kNobody : static_cast<std::int32_t>(payload >> 1);
    const bool removed = !conflict && (payload & 1) == 0;  // supposed out, to see what that parts
    for (std::size_t other = 0; other < literals_.size(); ++other) {
      const Literal literal = literals_[other];
      const int value = board.value(literal);
      const bool earlier = value != 0 && board.position_of(literal.variable()) < moment;
      state_[other] = static_cast<std::int8_t>(earlier ? value : 0);
      if (removed && literal == implied) state_[other] = kSupposed;
      mark_[other] = 0;
    }
    // Two nodes that are in, in different parts; one of them may be the node that is implied out.
    std::int32_t one = node;
    if (conflict || removed) one = earliest(board, 0);
    flood(one, 1, true);
    const std::int32_t other = earliest(board, 1);
    shorter_cut(one, other, because);
    if (one != node) because.push_back(literals_[static_cast<std::size_t>(one)]);
    because.push_back(literals_[static_cast<std::size_t>(other)]);
  }

  bool holds(const Model& model) const override {
    // Those that are in are walked from one of them; none may be left.
    auto& [is_left, ahead] = walk_;
    is_left.resize(literals_.size());
    ahead.clear();
    std::size_t left = 0;
    for (std::size_t node = 0; node < literals_.size(); ++node) {
      is_left[node] = model[literals_[node]];
      left += model[literals_[node]];
    }
    if (left == 0) return true;
    const auto first = std::find(is_left.begin(), is_left.end(), 1);
    *first = 0;
    ahead.push_back(static_cast<std::int32_t>(first - is_left.begin()));
    while (!ahead.empty()) {
      const auto here = neighbours(static_cast<std::size_t>(ahead.back()));
      ahead.pop_back();
      --left;
      for (const std::int32_t other : here) {
        if (!is_left[static_cast<std::size_t>(other)]) continue;
        is_left[static_cast<std::size_t>(other)] = 0;
        ahead.push_back(other);
      }
    }
    return left == 0;
  }

 private:
  static constexpr std::int8_t kSupposed = -2;  // out, but not because of a fact
  static constexpr std::int32_t kNever =
      std::numeric_limits<std::int32_t>::max();  // order of nodes that are out

  // What the depth-first pass knows of a node.
  struct Visit {
    std::int32_t order;  // 0: not visited yet
    std::int32_t low;    // the lowest order that it and those below it lead to
    std::int32_t trues;  // nodes that are in, from here down
    bool open;           // neither in nor out, nor found to be forced in
    Visit* parent;
    Visit* const* next;                // the neighbour to be looked at next
    Visit *const *begin, *const *end;  // all of them
  };

  // Two neighbours of a node are joined around it: directly, or by a neighbour of both.
  struct Bypass {
    std::uint8_t one, other;  // which neighbours
    std::int32_t by;          // kNobody: directly
  };

  void link(Terms edges) {
    std::vector<std::vector<std::int32_t>> neighbours(literals_.size());
    for (std::size_t index = 0; index < edges.size(); index += 2) {
      const std::int32_t from = edges[index], to = edges[index + 1];
      if (from == to) continue;
      neighbours[static_cast<std::size_t>(from)].push_back(to);
      neighbours[static_cast<std::size_t>(to)].push_back(from);
    }
    begin_.push_back(0);
    for (auto& list : neighbours) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
      adjacent_.insert(adjacent_.end(), list.begin(), list.end());
      begin_.push_back(static_cast<std::int32_t>(adjacent_.size()));
    }
    for (const std::int32_t node : adjacent_) links_.push_back(&visits_[static_cast<std::size_t>(node)]);
    for (std::size_t node = 0; node < visits_.size(); ++node) {
      visits_[node].begin = links_.data() + begin_[node];
      visits_[node].end = links_.data() + begin_[node + 1];
    }
  }

  std::span<const std::int32_t> neighbours(std::size_t node) const {
    return {adjacent_.data() + begin_[node], adjacent_.data() + begin_[node + 1]};
  }

  void look_around() {
    for (std::size_t node = 0; node < literals_.size(); ++node) {
      bypass_begin_.push_back(static_cast<std::uint32_t>(bypasses_.size()));
      const auto ring = neighbours(node);
      if (ring.size() > kMostRing) continue;
      for (std::uint8_t one = 0; one < ring.size(); ++one) {
        const auto around = neighbours(static_cast<std::size_t>(ring[one]));
        for (std::uint8_t other = one + 1; other < ring.size(); ++other) {
          if (std::binary_search(around.begin(), around.end(), ring[other]))
            bypasses_.push_back({one, other, kNobody});
          for (const std::int32_t by : neighbours(static_cast<std::size_t>(ring[other]))) {
            if (by == static_cast<std::int32_t>(node) ||
                !std::binary_search(around.begin(), around.end(), by))
              continue;
            bypasses_.push_back({one, other, by});
          }
        }
      }
    }
    bypass_begin_.push_back(static_cast<std::uint32_t>(bypasses_.size()));
  }

  // Can taking this node out part its neighbours? Not if those left are joined close by. A node that
  // went out later than this one counts as left: its own turn to be looked at is still to come.
  bool may_part(const Board& board, std::size_t node, std::int32_t position) const {
    if (!independent_) return true;
    const auto ring = neighbours(node);
    const auto left = [&](std::int32_t other) {
      const Literal literal = literals_[static_cast<std::size_t>(other)];
      return !board.is_false(literal) || board.position_of(literal.variable()) > position;
    };
    if (ring.size() > kMostRing) return true;
    unsigned there = 0;
    for (std::size_t index = 0; index < ring.size(); ++index)
      there |= static_cast<unsigned>(left(ring[index])) << index;
    if ((there & (there - 1)) == 0) return false;
    unsigned joined[kMostRing];  // per neighbour: those known to be in its part
    for (std::size_t index = 0; index < ring.size(); ++index) joined[index] = 1u << index;
    unsigned part = 0;
    for (std::uint32_t index = bypass_begin_[node]; index < bypass_begin_[node + 1]; ++index) {
      const auto [one, other, by] = bypasses_[index];
      if (!(there >> one & 1) || !(there >> other & 1) || (joined[one] >> other & 1)) continue;
      if (by != kNobody && !left(by)) continue;
      part = joined[one] | joined[other];
      for (unsigned rest = part; rest != 0; rest &= rest - 1) joined[std::countr_zero(rest)] = part;
    }
    return part != there;
  }

  // What was found holds for the trail as it is now: this constraint's own inferences teach it nothing.
  void settle(Board& board, bool settled) {
    if (settled_.get() != settled) settled_.set(board.undo(), settled);
    if (independent_) known_.set(board.undo(), static_cast<std::int32_t>(board.trail().size()));
  }

  // Visits what `root` reaches; returns how many nodes. The first forced_ entries of stack_ (which has
  // no other use here: the way back is in the visits) are the nodes that must be in.
  std::int32_t search_from(std::int32_t root) {
    std::int32_t count = 1, low = 1;
    Visit* here = &visits_[static_cast<std::size_t>(root)];
    here->order = 1;
    here->parent = nullptr;
    Visit* const* next = here->begin;
    while (true) {
      if (next != here->end) {
        Visit* const other = *next++;
        if (other->order != 0) {
          low = std::min(low, other->order);
          continue;
        }
        here->low = low;
        here->next = next;
        other->order = low = ++count;
        other->parent = here;
        here = other;
        next = here->begin;
      } else {
        Visit* const above = here->parent;
        if (above == nullptr) return count;
        if (low >= above->order && above->open) note_cut(*above, here->trues);
        above->trues += here->trues;
        low = std::min(low, above->low);
        here = above;
        next = here->next;
      }
    }
  }

  // Without this open node, those below it with so many that are in would be on their own.
  void note_cut(Visit& visit, std::int32_t trues) {
    if (trues == 0) {
      blind_ = true;  // a node that comes to be in there will force this one
    } else {
      visit.open = false;
      stack_[forced_++] = static_cast<std::int32_t>(&visit - visits_.data());
    }
  }

  // The node that has been in for longest, among those with this mark or (for 1) without it.
  std::int32_t earliest(const Board& board, std::int32_t unlike) const {
    std::int32_t best = kNobody;
    for (std::size_t node = 0; node < literals_.size(); ++node) {
      if (state_[node] <= 0 || (unlike != 0 && mark_[node] == unlike)) continue;
      if (best >= 0 && position(board, best) <= position(board, static_cast<std::int32_t>(node))) continue;
      best = static_cast<std::int32_t>(node);
    }
    return best;
  }

  std::int32_t position(const Board& board, std::int32_t node) const {
    return board.position_of(literals_[static_cast<std::size_t>(node)].variable());
  }

  // Marks what `from` reaches. Over nodes that are not out; else over all that are not marked yet.
  void flood(std::int32_t from, std::int32_t mark, bool only_left) {
    std::size_t top = 0;
    stack_[top++] = from;
    mark_[static_cast<std::size_t>(from)] = mark;
    while (top > 0) {
      for (const std::int32_t other : neighbours(static_cast<std::size_t>(stack_[--top]))) {
        const auto index = static_cast<std::size_t>(other);
        if (mark_[index] != 0 || state_[index] == kSupposed || (only_left && state_[index] < 0)) continue;
        mark_[index] = mark;
        stack_[top++] = other;
      }
    }
  }

  // The removed nodes beside all that was reached, and a node that is in on either side of them.
  void explain_failed_walk(const Board& board, std::vector<Literal>& because) const {
    bool named[2] = {false, false};
    for (std::size_t node = 0; node < literals_.size(); ++node) {
      const Visit& visit = visits_[node];
      if (visit.order == kNever) {
        const auto is_reached = [](const Visit* other) {
          return other->order != 0 && other->order != kNever;
        };
        if (std::any_of(visit.begin, visit.end, is_reached)) because.push_back(~literals_[node]);
      } else if (bool& side = named[visit.order != 0]; !side && board.is_true(literals_[node])) {
        side = true;
        because.push_back(literals_[node]);
      }
    }
  }

  // The cut nearest to the one, or that nearest to the other.
  void shorter_cut(std::int32_t one, std::int32_t other, std::vector<Literal>& because) {
    const auto begin = static_cast<std::ptrdiff_t>(because.size());
    cut(one, other, because);
    const auto middle = static_cast<std::ptrdiff_t>(because.size());
    cut(other, one, because);
    const auto end = static_cast<std::ptrdiff_t>(because.size());
    const bool second = end - middle < middle - begin;
    because.erase(because.begin() + (second ? begin : middle), because.begin() + (second ? middle : end));
  }

  // The cut nearest to `from`: the removed nodes around what it reaches, but only those that the other
  // side comes to when every removed node further away is put back.
  void cut(std::int32_t from, std::int32_t to, std::vector<Literal>& because) {
    constexpr std::int32_t kHere = 1, kAround = 2, kThere = 3;
    std::fill(mark_.begin(), mark_.end(), 0);
    flood(from, kHere, true);
    for (std::size_t node = 0; node < literals_.size(); ++node) {
      if (mark_[node] != kHere) continue;
      for (const std::int32_t other : neighbours(node)) {
        auto& mark = mark_[static_cast<std::size_t>(other)];
        if (mark == 0) mark = kAround;
      }
    }
    flood(to, kThere, false);
    for (std::size_t node = 0; node < literals_.size(); ++node) {
      if (mark_[node] != kAround || state_[node] == kSupposed) continue;
      for (const std::int32_t other : neighbours(node)) {
        if (mark_[static_cast<std::size_t>(other)] != kThere) continue;
        because.push_back(~literals_[node]);
        break;
      }
    }
  }

  std::vector<Literal> literals_;
  std::vector<std::int32_t> begin_, adjacent_;  // each node's neighbours, in order
  std::vector<std::uint32_t> bypass_begin_;
  std::vector<Bypass> bypasses_;
  bool independent_;  // no unknown stands for two nodes

  Trailed<bool> settled_;        // a further node that is in changes nothing
  Trailed<std::int32_t> known_;  // events earlier on the trail have been taken into account

  // scratch
  std::vector<std::int8_t> state_;  // 1 in, 0 open, -1 out
  std::vector<Visit> visits_;
  std::vector<Visit*> links_;  // as adjacent_
  std::vector<std::int32_t> stack_, mark_;
  mutable std::pair<std::vector<std::int8_t>, std::vector<std::int32_t>> walk_;  // of holds()
  std::size_t forced_ = 0;
  bool blind_ = false;
};

}  // namespace

std::unique_ptr<Propagator> make_connected(const Board&, const Post& post, Terms terms) {
  return std::make_unique<Connected>(terms, post.parameters);
}

}  // namespace gridwright
