// Runs the bounds over the queries, in chunks, on several threads.
#include "bounder.hpp"

#include "in_threads.hpp"

namespace irassay {

Bounder::Bounder(std::shared_ptr<const Qrels> qrels, std::shared_ptr<const Runs> runs, Task task)
    : qrels_(std::move(qrels)),
      runs_(std::move(runs)),
      task_(std::move(task)),
      join_(join(*qrels_, *runs_)),
      n_systems_(static_cast<uint32_t>(runs_->systems.size())) {
  uint32_t longest = 0;
  for (const Rankings& rankings : runs_->rankings)
    for (uint32_t s = 0; s < n_systems_; ++s) longest = std::max(longest, rankings.length(s));
  task_.weigh(longest);
  const size_t cells = static_cast<size_t>(n_systems_) * n_queries();
  lower_.assign(cells, 0.0);
  plain_.assign(cells, 0.0);
  upper_.assign(cells, 0.0);
  greatest_.assign(static_cast<size_t>(n_systems_) * n_systems_, 0.0);
  plain_sum_.assign(n_systems_, 0.0);
}

void Bounder::chunk(uint32_t first, uint32_t last, std::vector<double>& sum) {
  sum.assign(greatest_.size(), 0.0);
  QueryHoles query;
  Ideal ideal;
  RowScratch scratch;
  std::vector<double> row;
  for (uint32_t q = first; q < last; ++q) {
    lay_out(task_, *qrels_, *runs_, join_, q, query);
    if (task_.form == Form::ratio || task_.form == Form::share) ideal.fill(task_, query.gains, ideal_size(task_, query));
    row.resize(query.n_columns);
    for (uint32_t a = 0; a <= n_systems_; ++a) {
      bound_row(task_, query, ideal, a, scratch, row.data());
      if (a == n_systems_) {
        for (uint32_t b = 0; b < n_systems_; ++b) lower_[static_cast<size_t>(b) * n_queries() + q] = 0.0 - row[b];
        continue;
      }
      double* to = sum.data() + static_cast<size_t>(a) * n_systems_;
      for (uint32_t b = 0; b < n_systems_; ++b) to[b] += row[b];
      upper_[static_cast<size_t>(a) * n_queries() + q] = row[n_systems_];
      plain_[static_cast<size_t>(a) * n_queries() + q] = plain_score(task_, query, ideal, a);
    }
  }
}

void Bounder::run(uint32_t first, uint32_t last, uint32_t threads) {
  const uint32_t chunks = (last - first + kChunk - 1) / kChunk;
  std::vector<std::vector<double>> sums(chunks);
  in_threads(chunks, threads, [&](uint32_t c) {
    const uint32_t begin = first + c * kChunk;
    chunk(begin, std::min(last, begin + kChunk), sums[c]);
  });
  for (const auto& sum : sums)
    for (size_t i = 0; i < sum.size(); ++i) greatest_[i] += sum[i];
  for (uint32_t s = 0; s < n_systems_; ++s)
    for (uint32_t q = first; q < last; ++q) plain_sum_[s] += plain_[static_cast<size_t>(s) * n_queries() + q];
}

}  // namespace irassay
