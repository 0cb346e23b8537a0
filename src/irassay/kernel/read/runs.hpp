// Runs from text: every document interned, every list ordered and kept. Files may be read on several threads at once.
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "collection/collection.hpp"
#include "collection/doc_table.hpp"
#include "machine/interrupt.hpp"
#include "read/run_blocks.hpp"

namespace irassay {

class RunsReader {
 public:
  RunsReader(size_t n_files, bool keep_scores) : files_(n_files), keep_scores_(keep_scores) {}

  // Throws std::out_of_range where there is no file of this number.
  void check(size_t file) const {
    if (file >= files_.size()) throw std::out_of_range("no file of this number");
  }
  // Reads file number `file`. Safe to call from several threads for different files.
  Reading read(size_t file, std::string_view text, RunColumns columns, OrderBy by);
  // Whoever reads now, or later, leaves by an exception.
  Watch& watch() { return watch_; }
  // One list from memory; queries of one file must not repeat.
  Reading add_list(size_t file, std::string_view query, const std::vector<std::string>& docs,
                   const std::vector<double>& scores);
  // Packs what was read; the reader is empty afterwards.
  std::shared_ptr<Runs> finish(std::vector<std::string> systems);

 private:
  struct Query {
    std::string name;
    uint32_t index = 0;
    std::atomic<bool> busy{false};
    std::atomic<Query*> next{nullptr};  // which query followed in some file: a guess that is checked
    DocTable table;
    Vocabulary docs;
  };
  struct List {
    Query* query;
    uint32_t begin;
    uint32_t length;
    bool contradicted;
  };
  struct File {
    std::vector<uint32_t> ids;
    std::vector<uint8_t> tied;
    std::vector<double> scores;
    std::vector<List> lists;
    std::vector<std::pair<Query*, SingleOrder>> single;
  };
  class Handler;

  Query* find_query(std::string_view name, Query* before);
  static void prefetch_query(const Query& query);
  using ListOf = std::pair<uint32_t, const List*>;  // of a system
  // The lists of one query, in the order of their systems.
  void pack(Query& query, const ListOf* first, const ListOf* last, Rankings& out) const;

  Watch watch_;
  std::vector<File> files_;
  bool keep_scores_;
  std::mutex mutex_;
  std::unordered_map<std::string_view, Query*> index_;
  std::deque<Query> queries_;
  std::atomic<uint32_t> stamps_{0};
};

}  // namespace irassay
