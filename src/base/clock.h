// Converts libuv's nanoseconds to the milliseconds that JavaScript is given.
#ifndef SRC_BASE_CLOCK_H_
#define SRC_BASE_CLOCK_H_

#include <cstdint>

namespace crash_collector {

constexpr uint64_t kNsPerMs = 1'000'000;

inline double MsOf(uint64_t ns) { return static_cast<double>(ns) / static_cast<double>(kNsPerMs); }

}  // namespace crash_collector

#endif  // SRC_BASE_CLOCK_H_
