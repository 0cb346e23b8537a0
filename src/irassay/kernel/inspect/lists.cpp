// What is odd about lists beside the labels.
#include "inspect/lists.hpp"

#include <algorithm>

#include "machine/interrupt.hpp"

namespace irassay {

std::vector<Coverage> coverage(const Qrels& qrels, const Runs& runs, const Join& join, uint32_t depth) {
  std::vector<Coverage> out(runs.systems.size());
  std::vector<std::vector<uint32_t>> lengths(runs.systems.size());
  Hits hits;
  for (uint32_t q = 0; q < qrels.queries.size(); ++q) {
    poll();
    if (join.query[q] == kNone) continue;
    find_hits(runs, join, q, Ties::float64, hits);
    for (uint32_t s = 0; s < out.size(); ++s) {
      const Answer answer = hits.answer(s);
      if (answer.n_retrieved == 0) continue;
      Coverage& at = out[s];
      ++at.answered;
      at.retrieved += answer.n_retrieved;
      at.judged += answer.n_hits;
      at.top += std::min(answer.n_retrieved, depth);
      at.short_lists += answer.n_retrieved < depth;
      for (uint32_t h = 0; h < answer.n_hits && answer.hits[h].rank < depth; ++h) ++at.top_judged;
      lengths[s].push_back(answer.n_retrieved);
    }
  }
  for (uint32_t s = 0; s < out.size(); ++s) {
    if (lengths[s].empty()) continue;
    std::sort(lengths[s].begin(), lengths[s].end());
    out[s].shortest = lengths[s].front();
    out[s].median = lengths[s][lengths[s].size() / 2];
    out[s].longest = lengths[s].back();
  }
  return out;
}

uint32_t longest_list(const Runs& runs, const Join& join) {
  uint32_t longest = 0;
  for (uint32_t q : join.query)
    if (q != kNone)
      for (uint32_t s = 0; s < runs.systems.size(); ++s) longest = std::max(longest, runs.rankings[q].length(s));
  return longest;
}

std::pair<uint64_t, uint64_t> labels_retrieved(const Qrels& qrels, const Runs& runs, const Join& join, int rel) {
  uint64_t n_retrieved = 0;
  uint64_t all = 0;
  std::vector<bool> met;
  for (size_t q = 0; q < qrels.queries.size(); ++q) {
    poll();
    if (join.query[q] == kNone) continue;
    const std::vector<int8_t>& grades = qrels.labels[q].grades;
    met.assign(grades.size(), false);
    for (uint32_t column : join.column[q])
      if (column != kNone) met[column] = true;
    for (size_t d = 0; d < grades.size(); ++d) {
      if (grades[d] < rel) continue;
      ++all;
      n_retrieved += met[d];
    }
  }
  return {n_retrieved, all};
}

std::vector<uint32_t> lists_in_id_order(const Runs& runs, const Join& join, uint32_t least) {
  std::vector<uint32_t> out(runs.systems.size(), 0);
  for (uint32_t query : join.query) {
    poll();
    if (query == kNone) continue;
    const Rankings& rankings = runs.rankings[query];
    for (uint32_t s = 0; s < out.size(); ++s) {
      const uint32_t begin = rankings.start[s];
      const uint32_t length = rankings.length(s);
      if (length < least) continue;
      const auto doc = [&](uint32_t i) { return rankings.docs.doc(rankings.id(begin + i)); };
      const bool rising = length > 1 && doc(0) < doc(1);
      bool sorted = true;
      for (uint32_t i = 1; sorted && i < length; ++i) sorted = (doc(i - 1) < doc(i)) == rising;
      out[s] += sorted;
    }
  }
  return out;
}

std::vector<uint32_t> same_lists(const Runs& runs, const Join* join, uint32_t depth, Ties ties,
                                 const std::vector<uint32_t>* counted) {
  std::vector<uint32_t> queries;
  if (join != nullptr && counted != nullptr) {
    for (uint32_t query : *counted)
      if (join->query.at(query) != kNone) queries.push_back(join->query[query]);
  } else if (join != nullptr) {
    for (uint32_t query : join->query)
      if (query != kNone) queries.push_back(query);
  } else {
    for (uint32_t query = 0; query < runs.queries.size(); ++query) queries.push_back(query);
  }
  const auto n_systems = static_cast<uint32_t>(runs.systems.size());
  std::vector<uint32_t> first(n_systems, 0);
  // Classes are refined query by query: exact, and each list is compared with one list of its class at most per class.
  std::vector<std::vector<uint32_t>> lists(n_systems);
  std::vector<bool> empty(n_systems, true);
  for (uint32_t query : queries) {
    poll();
    const Rankings& rankings = runs.rankings[query];
    for (uint32_t s = 0; s < n_systems; ++s) {
      list_ids(rankings, s, ties, lists[s]);
      if (lists[s].size() > depth) lists[s].resize(depth);
      if (!lists[s].empty()) empty[s] = false;
    }
    std::vector<std::vector<uint32_t>> leaders(n_systems);  // [old class] -> first systems of its new classes
    for (uint32_t s = 0; s < n_systems; ++s) {
      std::vector<uint32_t>& of_class = leaders[first[s]];
      const auto like = std::find_if(of_class.begin(), of_class.end(), [&](uint32_t t) { return lists[t] == lists[s]; });
      if (like == of_class.end()) {
        of_class.push_back(s);
        first[s] = s;
      } else {
        first[s] = *like;
      }
    }
  }
  for (uint32_t s = 0; s < n_systems; ++s)
    if (empty[s]) first[s] = s;
  return first;
}

}  // namespace irassay
