// Nouns made from nouns: residual runs, stacks of variants.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "collection/collection.hpp"

namespace irassay {

// The runs without the documents labelled in `earlier`; queries that nobody answers any more are left out.
std::shared_ptr<Runs> residual(const Runs& runs, const Qrels& earlier);

// The runs without the documents that are not among `docs`; queries that nobody answers any more are left out.
std::shared_ptr<Runs> runs_of_docs(const Runs& runs, const std::vector<std::string>& docs);

// The runs without each query's own document, whose id is the query's; queries that nobody answers any more are left out.
std::shared_ptr<Runs> without_identical_ids(const Runs& runs);

// Where a list has its query's own document: query and system.
std::vector<std::pair<std::string, uint32_t>> identical_ids(const Runs& runs);

// The runs with the first `depth` documents of each list, under each tie rule those that it ranks first.
std::shared_ptr<Runs> first_docs(const Runs& runs, uint32_t depth);

// The same lists under other names, one for each system.
std::shared_ptr<Runs> renamed(const Runs& runs, std::vector<std::string> systems);

// Variants from grades[row][variant], rows in the order of the base's queries and documents. `owner` keeps the grades.
std::shared_ptr<Stack> make_stack(std::shared_ptr<const Qrels> base, std::shared_ptr<const void> owner,
                                  const int8_t* grades, size_t n_rows, size_t n_variants);

}  // namespace irassay
