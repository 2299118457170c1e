// How many objects a walk left out, and why.
#ifndef SRC_MISSING_COUNTS_H_
#define SRC_MISSING_COUNTS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace crash_collector {

enum class MissingReason : uint8_t { kNone, kDepth, kObjectCount, kBytes, kTimeout };

struct MissingCounts {
  static constexpr std::array<std::string_view, 5> kNames = {"", "depth", "objectCount", "bytes", "timeout"};
  std::array<uint32_t, kNames.size()> counts{};
  void Add(MissingReason reason, uint32_t count = 1) { counts[static_cast<size_t>(reason)] += count; }
};

}  // namespace crash_collector

#endif  // SRC_MISSING_COUNTS_H_
