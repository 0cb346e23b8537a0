// Runs as bytes and back: for copies in other processes of the same machine or of one like it, and no format of files.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "collection/collection.hpp"

namespace irassay {

std::string save_runs(const Runs& runs);

// Throws std::invalid_argument where the bytes are not those of `save_runs`.
std::shared_ptr<Runs> load_runs(std::string_view bytes);

}  // namespace irassay
