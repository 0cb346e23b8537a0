// Weights of documents in the scores of systems, by document: only those that are not 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace irassay {

struct Weights {
  const int64_t* ends;     // [document + 1]: where its entries begin
  const uint32_t* system;  // [entry], rising within a document
  const double* weight;    // [entry]
  size_t n_docs, n_systems;
};

// Sum over documents of `of` x weight x weight: [system][system].
std::vector<double> gram(const Weights& weights, const double* of);

// weight x form x weight of each document, of a symmetric form [system][system].
std::vector<double> quadratic(const Weights& weights, const double* form);

}  // namespace irassay
