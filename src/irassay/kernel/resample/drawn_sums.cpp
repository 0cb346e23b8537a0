// Sums of scores over resamples of the queries.
//
// Counts of some resamples are made at once, one byte each so that those of a million queries stay in the second cache, and
// multiplied with a block of the scores while that is in the first.
#include "resample/drawn_sums.hpp"

#include <algorithm>

#include "machine/in_threads.hpp"
#include "machine/lanes.hpp"
#include "resample/bootstrap.hpp"

namespace irassay {
namespace {

constexpr uint32_t kLanes = 4;
constexpr uint32_t kResamples = 16;  // a piece of work
constexpr uint32_t kSystems = 4;     // summed in registers at once, for two resamples
constexpr uint32_t kBlock = 1024;    // queries: the scores of four systems are 32 KB

typedef uint8_t Counts __attribute__((vector_size(4)));
typedef int32_t Whole __attribute__((vector_size(16)));

inline Lanes counts_at(const uint8_t* from) {
  Counts counts;
  std::memcpy(&counts, from, sizeof counts);
  return __builtin_convertvector(__builtin_convertvector(counts, Whole), Lanes);  // in one step, compilers go lane by lane
}

inline double total(Lanes lanes) { return lanes[0] + lanes[1] + lanes[2] + lanes[3]; }

// sums[resample * stride + system] += count * score for two resamples, S systems and `n` queries, a multiple of kLanes.
template <uint32_t S>
void add_block(const double* scores, size_t width, const uint8_t* a, const uint8_t* b, uint32_t n, double* of_a, double* of_b) {
  Lanes sum_a[S] = {}, sum_b[S] = {};
  for (uint32_t q = 0; q < n; q += kLanes) {
    const Lanes count_a = counts_at(a + q), count_b = counts_at(b + q);
    for (uint32_t s = 0; s < S; ++s) {
      const Lanes score = load(scores + s * width + q);
      sum_a[s] += count_a * score;
      sum_b[s] += count_b * score;
    }
  }
  for (uint32_t s = 0; s < S; ++s) {
    of_a[s] += total(sum_a[s]);
    of_b[s] += total(sum_b[s]);
  }
}

using Add = void (*)(const double*, size_t, const uint8_t*, const uint8_t*, uint32_t, double*, double*);
constexpr Add kAdd[] = {nullptr, add_block<1>, add_block<2>, add_block<3>, add_block<4>};

}  // namespace

void drawn_sums(const double* scores, uint32_t n_systems, uint64_t key, uint64_t first, uint32_t n,
                const std::vector<uint32_t>& bounds, unsigned threads, double* out) {
  const uint32_t n_queries = bounds.back();
  const uint32_t width = (n_queries + kLanes - 1) / kLanes * kLanes;
  std::vector<double> padded(static_cast<size_t>(n_systems) * width);
  for (uint32_t s = 0; s < n_systems; ++s)
    std::copy_n(scores + static_cast<size_t>(s) * n_queries, n_queries, padded.data() + static_cast<size_t>(s) * width);

  struct Scratch {
    std::vector<uint8_t> counts;
    std::vector<double> sums;
  };
  const uint32_t n_pieces = (n + kResamples - 1) / kResamples;
  std::vector<Scratch> scratch(n_threads(n_pieces, threads));
  in_threads(n_pieces, threads, [&](uint32_t piece, uint32_t worker) {
    auto& [counts, sums] = scratch[worker];
    const uint32_t begin = piece * kResamples, here = std::min(kResamples, n - begin);
    counts.assign(static_cast<size_t>(kResamples) * width, 0);
    sums.assign(static_cast<size_t>(kResamples) * n_systems, 0.0);
    for (uint32_t r = 0; r < here; ++r) {
      if (r && n_queries > kBlock) poll();
      count_draws(key, first + begin + r, bounds, counts.data() + static_cast<size_t>(r) * width);
    }
    for (uint32_t q = 0; q < width; q += kBlock)
      for (uint32_t s = 0; s < n_systems; s += kSystems)
        for (uint32_t r = 0; r < here; r += 2)  // the resample after the last draws nothing
          kAdd[std::min(kSystems, n_systems - s)](
              padded.data() + static_cast<size_t>(s) * width + q, width, counts.data() + static_cast<size_t>(r) * width + q,
              counts.data() + static_cast<size_t>(r + 1) * width + q, std::min(kBlock, width - q),
              sums.data() + static_cast<size_t>(r) * n_systems + s, sums.data() + static_cast<size_t>(r + 1) * n_systems + s);
    for (uint32_t s = 0; s < n_systems; ++s)
      for (uint32_t r = 0; r < here; ++r) out[static_cast<size_t>(s) * n + begin + r] = sums[static_cast<size_t>(r) * n_systems + s];
  });
}

}  // namespace irassay
