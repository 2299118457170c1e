// Remembers stacks for an hour, so that a loop that blocks again and again in one place leaves one dump.
#ifndef SRC_WATCH_SEEN_STACKS_H_
#define SRC_WATCH_SEEN_STACKS_H_

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace crash_collector {

class SeenStacks {
 public:
  // True if this stack was not seen in the last hour, and not too many others were.
  bool MayReport(uint64_t hash, uint64_t now_ns) {
    for (auto each = times_.begin(); each != times_.end();) {
      each = now_ns - each->second >= kHourNs ? times_.erase(each) : ++each;
    }
    return times_.size() < kMost && times_.emplace(hash, now_ns).second;
  }

 private:
  static constexpr uint64_t kHourNs = uint64_t{3600} * 1'000'000'000;
  // A program that blocks in ever new places must not write dumps all the time.
  static constexpr size_t kMost = 60;
  std::unordered_map<uint64_t, uint64_t> times_;
};

}  // namespace crash_collector

#endif  // SRC_WATCH_SEEN_STACKS_H_
