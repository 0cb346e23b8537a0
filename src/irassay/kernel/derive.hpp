// Nouns made from nouns: residual runs, stacks of variants.
#pragma once

#include <memory>

#include "collection.hpp"

namespace irassay {

// The runs without the documents labelled in `earlier`; queries that nobody answers any more are left out.
std::shared_ptr<Runs> residual(const Runs& runs, const Qrels& earlier);

// Variants from grades[row][variant], rows in the order of the base's queries and documents. `owner` keeps the grades.
std::shared_ptr<Stack> make_stack(std::shared_ptr<const Qrels> base, std::shared_ptr<const void> owner,
                                  const int8_t* grades, size_t n_rows, size_t n_variants);

}  // namespace irassay
