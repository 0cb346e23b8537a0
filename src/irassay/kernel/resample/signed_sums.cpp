// Signed sums from tables of sign patterns.
#include "resample/signed_sums.hpp"

#include <algorithm>
#include <array>

#include "machine/interrupt.hpp"
#include "resample/streams.hpp"

namespace irassay {
namespace {

typedef double Four __attribute__((vector_size(32), may_alias));
constexpr uint32_t kLanes = 4;
constexpr uint32_t kWidest = 10;  // vectors of systems summed in registers at once

using Add = void (*)(const double* table, const uint64_t* words, uint32_t shift, uint32_t groups, uint32_t n, double* sums,
                     uint32_t padded);

// sums[permutation] += one table row for each group of `Group` queries, for W vectors of systems.
template <uint32_t Group, uint32_t W>
void add_rows(const double* table, const uint64_t* words, uint32_t shift, uint32_t groups, uint32_t n, double* sums,
              uint32_t padded) {
  constexpr uint64_t kLast = (1u << Group) - 1;
  for (uint32_t p = 0; p < n; ++p) {
    Four* out = reinterpret_cast<Four*>(sums + static_cast<size_t>(p) * padded);
    Four total[W];
    for (uint32_t v = 0; v < W; ++v) total[v] = out[v];
    uint64_t bits = words[p] >> shift;
    for (uint32_t g = 0; g < groups; ++g, bits >>= Group) {
      const Four* row = reinterpret_cast<const Four*>(table) + ((static_cast<size_t>(g) << Group) + (bits & kLast)) * W;
      for (uint32_t v = 0; v < W; ++v) total[v] += row[v];
    }
    for (uint32_t v = 0; v < W; ++v) out[v] = total[v];
  }
}
template <uint32_t G>
constexpr std::array<Add, kWidest + 1> kAdd{nullptr,        add_rows<G, 1>, add_rows<G, 2>, add_rows<G, 3>,
                                            add_rows<G, 4>, add_rows<G, 5>, add_rows<G, 6>, add_rows<G, 7>,
                                            add_rows<G, 8>, add_rows<G, 9>, add_rows<G, 10>};
constexpr uint32_t kSmallGroup = 5, kLargeGroup = 6;

}  // namespace

// Few queries: small tables that stay in the first cache. Many: fewer passes over the sums.
SignedSums::Tuning SignedSums::tuning(uint32_t n_queries) {
  return n_queries <= 2 * kSignsPerWord ? Tuning{kSmallGroup, 4, 512} : Tuning{kLargeGroup, 10, 2048};
}

SignedSums::SignedSums(const double* scores, uint32_t n_queries, uint32_t n_systems, uint64_t key, Signs signs)
    : n_queries_(n_queries), signs_(signs), tune_(tuning(n_queries)), padded_((n_systems + kLanes - 1) / kLanes * kLanes),
      stream_(stream(key, kSignFlips)), scores_(static_cast<size_t>(n_queries) * padded_) {
  for (uint32_t q = 0; q < n_queries; ++q) {
    double* row = scores_.get() + static_cast<size_t>(q) * padded_;
    std::fill(row, row + padded_, 0.0);
    std::copy_n(scores + static_cast<size_t>(q) * n_systems, n_systems, row);
  }
}

SignedSums::Scratch::Scratch(const SignedSums& of)
    : words(of.tune_.block), table((static_cast<size_t>(of.tune_.groups) << of.tune_.group) * kWidest * kLanes) {}

// table[g][pattern][system] for `groups` groups of `group` queries from query `first`: bit k set adds query k's score,
// clear subtracts it.
void SignedSums::fill_table(const double* scores, uint32_t padded, uint32_t column, uint32_t width, uint32_t first,
                            uint32_t n_queries, const Tuning& tune, double* table) {
  const uint32_t patterns = 1u << tune.group;
  for (uint32_t g = 0; g < tune.groups; ++g) {
    double* rows = table + static_cast<size_t>(g) * patterns * width;
    std::fill(rows, rows + width, 0.0);
    const uint32_t begin = first + g * tune.group;
    for (uint32_t k = 0; k < tune.group && begin + k < n_queries; ++k) {
      const double* score = scores + static_cast<size_t>(begin + k) * padded + column;
      for (uint32_t s = 0; s < width; ++s) rows[s] -= score[s];
    }
    for (uint32_t pattern = 1; pattern < patterns; ++pattern) {
      const uint32_t k = static_cast<uint32_t>(__builtin_ctz(pattern));
      const double* from = rows + static_cast<size_t>(pattern & (pattern - 1)) * width;
      double* to = rows + static_cast<size_t>(pattern) * width;
      if (begin + k < n_queries) {
        const double* score = scores + static_cast<size_t>(begin + k) * padded + column;
        for (uint32_t s = 0; s < width; ++s) to[s] = from[s] + 2 * score[s];
      } else {
        std::copy(from, from + width, to);
      }
    }
  }
}

void SignedSums::sum(uint64_t first, uint32_t n, Scratch& scratch, double* sums) const {
  std::fill_n(sums, static_cast<size_t>(n) * padded_, 0.0);
  const uint32_t vectors = padded_ / kLanes;
  const uint32_t chunks = (vectors + kWidest - 1) / kWidest;
  const uint32_t pass = tune_.group * tune_.groups;
  const auto& add = tune_.group == kSmallGroup ? kAdd<kSmallGroup> : kAdd<kLargeGroup>;
  const uint32_t n_words = (n_queries_ + kSignsPerWord - 1) / kSignsPerWord;
  for (uint32_t word = 0; word < n_words; ++word) {
    for (uint32_t p = 0; p < n; ++p) scratch.words[p] = signs_ == Signs::enumerated ? first + p : draw(stream_, first + p, word);
    for (uint32_t shift = 0; shift < kSignsPerWord; shift += pass) {
      const uint32_t query = word * kSignsPerWord + shift;
      if (query >= n_queries_) break;
      poll();
      for (uint32_t c = 0; c < chunks; ++c) {
        const uint32_t from = c * vectors / chunks, width = (c + 1) * vectors / chunks - from;
        fill_table(scores_.get(), padded_, from * kLanes, width * kLanes, query, n_queries_, tune_, scratch.table.get());
        add[width](scratch.table.get(), scratch.words.data(), shift, tune_.groups, n, sums + from * kLanes, padded_);
      }
    }
  }
}

}  // namespace irassay
