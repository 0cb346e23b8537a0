// Every system's sum of randomly signed scores: what a sign vector makes of all pairs' differences at once.
// The sums come from tables of all sign patterns of 5 or 6 queries ("Four Russians").
#pragma once

#include <cstdint>
#include <vector>

#include "machine/aligned.hpp"

namespace irassay {

constexpr uint32_t kSignsPerWord = 60;  // part of the format: 60 = 10 x 6 = 12 x 5

enum class Signs { drawn, enumerated };  // enumerated: permutation p is the bit pattern p, for at most 60 queries

class SignedSums {
 public:
  // Scores must be snapped, so that every sum is exact and its order does not matter: scores[query][system].
  SignedSums(const double* scores, uint32_t n_queries, uint32_t n_systems, uint64_t key, Signs signs);

  // What one thread needs; reused between calls.
  struct Scratch {
    explicit Scratch(const SignedSums& of);
    std::vector<uint64_t> words;
    AlignedBlock table;
  };

  uint32_t block() const { return tune_.block; }   // permutations that are best summed at once
  uint32_t padded() const { return padded_; }      // doubles a permutation takes in `sums`
  // sums[permutation][system] of permutations first .. first + n; n is at most block().
  void sum(uint64_t first, uint32_t n, Scratch& scratch, double* sums) const;

 private:
  struct Tuning {
    uint32_t group;   // queries a table
    uint32_t groups;  // tables a pass; group * groups divides 60
    uint32_t block;   // permutations a job
  };
  static Tuning tuning(uint32_t n_queries);
  static void fill_table(const double* scores, uint32_t padded, uint32_t column, uint32_t width, uint32_t first,
                         uint32_t n_queries, const Tuning& tune, double* table);

  uint32_t n_queries_;
  Signs signs_;
  Tuning tune_;
  uint32_t padded_;
  uint64_t stream_;
  AlignedBlock scores_;
};

}  // namespace irassay
