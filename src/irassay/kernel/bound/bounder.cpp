// Runs the bounds over the queries, in chunks, on several threads.
#include "bound/bounder.hpp"

#include <algorithm>
#include <stdexcept>

#include "machine/in_threads.hpp"

namespace irassay {

namespace {
constexpr uint32_t kRowsAPoll = 8;  // rows: AP's take milliseconds each
}

Bounder::Bounder(std::shared_ptr<const Qrels> qrels, std::shared_ptr<const Runs> runs, Task task)
    : qrels_(std::move(qrels)),
      runs_(std::move(runs)),
      task_(std::move(task)),
      join_(join(*qrels_, *runs_)),
      n_systems_(static_cast<uint32_t>(runs_->systems.size())) {
  task_.weigh(*runs_);
  const size_t cells = static_cast<size_t>(n_systems_) * n_queries();
  lower_.assign(cells, 0.0);
  plain_.assign(cells, 0.0);
  upper_.assign(cells, 0.0);
  greatest_.assign(static_cast<size_t>(n_systems_) * n_systems_, 0.0);
  plain_sum_.assign(n_systems_, 0.0);
}

void Bounder::ask_for(const std::vector<uint32_t>& systems) {
  asked_.assign(n_systems_, 0);
  for (uint32_t s : systems) {
    if (s >= n_systems_) throw std::invalid_argument("no such system");
    asked_[s] = 1;
  }
}

void Bounder::ask(uint32_t a, QueryHoles& query) const {
  if (asked_.empty()) return;
  if (a == n_systems_ || asked_[a] != 0) {
    std::fill(query.asked.begin(), query.asked.end(), 1);
    return;
  }
  std::fill(query.asked.begin(), query.asked.end(), 0);
  query.asked[n_systems_ / kLanes] = 1;  // the empty system: a's own bounds
  for (uint32_t b = 0; b < n_systems_; ++b)
    if (asked_[b] != 0) query.asked[b / kLanes] = 1;
}

void Bounder::chunk(uint32_t first, uint32_t last, std::vector<double>& sum) {
  sum.assign(greatest_.size(), 0.0);
  QueryHoles query;
  Sums sums;
  RowScratch scratch;
  std::vector<double> row;
  for (uint32_t q = first; q < last; ++q) {
    lay_out(task_, *qrels_, *runs_, join_, q, query);
    sums.fill(task_, query);
    row.resize(query.n_columns);
    for (uint32_t a = 0; a <= n_systems_; ++a) {
      if (a % kRowsAPoll == 0) poll();
      ask(a, query);
      bound_row(task_, query, sums, a, scratch, row.data());
      if (a == n_systems_) {
        for (uint32_t b = 0; b < n_systems_; ++b) lower_[static_cast<size_t>(b) * n_queries() + q] = 0.0 - row[b];
        continue;
      }
      double* to = sum.data() + static_cast<size_t>(a) * n_systems_;
      for (uint32_t b = 0; b < n_systems_; ++b) to[b] += row[b];
      upper_[static_cast<size_t>(a) * n_queries() + q] = row[n_systems_];
      plain_[static_cast<size_t>(a) * n_queries() + q] = plain_score(task_, query, sums, a);
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

void Bounder::look_for(std::vector<uint32_t> a, std::vector<uint32_t> b, std::vector<double> target) {
  if (a.size() != b.size() || a.size() != target.size()) throw std::invalid_argument("one target a pair is needed");
  sought_.clear();
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] >= n_systems_ || b[i] >= n_systems_) throw std::invalid_argument("no such system");
    sought_.push_back({a[i], b[i], target[i], plain_sum_[a[i]] - plain_sum_[b[i]], false});
  }
}

void Bounder::seek(uint32_t first, uint32_t last, uint32_t threads) {
  if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
  const size_t part = (sought_.size() + threads - 1) / threads;
  in_threads(threads, threads, [&](uint32_t t) {
    const size_t begin = std::min(sought_.size(), t * part), end = std::min(sought_.size(), begin + part);
    QueryHoles query;
    Sums sums;
    AverageWitness witness;
    for (uint32_t q = first; q < last; ++q) {
      if (std::all_of(sought_.begin() + begin, sought_.begin() + end, [](const Sought& s) { return s.found; })) return;
      lay_out(task_, *qrels_, *runs_, join_, q, query);
      sums.fill(task_, query);
      for (size_t i = begin; i < end; ++i) {
        Sought& sought = sought_[i];
        if (sought.found) continue;
        poll();
        const double plain = plain_[static_cast<size_t>(sought.a) * n_queries() + q] -
                             plain_[static_cast<size_t>(sought.b) * n_queries() + q];
        sought.sum += witness.seek(task_, query, sums.average, sought.a, sought.b) - plain;
        sought.found = sought.sum >= sought.target;
      }
    }
  });
}

std::vector<double> Bounder::sought() const {
  std::vector<double> out;
  for (const Sought& sought : sought_) out.push_back(sought.sum);
  return out;
}

}  // namespace irassay
