#include "retrieve/fuse.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string_view>
#include <unordered_map>

#include "machine/in_threads.hpp"
#include "read/runs.hpp"

namespace irassay {

namespace {

struct ScoredList {
  std::vector<std::string> docs;
  std::vector<double> scores;
  bool finite = true;  // or nothing is in it, since sums that are no numbers have no order
};

struct DocScore {
  std::string_view doc;
  double score;
};

ScoredList best_of(std::vector<DocScore>& docs, uint32_t depth) {
  const auto before = [](const DocScore& a, const DocScore& b) { return a.score != b.score ? a.score > b.score : a.doc > b.doc; };
  ScoredList out;
  out.finite = std::all_of(docs.begin(), docs.end(), [](const DocScore& one) { return std::isfinite(one.score); });
  if (!out.finite) return out;
  const size_t n = std::min<size_t>(depth, docs.size());
  std::partial_sort(docs.begin(), docs.begin() + static_cast<std::ptrdiff_t>(n), docs.end(), before);
  for (size_t i = 0; i < n; ++i) {
    out.docs.emplace_back(docs[i].doc);
    out.scores.push_back(docs[i].score);
  }
  return out;
}

std::shared_ptr<Runs> as_runs(const std::vector<std::string>& queries, const std::vector<ScoredList>& lists, const std::string& name) {
  RunsReader reader(1, true);
  for (size_t q = 0; q < queries.size(); ++q) reader.add_list(0, queries[q], lists[q].docs, lists[q].scores);
  return reader.finish({name});
}

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
  std::vector<DocScore> docs;
  for (uint32_t doc = 0; doc < n_docs; ++doc)
    if (n_lists[doc] > 0) docs.push_back({rankings.docs.doc(doc), sums[doc]});
  return best_of(docs, depth);
}

// Where a query's list stands in runs of one system; nullptr where there is none.
const Rankings* list_of(const Runs& runs, const std::string& query) {
  const auto at = std::lower_bound(runs.queries.begin(), runs.queries.end(), query);
  return at != runs.queries.end() && *at == query ? &runs.rankings[static_cast<size_t>(at - runs.queries.begin())] : nullptr;
}

ScoredList fuse_plan(const std::vector<std::shared_ptr<const Runs>>& runs, const FusedFrom& from, double phi, uint32_t depth) {
  std::unordered_map<std::string_view, double> sums;
  for (const auto& [of, query] : from.lists) {
    const Rankings* list = list_of(*runs[of], query);
    if (list == nullptr) continue;
    double part = 1 - phi;
    for (uint32_t i = 0; i < list->length(0); ++i, part *= phi) sums[list->docs.doc(list->id(i))] += part;
  }
  std::vector<DocScore> docs;
  for (const auto& [doc, sum] : sums) docs.push_back({doc, sum});
  return best_of(docs, depth);
}

}  // namespace

std::shared_ptr<Runs> fuse(const Runs& runs, const Fusion& fusion, const std::string& name, uint32_t depth, uint32_t threads) {
  if (fusion.method == FusionMethod::weighted && fusion.weights.size() != runs.systems.size()) throw std::invalid_argument("a weight for each system");
  if (by_scores(fusion.method) && !runs.rankings.empty() && runs.rankings[0].scores.empty()) throw std::invalid_argument("scores were not kept");
  const auto n = static_cast<uint32_t>(runs.queries.size());
  std::vector<ScoredList> lists(n);
  in_threads(n, threads, [&](uint32_t q) { lists[q] = fuse_query(runs.rankings[q], fusion, depth); });
  for (uint32_t q = 0; q < n; ++q)
    if (!lists[q].finite) throw std::overflow_error(runs.queries[q]);
  return as_runs(runs.queries, lists, name);
}

std::shared_ptr<Runs> fuse_lists(const std::vector<std::shared_ptr<const Runs>>& runs, const std::vector<FusedFrom>& plan, double phi,
                                 const std::string& name, uint32_t depth, uint32_t threads) {
  std::vector<std::string> queries;
  for (const FusedFrom& from : plan) {
    queries.push_back(from.query);
    for (const auto& list : from.lists)
      if (list.first >= runs.size() || runs[list.first]->systems.size() != 1) throw std::invalid_argument("lists of runs of one system");
  }
  std::vector<ScoredList> lists(plan.size());
  in_threads(static_cast<uint32_t>(plan.size()), threads, [&](uint32_t q) { lists[q] = fuse_plan(runs, plan[q], phi, depth); });
  return as_runs(queries, lists, name);
}

}  // namespace irassay
