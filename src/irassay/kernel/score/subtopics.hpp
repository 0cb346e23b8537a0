// Labels by subtopic, and the measures of novelty and diversity over them.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "score/graded_list.hpp"
#include "score/score.hpp"

namespace irassay {

// One query's labels by subtopic. Document (column) d has the entries start[d] .. start[d + 1].
struct SubtopicLabels {
  uint32_t n_subtopics = 0;
  std::vector<uint32_t> start;
  std::vector<uint32_t> subtopic;
  std::vector<int8_t> grade;
  std::vector<uint32_t> n_entries;   // [subtopic]
  std::vector<uint32_t> n_judged;    // [subtopic] entries whose grade is not negative
  std::vector<uint32_t> descending;  // columns by document id, highest byte string first
};

// Labels by subtopic of all queries, in the order of the Qrels whose columns they name.
struct Subtopics {
  std::vector<SubtopicLabels> labels;
  uint64_t of_qrels = 0;  // their serial number

  // Throws std::invalid_argument where these are of other labels.
  void check(const Qrels& qrels) const {
    if (of_qrels != qrels.serial.number()) throw std::invalid_argument("the subtopics are those of other labels");
  }
};

bool needs_subtopics(Op op);

// What a measure's value is divided by: that of the best ranking, of the best conceivable one, the number of subtopics
// that some document covers, or that of all subtopics.
double subtopic_ideal(const SubtopicLabels& labels, const MeasureSpec& spec);

double subtopic_value(const GradedList& list, const MeasureSpec& spec, const Constant& constant);

// A measure of each subtopic's labels alone, averaged: average precision, or precision at a multiple of R.
double mean_over_subtopics(const GradedList& list, const MeasureSpec& spec, const Constant& constant);

}  // namespace irassay
