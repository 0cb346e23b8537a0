// A run file block by block: the lines of one query that stand together, checked and parsed. Shared by keeping (read/runs.hpp)
// and by scoring on the way (score/files.hpp).
#pragma once

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "machine/interrupt.hpp"
#include "read/numbers.hpp"
#include "read/order.hpp"
#include "read/text.hpp"

namespace irassay {

// A run's columns. Three are a query, a document and a number: by MS MARCO a rank, where the score is minus the rank; a
// score where they are `scored`; and where nobody said so, a rank in queries that have each of 0..n-1 or 1..n once. The lines of
// other queries are rejected: their numbers may be scores, and that would turn the order around.
enum class RunColumns : int { trec, msmarco, scored, msmarco_or_scored };
constexpr int width(RunColumns columns) { return columns == RunColumns::trec ? 6 : 3; }
// What orders a list: its scores, or (to see what that would change) its rank column.
enum class OrderBy : int { score = 0, rank = 1 };

struct Block {
  std::string_view query;
  Lines lines;
  bool distinct = true;  // in the order of the file each score is below the one before it, as a 32-bit float too
  float single = std::numeric_limits<float>::infinity();  // the last score

  void start(std::string_view of) {
    query = of;
    lines.clear();
    distinct = true;
    single = std::numeric_limits<float>::infinity();
  }
  [[gnu::always_inline]] void add(double of, std::string_view doc, uint32_t at, uint64_t number) {
    const auto narrow = static_cast<float>(of);
    distinct &= single > narrow;
    single = narrow;
    lines.add(of, doc, at, static_cast<uint32_t>(number));
  }
};

namespace detail {

// Notes what is wrong with a score. Out of the way: a good line does not come here.
[[gnu::noinline]] inline void note_score(std::string_view score, uint64_t number, Reading& reading) {
  reading.note(std::isnan(std::strtod(std::string(score).c_str(), nullptr)) ? Kind::nan : Kind::score, number, score);
}

// What a line of data says of its document.
struct Place {
  double score = 0;
  uint32_t rank = 0;
};

// Rank and score of a line of data; false where the line can't be used. A rank beside a score is checked, and read where it is
// asked for.
template <RunColumns C, bool kRanks>
[[gnu::always_inline]] inline bool parse_line(const Fields& fields, uint64_t number, OrderBy by, Reading& reading,
                                              SameField& tag, Place& place) {
  constexpr bool kTrec = C == RunColumns::trec;
  constexpr bool kScored = kTrec || C == RunColumns::scored;
  constexpr int kRank = kTrec ? 3 : 2;
  constexpr int kScore = kTrec ? 4 : 2;
  int64_t rank = 0;
  double score = 0;
  bool ranked = false;
  if constexpr (C != RunColumns::scored) ranked = kRanks ? parse_integer(fields[kRank], rank) : is_integer(fields[kRank]);
  if (kTrec && !ranked) reading.note(Kind::rank, number, fields[kRank]);
  if (kScored && (!parse_number(fields[kScore], score) || std::isnan(score))) {
    note_score(fields[kScore], number, reading);
    return false;
  }
  if (kTrec) {
    if (!tag.is(fields[5])) {
      if (tag.text().empty())
        tag = SameField(fields[5]);
      else
        reading.note(Kind::tag, number, fields[5]);
    }
  } else if (!kScored && !ranked) {
    reading.note(Kind::score, number, fields[kRank]);
    return false;
  }
  place.score = !kScored || (kTrec && kRanks && by == OrderBy::rank) ? -static_cast<double>(rank) : score;
  place.rank = rank < 0 ? 0 : static_cast<uint32_t>(rank > 0xFFFFFFFF ? 0xFFFFFFFF : rank);
  return true;
}

// Takes out the lines that repeat a rank: where ranks are all the order there is, document ids would decide in silence.
inline void take_out_same_ranks(Block& block, Reading& reading) {
  std::unordered_map<double, uint64_t> first;  // score, which is minus the rank -> line
  size_t kept = 0;
  for (const Line& line : block.lines) {
    const auto [at, added] = first.emplace(line.score, line.number);
    if (added) {
      block.lines[kept++] = line;
    } else {
      reading.note(Kind::same_rank, line.number, std::to_string(static_cast<int64_t>(-line.score)), at->second, block.query);
      ++reading.rejected;
    }
  }
  block.lines.cut(kept);
}

// Rejects all lines of a query whose numbers are neither each of 0..n-1 nor each of 1..n: one note, and a count of the lines.
// No number stands twice.
inline void reject_unless_ranks(Block& block, Reading& reading) {
  const auto n = static_cast<double>(block.lines.size());
  const auto [last, first] = std::minmax_element(block.lines.begin(), block.lines.end(), [](const Line& a, const Line& b) { return a.score < b.score; });
  const double lowest = -first->score, highest = -last->score;
  if ((lowest == 0 && highest == n - 1) || (lowest == 1 && highest == n)) return;
  const Line& line = block.lines[0];
  reading.note(Kind::rank_or_score, line.number, std::to_string(static_cast<int64_t>(-line.score)), block.lines.size(), block.query);
  reading.count[static_cast<size_t>(Kind::rank_or_score)] += block.lines.size() - 1;
  reading.rejected += block.lines.size();
  block.lines.clear();
}

template <RunColumns C, class Handler>
void hand_on(Block& block, Reading& reading, Handler& handler) {
  if constexpr (C == RunColumns::msmarco || C == RunColumns::msmarco_or_scored) {
    const size_t before = block.lines.size();
    if (!block.distinct) take_out_same_ranks(block, reading);
    if (C == RunColumns::msmarco_or_scored && block.lines.size() == before) reject_unless_ranks(block, reading);
    if (block.lines.empty()) return;
  }
  handler.block(block, reading);
}

template <RunColumns C>
std::string_view document(const Fields& fields) {
  return fields[C == RunColumns::trec ? 2 : 1];
}

// All lines of each query together, in the order in which the queries are first met.
template <RunColumns C, class Handler>
void walk_scattered(std::string_view text, OrderBy by, Reading& reading, Handler& handler) {
  std::unordered_map<std::string_view, size_t> index;
  std::vector<Block> blocks;
  size_t last = 0;
  SameField tag;
  PollNowAndThen<4096> polled;
  walk_lines<width(C)>(text, reading, [&](const Fields& fields, uint64_t number) {
    polled();
    Place place;
    if (!parse_line<C, true>(fields, number, by, reading, tag, place)) {
      ++reading.rejected;
      return;
    }
    const auto [at, added] = index.emplace(fields[0], blocks.size());
    if (added) {
      blocks.emplace_back();
      blocks.back().start(fields[0]);
    } else if (at->second != last) {
      reading.note(Kind::scattered, number, fields[0]);
    }
    last = at->second;
    blocks[last].add(place.score, document<C>(fields), place.rank, number);
  });
  reading.tag = std::string(tag.text());
  for (Block& block : blocks) polled(), hand_on<C>(block, reading, handler);
}

}  // namespace detail

// Hands every block to `handler.block(block, reading)`; a handler with kRanks reads the rank beside a score. Where a query returns after another (`handler.seen(query)`),
// `handler.restart()` is called and the file is walked once more with all blocks merged: rare.
template <RunColumns C, bool kRanks, class Handler>
void walk_run(std::string_view text, OrderBy by, Reading& reading, Block& block, Handler& handler) {
  bool scattered = false;
  PollNowAndThen<64> polled;
  SameField query;
  SameField tag;
  block.start({});
  walk_lines<width(C)>(text, reading, [&](const Fields& fields, uint64_t number) __attribute__((always_inline)) {
    if (!query.is(fields[0])) {
      if (scattered) return;
      polled();
      if (!block.lines.empty()) detail::hand_on<C>(block, reading, handler);
      query = SameField(fields[0]);
      block.start(fields[0]);
      if (handler.seen(block.query)) {
        scattered = true;
        query = SameField();
        block.start({});
        return;
      }
    }
    detail::Place place;
    if (!detail::parse_line<C, kRanks>(fields, number, by, reading, tag, place)) {
      ++reading.rejected;
      return;
    }
    block.add(place.score, detail::document<C>(fields), place.rank, number);
  });
  if (!scattered) {
    reading.tag = std::string(tag.text());
    if (!block.lines.empty()) detail::hand_on<C>(block, reading, handler);
    return;
  }
  reading = Reading();
  handler.restart();
  detail::walk_scattered<C>(text, by, reading, handler);
}

template <class Handler>
void walk_run(std::string_view text, RunColumns columns, OrderBy by, Reading& reading, Block& block, Handler& handler) {
  switch (columns) {
    case RunColumns::trec:
      if constexpr (!Handler::kRanks)
        if (by == OrderBy::score) return walk_run<RunColumns::trec, false>(text, by, reading, block, handler);
      return walk_run<RunColumns::trec, true>(text, by, reading, block, handler);
    case RunColumns::msmarco: return walk_run<RunColumns::msmarco, true>(text, by, reading, block, handler);
    case RunColumns::scored: return walk_run<RunColumns::scored, true>(text, by, reading, block, handler);
    case RunColumns::msmarco_or_scored:
      return walk_run<RunColumns::msmarco_or_scored, true>(text, by, reading, block, handler);
  }
}

// A document of a block met a second time: noted, and taken out by the caller.
inline void note_duplicate(const Block& block, const Line& again, Reading& reading) {
  uint64_t first = 0;
  for (const Line& line : block.lines)
    if (line.text() == again.text()) {
      first = line.number;
      break;
    }
  reading.note(Kind::duplicate, again.number, again.text(), first, block.query);
  ++reading.rejected;
}

}  // namespace irassay
