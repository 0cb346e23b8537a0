// Several lists a query into one: by the ranks of documents, or by their scores.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "collection/collection.hpp"

namespace irassay {

enum class FusionMethod { rbc, rrf, combsum, combmnz, weighted };
enum class Normalise { minmax, zscore, none };

struct Fusion {
  FusionMethod method = FusionMethod::rbc;
  double phi = 0.9, rrf_k = 60;
  std::vector<double> weights;  // [system], of `weighted`
  Normalise normalise = Normalise::minmax;
};

// One system of that name: the documents of all lists of a query, the first `depth`. Parts of a score are added in the order of
// the systems; a list that lacks a document adds nothing. Scores, where the method needs them, must have been kept.
std::shared_ptr<Runs> fuse(const Runs& runs, const Fusion& fusion, const std::string& name, uint32_t depth, uint32_t threads);

// Which lists make up a fused one: the query's name, and for each list the number of its runs and its query there.
struct FusedFrom {
  std::string query;
  std::vector<std::pair<uint32_t, std::string>> lists;
};
// The same by rbc for lists that stand in several runs of one system each; one that stands twice counts twice.
std::shared_ptr<Runs> fuse_lists(const std::vector<std::shared_ptr<const Runs>>& runs, const std::vector<FusedFrom>& plan, double phi,
                                 const std::string& name, uint32_t depth, uint32_t threads);

}  // namespace irassay
