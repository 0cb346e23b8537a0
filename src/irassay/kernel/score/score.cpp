// The measures' formulas. Sums run in rank order and quotients are divided, not multiplied by a reciprocal: so the values of the
// measures that trec_eval has are its values to the last bit.
#include "score/score.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <stdexcept>

#include "score/less_common.hpp"
#include "score/graded_list.hpp"
#include "score/ideal_overlap.hpp"
#include "score/strata.hpp"
#include "score/subtopics.hpp"
#include "score/user_models.hpp"

namespace irassay {
namespace {

constexpr double kInfApEpsilon = 0.00001;  // smoothing of Yilmaz and Aslam 2006, as in trec_eval

const std::vector<double>& discounts() {
  static const std::vector<double> table = [] {
    std::vector<double> t(kTabledRanks);
    for (size_t rank = 0; rank < kTabledRanks; ++rank) t[rank] = std::log2(static_cast<double>(rank + 2));
    return t;
  }();
  return table;
}

// How many documents there are of each grade from 0 up.
using Counts = std::array<uint32_t, 128>;

// The best DCG with all labelled documents, however few of them the measure reads.
double whole_ideal(const Counts& counts, const MeasureSpec& spec) {
  MeasureSpec whole = spec;
  whole.depth = kWholeList;
  return ideal(counts.data(), 1, 127, whole);
}

double n_relevant(const GradedList& list, int rel) {
  uint32_t n = 0;
  for (const Hit* hit = list.begin; hit != list.end; ++hit) n += list.grade(*hit) >= rel;
  return n;
}

double dcg(const GradedList& list, const MeasureSpec& spec) {
  double sum = 0;
  const int least = spec.gain == Gain::tabled ? 0 : 1;  // below it there is no gain
  for (const Hit* hit = list.begin; hit != list.end; ++hit) {
    const int grade = list.grade(*hit);
    if (grade >= least) sum += gain_of(grade, spec) / discount(hit->rank);
  }
  return sum;
}

double total_gain(const GradedList& list, const MeasureSpec& spec) {
  double sum = 0;
  for (const Hit* hit = list.begin; hit != list.end; ++hit) sum += gain_of(list.grade(*hit), spec);
  return sum;
}

double reciprocal_rank(const GradedList& list, int rel) {
  for (const Hit* hit = list.begin; hit != list.end; ++hit)
    if (list.grade(*hit) >= rel) return 1.0 / (hit->rank + 1.0);
  return 0;
}

double first_rank(const GradedList& list, const MeasureSpec& spec) {
  for (const Hit* hit = list.begin; hit != list.end; ++hit)
    if (list.grade(*hit) >= spec.rel) return hit->rank + 1.0;
  return spec.parameter;
}

double sum_of_precisions(const GradedList& list, int rel) {
  double sum = 0;
  uint32_t n_rel_ret = 0;
  for (const Hit* hit = list.begin; hit != list.end; ++hit)
    if (list.grade(*hit) >= rel) sum += ++n_rel_ret / (hit->rank + 1.0);
  return sum;
}

// Buckley and Voorhees 2004, in trec_eval's form: judged nonrelevant documents above a relevant one count up to R, over min(R, N).
double bpref(const GradedList& list, int rel, const Constant& labels) {
  double sum = 0;
  uint32_t above = 0;
  const double limit = std::min(labels.nonrelevant, labels.relevant);
  for (const Hit* hit = list.begin; hit != list.end; ++hit) {
    const int grade = list.grade(*hit);
    if (grade < 0) continue;
    if (grade < rel)
      ++above;
    else
      sum += above > 0 ? 1.0 - std::min(above, labels.relevant) / limit : 1.0;
  }
  return sum / labels.relevant;
}

// Yilmaz and Aslam 2006. A negative grade is a document of the pool that was not judged; documents outside the labels are not in
// the pool.
double inferred_ap(const GradedList& list, int rel, const Constant& labels) {
  double sum = 0;
  double relevant = 0, nonrelevant = 0, unjudged = 0;
  for (const Hit* hit = list.begin; hit != list.end; ++hit) {
    const int grade = list.grade(*hit);
    if (grade == kUnjudged) continue;
    if (grade < 0) {
      ++unjudged;
    } else if (grade < rel) {
      ++nonrelevant;
    } else {
      const double above = hit->rank;
      sum += hit->rank == 0 ? 1.0
                            : 1.0 / (above + 1.0) +
                                  (above / (above + 1.0)) * ((relevant + nonrelevant + unjudged) / above) *
                                      ((relevant + kInfApEpsilon) / (relevant + nonrelevant + 2 * kInfApEpsilon));
      ++relevant;
    }
  }
  return sum / labels.relevant;
}

// Highest precision at any rank from where recall is reached.
double interpolated_precision(const GradedList& list, const MeasureSpec& spec, double recall, const Constant& labels) {
  const double wanted = recall * labels.relevant;
  const long needed = spec.recall_as_9 ? static_cast<long>(wanted + 0.9) : std::lround(wanted);
  double best = 0;
  long n_rel_ret = 0;
  for (const Hit* hit = list.begin; hit != list.end; ++hit) {
    if (list.grade(*hit) < spec.rel) continue;
    ++n_rel_ret;
    if (n_rel_ret >= needed) best = std::max(best, n_rel_ret / (hit->rank + 1.0));
  }
  return best;
}

double mean_interpolated_precision(const GradedList& list, const MeasureSpec& spec, const Constant& labels) {
  double sum = 0;
  for (const double recall : {0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0})
    sum += interpolated_precision(list, spec, recall, labels);
  return sum / 11;
}

double judged_share(const GradedList& list) {
  uint32_t judged = 0;
  for (const Hit* hit = list.begin; hit != list.end; ++hit) judged += list.grade(*hit) != kUnjudged;
  return list.n_retrieved ? static_cast<double>(judged) / list.n_retrieved : 0.0;
}

bool is_overlap(Op op) { return op == Op::Compat || op == Op::CompatRaw; }
bool has_weights(Op op) { return op == Op::RBP || op == Op::GradedRBP || op == Op::RBPResidual; }

// The value where the run does not have the query.
double without_list(const MeasureSpec& spec, const Constant& labels) {
  switch (spec.op) {
    case Op::NumQ: return 1;
    case Op::NumRel: return labels.relevant;
    case Op::MFR: return spec.parameter;
    default: return 0;
  }
}

// What the list would be without the documents that have no grade, or a negative one.
Answer condensed(const int8_t* grades, const Answer& answer, std::vector<Hit>& kept) {
  kept.clear();
  for (uint32_t i = 0; i < answer.n_hits; ++i)
    if (grades[answer.hits[i].column] >= 0)
      kept.push_back({static_cast<uint32_t>(kept.size()), answer.hits[i].column});
  const uint32_t n = static_cast<uint32_t>(kept.size());
  return {kept.data(), n, n};
}

}  // namespace

int op_named(std::string_view name) {
  for (size_t i = 0; i < std::size(kOperations); ++i)
    if (kOperations[i] == name) return static_cast<int>(i);
  return kUnknownOp;
}

double gain_of(int grade, const MeasureSpec& spec) {
  if (spec.gain == Gain::tabled) return grade < 0 ? 0 : spec.gains[static_cast<size_t>(grade)];
  if (grade <= 0) return 0;
  return spec.gain == Gain::linear ? grade : std::ldexp(1.0, grade) - 1.0;
}

double discount(uint32_t rank) {
  static const std::vector<double>& table = discounts();
  return rank < kTabledRanks ? table[rank] : std::log2(static_cast<double>(rank) + 2);
}

double ideal(const uint32_t* counts, size_t stride, int largest, const MeasureSpec& spec) {
  std::array<uint8_t, 128> order;  // the grades, largest gain first
  size_t n_grades = 0;
  for (int grade = largest; grade > 0 || (grade == 0 && spec.gain == Gain::tabled); --grade)
    order[n_grades++] = static_cast<uint8_t>(grade);
  if (spec.gain == Gain::tabled)
    std::stable_sort(order.begin(), order.begin() + n_grades, [&](int a, int b) { return spec.gains[a] > spec.gains[b]; });
  double sum = 0;
  uint32_t rank = 0;
  for (size_t i = 0; i < n_grades && rank < spec.depth; ++i) {
    const uint32_t n = std::min(counts[order[i] * stride], spec.depth - rank);
    if (n == 0) continue;
    const double gain = gain_of(order[i], spec);
    if (gain <= 0) break;
    if (spec.op == Op::NCG) {
      sum += gain * n;
      rank += n;
    } else {
      for (const uint32_t end = rank + n; rank < end; ++rank) sum += gain / discount(rank);
    }
  }
  return sum;
}

Formulas::Formulas(std::vector<MeasureSpec> specs) : specs_(std::move(specs)), weights_(specs_.size()) {
  for (size_t i = 0; i < specs_.size(); ++i) {
    condenses_ |= specs_[i].judged_only;
    if (is_overlap(specs_[i].op)) weights_[i] = overlap_weights(specs_[i]);
    if (!has_weights(specs_[i].op)) continue;
    weights_[i].resize(kTabledRanks);
    for (size_t rank = 0; rank < kTabledRanks; ++rank) weights_[i][rank] = std::pow(specs_[i].parameter, rank);
  }
}

double Formulas::deep_weight(size_t index, uint32_t rank) const { return std::pow(specs_[index].parameter, rank); }

void Formulas::constants(const int8_t* grades, size_t n, Constant* out, const SubtopicLabels* subtopics) const {
  Counts counts{};
  int largest = 0;
  for (size_t i = 0; i < n; ++i) {
    if (grades[i] < 0) continue;
    ++counts[grades[i]];
    largest = std::max<int>(largest, grades[i]);
  }
  for (size_t i = 0; i < specs_.size(); ++i) {
    const MeasureSpec& spec = specs_[i];
    Constant& constant = out[i] = Constant{};
    for (int grade = 0; grade <= largest; ++grade)
      (grade >= spec.rel ? constant.relevant : constant.nonrelevant) += counts[grade];
    constant.n_labels = static_cast<uint32_t>(n);
    if (spec.op == Op::nDCG || spec.op == Op::NCG) constant.ideal = ideal(counts.data(), 1, largest, spec);
    if (spec.op == Op::WholeNDCG) constant.ideal = whole_ideal(counts, spec);
    if (spec.op == Op::SDCG) constant.ideal = sum_of_discounts(spec.depth);
    if (is_overlap(spec.op)) constant.ideal = most_overlap(constant.relevant, spec, weights_[i]);
    if (subtopics == nullptr || !(needs_subtopics(spec.op) || needs_strata(spec.op))) continue;
    constant.subtopics = subtopics;
    constant.ideal = needs_strata(spec.op) ? strata_ideal(*subtopics, spec) : subtopic_ideal(*subtopics, spec);
  }
}

double Formulas::rbp(size_t index, const int8_t* grades, const Answer& answer) const {
  const MeasureSpec& spec = specs_[index];
  const GradedList list = cut(grades, answer, spec.depth);
  double sum = 0;
  uint32_t judged = 0;
  for (const Hit* hit = list.begin; hit != list.end; ++hit) {
    const int grade = list.grade(*hit);
    if (spec.op == Op::RBP) {
      if (grade >= spec.rel) sum += weight(index, hit->rank);
    } else if (spec.op == Op::GradedRBP) {
      if (grade > 0) sum += std::min(grade / spec.top, 1.0) * weight(index, hit->rank);
    } else if (grade >= 0) {
      ++judged;
      sum += weight(index, hit->rank);
    }
  }
  const double seen = (1.0 - spec.parameter) * sum;
  if (spec.op != Op::RBPResidual) return seen;
  return judged == list.n_retrieved ? 0.0 : std::max(0.0, 1.0 - seen);
}

double Formulas::value(size_t index, const int8_t* grades, const Constant& labels, const Answer& answer) const {
  const MeasureSpec& spec = specs_[index];
  const double relevant = labels.relevant;
  const GradedList list = cut(grades, answer, spec.op == Op::Rprec ? labels.relevant : spec.depth);
  switch (spec.op) {
    case Op::nDCG:
    case Op::WholeNDCG: return labels.ideal > 0 ? dcg(list, spec) / labels.ideal : 0.0;
    case Op::DCG: return dcg(list, spec);
    case Op::NCG: return labels.ideal > 0 ? total_gain(list, spec) / labels.ideal : 0.0;
    case Op::P: return n_relevant(list, spec.rel) / spec.depth;
    case Op::R:
    case Op::SetR:
    case Op::Rprec: return relevant > 0 ? n_relevant(list, spec.rel) / relevant : 0.0;
    case Op::Success: return n_relevant(list, spec.rel) > 0 ? 1.0 : 0.0;
    case Op::RR: return reciprocal_rank(list, spec.rel);
    case Op::AP: return relevant > 0 ? sum_of_precisions(list, spec.rel) / relevant : 0.0;
    case Op::IPrec: return interpolated_precision(list, spec, spec.parameter, labels);
    case Op::IPrec11: return mean_interpolated_precision(list, spec, labels);
    case Op::RBP:
    case Op::GradedRBP:
    case Op::RBPResidual: return rbp(index, grades, answer);
    case Op::Bpref: return relevant > 0 ? bpref(list, spec.rel, labels) : 0.0;
    case Op::infAP: return relevant > 0 ? inferred_ap(list, spec.rel, labels) : 0.0;
    case Op::Judged: return judged_share(list);
    case Op::NumQ: return 1;
    case Op::NumRet: return list.n_retrieved;
    case Op::NumRel: return relevant;
    case Op::NumRelRet: return n_relevant(list, spec.rel);
    case Op::SetP: return list.n_retrieved ? n_relevant(list, spec.rel) / list.n_retrieved : 0.0;
    case Op::SetAP: {
      const double n_rel_ret = n_relevant(list, spec.rel);
      return list.n_retrieved && relevant > 0 ? (n_rel_ret * n_rel_ret) / (list.n_retrieved * relevant) : 0.0;
    }
    case Op::SetF: return f_measure(n_relevant(list, spec.rel), list.n_retrieved, relevant, spec.parameter);
    case Op::F: return f_measure(n_relevant(list, spec.rel), spec.depth, relevant, spec.parameter);
    case Op::CappedR: return relevant > 0 ? n_relevant(list, spec.rel) / std::min<double>(relevant, spec.depth) : 0.0;
    case Op::Accuracy: return accuracy(list, spec);
    case Op::Q: return q_measure(list, spec, labels);
    case Op::RprecMult: return precision_at_multiple(list, spec, labels.relevant);
    case Op::Unjudged: return n_without_grade(list) / spec.depth;
    case Op::NumNonRelRet: return n_judged_nonrelevant(list, spec.rel);
    case Op::BinG: return binary_g(list, spec.rel, labels.relevant);
    case Op::SetRelP:
      return relevant > 0 && list.n_retrieved ? n_relevant(list, spec.rel) / std::min<double>(relevant, list.n_retrieved) : 0.0;
    case Op::MFR: return first_rank(list, spec);
    case Op::ERR: return expected_reciprocal_rank(list, spec);
    case Op::INST:
    case Op::INSQ: return expected_gain_rate(list, spec);
    case Op::SDCG: return scaled_dcg(list, spec) / labels.ideal;
    case Op::BPM: return gain_rate_to_goal(list, spec);
    case Op::NERR8:
    case Op::NERR9:
    case Op::NERR10:
    case Op::NERR11: return satisfied_gain_rate(list, spec);
    case Op::Compat:
    case Op::CompatRaw: return compatibility(list, spec, labels, weights(index));
    case Op::alphaNDCG:
    case Op::alphaDCG:
    case Op::ErrIA:
    case Op::NErrIA:
    case Op::StRecall:
    case Op::PrecisionIA:
    case Op::PrecisionGroups: return subtopic_value(list, spec, labels);
    case Op::ApIA:
    case Op::ApGroups:
    case Op::RprecMultIA:
    case Op::RprecMultGroups: return mean_over_subtopics(list, spec, labels);
    case Op::xinfAP:
    case Op::infNDCG: return strata_value(list, spec, labels);
  }
  return 0;
}

void Formulas::score(const int8_t* grades, const Constant* constants, const Answer& answer, double* out) const {
  if (answer.n_retrieved == 0) {  // the run does not have the query: only what the labels alone say
    for (size_t i = 0; i < specs_.size(); ++i) out[i] = without_list(specs_[i], constants[i]);
    return;
  }
  thread_local std::vector<Hit> kept;
  const Answer judged = condenses_ ? condensed(grades, answer, kept) : answer;
  for (size_t i = 0; i < specs_.size(); ++i)
    out[i] = value(i, grades, constants[i], specs_[i].judged_only ? judged : answer);
}

void refuse_subtopics(const std::vector<MeasureSpec>& specs) {
  for (const MeasureSpec& spec : specs)
    if (needs_subtopics(spec.op) || needs_strata(spec.op))
      throw std::invalid_argument("a measure needs labels by subtopic or stratum, and there are none");
}

Scorer::Scorer(const Qrels& qrels, std::vector<MeasureSpec> specs, const Subtopics* subtopics)
    : qrels_(qrels), formulas_(std::move(specs)), constants_(qrels.labels.size() * formulas_.size()) {
  if (subtopics == nullptr) refuse_subtopics(formulas_.specs());
  for (size_t q = 0; q < qrels.labels.size(); ++q)
    formulas_.constants(qrels.labels[q].grades.data(), qrels.labels[q].grades.size(),
                        constants_.data() + q * formulas_.size(), subtopics == nullptr ? nullptr : &subtopics->labels[q]);
}

}  // namespace irassay
