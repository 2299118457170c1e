// Times: libuv's nanoseconds as the milliseconds that JavaScript is given, the processor time of a thread, and
// deadlines.
#ifndef SRC_BASE_CLOCK_H_
#define SRC_BASE_CLOCK_H_

#include <time.h>
#include <uv.h>

#include <cstdint>

namespace crash_collector {

constexpr uint64_t kNsPerMs = 1'000'000;

inline double MsOf(uint64_t ns) { return static_cast<double>(ns) / static_cast<double>(kNsPerMs); }

inline double NowMs() { return MsOf(uv_hrtime()); }

// The time of uv_hrtime() so many milliseconds ago; 0 if that was before the clock began.
inline uint64_t NsAgo(double ms) {
  const auto age_ns = static_cast<uint64_t>(ms * static_cast<double>(kNsPerMs));
  const uint64_t now_ns = uv_hrtime();
  return now_ns > age_ns ? now_ns - age_ns : 0;
}

// The processor time of this thread. On a busy machine the clock would charge work for the time of others.
inline uint64_t ThreadCpuNs() {
#if defined(CLOCK_THREAD_CPUTIME_ID)
  timespec now;
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0)
    return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
#endif
  return uv_hrtime();
}

// When work must end: at `at_ns` (of uv_hrtime), or when a thread has used up `cpu_ns` of processor time for it.
struct Deadline {
  uint64_t at_ns = UINT64_MAX;
  uint64_t cpu_ns = UINT64_MAX;
};

// Each thread that works has a watch of its own, made when it begins.
class DeadlineWatch {
 public:
  explicit DeadlineWatch(const Deadline& deadline) : deadline_(deadline), started_ns_(ThreadCpuNs()) {}
  bool IsOver() const {
    return uv_hrtime() > deadline_.at_ns ||
           (deadline_.cpu_ns != UINT64_MAX && ThreadCpuNs() - started_ns_ > deadline_.cpu_ns);
  }

 private:
  const Deadline deadline_;
  const uint64_t started_ns_;
};

}  // namespace crash_collector

#endif  // SRC_BASE_CLOCK_H_
