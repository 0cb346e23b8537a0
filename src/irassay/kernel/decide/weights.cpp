#include "decide/weights.hpp"

namespace irassay {

std::vector<double> gram(const Weights& weights, const double* of) {
  const size_t n = weights.n_systems;
  std::vector<double> out(n * n);
  for (size_t doc = 0; doc < weights.n_docs; ++doc) {
    if (of[doc] == 0) continue;
    const int64_t end = weights.ends[doc + 1];
    for (int64_t a = weights.ends[doc]; a < end; ++a) {
      const double mine = of[doc] * weights.weight[a];
      double* row = &out[weights.system[a] * n];
      for (int64_t b = a; b < end; ++b) row[weights.system[b]] += mine * weights.weight[b];
    }
  }
  for (size_t a = 0; a < n; ++a)
    for (size_t b = 0; b < a; ++b) out[a * n + b] = out[b * n + a];
  return out;
}

std::vector<double> quadratic(const Weights& weights, const double* form) {
  std::vector<double> out(weights.n_docs);
  for (size_t doc = 0; doc < weights.n_docs; ++doc) {
    const int64_t end = weights.ends[doc + 1];
    double alone = 0, twice = 0;
    for (int64_t a = weights.ends[doc]; a < end; ++a) {
      const double* row = &form[weights.system[a] * weights.n_systems];
      double others = 0;
      for (int64_t b = a + 1; b < end; ++b) others += row[weights.system[b]] * weights.weight[b];
      alone += row[weights.system[a]] * weights.weight[a] * weights.weight[a];
      twice += others * weights.weight[a];
    }
    out[doc] = alone + 2 * twice;
  }
  return out;
}

}  // namespace irassay
