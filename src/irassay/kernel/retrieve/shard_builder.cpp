#include "retrieve/shard_builder.hpp"

#include <algorithm>
#include <numeric>

#include "retrieve/postings.hpp"
#include "retrieve/shard_writer.hpp"

namespace irassay {

namespace {

constexpr uint32_t kStopWord = UINT32_MAX;

}  // namespace

void ShardBuilder::add_text(std::string_view id, std::string_view text) {
  Words words(text);
  doc_.clear();
  for (std::string_view word; words.next(word);) {
    const uint32_t number = words_.number_of(word);
    if (number == term_of_word_.size()) term_of_word_.push_back(analyser_.term_of(word, term_) ? terms_.number_of(term_) : kStopWord);
    if (term_of_word_[number] != kStopWord) doc_.push_back(term_of_word_[number]);
  }
  std::sort(doc_.begin(), doc_.end());
  const size_t first = bags_.size();
  for (const uint32_t term : doc_) {
    if (bags_.size() > first && bags_.back().term == term) {
      ++bags_.back().count;
    } else {
      bags_.push_back({term, 1});
    }
  }
  finish_doc(id, static_cast<uint32_t>(doc_.size()));
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
  const size_t gathered = bags_.capacity() * sizeof(TermCount), written = bags_.size() * 8;
  return gathered + written + ids_.capacity() + lengths_.capacity() * 36 + words_.memory() + terms_.memory() + term_of_word_.capacity() * 4;
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
