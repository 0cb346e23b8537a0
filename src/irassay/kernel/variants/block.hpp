// Sixteen variants of one query's labels, side by side: every list's values under all of them in one walk over its hits.
// The results are the single label set's, to the last bit.
#pragma once

#include <cstdint>
#include <vector>

#include "score/score.hpp"

namespace irassay {

constexpr uint32_t kVariantLanes = 16;
constexpr uint32_t kHalf = 8;  // of them

// A retrieved document that some variant calls relevant: its rank from 0, and its row in the block.
struct RowHit {
  uint32_t rank;
  uint32_t row;
};

// Which measures share which walk. Made once for a set of measures.
class VariantPlan {
 public:
  explicit VariantPlan(const Formulas& formulas);

  // Whether a measure needs only the documents that some variant calls relevant.
  static bool is_fast(const MeasureSpec& spec);
  // Whether a list without such a document has value 0 for it, and that adds nothing to the summary.
  static bool is_nothing_at_zero(const MeasureSpec& spec);

  struct Cut {
    uint32_t depth;
    uint32_t measure;
  };
  struct Threshold {              // measures that count documents with this grade or more
    int rel;
    std::vector<Cut> counts;      // P, R, Success, NumRelRet, AP; by depth
    std::vector<uint32_t> ranks;  // RR
    std::vector<uint32_t> own_depths;  // Rprec: as deep as a variant has relevant documents
    std::vector<uint32_t> weighted;  // RBP
    uint32_t precision_depth = 0;    // deepest AP
    uint32_t rides_along = kNone;    // an RBP over the whole list, which shares the walk of the counts
  };
  struct Gains {                  // measures that add up one form of gain
    Gain gain;
    double top;                   // 0, or the grade whose gain is 1 (graded RBP)
    std::vector<uint32_t> measures;
  };

  const Formulas& formulas;
  std::vector<Threshold> thresholds;
  std::vector<Gains> gains;
  std::vector<uint32_t> slow;     // measures computed one variant at a time
  std::vector<uint32_t> constant;  // NumQ, NumRet, NumRel
  bool skips_empty_lists = true;
};

// One query's labels under one block of variants.
class VariantBlock {
 public:
  VariantBlock(const VariantPlan& plan, int largest_grade) : plan_(plan), largest_(largest_grade) {}

  // grades[document * n_variants + variant]; the block is the variants from `first`. rows: the documents that RowHit numbers.
  void set(const int8_t* grades, uint32_t n_docs, uint32_t n_variants, uint32_t first, const std::vector<uint32_t>& rows);

  // out[measure * kVariantLanes + lane] for the measures that are not slow.
  void score(const RowHit* hits, uint32_t n_hits, uint32_t n_retrieved, double* out) const;
  // The same for the slow ones, from all judged hits.
  void score_slow(const Answer& answer, double* out);

  bool labelled(uint32_t lane) const { return labelled_[lane]; }   // the variant has a label for the query
  bool has_relevant(uint32_t lane) const { return positive_[lane]; }  // one of grade 1 or more

 private:
  void fill(const int8_t* grades, uint32_t n_docs, uint32_t n_variants, uint32_t first);
  void count_grades(uint32_t n_docs);
  void expand(const std::vector<uint32_t>& rows);
  void score_counts(size_t t, const RowHit* hits, uint32_t n_hits, double* out) const;
  void walk(const VariantPlan::Threshold& threshold, const double* n_relevant, const uint8_t* relevant, const RowHit* hits,
            uint32_t n_hits, double* out) const;
  void count_to_own_depth(const double* n_relevant, const uint8_t* relevant, const RowHit* hits, uint32_t n_hits,
                          double* out) const;
  void score_gains(size_t g, const RowHit* hits, uint32_t n_hits, double* out) const;

  const VariantPlan& plan_;
  int largest_;                         // grade of the whole stack
  std::vector<int8_t> grades_;          // [document][lane]
  std::vector<uint32_t> counts_;        // [grade][lane]
  std::vector<uint8_t> relevant_;       // [threshold][row][half]: a bit a lane
  std::vector<double> n_relevant_;      // [threshold][lane]
  std::vector<double> gain_;            // [gains][row][lane]
  std::vector<double> ideal_;           // [measure][lane]
  std::vector<int8_t> columns_;         // [lane][document], for slow measures
  std::vector<std::vector<Constant>> constants_;  // [lane], for slow measures
  size_t n_rows_ = 0, n_docs_ = 0;
  uint32_t lanes_ = 0;
  bool labelled_[kVariantLanes] = {}, positive_[kVariantLanes] = {};
};

}  // namespace irassay
