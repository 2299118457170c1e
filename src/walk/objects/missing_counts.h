// Counts the objects that a walk left out, by reason.
#ifndef SRC_WALK_OBJECTS_MISSING_COUNTS_H_
#define SRC_WALK_OBJECTS_MISSING_COUNTS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace crash_collector {

enum class MissingReason : uint8_t { kNone, kDepth, kObjectCount, kBytes, kTimeout, kCollected };

struct MissingCounts {
  static constexpr std::array<std::string_view, 6> kNames = {"",      "depth",   "objectCount",
                                                             "bytes", "timeout", "collected"};
  // A count is negative if more objects were found than are missing since.
  std::array<int64_t, kNames.size()> counts{};
  void Add(MissingReason reason) { counts[static_cast<size_t>(reason)]++; }
  // The counts of objects that are missing in addition to `earlier`.
  MissingCounts Since(const MissingCounts& earlier) const {
    MissingCounts more;
    for (size_t i = 0; i < counts.size(); i++) more.counts[i] = counts[i] - earlier.counts[i];
    return more;
  }
};

}  // namespace crash_collector

#endif  // SRC_WALK_OBJECTS_MISSING_COUNTS_H_
