// One relevant document a query and variant.
#include "variants/one_relevant.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "machine/in_threads.hpp"
#include "machine/lanes.hpp"
#include "variants/hits.hpp"

namespace irassay {
namespace {

constexpr uint32_t kVariantsATask = 512;
constexpr size_t kLaneWidth = 4;
constexpr uint32_t kGradesAtOnce = 32;
constexpr size_t kMostDocuments = 65535;  // labels of one query that an entry can number

// Values of all measures for one relevant document of a grade at a rank; row 0 is for none retrieved.
class ValueTable {
 public:
  ValueTable(const Formulas& formulas) : formulas_(formulas), stride_((formulas.size() + kLaneWidth - 1) / kLaneWidth * kLaneWidth) {
    rows_.assign(stride_, 0);
  }
  uint32_t row(int8_t grade, uint32_t rank) {
    std::vector<uint32_t>& of_grade = index_[static_cast<size_t>(grade)];
    if (rank >= of_grade.size()) of_grade.resize(rank + 1, 0);
    if (of_grade[rank] == 0) {
      of_grade[rank] = static_cast<uint32_t>(rows_.size() / stride_);
      const Hit hit{rank, 0};
      std::vector<Constant> constants(formulas_.size());
      formulas_.constants(&grade, 1, constants.data());
      rows_.resize(rows_.size() + stride_, 0);
      formulas_.score(&grade, constants.data(), {&hit, 1, rank + 1}, rows_.data() + rows_.size() - stride_);
    }
    return of_grade[rank];
  }
  const double* rows() const { return rows_.data(); }
  size_t stride() const { return stride_; }

 private:
  const Formulas& formulas_;
  size_t stride_;
  std::vector<double> rows_;
  std::array<std::vector<uint32_t>, 128> index_;  // [grade][rank]: the row, 0 where there is none yet
};

// Thirty-two grades of neighbouring variants: a bit for each that is from 1 to 127, and `labelled` marked where there is one.
inline uint32_t positive_bits(const int8_t* grades, uint8_t* labelled) {
#if defined(__AVX2__)
  const __m256i row = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(grades));
  auto* marks = reinterpret_cast<__m256i*>(labelled);
  const __m256i differs = _mm256_xor_si256(row, _mm256_set1_epi8(kUnjudged));
  _mm256_storeu_si256(marks, _mm256_or_si256(_mm256_loadu_si256(marks), differs));
  return static_cast<uint32_t>(_mm256_movemask_epi8(_mm256_cmpgt_epi8(row, _mm256_setzero_si256())));
#else
  uint32_t bits = 0;
  for (uint32_t i = 0; i < kGradesAtOnce; ++i) {
    labelled[i] |= static_cast<uint8_t>(grades[i] ^ kUnjudged);
    bits |= uint32_t{grades[i] > 0} << i;
  }
  return bits;
#endif
}

// Goes over one document's grades. False if a variant has another relevant document already, or the grades differ.
bool draws_of_document(const int8_t* of, size_t n_variants, uint16_t number, std::vector<uint16_t>& entry,
                       std::vector<uint8_t>& labelled, int8_t& grade) {
  int8_t last[kGradesAtOnce];
  for (size_t v = 0; v < n_variants; v += kGradesAtOnce) {
    const int8_t* from = of + v;
    if (v + kGradesAtOnce > n_variants) {
      std::fill_n(last, kGradesAtOnce, kUnjudged);
      std::copy(from, of + n_variants, last);
      from = last;
    }
    for (uint32_t bits = positive_bits(from, labelled.data() + v); bits != 0; bits &= bits - 1) {
      const size_t at = v + static_cast<size_t>(__builtin_ctz(bits));
      if (entry[at] != Draws::kNothing || (grade != 0 && grade != of[at])) return false;
      grade = of[at];
      entry[at] = number;
    }
  }
  return true;
}

bool draws_of_query(const Stack& stack, size_t query, Draws& out) {
  const size_t n_docs = stack.base->labels[query].grades.size(), n_variants = stack.n_variants;
  if (n_docs > kMostDocuments) return false;
  out.entry[query].assign(n_variants, Draws::kNothing);
  std::vector<uint8_t>& labelled = out.labelled[query];
  labelled.assign((n_variants + kGradesAtOnce - 1) / kGradesAtOnce * kGradesAtOnce, 0);
  for (uint32_t d = 0; d < n_docs; ++d) {
    int8_t grade = 0;
    const auto number = static_cast<uint16_t>(out.documents[query].size() + 1);
    if (!draws_of_document(stack.grades[query].data() + d * n_variants, n_variants, number, out.entry[query], labelled, grade))
      return false;
    if (grade == 0) continue;
    out.documents[query].push_back(d);
    out.grades[query].push_back(grade);
  }
  for (uint8_t& mark : labelled) mark = mark != 0;
  return true;
}

// For each system and entry of a query, the row of the value table.
std::vector<uint32_t> table_rows(const Draws& draws, const Stack& stack, const Runs& runs, const Join& join, size_t query,
                                 Ties ties, ValueTable& table, Hits& hits) {
  const auto& documents = draws.documents[query];
  const size_t n_entries = documents.size() + 1, n_systems = runs.systems.size();
  std::vector<uint32_t> entry_of(stack.base->labels[query].grades.size(), Draws::kNothing);
  for (size_t e = 0; e < documents.size(); ++e) entry_of[documents[e]] = static_cast<uint32_t>(e + 1);
  find_hits(runs, join, static_cast<uint32_t>(query), ties, hits);
  std::vector<uint32_t> out(n_systems * n_entries, 0);
  for (size_t s = 0; s < n_systems; ++s)
    for (uint32_t i = hits.start[s]; i < hits.start[s + 1]; ++i) {
      const uint32_t entry = entry_of[hits.hits[i].column];
      if (entry != Draws::kNothing)
        out[s * n_entries + entry] = table.row(draws.grades[query][entry - 1], hits.hits[i].rank);
    }
  return out;
}

// Adds to each variant's sums the values of the document that it draws. kVectors: known number of vectors a row, or 0.
template <size_t kVectors>
void add_rows(const double* values, const uint32_t* row, const uint16_t* entry, size_t first, size_t last, size_t n_vectors,
              double* sums) {
  const size_t vectors = kVectors == 0 ? n_vectors : kVectors;
  const size_t stride = vectors * kLaneWidth;
  for (size_t v = first; v < last; ++v, sums += stride) {
    const double* from = values + size_t{row[entry[v]]} * stride;
    for (size_t i = 0; i < vectors; ++i)
      store(sums + i * kLaneWidth, load(sums + i * kLaneWidth) + load(from + i * kLaneWidth));
  }
}

}  // namespace

