// Noisy labels: each grade is drawn from its row of a confusion matrix, as another assessor might have assigned it.
#include <algorithm>
#include <numeric>

#include "machine/in_threads.hpp"
#include "resample/streams.hpp"
#include "select/selection.hpp"

namespace irassay {

// A label's draws depend on its query's place and its own in byte order of the documents.
void redraw_grades(const Qrels& qrels, const Noise& noise, uint64_t key, unsigned threads, GradeTable out) {
  const std::vector<size_t> first = first_labels(qrels);
  const uint64_t base = stream(key, kLabelNoise);
  const size_t n_new = noise.grades.size();
  in_threads(static_cast<uint32_t>(qrels.labels.size()), threads, [&](uint32_t q) {
    const Labels& labels = qrels.labels[q];
    const uint64_t own = stream(base, q + uint64_t{1});
    std::vector<uint32_t> order(labels.grades.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return labels.docs.doc(a) < labels.docs.doc(b); });
    for (uint32_t place = 0; place < order.size(); ++place) {
      const uint32_t d = order[place];
      const double* reached = noise.reached + noise.row[static_cast<size_t>(labels.grades[d] - kUnjudged)] * n_new;
      int8_t* row = out.grades + (first[q] + d) * out.n_variants;
      for (size_t v = 0; v < out.n_variants; ++v) {
        const double chance = static_cast<double>(draw(own, v, place) >> 11) * 0x1p-53;
        size_t i = 0;
        while (i + 1 < n_new && !(chance < reached[i])) ++i;
        row[v] = noise.grades[i];
      }
    }
  });
}

}  // namespace irassay
