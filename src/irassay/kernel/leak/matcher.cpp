#include "leak/matcher.hpp"

#include <algorithm>
#include <cmath>

namespace irassay {

namespace {

constexpr double kSlack = 1 - 1e-9;  // sums of weights in another order

}  // namespace

// Marks are numbers of rows plus one, so that nothing is wiped between rows.
struct Matcher::Desk {
  Desk(size_t n_stems, size_t n_texts) : exact(n_stems), slip(n_stems), seen(n_texts), hits_row(n_texts), hits(n_texts) {}
  std::vector<uint64_t> exact, slip;  // [stem]: the row that has it, or a slip of it
  std::vector<uint64_t> seen;         // [text]: the row of which it is a candidate
  std::vector<uint64_t> hits_row;     // [text]: the row that `hits` is about
  std::vector<uint32_t> hits;         // [text]: runs of words that the row has
  std::vector<uint32_t> candidates;
  std::vector<uint32_t> grams;
  uint64_t mark = 0;
  double row_weight = 0;   // of the row's stems, those of other texts at their least
  double slip_weight = 0;  // of those of them that may be slips
};

Matcher::Matcher(const TestTexts& test, const TrainingCounts& counts, double floor, uint64_t boilerplate)
    : test_(&test), counts_(&counts), floor_(floor), text_weight_(test.texts().size()), rare_in_(test.n_stems()), gram_in_(test.n_grams()), n_grams_(test.texts().size()) {
  for (uint32_t s = 0; s < test.n_stems(); ++s) weight_.push_back(weight_of(counts.known(s)));
  for (uint32_t t = 0; t < test.texts().size(); ++t) {
    const TestTexts::Text& text = test.texts()[t];
    std::vector<uint32_t> stems = text.stems;
    std::sort(stems.begin(), stems.end(), [&](uint32_t a, uint32_t b) { return weight_[a] != weight_[b] ? weight_[a] > weight_[b] : a < b; });
    for (const uint32_t s : stems) text_weight_[t] += weight_[s];
    // Whoever shares none of the rarest shares less than the floor with the rest.
    double rest = text_weight_[t];
    for (const uint32_t s : stems) {
      if (rest < floor_ * text_weight_[t] * kSlack) break;
      rare_in_[s].push_back(t);
      rest -= weight_[s];
    }
    for (const uint32_t gram : text.grams)
      if (counts.gram(gram) <= boilerplate) {
        gram_in_[gram].push_back(t);
        ++n_grams_[t];
      }
  }
}

double Matcher::weight_of(uint64_t n_texts) const {
  return std::log((static_cast<double>(counts_->n()) + 1) / (static_cast<double>(n_texts) + 0.5));
}

std::vector<MayLeak> Matcher::match(const std::vector<std::string_view>& texts, uint32_t threads) {
  const size_t n_blocks = n_text_blocks(texts.size());
  std::vector<std::vector<MayLeak>> of_block(n_blocks);
  std::vector<Desk> desks;
  for (uint32_t i = 0; i < n_threads(static_cast<uint32_t>(n_blocks), threads); ++i) desks.emplace_back(test_->n_stems(), test_->texts().size());
  each_training_text(texts, *test_, threads, [&](uint32_t block, uint32_t thread, size_t i, const TrainingText& text) {
    match_one(static_cast<uint32_t>(i), text, desks[thread], of_block[block]);
  });
  std::vector<MayLeak> out;
  for (const std::vector<MayLeak>& part : of_block) out.insert(out.end(), part.begin(), part.end());
  return out;
}

void Matcher::match_one(uint32_t row, const TrainingText& text, Desk& desk, std::vector<MayLeak>& out) const {
  const uint64_t mark = ++desk.mark;
  desk.candidates.clear();
  desk.grams.clear();
  const auto suggest = [&](const std::vector<uint32_t>& texts) {
    for (const uint32_t t : texts)
      if (desk.seen[t] != mark) {
        desk.seen[t] = mark;
        desk.candidates.push_back(t);
      }
  };
  for (const TrainingText::Stem& stem : text.stems) {
    if (stem.known != kNoStem) {
      desk.exact[stem.known] = mark;
      suggest(rare_in_[stem.known]);
    }
    for (const uint32_t meant : stem.meant) {
      desk.slip[meant] = mark;
      suggest(rare_in_[meant]);
    }
  }
  each_gram(text.words, [&](uint64_t hash) {
    if (const uint32_t gram = test_->gram(hash); gram != kNoStem) desk.grams.push_back(gram);
  });
  make_set(desk.grams);
  for (const uint32_t gram : desk.grams)
    for (const uint32_t t : gram_in_[gram]) {
      if (desk.hits_row[t] != mark) desk.hits[t] = 0;
      desk.hits_row[t] = mark;
      ++desk.hits[t];
      if (desk.seen[t] != mark) {
        desk.seen[t] = mark;
        desk.candidates.push_back(t);
      }
    }
  if (desk.candidates.empty()) return;
  desk.row_weight = desk.slip_weight = 0;
  for (const TrainingText::Stem& stem : text.stems) {
    const double weight = stem.known != kNoStem ? weight_[stem.known] : weight_of(counts_->at_most(stem.hash));
    desk.row_weight += weight;
    if (!stem.meant.empty()) desk.slip_weight += weight;
  }
  std::sort(desk.candidates.begin(), desk.candidates.end());
  for (const uint32_t t : desk.candidates) {
    uint8_t by = by_words(t, text.stems.size(), desk);
    const uint32_t hits = desk.hits_row[t] == mark ? desk.hits[t] : 0;
    if (hits > 0 && 2 * hits >= n_grams_[t]) by |= kGrams;
    if (by != 0) out.push_back({row, t, by, hits > 0 ? static_cast<float>(hits) / static_cast<float>(n_grams_[t]) : 0.0f});
  }
}

uint8_t Matcher::by_words(uint32_t text, size_t n_row, const Desk& desk) const {
  const std::vector<uint32_t>& stems = test_->texts()[text].stems;
  double shared = 0, slips = 0;
  size_t n_shared = 0, n_slips = 0;
  for (const uint32_t s : stems) {
    if (desk.exact[s] == desk.mark) {
      shared += weight_[s];
      ++n_shared;
    } else if (desk.slip[s] == desk.mark) {
      slips += weight_[s];
      ++n_slips;
    }
  }
  const double either = text_weight_[text] + desk.row_weight - shared;
  const bool all = n_shared == stems.size() && n_shared > 0 && (n_row == n_shared || n_shared > 1);
  if (all || (n_shared > 0 && shared >= floor_ * either * kSlack)) return kWords;
  if (n_slips == 0) return 0;
  // What is a slip stands once, not twice, in what either has.
  const bool all_but_slips = n_shared + n_slips == stems.size() && stems.size() > 1;
  const double least = text_weight_[text] + std::max(0.0, desk.row_weight - shared - desk.slip_weight);
  return all_but_slips || shared + slips >= floor_ * least * kSlack ? kSlip : 0;
}

}  // namespace irassay
