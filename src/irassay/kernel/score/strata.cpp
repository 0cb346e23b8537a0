// Yilmaz, Kanoulas and Aslam 2008. Sums over a stratum are those of its judged documents times documents over judged ones, as
// Horvitz and Thompson weigh a simple random sample; a stratum of which nothing was judged is taken to hold nothing relevant.
#include "score/strata.hpp"

#include <algorithm>
#include <array>

namespace irassay {
namespace {

constexpr double kEpsilon = 0.00001;  // smoothing, as in infAP

uint32_t stratum_of(const SubtopicLabels& labels, uint32_t column) {
  return labels.start[column] < labels.start[column + 1] ? labels.subtopic[labels.start[column]] : kNone;
}

// How many documents a judged one of this stratum stands for.
double stands_for(const SubtopicLabels& labels, uint32_t stratum) {
  return static_cast<double>(labels.n_entries[stratum]) / labels.n_judged[stratum];
}

// What stands above a rank of one stratum.
struct Above {
  uint32_t docs = 0, judged = 0, relevant = 0;

  // How many of the documents are expected to be relevant: known where all are judged.
  double expected_relevant() const {
    if (judged == docs) return relevant;
    return docs * ((relevant + kEpsilon) / (judged + 2 * kEpsilon));
  }
};

double sum_of_expected_precisions(const GradedList& list, int rel, const SubtopicLabels& labels) {
  std::vector<Above> above(labels.n_subtopics);
  double sum = 0;
  for (const Hit* hit = list.begin; hit != list.end; ++hit) {
    const uint32_t stratum = stratum_of(labels, hit->column);
    if (stratum == kNone || labels.n_judged[stratum] == 0) continue;
    const int grade = list.grade(*hit);
    if (grade >= rel) {
      double relevant = 1;
      for (const Above& of : above) relevant += of.expected_relevant();
      sum += stands_for(labels, stratum) * (relevant / (hit->rank + 1.0));
    }
    Above& own = above[stratum];
    ++own.docs;
    own.judged += grade >= 0;
    own.relevant += grade >= rel;
  }
  return sum;
}

double expanded_dcg(const GradedList& list, const MeasureSpec& spec, const SubtopicLabels& labels) {
  double sum = 0;
  for (const Hit* hit = list.begin; hit != list.end; ++hit) {
    const uint32_t stratum = stratum_of(labels, hit->column);
    const int grade = list.grade(*hit);
    if (grade > 0 && stratum != kNone) sum += stands_for(labels, stratum) * (gain_of(grade, spec) / discount(hit->rank));
  }
  return sum;
}

// The DCG of as many documents of each grade as are estimated, best first: a rank may be shared by parts of documents.
double best_expanded_dcg(const SubtopicLabels& labels, const MeasureSpec& spec) {
  std::array<double, 128> counts{};
  for (size_t i = 0; i < labels.grade.size(); ++i)
    if (labels.grade[i] > 0) counts[static_cast<size_t>(labels.grade[i])] += stands_for(labels, labels.subtopic[i]);
  double sum = 0, room = 1;  // of the rank that is being filled
  uint32_t rank = 0;
  for (int grade = 127; grade > 0; --grade) {
    double left = counts[static_cast<size_t>(grade)];
    while (left > 0 && rank < spec.depth) {
      const double part = std::min(left, room);
      sum += part * (gain_of(grade, spec) / discount(rank));
      left -= part;
      room -= part;
      if (room > 0) continue;
      room = 1;
      ++rank;
    }
  }
  return sum;
}

}  // namespace

bool needs_strata(Op op) { return op == Op::xinfAP || op == Op::infNDCG; }

double strata_ideal(const SubtopicLabels& labels, const MeasureSpec& spec) {
  if (spec.op == Op::infNDCG) return best_expanded_dcg(labels, spec);
  double relevant = 0;
  for (size_t i = 0; i < labels.grade.size(); ++i)
    if (labels.grade[i] >= spec.rel) relevant += stands_for(labels, labels.subtopic[i]);
  return relevant;
}

double strata_value(const GradedList& list, const MeasureSpec& spec, const Constant& constant) {
  if (constant.subtopics == nullptr || constant.ideal <= 0) return 0;
  const double sum = spec.op == Op::xinfAP ? sum_of_expected_precisions(list, spec.rel, *constant.subtopics)
                                           : expanded_dcg(list, spec, *constant.subtopics);
  return sum / constant.ideal;
}

}  // namespace irassay
