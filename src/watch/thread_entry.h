// Enters V8 on the thread that runs an isolate, when another thread asks for it: while JavaScript runs, by an interrupt
// of V8, which comes at the next call of a function or turn of a loop; while the event loop waits, by a task of
// Node.js's platform. The stack is captured, and the collector's JavaScript writes a dump. Then the program goes on.
//
// V8's documentation forbids to run JavaScript in an interrupt. Node.js's own inspector does it to evaluate expressions
// while a program runs (`MainThreadInterface::Post` in
// https://github.com/nodejs/node/blob/0101e8b2c2/src/inspector/main_thread_interface.cc).
#ifndef SRC_WATCH_THREAD_ENTRY_H_
#define SRC_WATCH_THREAD_ENTRY_H_

#include <uv.h>
#include <v8-platform.h>
#include <v8.h>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "watch/seen_stacks.h"

namespace crash_collector {

class ThrowHooks;

enum class EntryCause : int { kBlockedLoop = 0, kAsked = 1, kSignal = 2, kTerminated = 3, kMemoryLimit = 4 };

struct EntryRequest {
  EntryCause cause = EntryCause::kAsked;
  bool all_tasks = false;  // suspended functions are wanted however long it takes to find them
  uint64_t turns = 0;      // of the loop, when it was found to be blocked
  double blocked_ms = 0;
  int signal = 0;             // that asks the process to end
  uint64_t used_bytes = 0;    // memory of the control group, and
  uint64_t limit_bytes = 0;   // how much it may be
  uint32_t outer_groups = 0;  // how many groups further out than that of the process it is
  uint64_t enter_ms = 0;      // V8 must be entered within this time, and
  uint64_t write_ms = 0;      // the dump be written within this time more; 0 for both: however long it takes
};

// Pauses between two attempts to enter. Programs that mostly run Node.js's own functions run their own for a moment
// only.
inline constexpr std::chrono::microseconds kFirstPause{100};
inline constexpr std::chrono::microseconds kLongestPause{2'000};

// V8 calls interrupts mostly where a function begins and has no variables yet (ThreadEntry::MayHaveNoVariables() has
// the evidence). Another attempt may find it further on.
inline constexpr int kMostEntriesAtStart = 10;

// Changes whenever the event loop makes a turn or waits.
struct Heartbeat {
  uint64_t turns = 0;
  uint64_t idle_ns = 0;
  bool operator==(const Heartbeat& other) const { return turns == other.turns && idle_ns == other.idle_ns; }
};

class ThreadEntry {
 public:
  // `on_enter(cause, captureId, allTasks, blockedMs, waitedMs, signal, usedBytes, limitBytes)` writes the dump and
  // returns a text. It must not throw. `hooks` returns null if the thread has none. Call this on the isolate's
  // thread.
  ThreadEntry(v8::Isolate* isolate, uv_loop_t* loop, std::function<ThrowHooks*()> hooks,
              v8::Local<v8::Function> on_enter);
  ~ThreadEntry() = default;
  ThreadEntry(const ThreadEntry&) = delete;
  ThreadEntry& operator=(const ThreadEntry&) = delete;

  // On the isolate's thread, before the isolate or the loop ends. Nothing is entered after that.
  void Close();

  // The two may be called on any other thread. Nothing is returned after Close().
  std::optional<Heartbeat> ReadHeartbeat();
  // Waits until the thread was entered. Returns what `on_enter` has returned; empty if there was nothing to write, if
  // time was up, or if the thread has ended.
  std::string Enter(const EntryRequest& request);

 private:
  enum class State { kIdle, kWaiting, kRunning, kPostponed, kDone };
  class Task;

  static void OnInterrupt(v8::Isolate* isolate, void* data);
  void OnEntered(bool interrupted);
  void PostTask();
  // Nothing if the dump cannot be written here, and another entry has to be tried.
  std::optional<std::string> Handle(bool interrupted);
  std::optional<std::string> HandleWithRoom(bool interrupted);
  bool MayHaveNoVariables(const ThrowHooks* hooks);
  std::string Write();
  Heartbeat HeartbeatNow() const;

  std::timed_mutex entering_;  // held by the one request that is under way
  std::mutex mutex_;
  std::condition_variable changed_;
  v8::Isolate* isolate_;  // null after Close()
  uv_loop_t* const loop_;
  std::shared_ptr<v8::TaskRunner> runner_;
  const std::function<ThrowHooks*()> hooks_;
  v8::Global<v8::Context> context_;
  v8::Global<v8::Function> on_enter_;
  const bool can_read_limit_;
  State state_ = State::kIdle;
  EntryRequest request_;
  uint64_t asked_ns_ = 0;
  bool has_task_ = false;
  std::string answer_;

  // Of the request under way. While the isolate's thread is entered, only that thread uses these.
  int entries_at_start_ = 0;
  std::optional<double> waited_ms_;  // until V8 let this class in
  bool is_captured_ = false;
  uint32_t captured_ = 0;
  SeenStacks seen_;
};

}  // namespace crash_collector

#endif  // SRC_WATCH_THREAD_ENTRY_H_
