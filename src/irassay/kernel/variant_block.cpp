// Sixteen variants side by side. What is divided in score.cpp is divided here: by division, or by a product and one correction
// that gives the same double.
#include "variant_block.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#if defined(__FMA__) && defined(__AVX2__)
#include <immintrin.h>
#endif

#include "lanes.hpp"

namespace irassay {
namespace {

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

// x / y where y is a whole number below 2^32, x a whole number of at most y, and `inverse` the double nearest to 1 / y.
// The product is less than 1.5 units in the last place off; the remainder is exact; the corrected quotient rounds right,
// since no quotient of such numbers lies closer to a midpoint of two doubles than 2^-33 units.
inline Lanes quotient(Lanes x, Lanes y, Lanes inverse) {
#if defined(__FMA__) && defined(__AVX2__)
  const __m256d product = _mm256_mul_pd((__m256d)x, (__m256d)inverse);
  const __m256d rest = _mm256_fnmadd_pd(product, (__m256d)y, (__m256d)x);
  return (Lanes)_mm256_fmadd_pd(rest, (__m256d)inverse, product);
#else
  (void)inverse;
  return x / y;
#endif
}
inline Sixteen quotient(const Sixteen& x, double y) {
  const Lanes divisor = spread(y), inverse = spread(1.0 / y);
  return {quotient(x.a, divisor, inverse), quotient(x.b, divisor, inverse), quotient(x.c, divisor, inverse),
          quotient(x.d, divisor, inverse)};
}

inline Lanes zero_where_zero(Lanes value, Lanes divisor) { return divisor > spread(0) ? value : spread(0); }
// x / y, 0 where y is 0.
inline Sixteen share(const Sixteen& x, const Sixteen& y) {
  const Sixteen q = x / y;
  return {zero_where_zero(q.a, y.a), zero_where_zero(q.b, y.b), zero_where_zero(q.c, y.c), zero_where_zero(q.d, y.d)};
}
inline Lanes sign(Lanes x) { return x > spread(0) ? spread(1) : spread(0); }
inline Sixteen larger(const Sixteen& x, const Sixteen& y) {
  return {irassay::larger(x.a, y.a), irassay::larger(x.b, y.b), irassay::larger(x.c, y.c), irassay::larger(x.d, y.d)};
}
inline bool all_positive(const Sixteen& x) {
  const Lanes none = spread(0);
  return !any((x.a <= none) | (x.b <= none) | (x.c <= none) | (x.d <= none));
}

double gain_of(int grade, const VariantPlan::Gains& gains) {
  if (grade <= 0) return 0;
  if (gains.top > 0) return std::min(grade / gains.top, 1.0);
  return gains.gain == Gain::linear ? grade : std::ldexp(1.0, grade) - 1.0;
}

// Adds relevant documents, and the precision at each, up to a depth; returns the first hit below it.
template <bool kPrecision>
uint32_t count_to(const RowHit* hits, uint32_t from, uint32_t n_hits, uint32_t depth, const double* relevant, Sixteen& count,
                  Sixteen& precision) {
  Sixteen found = count, sum = precision;
  uint32_t i = from;
  for (; i < n_hits && hits[i].rank < depth; ++i) {
    const Sixteen row = load16(relevant + size_t{hits[i].row} * kVariantLanes);
    found = found + row;
    if (kPrecision) sum = sum + row * quotient(found, hits[i].rank + 1.0);
  }
  count = found;
  precision = sum;
  return i;
}

}  // namespace

bool VariantPlan::is_fast(const MeasureSpec& spec) {
  if (spec.judged_only) return false;
  switch (spec.op) {
    case Op::nDCG: case Op::DCG: case Op::NCG: case Op::P: case Op::R: case Op::Success: case Op::RR: case Op::AP:
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
    std::stable_sort(t.counts.begin(), t.counts.end(), [](const Cut& x, const Cut& y) { return x.depth < y.depth; });
}

void VariantBlock::count_grades(const int8_t* grades, uint32_t n_docs, uint32_t n_variants, uint32_t first, uint32_t lanes) {
  counts_.assign(size_t(largest_ + 1) * kVariantLanes, 0);
  std::fill_n(labelled_, kVariantLanes, false);
  std::fill_n(positive_, kVariantLanes, false);
  for (uint32_t d = 0; d < n_docs; ++d) {
    const int8_t* row = grades + size_t{d} * n_variants + first;
    for (uint32_t lane = 0; lane < lanes; ++lane) {
      labelled_[lane] |= row[lane] != kUnjudged;
      positive_[lane] |= row[lane] > 0;
      if (row[lane] > 0) ++counts_[size_t{static_cast<uint8_t>(row[lane])} * kVariantLanes + lane];
    }
  }
}

void VariantBlock::expand(const int8_t* grades, uint32_t n_variants, uint32_t first, uint32_t lanes,
                          const std::vector<uint32_t>& rows) {
  const size_t row_size = rows.size() * kVariantLanes;
  relevant_.assign(plan_.thresholds.size() * row_size, 0);
  gain_.assign(plan_.gains.size() * row_size, 0);
  for (size_t r = 0; r < rows.size(); ++r) {
    const int8_t* from = grades + size_t{rows[r]} * n_variants + first;
    for (size_t t = 0; t < plan_.thresholds.size(); ++t)
      for (uint32_t lane = 0; lane < lanes; ++lane)
        relevant_[t * row_size + r * kVariantLanes + lane] = from[lane] >= plan_.thresholds[t].rel;
    for (size_t g = 0; g < plan_.gains.size(); ++g) {
      const VariantPlan::Gains& gains = plan_.gains[g];
      double* to = &gain_[g * row_size + r * kVariantLanes];
      if (gains.top == 0 && gains.gain == Gain::linear)
        for (uint32_t lane = 0; lane < lanes; ++lane) to[lane] = std::max<int8_t>(from[lane], 0);
      else
        for (uint32_t lane = 0; lane < lanes; ++lane) to[lane] = gain_of(from[lane], gains);
    }
  }
}

void VariantBlock::set(const int8_t* grades, uint32_t n_docs, uint32_t n_variants, uint32_t first,
                       const std::vector<uint32_t>& rows) {
  lanes_ = std::min(kVariantLanes, n_variants - first);
  n_rows_ = rows.size();
  n_docs_ = n_docs;
  count_grades(grades, n_docs, n_variants, first, lanes_);
  expand(grades, n_variants, first, lanes_, rows);
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
    for (uint32_t d = 0; d < n_docs; ++d) columns_[size_t{lane} * n_docs + d] = grades[size_t{d} * n_variants + first + lane];
    constants_[lane].resize(specs.size());
    plan_.formulas.constants(columns_.data() + size_t{lane} * n_docs, n_docs, constants_[lane].data());
  }
}

void VariantBlock::score_counts(size_t t, const RowHit* hits, uint32_t n_hits, double* out) const {
  const VariantPlan::Threshold& threshold = plan_.thresholds[t];
  const auto& specs = plan_.formulas.specs();
  const double* relevant = relevant_.data() + t * n_rows_ * kVariantLanes;
  const Sixteen total = load16(n_relevant_.data() + t * kVariantLanes);
  Sixteen count = spread16(0), precision = spread16(0);
  uint32_t at = 0;
  for (const VariantPlan::Cut& cut : threshold.counts) {
    at = cut.depth <= threshold.precision_depth ? count_to<true>(hits, at, n_hits, cut.depth, relevant, count, precision)
                                                : count_to<false>(hits, at, n_hits, cut.depth, relevant, count, precision);
    double* to = out + size_t{cut.measure} * kVariantLanes;
    switch (specs[cut.measure].op) {
      case Op::P: store16(to, count / spread16(cut.depth)); break;
      case Op::R: store16(to, share(count, total)); break;
      case Op::AP: store16(to, share(precision, total)); break;
      case Op::Success: store16(to, {sign(count.a), sign(count.b), sign(count.c), sign(count.d)}); break;
      default: store16(to, count);
    }
  }
  for (uint32_t m : threshold.ranks) {
    Sixteen best = spread16(0);
    for (uint32_t i = 0; i < n_hits && hits[i].rank < specs[m].depth && !all_positive(best); ++i)
      best = larger(best, load16(relevant + size_t{hits[i].row} * kVariantLanes) * spread16(1.0 / (hits[i].rank + 1.0)));
    store16(out + size_t{m} * kVariantLanes, best);
  }
  for (uint32_t m : threshold.weighted) {
    Sixteen sum = spread16(0);
    for (uint32_t i = 0; i < n_hits && hits[i].rank < specs[m].depth; ++i)
      sum = sum + load16(relevant + size_t{hits[i].row} * kVariantLanes) * spread16(plan_.formulas.weight(m, hits[i].rank));
    store16(out + size_t{m} * kVariantLanes, spread16(1.0 - specs[m].parameter) * sum);
  }
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
