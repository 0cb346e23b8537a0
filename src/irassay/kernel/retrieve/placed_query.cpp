#include "retrieve/placed_query.hpp"

#include "retrieve/best.hpp"

namespace irassay {

void PlacedQuery::find(const std::vector<QueryTerm>& query) {
  const size_t n = query.size();
  places_.assign(shards_.size() * n, {});
  n_postings_.assign(n, 0);
  terms_.resize(n);
  for (size_t i = 0; i < n; ++i) {
    double total = 0;
    for (size_t shard = 0; shard < shards_.size(); ++shard) {
      const Shard& of = *shards_[shard];
      const uint64_t number = of.find(query[i].term);
      if (number == of.n_terms()) continue;
      const auto [begin, end] = of.entries(number);
      places_[shard * n + i] = {number, begin, end, of.postings(number)};
      n_postings_[i] += of.n_postings(number);
      total += static_cast<double>(of.total(number));
    }
    parts_.weigh(query[i].count, static_cast<double>(n_postings_[i]), total, terms_[i]);
  }
}

void PlacedQuery::enter(uint32_t shard, uint32_t block, std::vector<TermPlace>& places, std::vector<TermInBlock>& terms) const {
  const Shard& of = *shards_[shard];
  terms.clear();
  for (uint32_t i = 0; i < places.size(); ++i) {
    TermPlace& place = places[i];
    if (place.entry == place.end || place.entry->block != block) continue;
    terms.push_back({i, {of.docs() + place.posting, of.codes() + place.posting, place.entry->n}});
    place.posting += place.entry->n;
    ++place.entry;
    __builtin_prefetch(of.docs() + place.posting);
    __builtin_prefetch(of.codes() + place.posting);
  }
}

void PlacedQuery::enter_shard(uint32_t shard) {
  shard_ = shard;
  size_t n_slots = 64;
  while (n_slots < 8 * n_terms()) n_slots *= 2;
  slots_.assign(n_slots, {0, kNoTerm});
  for (uint32_t i = 0; i < n_terms(); ++i) {
    const TermPlace& place = places(shard)[i];
    if (place.entry == place.end) continue;
    size_t at = place.number & (n_slots - 1);
    while (slots_[at].term != kNoTerm) at = (at + 1) & (n_slots - 1);
    slots_[at] = {static_cast<uint32_t>(place.number), i};
  }
}

double PlacedQuery::score(uint64_t doc) const {
  const Shard& of = *shards_[shard_];
  const double of_length = parts_.of_length(of.length(doc));
  const size_t last_slot = slots_.size() - 1;
  double score = kAbsent;
  of.each_term_of(doc, [&](TermCount one) {
    for (size_t at = one.term & last_slot; slots_[at].term != kNoTerm; at = (at + 1) & last_slot) {
      if (slots_[at].number != one.term) continue;
      score += parts_.part(terms_[slots_[at].term], one.count, parts_.of_pair(one.count, of_length));
      return;
    }
  });
  return score;
}

}  // namespace irassay
