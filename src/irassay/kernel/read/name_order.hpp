// Names in byte order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace irassay {

// The places 0..n-1 by name(place), a string view, in byte order. Most comparisons end in the first eight bytes, which stand beside.
template <class Name>
std::vector<uint32_t> by_name(size_t n, Name name) {
  struct Named {
    uint64_t start;
    uint32_t place;
  };
  std::vector<Named> all(n);
  for (size_t i = 0; i < n; ++i) {
    const std::string_view text = name(i);
    uint64_t start = 0;
    std::memcpy(&start, text.data(), std::min(text.size(), sizeof start));
    all[i] = {__builtin_bswap64(start), static_cast<uint32_t>(i)};
  }
  std::sort(all.begin(), all.end(), [&](const Named& a, const Named& b) {
    return a.start != b.start ? a.start < b.start : std::string_view(name(a.place)) < std::string_view(name(b.place));
  });
  std::vector<uint32_t> order(n);
  for (size_t i = 0; i < n; ++i) order[i] = all[i].place;
  return order;
}

}  // namespace irassay
