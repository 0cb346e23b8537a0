// Documents of a query that are taken as one under the name of one of them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "collection/collection.hpp"

namespace irassay {

// One query's documents that are the same; the first of them names them all.
struct SameDocs {
  std::string query;
  std::vector<std::string> docs;
};

// The runs with such documents as one: in each list the best placed stays, under the name of all, the others leave and the list
// closes up. Queries and documents that the runs don't have change nothing.
std::shared_ptr<Runs> merge_docs(const Runs& runs, const std::vector<SameDocs>& groups);

}  // namespace irassay
