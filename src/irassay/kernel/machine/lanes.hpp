// Four doubles side by side. The compiler's vector types: AVX2 where there is one, plain code elsewhere.
#pragma once

#include <cstdint>
#include <cstring>

namespace irassay {

typedef double Lanes __attribute__((vector_size(32)));
typedef int64_t Mask __attribute__((vector_size(32)));

inline Lanes spread(double value) { return Lanes{value, value, value, value}; }
inline Lanes load(const double* from) {
  Lanes out;
  std::memcpy(&out, from, sizeof out);
  return out;
}
inline void store(double* to, Lanes value) { std::memcpy(to, &value, sizeof value); }
inline Lanes larger(Lanes a, Lanes b) { return a > b ? a : b; }
inline Lanes smaller(Lanes a, Lanes b) { return a > b ? b : a; }
inline bool any(Mask mask) { return (mask[0] | mask[1] | mask[2] | mask[3]) != 0; }

}  // namespace irassay
