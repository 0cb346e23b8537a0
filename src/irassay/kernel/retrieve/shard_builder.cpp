#include "retrieve/shard_builder.hpp"

#include <algorithm>
#include <numeric>

#include "machine/in_threads.hpp"
#include "retrieve/postings.hpp"
#include "retrieve/shard_writer.hpp"

namespace irassay {

namespace {

constexpr uint32_t kStopWord = UINT32_MAX, kNew = UINT32_MAX;

}  // namespace

void ShardBuilder::read(std::string_view text, Lane& lane) const {
  Words words(text);
  lane.keys.clear();
  lane.doc.clear();
  for (std::string_view word; words.next(word);) lane.keys.push_back(lane.words.key_of(word));
  for (const StringNumbers::Key& key : lane.keys) {
    const uint32_t number = lane.words.number_of(key);
    if (number == lane.term_of_word.size())
      lane.term_of_word.push_back(analyser_.term_of(key.text, lane.term) ? lane.terms.number_of(lane.term) : kStopWord);
    if (lane.term_of_word[number] != kStopWord) lane.doc.push_back(lane.term_of_word[number]);
  }
  std::sort(lane.doc.begin(), lane.doc.end());
  const size_t first = lane.bags.size();
  for (const uint32_t term : lane.doc) {
    if (lane.bags.size() > first && lane.bags.back().term == term) {
      ++lane.bags.back().count;
    } else {
      lane.bags.push_back({term, 1});
    }
  }
  lane.sizes.push_back(static_cast<uint32_t>(lane.bags.size() - first));
  lane.lengths.push_back(static_cast<uint32_t>(lane.doc.size()));
}

void ShardBuilder::add_texts(const std::vector<std::string_view>& ids, const std::vector<std::string_view>& texts, uint32_t threads) {
  constexpr uint32_t kSlice = 256;  // texts that a thread reads before it looks for more
  const auto n = static_cast<uint32_t>(texts.size()), n_slices = (n + kSlice - 1) / kSlice;
  const uint32_t n_lanes = n_threads(n_slices, threads);
  if (lanes_.size() < n_lanes) lanes_.resize(n_lanes);
  std::vector<uint32_t> lane_of(n_slices);
  in_threads(n_slices, n_lanes, [&](uint32_t slice, uint32_t thread) {
    lane_of[slice] = thread;
    for (uint32_t i = slice * kSlice; i < std::min(n, (slice + 1) * kSlice); ++i) read(texts[i], lanes_[thread]);
  });
  // In the order of the texts; each lane's passages are in that order already.
  std::vector<size_t> doc(n_lanes), bag(n_lanes);
  for (uint32_t i = 0; i < n; ++i) {
    const uint32_t at = lane_of[i / kSlice];
    Lane& lane = lanes_[at];
    for (uint32_t left = lane.sizes[doc[at]]; left > 0; --left) {
      const TermCount one = lane.bags[bag[at]++];
      if (one.term >= lane.number.size()) lane.number.resize(lane.terms.size(), kNew);
      if (lane.number[one.term] == kNew) lane.number[one.term] = terms_.number_of(lane.terms[one.term]);
      bags_.push_back({lane.number[one.term], one.count});
    }
    finish_doc(ids[i], lane.lengths[doc[at]++]);
  }
  for (Lane& lane : lanes_) {
    lane.bags.clear();
    lane.sizes.clear();
    lane.lengths.clear();
  }
}

void ShardBuilder::add_bag(std::string_view id, const std::vector<std::pair<std::string, uint32_t>>& bag, uint32_t length) {
  for (const auto& [term, count] : bag) bags_.push_back({terms_.number_of(term), count});
  finish_doc(id, length);
}

void ShardBuilder::finish_doc(std::string_view id, uint32_t length) {
  ids_ += id;
  id_starts_.push_back(ids_.size());
  lengths_.push_back(length);
  bag_starts_.push_back(bags_.size());
}

size_t ShardBuilder::memory() const {
  // While it is written, postings and bags stand beside what was gathered; vectors that grow take up to twice their content.
  size_t n = bags_.capacity() * sizeof(TermCount) + bags_.size() * 8 + ids_.capacity() + lengths_.capacity() * 36 + terms_.memory();
  for (const Lane& lane : lanes_) n += lane.words.memory() + lane.terms.memory() + (lane.term_of_word.capacity() + lane.number.capacity()) * 4;
  return n;
}

void ShardBuilder::write(const std::string& path) const {
  const Postings postings({bags_, bag_starts_, lengths_}, terms_);
  std::string terms;
  std::vector<uint64_t> term_starts{0};
  for (const uint32_t term : postings.in_order) {
    terms += terms_[term];
    term_starts.push_back(terms.size());
  }
  ShardWriter writer(path);
  ShardHeader& header = writer.header();
  header.n_docs = n_docs();
  header.n_terms = terms_.size();
  header.n_blocks = postings.block_starts.size() - 1;
  header.n_tokens = std::accumulate(lengths_.begin(), lengths_.end(), uint64_t{0});
  header.n_with_terms = static_cast<uint64_t>(std::count_if(lengths_.begin(), lengths_.end(), [](uint32_t n) { return n > 0; }));
  writer.part(Part::id_starts, id_starts_);
  writer.part(Part::ids, ids_);
  writer.part(Part::lengths, lengths_);
  writer.part(Part::term_starts, term_starts);
  writer.part(Part::terms, terms);
  writer.part(Part::totals, postings.totals);
  writer.part(Part::entry_starts, postings.entry_starts);
  writer.part(Part::entries, postings.entries);
  writer.part(Part::posting_starts, postings.starts);
  writer.part(Part::docs, postings.docs);
  writer.part(Part::codes, postings.codes);
  writer.part(Part::block_starts, postings.block_starts);
  writer.part(Part::pair_starts, postings.pair_starts);
  writer.part(Part::pairs, postings.pairs);
  writer.part(Part::bag_starts, postings.bag_starts);
  writer.part(Part::bags, postings.bags);
  writer.finish();
}

}  // namespace irassay
