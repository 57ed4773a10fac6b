// Solutions that are not wanted are kept: a move is the better the fewer of all that were ever met it leaves.
#include "gridwright/partition.h"

#include <algorithm>

#include "gridwright/random.h"

namespace gridwright {

namespace {

constexpr std::int64_t kAtOnce = 3;       // solutions asked for by one question
constexpr std::size_t kRandomPlaces = 8;  // to move where no move is seen to help

// A solution that is not wanted.
struct Other {
  std::vector<std::int8_t> holds;     // per place
  std::vector<std::int32_t> surplus;  // per part: true places beyond those of the wanted solution
  std::int32_t wrong = 0;             // parts with any; none: it is a solution of the board
};

struct Step {
  std::int32_t place, from, to;
};
using Move = std::vector<Step>;  // a place and its images

class Mending {
 public:
  Mending(Search& search, Labels labels, const Partition& partition, const Question& question)
      : search_(search),
        series_(search, question.limits),
        partition_(partition),
        question_(question),
        random_(question.seed),
        labels_(labels.begin(), labels.end()),
        part_(labels[static_cast<std::size_t>(partition.array)].begin(),
              labels[static_cast<std::size_t>(partition.array)].end()),
        wanted_(part_.size(), 0),
        reached_(part_.size(), 0),
        came_from_(part_.size(), -1) {
    labels_[static_cast<std::size_t>(partition.array)] = part_;
    parts_ = static_cast<std::size_t>(*std::max_element(part_.begin(), part_.end()) + 1);
    for (const std::int32_t place : partition.wanted) wanted_[at(place)] = 1;
  }

  Mended run() {
    Mended mended;
    while (mended.moves < partition_.most_moves && series_.goes_on()) {
      if (!any_alive()) {
        mended.verdict = ask();
        if (mended.verdict != Verdict::kMultiple) break;
      }
      if (!improve()) break;
      ++mended.moves;
    }
    if (mended.verdict == Verdict::kMultiple) mended.verdict = Verdict::kUnknown;
    mended.stop = search_.stopped();
    mended.labels = part_;
    return mended;
  }

 private:
  static std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

  bool any_alive() const {
    return std::any_of(others_.begin(), others_.end(), [](const Other& other) { return other.wrong == 0; });
  }

  // Is the wanted solution the only one? Those that are not wanted are kept.
  Verdict ask() {
    const Outcome outcome = search_.enumerate(labels_, question_, kAtOnce, kAtOnce);
    for (const Solution& solution : outcome.solutions) {
      Other other{std::vector<std::int8_t>(part_.size(), 0), std::vector<std::int32_t>(parts_, 0), 0};
      for (std::size_t place = 0; place < part_.size(); ++place)
        other.holds[place] = part_[place] >= 0 && solution[at(partition_.shown[place])] != 0;
      if (other.holds == wanted_) continue;
      for (std::size_t place = 0; place < part_.size(); ++place) {
        if (part_[place] >= 0) other.surplus[at(part_[place])] += other.holds[place] - wanted_[place];
      }
      for (const std::int32_t surplus : other.surplus) other.wrong += surplus != 0;
      others_.push_back(std::move(other));
    }
    if (outcome.orbits > 1) return Verdict::kMultiple;
    return outcome.exact ? Verdict::kUnique : Verdict::kUnknown;
  }

  // Makes the best move there is; false: there is none, or no time for it.
  bool improve() {
    best_.clear();
    fewest_ = others_.size() + 1;
    for (const Other& other : others_) {
      if (other.wrong != 0) continue;
      for (std::size_t place = 0; place < part_.size(); ++place) {
        if (other.holds[place]) consider(static_cast<std::int32_t>(place));
      }
    }
    if (fewest_ > 0 && random_.below(10) == 0) {
      // Nothing helps against all of them: rather than go round in circles, try something new.
      best_.clear();
      fewest_ = others_.size() + 1;
    }
    for (std::size_t tries = 0; best_.empty() && tries < kRandomPlaces * part_.size(); ++tries)
      consider(static_cast<std::int32_t>(random_.below(part_.size())));
    if (best_.empty() || search_.stopped() != Stop::kNone) return false;
    carry_out(best_);
    for (Other& other : others_) count(other, best_, 1);
    return true;
  }

  // The ways in which a place can change to another part: to one beside it, or to the nearest, which reaches
  // out for it.
  void consider(std::int32_t place) {
    if (part_[at(place)] < 0 || wanted_[at(place)] || !series_.goes_on()) return;
    const std::vector<std::int32_t> path = reach_out(place);
    if (path.empty()) return;
    for (const std::int32_t beside : partition_.neighbours[at(path.back())]) {
      if (part_[at(beside)] == part_[at(place)]) continue;
      const Move move = move_of(path, part_[at(beside)]);
      if (!move.empty()) weigh(move);
    }
  }

  void weigh(const Move& move) {
    const std::size_t left = alive_after(move);
    if (left > fewest_) return;
    equals_ = left < fewest_ ? 1 : equals_ + 1;
    fewest_ = left;
    if (random_.below(equals_) == 0) best_ = move;
  }

