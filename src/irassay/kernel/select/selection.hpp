// Variants of a label set that keep a part of it. A grade in a variant is the label's own or kUnjudged; only noise.cpp
// changes grades. Which label is next is decided here, what a share or a depth means is not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "collection/collection.hpp"

namespace irassay {

constexpr uint64_t kKeptAtRandom = 0x6B657074;  // purposes of streams (resample/streams.hpp): part of the format
constexpr uint64_t kLabelNoise = 0x6E6F6973;

// Where a selection goes: grades[label * n_variants + variant], labels in the order of the qrels.
struct GradeTable {
  int8_t* grades;
  size_t n_variants;
};

// How many of its relevant labels a query keeps: most[query * n + share].
struct Shares {
  const uint32_t* most;
  size_t n;
};

// What becomes of relevant labels that a system doesn't retrieve.
enum class Unretrieved : int {
  last = 0,   // they follow the others, highest document id first
  never = 1,  // they are not kept
};

// The first label of each query, counted over all queries; then the number of labels.
std::vector<size_t> first_labels(const Qrels& qrels);

// Labels of grade `rel` or more, by query.
std::vector<uint32_t> count_relevant(const Qrels& qrels, int rel);

// Each of these keeps the first relevant labels (grade `rel` or more) of an order, as many as the share says, and every other
// label as it is.

// Random orders. Variant share * draws + draw; those of one draw are nested.
void keep_at_random(const Qrels& qrels, int rel, Shares shares, uint32_t draws, uint64_t key, unsigned threads, GradeTable out);

// The order in which a system retrieves them. Variant share * n_systems + system. Returns for each variant how many labels it
// keeps that its system retrieves.
std::vector<uint32_t> keep_by_runs(const Qrels& qrels, const Runs& runs, const Join& join, int rel, Shares shares,
                                   Unretrieved unretrieved, Ties ties, unsigned threads, GradeTable out);

// Highest value first, NaN last; equal ones by document id, highest first. values[label]; variant share.
void keep_by_value(const Qrels& qrels, int rel, Shares shares, const double* values, GradeTable out);

// These keep labels of any grade, and no others.

// Documents that some system has among its first depths[variant].
void keep_to_depth(const Qrels& qrels, const Runs& runs, const Join& join, const std::vector<uint32_t>& depths, Ties ties,
                   unsigned threads, GradeTable out);

// Documents that a system of a chosen group has among its first `depth`. group[system]; chosen[variant * n_groups + group].
struct GroupChoice {
  std::vector<uint32_t> group;
  uint32_t n_groups;
  const uint8_t* chosen;
};
void keep_of_groups(const Qrels& qrels, const Runs& runs, const Join& join, const GroupChoice& choice, uint32_t depth, Ties ties,
                    unsigned threads, GradeTable out);

// A new grade for every label. row[grade - kUnjudged] is the old grade's row of `reached`, or kNone; reached[row][i] is the
// probability of a new grade among the first i + 1 of `grades`.
struct Noise {
  std::vector<uint32_t> row;
  std::vector<int8_t> grades;
  const double* reached;
};
void redraw_grades(const Qrels& qrels, const Noise& noise, uint64_t key, unsigned threads, GradeTable out);

}  // namespace irassay
