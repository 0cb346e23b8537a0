// Qrels from text, and from lists in memory.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "collection/collection.hpp"
#include "collection/doc_table.hpp"
#include "read/text.hpp"

namespace irassay {

// Collects labels in any order.
class QrelsBuilder {
 public:
  // Adds a label. Where the document already has one, nothing is added, `first` is the line of that one and the answer
  // says whether the grades agree; otherwise `first` is 0.
  bool add(std::string_view query, std::string_view doc, int8_t grade, uint64_t line, uint64_t& first);
  std::shared_ptr<Qrels> finish();

 private:
  struct Query {
    std::string_view name;  // the text of the index
    DocTable table;
    Labels labels;
    std::vector<uint32_t> lines;
  };
  Query& query(std::string_view name);

  std::unordered_map<std::string, size_t> index_;
  std::deque<Query> queries_;
  Query* last_ = nullptr;
};

// columns 4: query, iteration, document, grade; 3: query, document, grade.
std::shared_ptr<Qrels> read_qrels(std::string_view text, int columns, Reading& reading);

}  // namespace irassay
