// Converts libuv's nanoseconds to the milliseconds that JavaScript is given.
#ifndef SRC_BASE_CLOCK_H_
#define SRC_BASE_CLOCK_H_

#include <uv.h>

#include <cstdint>

namespace crash_collector {

constexpr uint64_t kNsPerMs = 1'000'000;

inline double MsOf(uint64_t ns) { return static_cast<double>(ns) / static_cast<double>(kNsPerMs); }

// The time of uv_hrtime() so many milliseconds ago; 0 if that was before the clock began.
inline uint64_t NsAgo(double ms) {
  const auto age_ns = static_cast<uint64_t>(ms * static_cast<double>(kNsPerMs));
  const uint64_t now_ns = uv_hrtime();
  return now_ns > age_ns ? now_ns - age_ns : 0;
}

}  // namespace crash_collector

#endif  // SRC_BASE_CLOCK_H_
