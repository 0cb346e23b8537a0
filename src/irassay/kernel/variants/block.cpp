// Sixteen variants side by side. What is divided in score/score.cpp is divided here: by division, or by a product and one
// correction that gives the same double.
#include "variants/block.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "machine/lanes.hpp"
#include "variants/walk.hpp"

namespace irassay {
namespace {

constexpr int kFewGrades = 8;  // up to here counting every grade in turn is faster than looking up each document's

struct Sixteen {
  Lanes a, b, c, d;
};

inline Sixteen load16(const double* from) { return {load(from), load(from + 4), load(from + 8), load(from + 12)}; }
inline void store16(double* to, const Sixteen& v) {
  store(to, v.a);
  store(to + 4, v.b);
  store(to + 8, v.c);
  store(to + 12, v.d);
}
inline Sixteen spread16(double x) { return {spread(x), spread(x), spread(x), spread(x)}; }
inline Sixteen operator+(const Sixteen& x, const Sixteen& y) { return {x.a + y.a, x.b + y.b, x.c + y.c, x.d + y.d}; }
inline Sixteen operator*(const Sixteen& x, const Sixteen& y) { return {x.a * y.a, x.b * y.b, x.c * y.c, x.d * y.d}; }
inline Sixteen operator/(const Sixteen& x, const Sixteen& y) { return {x.a / y.a, x.b / y.b, x.c / y.c, x.d / y.d}; }

inline Lanes zero_where_zero(Lanes value, Lanes divisor) { return divisor > spread(0) ? value : spread(0); }
// x / y, 0 where y is 0.
inline Lanes share(Lanes x, Lanes y) { return zero_where_zero(x / y, y); }
inline Sixteen share(const Sixteen& x, const Sixteen& y) {
  return {share(x.a, y.a), share(x.b, y.b), share(x.c, y.c), share(x.d, y.d)};
}
inline Lanes sign(Lanes x) { return x > spread(0) ? spread(1) : spread(0); }
inline Sixteen sign(const Sixteen& x) { return {sign(x.a), sign(x.b), sign(x.c), sign(x.d)}; }
double gain_of(int grade, const VariantPlan::Gains& gains) {
  if (grade <= 0) return 0;
  if (gains.top > 0) return std::min(grade / gains.top, 1.0);
  return gains.gain == Gain::linear ? grade : std::ldexp(1.0, grade) - 1.0;
}

}  // namespace

bool VariantPlan::is_fast(const MeasureSpec& spec) {
  if (spec.judged_only || spec.gain == Gain::tabled) return false;  // grade 0 may have a gain
  switch (spec.op) {
    case Op::nDCG: case Op::DCG: case Op::NCG: case Op::P: case Op::R: case Op::Success: case Op::RR: case Op::AP: case Op::Rprec:
    case Op::RBP: case Op::GradedRBP: case Op::NumRelRet: case Op::NumQ: case Op::NumRet: case Op::NumRel:
      return true;
    default:
      return false;
  }
}

bool VariantPlan::is_nothing_at_zero(const MeasureSpec& spec) {
  return is_fast(spec) && spec.aggregate != Aggregate::geometric && spec.op != Op::NumQ && spec.op != Op::NumRet &&
         spec.op != Op::NumRel;
}

VariantPlan::VariantPlan(const Formulas& of) : formulas(of) {
  const auto threshold = [&](int rel) -> Threshold& {
    for (Threshold& t : thresholds)
      if (t.rel == rel) return t;
    thresholds.push_back({});
    thresholds.back().rel = rel;
    return thresholds.back();
  };
  const auto gains_like = [&](Gain gain, double top) -> Gains& {
    for (Gains& g : gains)
      if (g.gain == gain && g.top == top) return g;
    gains.push_back({gain, top, {}});
    return gains.back();
  };
  for (uint32_t m = 0; m < formulas.size(); ++m) {
    const MeasureSpec& spec = formulas.specs()[m];
    skips_empty_lists &= is_nothing_at_zero(spec);
    if (!is_fast(spec)) {
      slow.push_back(m);
      continue;
    }
    switch (spec.op) {
      case Op::AP:
        threshold(spec.rel).precision_depth = std::max(threshold(spec.rel).precision_depth, spec.depth);
        [[fallthrough]];
      case Op::P: case Op::R: case Op::Success: case Op::NumRelRet:
        threshold(spec.rel).counts.push_back({spec.depth, m});
        break;
      case Op::RR: threshold(spec.rel).ranks.push_back(m); break;
      case Op::Rprec: threshold(spec.rel).own_depths.push_back(m); break;
      case Op::RBP: threshold(spec.rel).weighted.push_back(m); break;
      case Op::GradedRBP: gains_like(Gain::linear, spec.top).measures.push_back(m); break;
      case Op::NumQ: case Op::NumRet: constant.push_back(m); break;
      case Op::NumRel:
        threshold(spec.rel);
        constant.push_back(m);
        break;
      default: gains_like(spec.gain, 0).measures.push_back(m);
    }
  }
  for (Threshold& t : thresholds)
    for (uint32_t m : t.weighted)
      if (formulas.specs()[m].depth == kWholeList && t.rides_along == kNone) t.rides_along = m;
  for (Threshold& t : thresholds)
    std::stable_sort(t.counts.begin(), t.counts.end(), [](const Cut& x, const Cut& y) { return x.depth < y.depth; });
}

void VariantBlock::fill(const int8_t* grades, uint32_t n_docs, uint32_t n_variants, uint32_t first) {
  grades_.assign(size_t{n_docs} * kVariantLanes, kUnjudged);
  for (uint32_t d = 0; d < n_docs; ++d) {
    const int8_t* from = grades + size_t{d} * n_variants + first;
    int8_t* to = &grades_[size_t{d} * kVariantLanes];
    if (lanes_ == kVariantLanes)
      std::memcpy(to, from, kVariantLanes);
    else
      std::memcpy(to, from, lanes_);
  }
}

// Loops over all sixteen lanes, padding included: their length is known, so they become vector instructions. They work on a
// copy of a row: a pointer to bytes may point into whatever they write.
void VariantBlock::count_grades(uint32_t n_docs) {
  counts_.assign(size_t(largest_ + 1) * kVariantLanes, 0);
  int8_t highest[kVariantLanes];
  std::fill_n(highest, kVariantLanes, kUnjudged);
  const int largest = largest_;
  for (uint32_t d = 0; d < n_docs; ++d) {
    int8_t row[kVariantLanes];
    std::memcpy(row, &grades_[size_t{d} * kVariantLanes], sizeof row);
    for (uint32_t lane = 0; lane < kVariantLanes; ++lane) highest[lane] = std::max(highest[lane], row[lane]);
    if (largest <= kFewGrades) {
      for (int grade = 1; grade <= largest; ++grade) {
        uint32_t* counts = &counts_[size_t(grade) * kVariantLanes];
        for (uint32_t lane = 0; lane < kVariantLanes; ++lane) counts[lane] += row[lane] == grade;
      }
    } else {
      for (uint32_t lane = 0; lane < kVariantLanes; ++lane)  // grade 0's count is of no use, nor in the way
        ++counts_[size_t(std::max<int>(row[lane], 0)) * kVariantLanes + lane];
    }
  }
  for (uint32_t lane = 0; lane < kVariantLanes; ++lane) {
    labelled_[lane] = highest[lane] != kUnjudged;
    positive_[lane] = highest[lane] > 0;
  }
}

void VariantBlock::expand(const std::vector<uint32_t>& rows) {
  const size_t row_size = rows.size() * kVariantLanes;
  relevant_.resize(plan_.thresholds.size() * 2 * rows.size() + 1);  // where there is no row, the second half still starts within
  gain_.resize(plan_.gains.size() * row_size);
  for (size_t r = 0; r < rows.size(); ++r) {
    const int8_t* from = &grades_[size_t{rows[r]} * kVariantLanes];
    for (size_t t = 0; t < plan_.thresholds.size(); ++t) {
      uint32_t bits = 0;
      for (uint32_t lane = 0; lane < kVariantLanes; ++lane) bits |= uint32_t{from[lane] >= plan_.thresholds[t].rel} << lane;
      relevant_[2 * (t * rows.size() + r)] = static_cast<uint8_t>(bits);
      relevant_[2 * (t * rows.size() + r) + 1] = static_cast<uint8_t>(bits >> kHalf);
    }
    for (size_t g = 0; g < plan_.gains.size(); ++g) {
      const VariantPlan::Gains& gains = plan_.gains[g];
      double* to = &gain_[g * row_size + r * kVariantLanes];
      if (gains.top == 0 && gains.gain == Gain::linear)
        for (uint32_t lane = 0; lane < kVariantLanes; ++lane) to[lane] = std::max<int>(from[lane], 0);
      else
        for (uint32_t lane = 0; lane < kVariantLanes; ++lane) to[lane] = gain_of(from[lane], gains);
    }
  }
}

void VariantBlock::set(const int8_t* grades, uint32_t n_docs, uint32_t n_variants, uint32_t first,
                       const std::vector<uint32_t>& rows) {
  lanes_ = std::min(kVariantLanes, n_variants - first);
  n_rows_ = rows.size();
  n_docs_ = n_docs;
  fill(grades, n_docs, n_variants, first);
  count_grades(n_docs);
  expand(rows);
  n_relevant_.assign(plan_.thresholds.size() * kVariantLanes, 0);
  for (size_t t = 0; t < plan_.thresholds.size(); ++t)
    for (int grade = plan_.thresholds[t].rel; grade <= largest_; ++grade)
      for (uint32_t lane = 0; lane < kVariantLanes; ++lane)
        n_relevant_[t * kVariantLanes + lane] += counts_[size_t(grade) * kVariantLanes + lane];
  const auto& specs = plan_.formulas.specs();
  ideal_.assign(specs.size() * kVariantLanes, 0);
  for (const VariantPlan::Gains& gains : plan_.gains)
    for (uint32_t m : gains.measures)
      if (specs[m].op == Op::nDCG || specs[m].op == Op::NCG)
        for (uint32_t lane = 0; lane < lanes_; ++lane)
          ideal_[m * kVariantLanes + lane] = ideal(counts_.data() + lane, kVariantLanes, largest_, specs[m]);
  if (plan_.slow.empty()) return;
  columns_.resize(size_t{kVariantLanes} * n_docs);
  constants_.resize(kVariantLanes);
  for (uint32_t lane = 0; lane < lanes_; ++lane) {
    for (uint32_t d = 0; d < n_docs; ++d) columns_[size_t{lane} * n_docs + d] = grades_[size_t{d} * kVariantLanes + lane];
    constants_[lane].resize(specs.size());
    plan_.formulas.constants(columns_.data() + size_t{lane} * n_docs, n_docs, constants_[lane].data());
  }
}

void VariantBlock::score_counts(size_t t, const RowHit* hits, uint32_t n_hits, double* out) const {
  const VariantPlan::Threshold& threshold = plan_.thresholds[t];
  const auto& specs = plan_.formulas.specs();
  const uint8_t* relevant = relevant_.data() + t * 2 * n_rows_;
  const double* n_relevant = n_relevant_.data() + t * kVariantLanes;
  walk(threshold, n_relevant, relevant, hits, n_hits, out);
  for (uint32_t first = 0; first < kVariantLanes; first += kHalf, ++relevant) {
    for (uint32_t m : threshold.own_depths)
      count_to_own_depth(n_relevant + first, relevant, hits, n_hits, out + size_t{m} * kVariantLanes + first);
    for (uint32_t m : threshold.ranks) {
      Lanes best[2] = {spread(0), spread(0)};
      for (uint32_t i = 0; i < n_hits && hits[i].rank < specs[m].depth; ++i) {
        const double* row = row_of(relevant, hits[i]);
        const Lanes inverse = spread(1.0 / (hits[i].rank + 1.0));
        best[0] = larger(best[0], load(row) * inverse);
        best[1] = larger(best[1], load(row + 4) * inverse);
        if (!any((best[0] <= spread(0)) | (best[1] <= spread(0)))) break;
      }
      store(out + size_t{m} * kVariantLanes + first, best[0]);
      store(out + size_t{m} * kVariantLanes + first + 4, best[1]);
    }
  }
}

// Eight variants' share of relevant documents among as many as there are in all.
void VariantBlock::count_to_own_depth(const double* n_relevant, const uint8_t* relevant, const RowHit* hits, uint32_t n_hits,
                                      double* out) const {
  const Lanes depth[2] = {load(n_relevant), load(n_relevant + 4)};
  Lanes count[2] = {spread(0), spread(0)};
  for (uint32_t i = 0; i < n_hits; ++i) {
    const Lanes rank = spread(hits[i].rank);
    const Mask within[2] = {rank < depth[0], rank < depth[1]};
    if (!any(within[0] | within[1])) break;
    const double* row = row_of(relevant, hits[i]);
    count[0] += within[0] ? load(row) : spread(0);
    count[1] += within[1] ? load(row + 4) : spread(0);
  }
  store(out, share(count[0], depth[0]));
  store(out + 4, share(count[1], depth[1]));
}

// The cuts from the top down, one walk; an RBP over the whole list goes along with it.
void VariantBlock::walk(const VariantPlan::Threshold& threshold, const double* n_relevant, const uint8_t* relevant,
                        const RowHit* hits, uint32_t n_hits, double* out) const {
  const auto& specs = plan_.formulas.specs();
  const Sixteen total = load16(n_relevant);
  const auto put = [&](uint32_t m, const Sixteen& values) { store16(out + size_t{m} * kVariantLanes, values); };
  WalkSums sums;
  uint32_t at = 0;
  const bool weighted = threshold.rides_along != kNone;
  const uint32_t rbp = weighted ? threshold.rides_along : 0;
  for (const VariantPlan::Cut& cut : threshold.counts) {
    const bool precise = cut.depth <= threshold.precision_depth;
    at = precise ? (weighted ? walk_to<true, true>(hits, at, n_hits, cut.depth, relevant, plan_.formulas, rbp, sums)
                             : walk_to<true, false>(hits, at, n_hits, cut.depth, relevant, plan_.formulas, rbp, sums))
                 : (weighted ? walk_to<false, true>(hits, at, n_hits, cut.depth, relevant, plan_.formulas, rbp, sums)
                             : walk_to<false, false>(hits, at, n_hits, cut.depth, relevant, plan_.formulas, rbp, sums));
    switch (specs[cut.measure].op) {
      case Op::P: put(cut.measure, load16(sums.count) / spread16(cut.depth)); break;
      case Op::R: put(cut.measure, share(load16(sums.count), total)); break;
      case Op::AP: put(cut.measure, share(load16(sums.precision), total)); break;
      case Op::Success: put(cut.measure, sign(load16(sums.count))); break;
      default: put(cut.measure, load16(sums.count));
    }
  }
  const auto finish = [&](uint32_t m, uint32_t from, WalkSums&& of) {
    walk_to<false, true>(hits, from, n_hits, specs[m].depth, relevant, plan_.formulas, m, of);
    put(m, spread16(1.0 - specs[m].parameter) * load16(of.weighted));
  };
  if (weighted) finish(rbp, at, std::move(sums));
  for (uint32_t m : threshold.weighted)
    if (m != threshold.rides_along) finish(m, 0, WalkSums());
}

void VariantBlock::score_gains(size_t g, const RowHit* hits, uint32_t n_hits, double* out) const {
  const auto& specs = plan_.formulas.specs();
  const double* gain = gain_.data() + g * n_rows_ * kVariantLanes;
  for (uint32_t m : plan_.gains[g].measures) {
    const MeasureSpec& spec = specs[m];
    Sixteen sum = spread16(0);
    for (uint32_t i = 0; i < n_hits && hits[i].rank < spec.depth; ++i) {
      const Sixteen row = load16(gain + size_t{hits[i].row} * kVariantLanes);
      if (spec.op == Op::NCG)
        sum = sum + row;
      else if (spec.op == Op::GradedRBP)
        sum = sum + row * spread16(plan_.formulas.weight(m, hits[i].rank));
      else
        sum = sum + row / spread16(discount(hits[i].rank));
    }
    if (spec.op == Op::nDCG || spec.op == Op::NCG)
      sum = share(sum, load16(ideal_.data() + size_t{m} * kVariantLanes));
    else if (spec.op == Op::GradedRBP)
      sum = spread16(1.0 - spec.parameter) * sum;
    store16(out + size_t{m} * kVariantLanes, sum);
  }
}

void VariantBlock::score(const RowHit* hits, uint32_t n_hits, uint32_t n_retrieved, double* out) const {
  for (size_t t = 0; t < plan_.thresholds.size(); ++t) score_counts(t, hits, n_hits, out);
  for (size_t g = 0; g < plan_.gains.size(); ++g) score_gains(g, hits, n_hits, out);
  const auto& specs = plan_.formulas.specs();
  for (uint32_t m : plan_.constant) {
    double* to = out + size_t{m} * kVariantLanes;
    if (specs[m].op == Op::NumRel) {
      for (size_t t = 0; t < plan_.thresholds.size(); ++t)
        if (plan_.thresholds[t].rel == specs[m].rel) std::copy_n(&n_relevant_[t * kVariantLanes], kVariantLanes, to);
    } else {
      store16(to, spread16(specs[m].op == Op::NumQ ? 1.0 : std::min(n_retrieved, specs[m].depth)));
    }
  }
}

void VariantBlock::score_slow(const Answer& answer, double* out) {
  std::vector<double> values(plan_.formulas.size());
  for (uint32_t lane = 0; lane < lanes_; ++lane) {
    plan_.formulas.score(columns_.data() + size_t{lane} * n_docs_, constants_[lane].data(), answer, values.data());
    for (uint32_t m : plan_.slow) out[size_t{m} * kVariantLanes + lane] = values[m];
  }
}

}  // namespace irassay