bool find_draws(const Stack& stack, unsigned threads, Draws& out) {
  const size_t n_queries = stack.grades.size();
  out.documents.resize(n_queries);
  out.grades.resize(n_queries);
  out.entry.resize(n_queries);
  out.labelled.resize(n_queries);
  std::atomic<bool> all{true};
  in_threads(static_cast<uint32_t>(n_queries), threads, [&](uint32_t query) {
    if (all && !draws_of_query(stack, query, out)) all = false;
  });
  return all;
}

StackEvaluation evaluate_draws(const Stack& stack, const Draws& draws, const Runs& runs, const Join& join,
                               const Formulas& formulas, Ties ties, QueryPolicy policy, unsigned threads) {
  const size_t n_queries = draws.entry.size(), n_systems = runs.systems.size(), n_variants = stack.n_variants;
  StackEvaluation out;
  out.n_measures = formulas.size();
  out.n_variants = n_variants;
  out.n_systems = n_systems;
  out.n_queries = n_queries;
  out.summary.resize(formulas.size() * n_variants * n_systems);
  out.answered.resize(n_systems * n_queries);
  ValueTable table(formulas);
  std::vector<std::vector<uint32_t>> rows(n_queries);
  Hits hits;
  for (size_t q = 0; q < n_queries; ++q) {
    rows[q] = table_rows(draws, stack, runs, join, q, ties, table, hits);
    for (size_t s = 0; s < n_systems; ++s) out.answered[s * n_queries + q] = hits.n_retrieved[s] > 0;
  }
  const size_t stride = table.stride(), vectors = stride / kLaneWidth;
  const double* values = table.rows();
  const auto n_tasks = static_cast<uint32_t>((n_variants + kVariantsATask - 1) / kVariantsATask);
  in_threads(n_tasks, threads, [&](uint32_t task) {
    const size_t first = size_t{task} * kVariantsATask, last = std::min(first + kVariantsATask, n_variants);
    std::vector<double> sums((last - first) * stride);
    std::vector<uint32_t> counted(last - first);
    for (size_t s = 0; s < n_systems; ++s) {
      poll();
      std::fill(sums.begin(), sums.end(), 0.0);
      const bool counts = s == 0 || policy == QueryPolicy::shared;  // else the same queries count as for the system before
      if (counts) std::fill(counted.begin(), counted.end(), 0u);
      for (size_t q = 0; q < n_queries; ++q) {
        if (policy == QueryPolicy::shared && !out.answered[s * n_queries + q]) continue;
        const uint32_t* row = rows[q].data() + s * (draws.documents[q].size() + 1);
        const uint16_t* entry = draws.entry[q].data();
        const uint8_t* labelled = draws.labelled[q].data();
        switch (vectors) {
          case 1: add_rows<1>(values, row, entry, first, last, vectors, sums.data()); break;
          case 2: add_rows<2>(values, row, entry, first, last, vectors, sums.data()); break;
          default: add_rows<0>(values, row, entry, first, last, vectors, sums.data());
        }
        if (!counts) continue;
        if (policy == QueryPolicy::with_relevant)
          for (size_t v = first; v < last; ++v) counted[v - first] += entry[v] != Draws::kNothing;
        else
          for (size_t v = first; v < last; ++v) counted[v - first] += labelled[v];
      }
      for (size_t m = 0; m < formulas.size(); ++m)
        for (size_t v = first; v < last; ++v) {
          const bool sum = formulas.specs()[m].aggregate == Aggregate::sum;
          const double total = sums[(v - first) * stride + m];
          out.summary[(m * n_variants + v) * n_systems + s] =
              sum ? total : counted[v - first] ? total / counted[v - first] : std::numeric_limits<double>::quiet_NaN();
        }
    }
  });
  return out;
}

}  // namespace irassay
