// Scores of one list under one query's labels. What a measure means is here and in tests/plain; which queries count and how
// their values are summarised is in evaluate.hpp.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "collection/collection.hpp"

namespace irassay {

constexpr uint32_t kTabledRanks = 4096;       // ranks whose discounts and weights are tabled; deeper ones are computed
constexpr uint32_t kWholeList = 0xFFFFFFFFu;  // the depth of a measure without cutoff

// What the kernel computes: the one list of operations, from which codes, names and what Python sees are made.
#define IRASSAY_OPERATIONS(X)                                                                                          \
  X(nDCG) X(DCG) X(NCG) X(P) X(R) X(Success) X(RR) X(AP) X(Rprec) X(IPrec) X(RBP) X(GradedRBP) X(RBPResidual) X(Bpref) \
  X(infAP) X(Judged) X(NumQ) X(NumRet) X(NumRel) X(NumRelRet) X(SetP) X(SetR) X(SetAP) X(SetF) X(SetRelP) X(MFR)       \
  X(ERR) X(INST) X(INSQ) X(Compat) X(CompatRaw) X(alphaNDCG) X(alphaDCG) X(ErrIA) X(NErrIA) X(StRecall)                \
  X(PrecisionIA) X(xinfAP) X(infNDCG) X(WholeNDCG) X(F) X(CappedR) X(Accuracy) X(Q) X(RprecMult) X(Unjudged)          \
  X(NumNonRelRet) X(IPrec11) X(BinG) X(SDCG) X(BPM) X(NERR8) X(NERR9) X(NERR10) X(NERR11) X(ApIA) X(ApGroups)          \
  X(PrecisionGroups) X(RprecMultIA) X(RprecMultGroups)

#define IRASSAY_CODE(name) name,
enum class Op : uint8_t { IRASSAY_OPERATIONS(IRASSAY_CODE) };
#undef IRASSAY_CODE
#define IRASSAY_NAME(name) #name,
constexpr std::string_view kOperations[] = {IRASSAY_OPERATIONS(IRASSAY_NAME)};
#undef IRASSAY_NAME
#undef IRASSAY_OPERATIONS
constexpr int kUnknownOp = -1;
int op_named(std::string_view name);  // kUnknownOp for a name that is none

enum class Gain : uint8_t { linear, exponential, tabled };  // the grade itself, 2^grade - 1, or what `gains` says
enum class Aggregate : uint8_t { mean, sum, geometric };

// One measure with its parameters, as the kernel takes it.
struct MeasureSpec {
  Op op = Op::P;
  uint32_t depth = kWholeList;     // documents looked at
  int rel = 1;                     // least grade that counts as relevant
  double parameter = 0;            // persistence of RBP, Compat and NERR10, recall of IPrec, beta of SetF, F and Q, T of INST, INSQ,
                                   // NERR11 and BPM, multiple of R, alpha of the subtopics' measures, MFR where nothing is found
  double top = 1;                  // grade whose gain is 1 in GradedRBP and the user models; ERR's largest
  double bottom = 0;               // grade whose gain is 0 in the user models
  std::vector<double> gains;       // [grade], 128 where Gain::tabled, else none
  Gain gain = Gain::linear;
  Aggregate aggregate = Aggregate::mean;
  bool judged_only = false;        // first drop documents without a grade, or with a negative one
  bool recall_as_9 = false;        // IPrec's count of relevant documents as trec_eval 9 rounds it
};

struct SubtopicLabels;
struct Subtopics;

// What a measure needs to know about a query's labels, whatever the list.
struct Constant {
  double ideal = 0;           // DCG of the best ranking, or the largest gain that `depth` documents can have
  uint32_t relevant = 0;      // documents with grade rel or more
  uint32_t nonrelevant = 0;   // documents with a grade from 0 to rel - 1
  uint32_t n_labels = 0;      // documents with or without a label that have a column
  const SubtopicLabels* subtopics = nullptr;  // or labels by stratum, where the measure needs them
};

// What a grade gains. A tabled gain may be below 0, and grade 0 may have one.
double gain_of(int grade, const MeasureSpec& spec);

// log2(rank + 2), the discount of nDCG at a rank counted from 0.
double discount(uint32_t rank);

// The best DCG, or for NCG the largest gain, of documents of which counts[grade * stride] have a grade, up to the largest.
double ideal(const uint32_t* counts, size_t stride, int largest, const MeasureSpec& spec);

// Throws std::invalid_argument where a measure needs labels by subtopic or stratum.
void refuse_subtopics(const std::vector<MeasureSpec>& specs);

// The formulas of a set of measures, for any query. Immutable: threads share one.
class Formulas {
 public:
  explicit Formulas(std::vector<MeasureSpec> specs);
  const std::vector<MeasureSpec>& specs() const { return specs_; }
  size_t size() const { return specs_.size(); }

  // One Constant a measure for labels `grades[0 .. n)`, of which kUnjudged ones are none.
  void constants(const int8_t* grades, size_t n, Constant* out, const SubtopicLabels* subtopics = nullptr) const;

  // One value a measure for a list. A hit whose grade is kUnjudged is a document without a label.
  void score(const int8_t* grades, const Constant* constants, const Answer& answer, double* out) const;

  // p^rank of measure `index`, an RBP; a table of the first kTabledRanks.
  const double* weights(size_t index) const { return weights_[index].data(); }
  double weight(size_t index, uint32_t rank) const {
    return rank < weights_[index].size() ? weights_[index][rank] : deep_weight(index, rank);
  }

 private:
  double value(size_t index, const int8_t* grades, const Constant& constant, const Answer& answer) const;
  double deep_weight(size_t index, uint32_t rank) const;
  double rbp(size_t index, const int8_t* grades, const Answer& answer) const;

  std::vector<MeasureSpec> specs_;
  std::vector<std::vector<double>> weights_;  // [measure][rank], empty unless it is an RBP or an overlap
  bool condenses_ = false;                    // some measure is judged_only
};

// The formulas with the constants of every query of a label set. `qrels` and `subtopics` must outlive it; measures that need
// subtopics or strata throw std::invalid_argument where there are none.
class Scorer {
 public:
  Scorer(const Qrels& qrels, std::vector<MeasureSpec> specs, const Subtopics* subtopics = nullptr);
  const Formulas& formulas() const { return formulas_; }
  size_t n_measures() const { return formulas_.size(); }

  // Writes one value a measure. Thread-safe.
  void score(size_t qrels_query, const Answer& answer, double* out) const {
    score(qrels_query, qrels_.labels[qrels_query].grades.data(), answer, out);
  }
  // The same where the caller has the query's grades at hand.
  void score(size_t qrels_query, const int8_t* grades, const Answer& answer, double* out) const {
    formulas_.score(grades, constants(qrels_query), answer, out);
  }
  const Constant* constants(size_t qrels_query) const { return constants_.data() + qrels_query * formulas_.size(); }

 private:
  const Qrels& qrels_;
  Formulas formulas_;
  std::vector<Constant> constants_;  // [query][measure]
};

}  // namespace irassay