  // The shortest way through the place's own part, around what is wanted, to a place beside another part.
  std::vector<std::int32_t> reach_out(std::int32_t place) {
    const std::int32_t own = part_[at(place)];
    ++visit_;
    waiting_.assign(1, place);
    came_from_[at(place)] = -1;
    reached_[at(place)] = visit_;
    for (std::size_t met = 0; met < waiting_.size(); ++met) {
      for (const std::int32_t beside : partition_.neighbours[at(waiting_[met])]) {
        if (part_[at(beside)] != own) {
          std::vector<std::int32_t> path;
          for (std::int32_t step = waiting_[met]; step >= 0; step = came_from_[at(step)])
            path.push_back(step);
          std::reverse(path.begin(), path.end());
          return path;
        }
        if (wanted_[at(beside)] || reached_[at(beside)] == visit_) continue;
        reached_[at(beside)] = visit_;
        came_from_[at(beside)] = waiting_[met];
        waiting_.push_back(beside);
      }
    }
    return {};
  }

  // These places of one part change to another, with what that cuts off, and so do their images; empty: they
  // cannot.
  Move move_of(std::span<const std::int32_t> places, std::int32_t to) {
    const std::int32_t from = part_[at(places[0])];
    Move move;
    for (const std::int32_t place : places) move.push_back({place, from, to});
    carry_out(move);
    bool sound = take_cut_off(from, to, move);
    for (const Step& step : move) part_[at(step.place)] = step.from;
    if (!sound || !add_images(move)) return {};
    if (partition_.images.empty()) return move;
    carry_out(move);
    for (const Step& step : move) sound = sound && is_sound(step.from) && is_sound(step.to);
    for (const Step& step : move) part_[at(step.place)] = step.from;
    return sound ? move : Move{};
  }

  // What no longer hangs together with the wanted places of a part goes over, too. False: these do not hang
  // together themselves, or the part becomes too small.
  bool take_cut_off(std::int32_t from, std::int32_t to, Move& move) {
    const auto is_core = [&](std::int32_t place) { return part_[at(place)] == from; };
    const auto core = std::find_if(partition_.wanted.begin(), partition_.wanted.end(), is_core);
    if (core == partition_.wanted.end()) return false;
    if (spread(*core) < at(partition_.least)) return false;
    for (std::size_t place = 0; place < part_.size(); ++place) {
      if (part_[place] != from || reached_[place] == visit_) continue;
      if (wanted_[place]) return false;
      move.push_back({static_cast<std::int32_t>(place), from, to});
    }
    return true;
  }

  bool add_images(Move& move) const {
    const std::size_t own = move.size();
    for (const std::vector<std::int32_t>& image : partition_.images) {
      for (std::size_t index = 0; index < own; ++index) {
        const Step& base = move[index];
        const std::int32_t place = image[at(base.place)], to = part_[at(image[at(member(base.to))])];
        const auto same =
            std::find_if(move.begin(), move.end(), [&](const Step& step) { return step.place == place; });
        if (same != move.end() ? same->to != to : wanted_[at(place)] != 0) return false;
        if (same == move.end()) move.push_back({place, part_[at(place)], to});
      }
    }
    return true;
  }

  void carry_out(const Move& move) {
    for (const Step& step : move) part_[at(step.place)] = step.to;
  }

  // Any place of a part.
  std::int32_t member(std::int32_t part) const {
    return static_cast<std::int32_t>(std::find(part_.begin(), part_.end(), part) - part_.begin());
  }

  // Is the part large enough and of one piece?
  bool is_sound(std::int32_t part) {
    const auto size = static_cast<std::size_t>(std::count(part_.begin(), part_.end(), part));
    return size >= at(partition_.least) && size > 0 && spread(member(part)) == size;
  }

  // Marks and counts the places that hang together with this one.
  std::size_t spread(std::int32_t place) {
    ++visit_;
    waiting_.assign(1, place);
    reached_[at(place)] = visit_;
    for (std::size_t met = 0; met < waiting_.size(); ++met) {
      for (const std::int32_t beside : partition_.neighbours[at(waiting_[met])]) {
        if (part_[at(beside)] != part_[at(place)] || reached_[at(beside)] == visit_) continue;
        reached_[at(beside)] = visit_;
        waiting_.push_back(beside);
      }
    }
    return waiting_.size();
  }

  // How many of the solutions met so far would solve the board after the move?
  std::size_t alive_after(const Move& move) {
    std::size_t alive = 0;
    for (Other& other : others_) {
      if (other.wrong > 2 * static_cast<std::int32_t>(move.size())) continue;
      count(other, move, 1);
      alive += other.wrong == 0;
      count(other, move, -1);
    }
    return alive;
  }

  // Moves a solution's true places along, or back.
  static void count(Other& other, const Move& move, std::int32_t by) {
    const auto add = [&](std::int32_t part, std::int32_t change) {
      std::int32_t& surplus = other.surplus[at(part)];
      other.wrong -= surplus != 0;
      surplus += change;
      other.wrong += surplus != 0;
    };
    for (const Step& step : move) {
      if (!other.holds[at(step.place)]) continue;
      add(step.from, -by);
      add(step.to, by);
    }
  }

  Search& search_;
  Search::Series series_;
  const Partition& partition_;
  const Question& question_;
  Random random_;
  std::vector<std::span<const std::int32_t>> labels_;
  std::vector<std::int32_t> part_;
  std::vector<std::int8_t> wanted_;  // per place
  std::size_t parts_ = 0;
  std::vector<Other> others_;

  // the move to make
  Move best_;
  std::size_t fewest_ = 0;
  std::uint64_t equals_ = 0;

  // scratch of walks
  std::vector<std::int32_t> waiting_, came_from_;
  std::vector<std::int64_t> reached_;
  std::int64_t visit_ = 0;
};

}  // namespace

Mended mend(Search& search, Labels labels, const Partition& partition, const Question& question) {
  return Mending(search, labels, partition, question).run();
}

}  // namespace gridwright
