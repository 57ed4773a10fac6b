// loop: the links whose literal is true form exactly one closed loop, of a given number of links
// (0: any number, but not none). Directions do not matter: two links between the same two nodes are
// a loop of two, and a link from a node to itself is a loop of one.
//
// True links join into paths; every node knows its degree, and the ends of a path know each other. A
// link that would close a path is forbidden while another link is true outside it, or while the path
// has not the length wanted. Once a loop is closed, all other links are false.
#include "../constraints.h"

namespace gridwright {

namespace {

constexpr std::int32_t kNobody = -1;

class Loop final : public Propagator {
 public:
  Loop(Terms parameters, Terms terms)
      : length_(parameters[1]), words_(static_cast<std::size_t>(parameters[0])) {
    priority = 1;
    notes_events = true;
    std::vector<std::vector<std::int32_t>> incident(words_.size());
    std::vector<std::int32_t> uses;
    for (std::size_t link = 0; link < terms.size(); ++link) {
      const std::int32_t u = parameters[2 + 2 * link], v = parameters[3 + 2 * link];
      links_.push_back({{terms[link]}, static_cast<std::size_t>(u), static_cast<std::size_t>(v)});
      incident[static_cast<std::size_t>(u)].push_back(static_cast<std::int32_t>(link));
      incident[static_cast<std::size_t>(v)].push_back(static_cast<std::int32_t>(link));
      const auto variable = static_cast<std::size_t>(terms[link] >> 1);
      if (variable >= uses.size()) uses.resize(variable + 1);
      if (++uses[variable] > 1) independent_ = false;
    }
    begin_.push_back(0);
    for (const auto& list : incident) {
      incident_.insert(incident_.end(), list.begin(), list.end());
      begin_.push_back(incident_.size());
    }
    pending_.reserve(4 * links_.size() + 1);
    forced_.reserve(words_.size());
    walked_.resize(links_.size());
    watched_.resize(words_.size());
  }

  void attach(Board& board) override {
    for (std::size_t node = 0; node < words_.size(); ++node) words_[node].reset(Path{node, 0, 0}.packed());
    trues_.reset(0);
    paths_.reset(0);
    broken_.reset(kNobody);
    closing_.reset(kNobody);
    lone_end_.reset(kNobody);
    scanned_.reset(false);
    witness_ = 0;
    for (std::size_t node = 0; node < words_.size(); ++node) {
      const std::span<const std::int32_t> links = entries(node);
      watched_[node] = {links.empty() ? kNobody : links[0], links.size() < 2 ? kNobody : links[1]};
    }
    pending_.clear();
    for (std::size_t link = 0; link < links_.size(); ++link) {
      const auto data = static_cast<std::uint32_t>(link << 1);
      board.subscribe(links_[link].literal, *this, data | 1);
      board.subscribe(~links_[link].literal, *this, data);
    }
  }

  bool wake(Board& board, std::uint32_t data) override {
    if (!queued) pending_.clear();  // left over from before a return, or dealt with
    if (broken_.get() != kNobody) return false;
    const std::size_t link = data >> 1;
    return data & 1 ? note_true(board, link) : note_false(board, link);
  }

  bool propagate(Board& board) override {
    board.spend(static_cast<std::int64_t>(pending_.size()) + 1);
    if (broken_.get() != kNobody) return board.infer(kFalse, id, say(kDegree, broken_.get()));
    if (length_ > 0 && trues_.get() > length_) return board.infer(kFalse, id, say(kTooMany, 0));
    consistent_ = true;
    if (closing_.get() != kNobody) {
      finish(board);
    } else {
      extend(board);
    }
    return consistent_;
  }

  void explain(const Board& board, Literal implied, std::uint32_t payload, std::int32_t moment,
               std::vector<Literal>& because) override {
    const std::size_t index = payload >> kWhyBits;
    const auto why = static_cast<Why>(payload & ((1u << kWhyBits) - 1));
    // Links that become true together cannot be told apart by when they did: take all.
    if (!independent_ && kCloseOutside <= why && why <= kLoopLength) {
      return take_trues(board, {}, static_cast<std::int32_t>(links_.size()), moment, because);
    }
    switch (why) {
      case kDegree: return take_trues(board, entries(index), implied == kFalse ? 3 : 2, moment, because);
      case kTooMany: return take_trues(board, {}, length_ + 1, moment, because);
      case kFull: return take_trues(board, {}, length_, moment, because);
      case kNeed:
      case kLone:
        for (const std::int32_t entry : entries(index)) {
          const Literal literal = links_[static_cast<std::size_t>(entry)].literal;
          if (literal.variable() == implied.variable() && implied != kFalse) continue;
          because.push_back(board.held_before(literal, moment) ? literal : ~literal);
        }
        return;
      case kCloseLength: return walk(board, index, moment, because);
      case kCloseOutside: walk(board, index, moment, because); return take_outside(board, moment, because);
      case kLoopLength:
      case kLoop:
      case kLoopOutside:
        // The loop's own links were all true when the last of them was noted.
        walk(board, index, board.position_of(links_[index].literal.variable()) + 1, because);
        because.push_back(links_[index].literal);
        walked_[index] = true;
        if (why == kLoopOutside) take_outside(board, moment, because);
        return;
      case kNone:
        for (const Link& link : links_) because.push_back(~link.literal);
        return;
    }
  }

