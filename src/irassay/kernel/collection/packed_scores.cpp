// How a list's scores become whole numbers, and which way takes the fewest bytes.
#include "collection/packed_scores.hpp"

#include <cmath>
#include <cstring>
#include <limits>

namespace irassay {

namespace {

// What a whole number counts: 10^-unit up to kMostDecimals, or places of a float.
constexpr uint8_t kMostDecimals = 22;  // powers of ten that are doubles: a division by one rounds once
constexpr uint8_t kSingle = 254;
constexpr uint8_t kDouble = 255;
constexpr double kExact = 9007199254740992.0;  // whole numbers up to 2^53 are doubles

constexpr double kPowersOfTen[kMostDecimals + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

uint64_t bits_of(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

// Neighbouring floats become neighbouring whole numbers, negative ones too.
int64_t place_of(double value) {
  const auto bits = static_cast<int64_t>(bits_of(value));
  return bits ^ ((bits >> 63) & INT64_MAX);
}
double at_place(int64_t place) {
  const int64_t bits = place ^ ((place >> 63) & INT64_MAX);
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
int64_t place_of(float value) {
  int32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits ^ ((bits >> 31) & INT32_MAX);
}
float single_at_place(int64_t place) {
  const auto whole = static_cast<int32_t>(place);
  const int32_t bits = whole ^ ((whole >> 31) & INT32_MAX);
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

double score_of(int64_t whole, uint8_t unit) {
  if (unit == kDouble) return at_place(whole);
  if (unit == kSingle) return single_at_place(whole);
  return static_cast<double>(whole) / kPowersOfTen[unit];
}

// `score` as a whole number of `unit`; false where that is not the same score, to the last bit.
bool whole_of(double score, uint8_t unit, int64_t& whole) {
  if (unit == kDouble) {
    whole = place_of(score);
    return true;
  }
  if (unit == kSingle) {
    if (std::isfinite(score) && std::fabs(score) > std::numeric_limits<float>::max()) return false;
    const auto narrow = static_cast<float>(score);
    whole = place_of(narrow);
    return bits_of(static_cast<double>(narrow)) == bits_of(score);
  }
  const double scaled = std::nearbyint(score * kPowersOfTen[unit]);
  if (!(std::fabs(scaled) <= kExact)) return false;
  whole = static_cast<int64_t>(scaled);
  return bits_of(score_of(whole, unit)) == bits_of(score);
}

bool whole_list(const double* scores, uint32_t n, uint8_t unit, std::vector<int64_t>& out) {
  for (uint32_t i = 0; i < n; ++i)
    if (!whole_of(scores[i], unit, out[i])) return false;
  return true;
}

// The coarsest power of ten of which all scores are whole numbers; kDouble where there is none.
uint8_t decimals_of(const double* scores, uint32_t n, std::vector<int64_t>& out) {
  uint8_t unit = 0;
  for (uint32_t i = 0; i < n; ++i)
    while (!whole_of(scores[i], unit, out[i]))
      if (++unit > kMostDecimals) return kDouble;
  return unit;
}

// Bytes that the largest difference between neighbours takes. A list that rises somewhere takes all eight: they wrap around.
uint8_t width_of(const std::vector<int64_t>& wholes) {
  uint64_t all = 0;
  for (size_t i = 1; i < wholes.size(); ++i) all |= static_cast<uint64_t>(wholes[i - 1]) - static_cast<uint64_t>(wholes[i]);
  uint8_t width = 0;
  for (; all != 0; all >>= 8) ++width;
  return width;
}

}  // namespace

void PackedScores::add(const double* scores, uint32_t n) {
  start_.push_back(bytes_.size());
  if (n == 0) return;
  std::vector<int64_t> wholes(n), best(n);
  uint8_t unit = kDouble;
  whole_list(scores, n, kDouble, best);
  uint8_t width = width_of(best);
  const auto try_unit = [&](uint8_t candidate) {
    if (candidate == kDouble || !whole_list(scores, n, candidate, wholes)) return;
    const uint8_t narrower = width_of(wholes);
    if (narrower >= width) return;
    unit = candidate;
    width = narrower;
    best.swap(wholes);
  };
  try_unit(kSingle);
  try_unit(decimals_of(scores, n, wholes));
  bytes_.push_back(unit);
  bytes_.push_back(width);
  uint64_t left = static_cast<uint64_t>(best[0]);
  for (int byte = 0; byte < 8; ++byte, left >>= 8) bytes_.push_back(static_cast<uint8_t>(left));
  for (uint32_t i = 1; i < n; ++i) {
    left = static_cast<uint64_t>(best[i - 1]) - static_cast<uint64_t>(best[i]);
    for (int byte = 0; byte < width; ++byte, left >>= 8) bytes_.push_back(static_cast<uint8_t>(left));
  }
}

std::vector<double> PackedScores::list(uint32_t list, uint32_t n) const {
  std::vector<double> out;
  if (n == 0) return out;
  const uint8_t* from = bytes_.data() + start_[list];
  const uint8_t unit = *from++;
  const uint8_t width = *from++;
  const auto take = [&](int bytes) {
    uint64_t whole = 0;
    for (int byte = 0; byte < bytes; ++byte) whole |= static_cast<uint64_t>(*from++) << (8 * byte);
    return whole;
  };
  uint64_t whole = take(8);
  out.push_back(score_of(static_cast<int64_t>(whole), unit));
  for (uint32_t i = 1; i < n; ++i) {
    whole -= take(width);
    out.push_back(score_of(static_cast<int64_t>(whole), unit));
  }
  return out;
}

}  // namespace irassay
