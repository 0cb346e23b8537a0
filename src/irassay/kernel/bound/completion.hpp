// One query with its holes: which documents nobody judged, where each system put them, and what the judged ones already give.
// A completion gives every unjudged document of the universe some grade of the scale. Bounds over all completions are in the
// files beside this one, which only lays out what they need.
#pragma once

#include <cstdint>
#include <vector>

#include "collection/collection.hpp"

namespace irassay {

constexpr uint32_t kEveryRank = 0xFFFFFFFFu;  // the depth of a measure that reads the whole list
constexpr uint32_t kLanes = 4;                // systems handled side by side; rows are padded to a multiple

// How a measure puts a list's gains together.
enum class Form : int {
  linear,   // sum of weight x gain: P, DCG, RBP
  share,    // sum of gain over a largest sum, every rank weighing the same: R, NCG
  ratio,    // sum of discount x gain over that of the best ranking: nDCG
  first,    // the weight of the first relevant document: RR, Success
  average,  // AP
  rprec,    // Rprec
};

enum class Weight : int { flat, log2, reciprocal, geometric, place, insq };  // place: the rank itself, from 1

// A measure as the bounds see it.
struct Task {
  Form form = Form::ratio;
  uint32_t depth = kEveryRank;
  bool capped = true;            // the ideal ranking stops at `depth`
  Weight weight = Weight::log2;
  double parameter = 1;          // flat: the weight; geometric: the persistence p, weights (1 - p) p^rank; insq: T
  std::vector<double> gain;      // [grade 0..127]; negative grades gain 0
  std::vector<double> levels;    // gains an unjudged document may have, ascending, levels[0] == 0
  Ties ties = Ties::float64;
  uint32_t unseen = 0;           // documents of the universe that nobody judged or retrieved

  std::vector<double> weights;   // [rank from 0], see weigh()

  void weigh(const Runs& runs);  // fills `weights` as far as the longest list needs
  double insq(uint32_t rank) const;
  double gain_of(int8_t grade) const { return grade > 0 ? gain[static_cast<size_t>(grade)] : 0.0; }
  double top() const { return levels.back(); }
};

// An unjudged document in a list.
struct Hole {
  uint32_t rank;
  uint32_t doc;  // its row in QueryHoles::weight_of
};

// A judged document with a gain in a list.
struct Gained {
  uint32_t rank;
  double gain;
};

// One query. "System" n_systems is the empty one: it retrieves nothing, so a bound on the difference to it bounds a score.
struct QueryHoles {
  uint32_t n_systems = 0;
  uint32_t n_columns = 0;              // n_systems + 1, padded to a multiple of kLanes
  uint32_t n_docs = 0;                 // distinct unjudged documents above `depth`
  uint64_t n_universe = 0;             // unjudged documents of the universe
  std::vector<uint32_t> doc_id;        // [doc] its id among the run's documents
  std::vector<uint32_t> hole_start;    // [n_systems + 2]
  std::vector<Hole> holes;             // of each list, by rank
  std::vector<uint32_t> gained_start;  // [n_systems + 2]
  std::vector<Gained> gained;          // of each list, by rank
  std::vector<uint32_t> length;        // [n_systems + 1], documents retrieved
  // [n_columns], sum of weight x gain over judged documents; for Form::first the weight of the first one
  std::vector<double> judged;
  std::vector<double> weight_of;       // [doc * n_columns + system], 0 where it is not retrieved above `depth`
  std::vector<double> gains;           // positive gains of judged documents, largest first
  std::vector<uint8_t> asked;          // [column / kLanes] whether rows are to be filled there; everywhere as laid out

  bool asks_for(uint32_t column) const { return asked[column / kLanes] != 0; }
  const Hole* holes_of(uint32_t system) const { return holes.data() + hole_start[system]; }
  uint32_t n_holes(uint32_t system) const { return hole_start[system + 1] - hole_start[system]; }
  const Gained* gained_of(uint32_t system) const { return gained.data() + gained_start[system]; }
  uint32_t n_gained(uint32_t system) const { return gained_start[system + 1] - gained_start[system]; }
};

// Overwrites `out`, whose memory is reused from query to query.
void lay_out(const Task& task, const Qrels& qrels, const Runs& runs, const Join& join, uint32_t query, QueryHoles& out);

}  // namespace irassay