  bool holds(const Model& model) const override {
    std::vector<int> degrees(words_.size());
    std::int32_t total = 0;
    std::size_t start = links_.size();
    for (std::size_t link = 0; link < links_.size(); ++link) {
      if (!model[links_[link].literal]) continue;
      start = link;
      ++total;
      ++degrees[links_[link].u];
      ++degrees[links_[link].v];
    }
    if (total == 0 || (length_ > 0 && total != length_)) return false;
    for (const int degree : degrees) {
      if (degree != 0 && degree != 2) return false;
    }
    // Walk on from link to link; back at the start, all must have been seen.
    std::int32_t seen = 1;
    std::size_t last = start;
    for (std::size_t node = links_[start].v; node != links_[start].u; ++seen) {
      for (std::size_t link = 0; link < links_.size(); ++link) {
        if (link == last || !model[links_[link].literal]) continue;
        if (links_[link].u != node && links_[link].v != node) continue;
        node = links_[link].u == node ? links_[link].v : links_[link].u;
        last = link;
        break;
      }
    }
    return seen == total;
  }

 private:
  struct Link {
    Literal literal;
    std::size_t u, v;
  };

  // What an end of a path knows: the other end, and how many links lie between. A node without links
  // is a path of none; what an inner node knows is out of date but for its degree.
  struct Path {
    std::size_t far;
    std::uint32_t span, degree;
    std::uint64_t packed() const {
      return far | static_cast<std::uint64_t>(span) << 32 | static_cast<std::uint64_t>(degree) << 62;
    }
  };

  // What was at work; the rest of the payload is a node or a link.
  enum Why : std::uint32_t {
    kDegree,        // the node has its two links (or three)
    kNeed,          // the node has one link and needs another
    kLone,          // the node has no second link left
    kCloseOutside,  // the link would close a path, and another link is true
    kCloseLength,   // the link would close a path that has not the length wanted
    kLoop,          // the link closed the loop: no others
    kLoopOutside,   // ... but another is true
    kLoopLength,    // ... but it has not the length wanted
    kNone,          // all links are false
    kTooMany,       // more links than wanted are true
    kFull,          // all links wanted are true
  };
  static constexpr std::uint32_t kWhyBits = 4;

  static std::uint32_t say(Why why, std::int32_t index) {
    return static_cast<std::uint32_t>(index) << kWhyBits | why;
  }

  Path path(std::size_t node) const {
    const std::uint64_t word = words_[node].get();
    return {word & 0xffffffffu, static_cast<std::uint32_t>(word >> 32) & 0x3fffffffu,
            static_cast<std::uint32_t>(word >> 62)};
  }
  void set(Board& board, std::size_t node, const Path& path) {
    words_[node].set(board.undo(), path.packed());
  }
  std::span<const std::int32_t> entries(std::size_t node) const {
    return {incident_.data() + begin_[node], incident_.data() + begin_[node + 1]};
  }
  std::size_t across(std::int32_t link, std::size_t node) const {
    const Link& there = links_[static_cast<std::size_t>(link)];
    return there.u == node ? there.v : there.u;
  }

  void pend(std::size_t node) { pending_.push_back(static_cast<std::int32_t>(node)); }

  bool note_true(Board& board, std::size_t index) {
    const auto [literal, u, v] = links_[index];
    trues_.set(board.undo(), trues_.get() + 1);
    if (closing_.get() != kNobody) return true;
    Path at_u = path(u), at_v = path(v);
    if (at_u.degree + (u == v) >= 2 || at_v.degree >= 2) {
      broken_.set(board.undo(), static_cast<std::int32_t>(at_u.degree + (u == v) >= 2 ? u : v));
      return true;
    }
    if (u == v || (at_u.degree == 1 && at_u.far == v)) {
      closing_.set(board.undo(), static_cast<std::int32_t>(index));
      return true;
    }
    const std::size_t start = at_u.far, end = at_v.far;
    const std::uint32_t span = at_u.span + at_v.span + 1;
    const std::int32_t more = 1 - static_cast<std::int32_t>(at_u.degree + at_v.degree);
    if (more != 0) paths_.set(board.undo(), paths_.get() + more);
    if (start != u) set(board, u, {start, 0, 2});
    if (end != v) set(board, v, {end, 0, 2});
    set(board, start, {end, span, 1});
    set(board, end, {start, span, 1});
    pend(u);
    pend(v);
    if (start != u) pend(start);
    if (end != v) pend(end);
    if (start == u) watch(board, u);
    if (end == v) watch(board, v);
    return true;
  }

