// The kernel's nouns: labels, rankings, and what joins them. Layout only; reading is in read/, scoring in score/.
// Documents are interned per query: an id is small, and means nothing outside its query.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "collection/packed_scores.hpp"

namespace irassay {

constexpr int8_t kUnjudged = -128;          // a state of its own, never a grade
constexpr uint32_t kNone = 0xFFFFFFFFu;     // "no such query, document or column"

// Which noun this is: another number for each, for a copy too. What is made of a noun remembers whose it is.
class Serial {
 public:
  Serial() : number_(next()) {}
  Serial(const Serial&) : number_(next()) {}
  Serial& operator=(const Serial&) {
    number_ = next();
    return *this;
  }
  uint64_t number() const { return number_; }

 private:
  static uint64_t next() {
    static std::atomic<uint64_t> last{0};
    return ++last;
  }
  uint64_t number_;
};

// One query's documents, each once, numbered in the order met.
class Vocabulary {
 public:
  uint32_t size() const { return static_cast<uint32_t>(end_.size()); }
  std::string_view doc(uint32_t id) const {
    const uint32_t begin = id == 0 ? 0 : end_[id - 1];
    return {text_.data() + begin, end_[id] - begin};
  }
  uint32_t add(std::string_view doc) {
    text_.insert(text_.end(), doc.begin(), doc.end());
    end_.push_back(static_cast<uint32_t>(text_.size()));
    return size() - 1;
  }
  void reserve(size_t n_docs, size_t n_bytes) {
    end_.reserve(n_docs);
    text_.reserve(n_bytes);
  }
  const std::vector<char>& text() const { return text_; }
  const std::vector<uint32_t>& ends() const { return end_; }
  void shrink() {
    text_.shrink_to_fit();
    end_.shrink_to_fit();
  }

 private:
  std::vector<char> text_;
  std::vector<uint32_t> end_;
};

// The labels of one query. grades[d] belongs to docs.doc(d).
struct Labels {
  Vocabulary docs;
  std::vector<int8_t> grades;
};

// Labels of all queries, in byte order of the query ids.
struct Qrels {
  std::vector<std::string> queries;
  std::vector<Labels> labels;  // [query]
  Serial serial;
};

// Grades that stand somewhere else.
struct GradeBlock {
  const int8_t* first;
  size_t n;
  const int8_t* data() const { return first; }
  const int8_t* begin() const { return first; }
  const int8_t* end() const { return first + n; }
};

// V variants of one label set: grades[query][doc * n_variants + variant], kUnjudged where a variant has no label.
struct Stack {
  std::shared_ptr<const Qrels> base;
  uint32_t n_variants = 0;
  std::vector<GradeBlock> grades;
  std::shared_ptr<const void> owner;  // keeps the grades: they may be gigabytes, and are not copied
};

// What one system's list looks like when scores are read as 32-bit floats, kept only where that changes order or ties.
struct SingleOrder {
  uint32_t system;
  std::vector<uint32_t> ids;   // best first
  std::vector<bool> tied;      // tied[i]: same float32 score as ids[i - 1]
};

// All systems' answers to one query. List s is ids start[s] .. start[s + 1], best first: score descending, equal scores
// by document id, highest byte string first. An empty list means that the run does not have the query.
struct Rankings {
  Vocabulary docs;
  uint32_t width = 1;                      // bytes an id takes in `packed`: 1, 2 or 4
  std::vector<uint8_t> packed;
  std::vector<uint32_t> start;             // [system + 1]
  std::vector<bool> tied;                  // [position]: same float64 score as the document before it in the list
  std::vector<SingleOrder> single;         // by system, ascending
  PackedScores scores;                     // by system, only when scores are kept
  std::vector<uint32_t> contradicted;      // systems whose rank column contradicts their scores, ascending

  uint32_t n_systems() const { return static_cast<uint32_t>(start.size()) - 1; }
  uint32_t length(uint32_t system) const { return start[system + 1] - start[system]; }
  uint32_t id(uint32_t position) const {
    switch (width) {
      case 1: return packed[position];
      case 2: return reinterpret_cast<const uint16_t*>(packed.data())[position];
      default: return reinterpret_cast<const uint32_t*>(packed.data())[position];
    }
  }
  const SingleOrder* single_order(uint32_t system) const {
    for (const auto& order : single)
      if (order.system == system) return &order;
    return nullptr;
  }
};

enum class Ties : int { float64 = 0, float32 = 1 };

// Rankings of all queries, in byte order of the query ids.
struct Runs {
  std::vector<std::string> systems;
  std::vector<std::string> queries;
  std::vector<Rankings> rankings;  // [query]
  Serial serial;
};

// The ids of one list, best first, under a tie rule. `ids` is overwritten.
void list_ids(const Rankings& rankings, uint32_t system, Ties ties, std::vector<uint32_t>& ids);

// Runs against Qrels: for each query of the qrels, where the runs have it, and each retrieved document's column among
// the query's labels.
struct Join {
  std::vector<uint32_t> query;                  // [qrels query] -> index into Runs::queries, or kNone
  std::vector<std::vector<uint32_t>> column;    // [qrels query][run document id] -> index into Labels, or kNone
  uint64_t of_qrels = 0, of_runs = 0;           // their serial numbers

  // Throws std::invalid_argument where this joins others.
  void check(const Runs& runs) const {
    if (of_runs != runs.serial.number()) throw std::invalid_argument("the join is that of other runs");
  }
  void check(const Qrels& qrels, const Runs& runs) const {
    check(runs);
    if (of_qrels != qrels.serial.number()) throw std::invalid_argument("the join is that of other labels");
  }
};
Join join(const Qrels& qrels, const Runs& runs);

// A judged document in a list. All measures need only these, and how long the list is.
struct Hit {
  uint32_t rank;    // from 0
  uint32_t column;  // index into the query's Labels
};

// One system's answer to one query as the scorer sees it.
struct Answer {
  const Hit* hits;
  uint32_t n_hits;
  uint32_t n_retrieved;  // 0: the run does not have the query
};

// All systems' answers to one query.
struct Hits {
  std::vector<Hit> hits;
  std::vector<uint32_t> start;        // [system + 1]
  std::vector<uint32_t> n_retrieved;  // [system]
  Answer answer(uint32_t system) const {
    return {hits.data() + start[system], start[system + 1] - start[system], n_retrieved[system]};
  }
};
// Judged documents of every list of one qrels query. `out` is reused between queries.
void find_hits(const Runs& runs, const Join& join, uint32_t qrels_query, Ties ties, Hits& out);

}  // namespace irassay
