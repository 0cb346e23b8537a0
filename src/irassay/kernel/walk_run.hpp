// A run file block by block: the lines of one query that stand together, checked and parsed. Shared by keeping
// (read_runs) and by scoring on the way (read_hits).
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "order.hpp"
#include "text.hpp"

namespace irassay {

// A run's columns: TREC's six, or MS MARCO's three, where the score is minus the rank.
enum class RunColumns : int { trec = 6, msmarco = 3 };
// What orders a list: its scores, or (to see what that would change) its rank column.
enum class OrderBy : int { score = 0, rank = 1 };

struct Block {
  std::string_view query;
  std::string_view tag;  // of the file's first line of data
  std::vector<Line> lines;
  bool ranks_rise = true;  // in the order of the file
};

namespace detail {

inline void add_line(Block& block, const Line& line) {
  block.ranks_rise &= block.lines.empty() || block.lines.back().rank <= line.rank;
  block.lines.push_back(line);
}

// Rank and score of a line of data; false where the line can't be used.
template <int N>
bool parse_line(const Fields& fields, uint64_t number, OrderBy by, Reading& reading, std::string_view& tag, Line& line) {
  constexpr int kDoc = N == 6 ? 2 : 1;
  constexpr int kRank = N == 6 ? 3 : 2;
  int64_t rank = 0;
  const bool ranked = parse_integer(fields[kRank], rank);
  if (N == 6) {
    if (!ranked) reading.note(Kind::rank, number, fields[kRank]);
    if (!parse_number(fields[4], line.score)) {
      reading.note(std::isnan(std::strtod(std::string(fields[4]).c_str(), nullptr)) ? Kind::nan : Kind::score, number,
                   fields[4]);
      return false;
    }
    if (std::isnan(line.score)) {
      reading.note(Kind::nan, number, fields[4]);
      return false;
    }
    if (!same_text(fields[5], tag)) {
      if (tag.empty())
        tag = fields[5];
      else
        reading.note(Kind::tag, number, fields[5]);
    }
  } else if (!ranked) {
    reading.note(Kind::score, number, fields[kRank]);
    return false;
  }
  if (N != 6 || by == OrderBy::rank) line.score = -static_cast<double>(rank);
  line.doc = fields.begin[kDoc];
  line.length = static_cast<uint32_t>(fields.end[kDoc] - fields.begin[kDoc]);
  line.rank = rank < 0 ? 0 : static_cast<uint32_t>(rank > 0xFFFFFFFF ? 0xFFFFFFFF : rank);
  line.number = static_cast<uint32_t>(number);
  return true;
}

// All lines of each query together, in the order in which the queries are first met.
template <int N, class Handler>
void walk_scattered(std::string_view text, OrderBy by, Reading& reading, Handler& handler) {
  std::unordered_map<std::string_view, size_t> index;
  std::vector<Block> blocks;
  size_t last = 0;
  std::string_view tag;
  walk_lines<N>(text, reading, [&](const Fields& fields, uint64_t number) {
    Line line{};
    if (!parse_line<N>(fields, number, by, reading, tag, line)) {
      ++reading.rejected;
      return;
    }
    const auto [at, added] = index.emplace(fields[0], blocks.size());
    if (added) {
      blocks.emplace_back();
      blocks.back().query = fields[0];
    } else if (at->second != last) {
      reading.note(Kind::scattered, number, fields[0]);
    }
    last = at->second;
    add_line(blocks[last], line);
  });
  reading.tag = std::string(tag);
  for (Block& block : blocks) handler.block(block, reading);
}

}  // namespace detail

// Hands every block to `handler.block(block, reading)`. Where a query returns after another (`handler.seen(query)`),
// `handler.restart()` is called and the file is walked once more with all blocks merged: rare.
template <int N, class Handler>
void walk_run(std::string_view text, OrderBy by, Reading& reading, Block& block, Handler& handler) {
  bool scattered = false;
  block.lines.clear();
  block.query = {};
  block.tag = {};
  const auto finish_block = [&] {
    if (!block.lines.empty()) handler.block(block, reading);
    block.lines.clear();
    block.ranks_rise = true;
  };
  walk_lines<N>(text, reading, [&](const Fields& fields, uint64_t number) {
    if (scattered) return;
    if (!same_text(fields[0], block.query)) {
      finish_block();
      block.query = fields[0];
      if (handler.seen(block.query)) {
        scattered = true;
        return;
      }
    }
    Line line{};
    if (!detail::parse_line<N>(fields, number, by, reading, block.tag, line)) {
      ++reading.rejected;
      return;
    }
    detail::add_line(block, line);
  });
  if (!scattered) {
    reading.tag = std::string(block.tag);
    finish_block();
    return;
  }
  reading = Reading();
  handler.restart();
  detail::walk_scattered<N>(text, by, reading, handler);
}

template <class Handler>
void walk_run(std::string_view text, RunColumns columns, OrderBy by, Reading& reading, Block& block, Handler& handler) {
  if (columns == RunColumns::trec)
    walk_run<6>(text, by, reading, block, handler);
  else
    walk_run<3>(text, by, reading, block, handler);
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