  // Only a node with one choice left has something to say. Two open links of each node are watched:
  // as long as they stay open, it has not come to that.
  bool note_false(Board& board, std::size_t index) {
    if (closing_.get() != kNobody) return false;
    bool due = !independent_ || (trues_.get() == 0 && static_cast<std::size_t>(witness_) < links_.size() &&
                                 board.is_false(links_[static_cast<std::size_t>(witness_)].literal));
    const auto link = static_cast<std::int32_t>(index);
    for (const std::size_t node : {links_[index].u, links_[index].v}) {
      const auto [one, other] = watched_[node];
      if ((link != one && link != other) || path(node).degree == 2 || watch(board, node)) continue;
      pend(node);
      due = true;
    }
    return due;
  }

  // Watches two open links of the node; false if there are not so many. Then the old ones stay
  // watched: when the last of them to get its value is open again, so is the other.
  bool watch(const Board& board, std::size_t node) {
    std::int32_t first = kNobody;
    for (const std::int32_t entry : entries(node)) {
      if (!board.is_open(links_[static_cast<std::size_t>(entry)].literal)) continue;
      if (first != kNobody) {
        watched_[node] = {first, entry};
        return true;
      }
      first = entry;
    }
    return false;
  }

  // Infers; false when there is to be no more of it in this run: on a conflict, and when one unknown
  // stands for several links, for then what was noted no longer is the state of the board.
  bool infer(Board& board, Literal literal, std::uint32_t payload) {
    const std::size_t before = board.trail().size();
    consistent_ = board.infer(literal, id, payload);
    return consistent_ && (independent_ || board.trail().size() == before);
  }

  void finish(Board& board) {
    const std::int32_t closing = closing_.get();
    const auto span = static_cast<std::int32_t>(path(links_[static_cast<std::size_t>(closing)].u).span) + 1;
    if (trues_.get() > span) {
      infer(board, kFalse, say(kLoopOutside, closing));
      return;
    }
    if (length_ > 0 && span != length_) {
      infer(board, kFalse, say(kLoopLength, closing));
      return;
    }
    for (const Link& link : links_) {
      if (board.is_open(link.literal) && !infer(board, ~link.literal, say(kLoop, closing))) return;
    }
  }

  void extend(Board& board) {
    forced_.clear();
    std::int32_t end = kNobody;  // of some path
    const auto look_at = [&](std::size_t node) {
      if (path(node).degree == 1) end = static_cast<std::int32_t>(node);
      return visit(board, node);
    };
    if (!scanned_.get() || !independent_) {
      board.spend(static_cast<std::int64_t>(words_.size()));
      for (std::size_t node = 0; node < words_.size(); ++node) {
        if (!look_at(node)) return;
      }
      if (!scanned_.get() && board.is_true(board.constraints()[id].guard)) scanned_.set(board.undo(), true);
    } else {
      for (const std::int32_t node : pending_) {
        if (!look_at(static_cast<std::size_t>(node))) return;
      }
      // A path that was alone may have been free to close; it is not any more.
      if (paths_.get() > 1 && lone_end_.get() != kNobody &&
          !look_at(static_cast<std::size_t>(lone_end_.get())))
        return;
    }
    pending_.clear();
    const std::int32_t lone = paths_.get() != 1 ? kNobody : end != kNobody ? end : lone_end_.get();
    if (lone != lone_end_.get()) lone_end_.set(board.undo(), lone);
    if (trues_.get() == 0 && !look_for_witness(board)) {
      infer(board, kFalse, say(kNone, 0));
      return;
    }
    for (std::size_t link = 0; length_ > 0 && trues_.get() == length_ && link < links_.size(); ++link) {
      if (board.is_open(links_[link].literal) && !infer(board, ~links_[link].literal, say(kFull, 0))) return;
    }
    // Last, so that until here the true links are those that were noted.
    for (const auto& [literal, node] : forced_) {
      if (!infer(board, literal, say(kNeed, node))) return;
    }
  }

