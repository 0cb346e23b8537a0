// What was read from one file: counts, and the first problems of each kind. Policy (which kind is an error) is Python's.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace irassay {

enum class Kind : uint8_t {
  columns,          // wrong number of columns; `number` is how many there were
  score,            // not a number
  nan,              // a number that is not one
  grade,            // not an integer
  range,            // an integer beyond -127..127
  duplicate,        // document twice in a query; `number` is the first line
  conflict,         // the same with another grade
  same_rank,        // rank twice in a query of a run that is ordered by ranks; `number` is the first line
  rank_or_score,    // numbers of a query that may be ranks or scores; `number` is how many documents it has
  nul,              // a NUL byte
  utf8,             // invalid UTF-8
  point,            // a whole grade written with a decimal point
  rank,             // rank column is not a whole number
  tag,              // tag differs from the first line's
  space,            // a no-break or other Unicode space in an id
  control,          // a control character in an id
  scattered,        // a query's lines are not together
  carriage,         // line ends in CR LF
  kinds
};
constexpr size_t kKinds = static_cast<size_t>(Kind::kinds);
constexpr size_t kExamples = 20;  // problems of a kind that are kept

struct Problem {
  Kind kind;
  uint64_t line;    // from 1
  uint64_t number;  // see Kind
  std::string found;
  std::string query;
};

struct Reading {
  uint64_t lines = 0;
  uint64_t used = 0;
  uint64_t blank = 0;
  uint64_t comments = 0;
  uint64_t rejected = 0;
  bool byte_order_mark = false;
  std::string tag;  // of the first line of data
  std::array<uint64_t, kKinds> count{};
  std::vector<Problem> problems;

  void note(Kind kind, uint64_t line, std::string_view found = {}, uint64_t number = 0, std::string_view query = {}) {
    if (count[static_cast<size_t>(kind)]++ < kExamples)
      problems.push_back({kind, line, number, std::string(found.substr(0, 200)), std::string(query.substr(0, 200))});
  }
};

}  // namespace irassay
