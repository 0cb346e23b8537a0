// How many labels settle the order of two systems: documents get labels one by one, in a given order, with grades drawn from the
// estimate, until no completion of what is still missing can change what is said of the pair.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bound/completion.hpp"
#include "bound/row.hpp"
#include "estimate/expected_scores.hpp"

namespace irassay {

// What is to be labelled: documents that some run returns for the query and nobody judged, first to last.
struct LabelOrder {
  std::vector<uint32_t> query;
  std::vector<std::string> doc;
};

// Of each draw.
struct Settled {
  std::vector<uint32_t> labels;  // given when all pairs are settled; one more than there are documents where they aren't
  std::vector<uint32_t> pairs;   // settled once all documents have a label
};

class Settler {
 public:
  // tolerance: sums over queries no further apart are equal.
  Settler(std::shared_ptr<const Qrels> qrels, std::shared_ptr<const Runs> runs, Task task, const Expecter& expecter,
          const LabelOrder& order, std::vector<uint32_t> a, std::vector<uint32_t> b, uint32_t n_draws, double tolerance);

  // A pair is settled when one system is ahead under every completion of what has no label yet, or the two are equal under every one.
  Settled settle(uint32_t threads) const;

  // The level that each document's label has in each draw: [draw * documents + document].
  std::vector<uint8_t> drawn() const;

 private:
  struct Range {
    double low, high;
  };
  // One query: the lists of the systems asked for, and which documents get labels when.
  struct Sheet {
    std::vector<uint32_t> hole_start, gained_start, length;  // [system asked for]
    std::vector<Hole> holes;
    std::vector<Gained> gained;
    std::vector<double> gains;
    uint64_t n_universe = 0;
    std::vector<uint32_t> place;  // [hole's document] how many of the query's documents get a label before it; kNone: it gets none
    std::vector<uint32_t> steps;  // place in the order of each of the query's documents, ascending
    std::vector<uint8_t> levels;  // [draw * steps.size() + i]
  };
  // Two systems of one query after some of its documents got labels; reused.
  struct Leaf {
    QueryHoles query;
    Sums sums;
    RowScratch scratch;
    std::vector<uint32_t> row_of;
  };
  // What no label changes of one pair.
  struct Start {
    Range rest;                // of queries that get no label
    std::vector<Range> first;  // of the others, without labels
  };
  // Ranges of one pair in one draw by how many labels each query has got, filled as they are asked for.
  struct Ledger {
    Leaf leaf;
    uint32_t pair, draw;
    std::vector<Range> range;
  };

  void lay_sheet(const QueryHoles& query, const std::vector<uint32_t>& systems, Sheet& sheet) const;
  void lay_list(const Sheet& sheet, uint32_t system, uint32_t draw, uint32_t n_labels, Leaf& leaf) const;
  Range range(const Sheet& sheet, uint32_t pair, uint32_t draw, uint32_t n_labels, Leaf& leaf) const;
  Start start(uint32_t pair, Leaf& leaf) const;
  void open(const Start& start, uint32_t pair, uint32_t draw, Ledger& ledger) const;
  bool settled(const Start& start, uint32_t n_labels, Ledger& ledger) const;
  uint32_t search(const Start& start, uint32_t from, Ledger& ledger) const;
  void one_draw(const std::vector<Start>& starts, uint32_t draw, Settled& out) const;

  Task task_;
  uint32_t n_docs_, n_draws_;
  double tolerance_;
  std::vector<uint32_t> a_, b_;  // [pair] among the systems asked for
  std::vector<Sheet> sheets_;
  std::vector<uint32_t> active_;  // sheets with documents to label
};

}  // namespace irassay
