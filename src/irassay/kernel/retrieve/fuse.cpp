#include "retrieve/fuse.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "machine/in_threads.hpp"
#include "read/runs.hpp"

namespace irassay {

namespace {

struct ScoredList {
  std::vector<std::string> docs;
  std::vector<double> scores;
};

bool by_scores(FusionMethod method) { return method != FusionMethod::rbc && method != FusionMethod::rrf; }

// Scores of a list, made comparable with other lists'.
void normalise(std::vector<double>& scores, Normalise how) {
  if (how == Normalise::none || scores.empty()) return;
  if (how == Normalise::minmax) {
    const auto [low, high] = std::minmax_element(scores.begin(), scores.end());
    const double least = *low, width = *high - *low;
    for (double& score : scores) score = width > 0 ? (score - least) / width : 1.0;
    return;
  }
  const auto n = static_cast<double>(scores.size());
  double mean = 0, variance = 0;
  for (const double score : scores) mean += score / n;
  for (const double score : scores) variance += (score - mean) * (score - mean) / n;
  const double deviation = std::sqrt(variance);
  for (double& score : scores) score = deviation > 0 ? (score - mean) / deviation : 0.0;
}

// What each place of a list gives.
std::vector<double> parts_of(const Rankings& rankings, uint32_t system, const Fusion& fusion) {
  const uint32_t n = rankings.length(system);
  std::vector<double> parts(n);
  if (by_scores(fusion.method)) {
    parts = rankings.scores.list(system, n);
    normalise(parts, fusion.normalise);
    if (fusion.method == FusionMethod::weighted)
      for (double& part : parts) part *= fusion.weights[system];
  } else if (fusion.method == FusionMethod::rbc) {
    double part = 1 - fusion.phi;
    for (uint32_t i = 0; i < n; ++i, part *= fusion.phi) parts[i] = part;
  } else {
    for (uint32_t i = 0; i < n; ++i) parts[i] = 1 / (fusion.rrf_k + i + 1);
  }
  return parts;
}

ScoredList fuse_query(const Rankings& rankings, const Fusion& fusion, uint32_t depth) {
  const uint32_t n_docs = rankings.docs.size();
  std::vector<double> sums(n_docs);
  std::vector<uint32_t> n_lists(n_docs);
  for (uint32_t s = 0; s < rankings.n_systems(); ++s) {
    const std::vector<double> parts = parts_of(rankings, s, fusion);
    for (uint32_t i = 0; i < parts.size(); ++i) {
      const uint32_t doc = rankings.id(rankings.start[s] + i);
      sums[doc] += parts[i];
      ++n_lists[doc];
    }
  }
  if (fusion.method == FusionMethod::combmnz)
    for (uint32_t doc = 0; doc < n_docs; ++doc) sums[doc] *= n_lists[doc];
  std::vector<uint32_t> order;
  for (uint32_t doc = 0; doc < n_docs; ++doc)
    if (n_lists[doc] > 0) order.push_back(doc);
  const auto before = [&](uint32_t a, uint32_t b) { return sums[a] != sums[b] ? sums[a] > sums[b] : rankings.docs.doc(a) > rankings.docs.doc(b); };
  const auto n = static_cast<std::ptrdiff_t>(std::min<size_t>(depth, order.size()));
  std::partial_sort(order.begin(), order.begin() + n, order.end(), before);
  ScoredList out;
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    out.docs.emplace_back(rankings.docs.doc(order[static_cast<size_t>(i)]));
    out.scores.push_back(sums[order[static_cast<size_t>(i)]]);
  }
  return out;
}

}  // namespace

std::shared_ptr<Runs> fuse(const Runs& runs, const Fusion& fusion, const std::string& name, uint32_t depth, uint32_t threads) {
  if (fusion.method == FusionMethod::weighted && fusion.weights.size() != runs.systems.size()) throw std::invalid_argument("a weight for each system");
  if (by_scores(fusion.method) && !runs.rankings.empty() && runs.rankings[0].scores.empty()) throw std::invalid_argument("scores were not kept");
  const auto n = static_cast<uint32_t>(runs.queries.size());
  std::vector<ScoredList> lists(n);
  in_threads(n, threads, [&](uint32_t q) { lists[q] = fuse_query(runs.rankings[q], fusion, depth); });
  RunsReader reader(1, true);
  for (uint32_t q = 0; q < n; ++q) reader.add_list(0, runs.queries[q], lists[q].docs, lists[q].scores);
  return reader.finish({name});
}

}  // namespace irassay