  bool visit(Board& board, std::size_t node) {
    const Path here = path(node);
    const auto label = static_cast<std::int32_t>(node);
    if (here.degree == 1 && !forbid_closing(board, node, here)) return false;
    int open = 0;
    Literal last = kFalse;
    for (const std::int32_t entry : entries(node)) {
      const Literal literal = links_[static_cast<std::size_t>(entry)].literal;
      if (!board.is_open(literal)) continue;
      if (here.degree == 2) {
        if (!infer(board, ~literal, say(kDegree, label))) return false;
      } else if (++open > 1) {
        return true;
      }
      last = literal;
    }
    if (here.degree == 2) return true;
    if (here.degree == 1 && open == 0) return infer(board, kFalse, say(kNeed, label));
    if (here.degree == 0 && open == 1) return infer(board, ~last, say(kLone, label));
    if (here.degree == 1 && forced_.size() < words_.size()) forced_.push_back({last, label});
    return true;
  }

  bool forbid_closing(Board& board, std::size_t node, const Path& here) {
    const auto span = static_cast<std::int32_t>(here.span);
    const bool length = length_ > 0 && span + 1 != length_;
    if (!length && trues_.get() == span) return true;
    for (const std::int32_t entry : entries(node)) {
      const Literal literal = links_[static_cast<std::size_t>(entry)].literal;
      if (across(entry, node) != here.far || !board.is_open(literal)) continue;
      if (!infer(board, ~literal, say(length ? kCloseLength : kCloseOutside, entry))) return false;
    }
    return true;
  }

  // A link that is not false; the search goes on from where it ended last time.
  bool look_for_witness(Board& board) {
    for (std::size_t tries = 0; tries < links_.size(); ++tries) {
      if (!board.is_false(links_[static_cast<std::size_t>(witness_)].literal)) return true;
      witness_ = static_cast<std::int32_t>((static_cast<std::size_t>(witness_) + 1) % links_.size());
    }
    return false;
  }

  // As many true links as wanted, at a node or (no entries) anywhere.
  void take_trues(const Board& board, std::span<const std::int32_t> among, std::int32_t wanted,
                  std::int32_t moment, std::vector<Literal>& because) const {
    const std::size_t size = among.empty() ? links_.size() : among.size();
    for (std::size_t index = 0; index < size && wanted > 0; ++index) {
      const Literal literal = links_[among.empty() ? index : static_cast<std::size_t>(among[index])].literal;
      if (!board.held_before(literal, moment)) continue;
      because.push_back(literal);
      --wanted;
    }
  }

  // The true links from one end of this link to the other, without it.
  void walk(const Board& board, std::size_t index, std::int32_t moment, std::vector<Literal>& because) {
    walked_.assign(walked_.size(), false);
    std::size_t last = index;
    for (std::size_t node = links_[index].u; node != links_[index].v;) {
      std::int32_t next = kNobody;
      for (const std::int32_t entry : entries(node)) {
        const auto link = static_cast<std::size_t>(entry);
        if (link != last && link != index && board.held_before(links_[link].literal, moment)) next = entry;
      }
      if (next == kNobody) return;  // not reached: it is a path
      last = static_cast<std::size_t>(next);
      walked_[last] = true;
      because.push_back(links_[last].literal);
      node = across(next, node);
    }
  }

  // Of the true links outside what was walked, the one that has been true for longest.
  void take_outside(const Board& board, std::int32_t moment, std::vector<Literal>& because) const {
    Literal best = kFalse;
    for (std::size_t link = 0; link < links_.size(); ++link) {
      const Literal literal = links_[link].literal;
      if (walked_[link] || !board.held_before(literal, moment)) continue;
      if (best == kFalse || board.position_of(literal.variable()) < board.position_of(best.variable()))
        best = literal;
    }
    because.push_back(best);
  }

  std::int32_t length_;
  std::vector<Link> links_;
  std::vector<std::size_t> begin_;      // per node: its first entry
  std::vector<std::int32_t> incident_;  // links, node by node; a link to the node itself stands twice
  bool independent_ = true;             // no unknown stands for two links

  std::vector<Trailed<std::uint64_t>> words_;  // a Path per node
  Trailed<std::int32_t> trues_, paths_;
  Trailed<std::int32_t> broken_;    // a node with three links
  Trailed<std::int32_t> closing_;   // the link that closed a loop
  Trailed<std::int32_t> lone_end_;  // an end of the path that was the only one
  Trailed<bool> scanned_;           // every node has been visited while the constraint was in force

  std::vector<std::pair<std::int32_t, std::int32_t>> watched_;  // per node: two links
  std::int32_t witness_ = 0;           // a link that was not false when last looked at
  std::vector<std::int32_t> pending_;  // nodes to visit

  // scratch
  std::vector<std::pair<Literal, std::int32_t>> forced_;
  std::vector<bool> walked_;
  bool consistent_ = true;
};

}  // namespace

std::unique_ptr<Propagator> make_loop(const Board&, const Post& post, Terms terms) {
  return std::make_unique<Loop>(post.parameters, terms);
}

}  // namespace gridwright
