// Expected scores: rates by band from the judged documents, then exact expectations or draws shared by all systems.
#include "estimate/expected_scores.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>

#include "machine/in_threads.hpp"
#include "resample/streams.hpp"

namespace irassay {

namespace {

constexpr uint32_t kPollEvery = 16;  // draws

size_t band_of(uint32_t rank) {  // from 0
  return static_cast<size_t>(std::upper_bound(kBandEnds.begin(), kBandEnds.end(), rank) - kBandEnds.begin());
}

// FNV-1a: the same query has the same draws whichever others are there.
uint64_t name_key(std::string_view name) {
  uint64_t hash = 0xCBF29CE484222325ull;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ull;
  return mix(hash);
}

}  // namespace

// A query's retrieved documents without a label, numbered in an order that depends on the rankings alone.
struct Expecter::Pool {
  std::vector<uint32_t> number;  // [id of the run's document], kNone for judged ones
  std::vector<uint8_t> band;     // [number]
  std::vector<uint8_t> judged;   // [column] band of each judged document
};

Expecter::Expecter(std::shared_ptr<const Qrels> qrels, std::shared_ptr<const Runs> runs, Task task, double smoothing,
                   uint32_t n_draws, uint64_t key)
    : qrels_(std::move(qrels)),
      runs_(std::move(runs)),
      task_(std::move(task)),
      join_(join(*qrels_, *runs_)),
      smoothing_(smoothing),
      n_draws_(n_draws),
      key_(key),
      by_name_(runs_->systems.size()) {
  task_.weigh(*runs_);
  std::iota(by_name_.begin(), by_name_.end(), 0u);
  std::sort(by_name_.begin(), by_name_.end(), [&](uint32_t a, uint32_t b) { return runs_->systems[a] < runs_->systems[b]; });
  const size_t cells = kBands * task_.levels.size();
  counts_.assign(cells * n_queries(), 0.0);
  all_.assign(cells, 0.0);
  estimate_.assign(static_cast<size_t>(n_systems()) * n_queries(), 0.0);
}

void Expecter::lay_pool(uint32_t q, Pool& pool) const {
  const Labels& labels = qrels_->labels[q];
  pool.judged.assign(labels.grades.size(), kBands - 1);
  pool.band.clear();
  pool.number.clear();
  if (join_.query[q] == kNone) return;
  const Rankings& rankings = runs_->rankings[join_.query[q]];
  pool.number.assign(rankings.docs.size(), kNone);
  std::vector<uint32_t> ids;
  for (uint32_t s : by_name_) {
    list_ids(rankings, s, task_.ties, ids);
    for (uint32_t rank = 0; rank < ids.size(); ++rank) {
      const uint8_t band = static_cast<uint8_t>(band_of(rank));
      const uint32_t column = join_.column[q][ids[rank]];
      if (column != kNone && labels.grades[column] != kUnjudged) {
        pool.judged[column] = std::min(pool.judged[column], band);
        continue;
      }
      uint32_t& number = pool.number[ids[rank]];
      if (number == kNone) {
        number = static_cast<uint32_t>(pool.band.size());
        pool.band.push_back(band);
      }
      pool.band[number] = std::min(pool.band[number], band);
    }
  }
}

void Expecter::count(uint32_t first, uint32_t last) {
  const size_t levels = task_.levels.size();
  Pool pool;
  for (uint32_t q = first; q < last; ++q) {
    lay_pool(q, pool);
    double* counts = counts_.data() + q * kBands * levels;
    const Labels& labels = qrels_->labels[q];
    for (size_t d = 0; d < labels.grades.size(); ++d) {
      if (labels.grades[d] == kUnjudged) continue;
      const double gain = task_.gain_of(labels.grades[d]);
      const auto above = std::upper_bound(task_.levels.begin(), task_.levels.end(), gain);
      const size_t level = static_cast<size_t>(above - task_.levels.begin()) - 1;
      ++counts[pool.judged[d] * levels + level];
      ++all_[pool.judged[d] * levels + level];
    }
  }
}

bool Expecter::possible() const {
  double without_gain = 0;
  for (size_t band = 0; band < kBands; ++band) without_gain += all_[band * task_.levels.size()];
  return without_gain > 0;
}

std::vector<double> Expecter::rates(uint32_t query, size_t band) const {
  const size_t levels = task_.levels.size();
  const double* own = counts_.data() + query * kBands * levels;
  const double s = smoothing_;
  std::vector<double> total(levels, 0.0), own_total(levels, 0.0), rate(levels);
  double n_total = 0, n_own = 0, n_band = 0, n_here = 0;
  for (size_t l = 0; l < levels; ++l) {
    for (size_t b = 0; b < kBands; ++b) {
      total[l] += all_[b * levels + l];
      own_total[l] += own[b * levels + l];
    }
    n_total += total[l];
    n_own += own_total[l];
    n_band += all_[band * levels + l];
    n_here += own[band * levels + l];
  }
  double sum = 0;
  for (size_t l = 0; l < levels; ++l) {
    const double anywhere = total[l] / n_total;
    const double of_query = (own_total[l] + s * anywhere) / (n_own + s);
    const double of_band = (all_[band * levels + l] + s * anywhere) / (n_band + s);
    rate[l] = anywhere > 0 ? of_query * of_band / anywhere : 0.0;
    sum += rate[l];
  }
  for (size_t l = 0; l < levels; ++l) rate[l] = (own[band * levels + l] + s * rate[l] / sum) / (n_here + s);
  return rate;
}

// Sums of weighted gains and the first relevant document need no draws: documents are independent.
void Expecter::expect(uint32_t q, const QueryHoles& query, const Pool& pool, uint32_t system, double* out) const {
  std::array<double, kBands> mean{}, chance{};  // of an unjudged document's gain, and of any gain
  for (size_t band = 0; band < kBands; ++band) {
    const std::vector<double> rate = rates(q, band);
    chance[band] = 1.0 - rate[0];
    for (size_t l = 1; l < rate.size(); ++l) mean[band] += rate[l] * task_.levels[l];
  }
  const Hole* holes = query.holes_of(system);
  if (task_.form == Form::linear) {
    double sum = query.judged[system];
    for (uint32_t h = 0; h < query.n_holes(system); ++h)
      sum += task_.weights[holes[h].rank] * mean[pool.band[pool.number[query.doc_id[holes[h].doc]]]];
    *out = sum;
    return;
  }
  const uint32_t first = query.n_gained(system) > 0 ? query.gained_of(system)[0].rank : kEveryRank;
  double none_yet = 1, sum = 0;
  for (uint32_t h = 0; h < query.n_holes(system) && holes[h].rank < first; ++h) {
    const double p = chance[pool.band[pool.number[query.doc_id[holes[h].doc]]]];
    sum += none_yet * p * task_.weights[holes[h].rank];
    none_yet *= 1 - p;
  }
  *out = sum + none_yet * query.judged[system];
}

namespace {

// One system's score when unjudged documents have these levels.
double drawn_score(const Task& task, const QueryHoles& query, uint32_t system, const std::vector<uint8_t>& level_of,
                   double ideal, uint32_t n_relevant) {
  const Hole* holes = query.holes_of(system);
  const uint32_t n_holes = query.n_holes(system);
  const Gained* gained = query.gained_of(system);
  const uint32_t n_gained = query.n_gained(system);
  if (task.form == Form::ratio || task.form == Form::share || task.form == Form::linear) {
    double sum = query.judged[system];
    for (uint32_t h = 0; h < n_holes; ++h) sum += task.weights[holes[h].rank] * task.levels[level_of[holes[h].doc]];
    if (task.form == Form::linear) return sum;
    return ideal > 0 ? sum / ideal : 0.0;
  }
  if (task.form == Form::first) {
    const uint32_t first = n_gained > 0 ? gained[0].rank : kEveryRank;
    uint32_t h = 0;
    while (h < n_holes && level_of[holes[h].doc] == 0) ++h;
    return h < n_holes && holes[h].rank < first ? task.weights[holes[h].rank] : query.judged[system];
  }
  if (n_relevant == 0) return 0.0;
  double sum = 0, n_rel_ret = 0;
  uint32_t h = 0, g = 0;
  for (;;) {
    while (h < n_holes && level_of[holes[h].doc] == 0) ++h;
    if (h == n_holes && g == n_gained) break;
    const bool judged = g < n_gained && (h == n_holes || gained[g].rank < holes[h].rank);
    const uint32_t rank = judged ? gained[g++].rank : holes[h++].rank;
    ++n_rel_ret;
    if (task.form == Form::average) {
      sum += n_rel_ret / (rank + 1.0);
    } else if (rank < n_relevant) {
      ++sum;
    } else {
      break;
    }
  }
  return sum / n_relevant;
}

}  // namespace

// A draw below [band][level - 1] has at least that level.
std::vector<uint32_t> Expecter::thresholds(uint32_t q) const {
  const size_t levels = task_.levels.size();
  std::vector<uint32_t> out(kBands * (levels - 1));
  for (size_t band = 0; band < kBands; ++band) {
    const std::vector<double> rate = rates(q, band);
    double above = 0;
    for (size_t l = levels; l-- > 1;) {
      above += rate[l];
      out[band * (levels - 1) + l - 1] = static_cast<uint32_t>(std::lround(above * 65536.0));
    }
  }
  return out;
}

uint64_t Expecter::draws_of(uint32_t q) const { return stream(mix(key_ + name_key(qrels_->queries[q])), kExpected); }

std::vector<uint8_t> Expecter::levels_of(uint32_t q, const std::vector<uint32_t>& ids, uint32_t n_draws) const {
  const size_t levels = task_.levels.size();
  Pool pool;
  lay_pool(q, pool);
  const std::vector<uint32_t> below = thresholds(q);
  const uint64_t draws = draws_of(q);
  std::vector<uint8_t> out;
  for (uint32_t d = 0; d < n_draws; ++d)
    for (uint32_t id : ids) {
      const uint32_t n = pool.number[id];
      const uint32_t* threshold = below.data() + pool.band[n] * (levels - 1);
      const uint16_t word = static_cast<uint16_t>(draw(draws, d, n / 4) >> (16 * (n % 4)));
      uint8_t level = 0;
      for (size_t l = 0; l + 1 < levels; ++l) level += word < threshold[l];
      out.push_back(level);
    }
  return out;
}

template <class See>
void Expecter::draw_scores(uint32_t q, const QueryHoles& query, const Pool& pool, uint32_t begin, uint32_t end, See see) const {
  const size_t levels = task_.levels.size();
  Sums sums;
  sums.fill(task_, query);
  const std::vector<uint32_t> below = thresholds(q);
  std::vector<uint32_t> doc_of(pool.band.size(), query.n_docs);  // [number] row among those above the depth, else the last
  for (uint32_t doc = 0; doc < query.n_docs; ++doc) doc_of[pool.number[query.doc_id[doc]]] = doc;
  std::vector<uint8_t> level_of(query.n_docs + 1);
  std::vector<uint64_t> reached(levels);
  const uint64_t draws = draws_of(q);
  for (uint32_t d = begin; d < end; ++d) {
    if (d % kPollEvery == 0) poll();
    std::fill(reached.begin(), reached.end(), 0);
    uint64_t word = 0;
    for (uint32_t n = 0; n < pool.band.size(); ++n) {
      word = n % 4 == 0 ? draw(draws, d, n / 4) : word >> 16;  // 16 bits a document: rates to 0.00002
      const uint32_t* threshold = below.data() + pool.band[n] * (levels - 1);
      uint8_t level = 0;  // without branches: half of them would be guessed wrong
      for (size_t l = 0; l + 1 < levels; ++l) level += static_cast<uint16_t>(word) < threshold[l];
      ++reached[level];
      level_of[doc_of[n]] = level;
    }
    for (size_t l = levels - 1; l-- > 0;) reached[l] += reached[l + 1];  // documents that reach a level or more
    double ideal = sums.ideal.fixed;
    for (size_t l = 0; l + 1 < levels && !sums.ideal.cost.empty(); ++l) {
      const std::vector<double>& cost = sums.ideal.cost[l];
      ideal += cost[std::min<uint64_t>(reached[l + 1], cost.size() - 1)];
    }
    const uint32_t n_relevant = static_cast<uint32_t>(query.gains.size() + (levels > 1 ? reached[1] : 0));
    for (uint32_t s = 0; s < n_systems(); ++s) see(d, s, drawn_score(task_, query, s, level_of, ideal, n_relevant));
  }
}

std::vector<double> Expecter::drawn_scores(uint32_t first, uint32_t last, uint32_t begin, uint32_t end, uint32_t threads) const {
  const size_t n = last - first;
  std::vector<double> out(static_cast<size_t>(end - begin) * n_systems() * n);
  in_threads(last - first, threads, [&](uint32_t i) {
    thread_local QueryHoles query;
    thread_local Pool pool;
    lay_out(task_, *qrels_, *runs_, join_, first + i, query);
    lay_pool(first + i, pool);
    draw_scores(first + i, query, pool, begin, end, [&](uint32_t d, uint32_t s, double score) {
      out[(static_cast<size_t>(d - begin) * n_systems() + s) * n + i] = score;
    });
  });
  return out;
}

void Expecter::one_query(uint32_t q) {
  thread_local QueryHoles query;
  thread_local Pool pool;
  lay_out(task_, *qrels_, *runs_, join_, q, query);
  lay_pool(q, pool);
  if (task_.form != Form::linear && task_.form != Form::first) {
    std::vector<double> total(n_systems(), 0.0);
    draw_scores(q, query, pool, 0, n_draws_, [&](uint32_t, uint32_t s, double score) { total[s] += score; });
    for (uint32_t s = 0; s < n_systems(); ++s) estimate_[static_cast<size_t>(s) * n_queries() + q] = total[s] / n_draws_;
    return;
  }
  for (uint32_t s = 0; s < n_systems(); ++s) expect(q, query, pool, s, &estimate_[static_cast<size_t>(s) * n_queries() + q]);
}

void Expecter::run(uint32_t first, uint32_t last, uint32_t threads) {
  in_threads(last - first, threads, [&](uint32_t i) { one_query(first + i); });
}

}  // namespace irassay
