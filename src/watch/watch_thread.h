// The native thread that watches the main thread's event loop and the memory of a container, and takes requests for
// dumps. One for the process. It sleeps until a request comes; only if the loop is watched does it wake twice in the
// time that a loop may be blocked, and up to ten times a second if the memory is. It keeps nothing alive and ends with
// the process. Linux only.
#ifndef SRC_WATCH_WATCH_THREAD_H_
#define SRC_WATCH_WATCH_THREAD_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "base/memory_group.h"
#include "watch/ask.h"
#include "watch/thread_entry.h"

namespace crash_collector {

struct WatchOptions {
  uint64_t blocked_ms = 0;  // a loop that makes no turn for this time is blocked; 0: the loop is not watched
  bool takes_asks = false;
  int signal = 0;                                          // which asks, too; 0 for none
  std::shared_ptr<const std::vector<MemoryGroup>> memory;  // null: it is not watched
  uint32_t memory_percent = 0;                             // of a limit, from which on it is nearly used up
};

class WatchThread {
 public:
  // Never destroyed: the thread may run until the process is gone.
  static WatchThread& Shared();

  // Starts the thread if it is needed. May be called again to change the options. False if there is no thread.
  bool Watch(const std::shared_ptr<ThreadEntry>& entry, const WatchOptions& options);
  // The entry is closed, and no other one takes its place.
  void Forget();

 private:
  struct Watched {
    std::shared_ptr<ThreadEntry> entry;
    WatchOptions options;
  };

  WatchThread() = default;
  bool Start();
  void Run();
  Watched Current();
  void Take(const Message& message, const Watched& watched);
  void LookAtLoop(const Watched& watched, uint64_t now_ns);
  void LookAtMemory(const Watched& watched);
  std::optional<EntryRequest> LookAtGroup(const MemoryGroup& group, size_t index, const WatchOptions& options);
  static void OnSignal(int signal);
  void ListenTo(int signal);

  std::mutex mutex_;
  Watched watched_;
  bool started_ = false;
  int listened_to_ = 0;
  static std::atomic<int> tid_;

  // Only the thread itself uses these.
  std::optional<Heartbeat> last_;
  uint64_t looked_ns_ = 0;
  uint64_t blocked_ns_ = 0;
  bool reported_ = false;
  uint64_t memory_pause_ns_ = 1;  // before the next look; the first one comes at once
  struct SeenGroup {
    uint64_t limit = 0;
    bool reported = false;
  };
  std::vector<SeenGroup> groups_;  // as WatchOptions::memory
};

}  // namespace crash_collector

#endif  // SRC_WATCH_WATCH_THREAD_H_
