// Dumps of a process that SIGTERM or SIGINT asks to end. After the dump the signal has the effect that it would have
// had without the collector. Linux only.
//
// Node.js handles both signals from its start on, to reset the terminal before they end the process. When an
// application listens to a signal, libuv's handler takes that place. The collector has to come before both. libuv
// installs its handler for the first handle of a signal only, whatever loop the handle belongs to (`uv__signal_start`
// in https://github.com/nodejs/node/blob/0101e8b2c2/deps/uv/src/unix/signal.c). So the collector starts such a handle,
// on a loop that never runs, and installs its own handler over libuv's. Listeners of the application come and go later
// without replacing it. The same handle tells if there are any: libuv removes the handler together with the last
// handle.
#ifndef SRC_WATCH_TERMINATION_H_
#define SRC_WATCH_TERMINATION_H_

#include <uv.h>

#include <cstdint>
#include <memory>
#include <mutex>

#include "watch/thread_entry.h"

#if defined(__linux__)
#include <semaphore.h>
#include <sys/types.h>

#include <atomic>
#include <csignal>
#endif

namespace crash_collector {

class Termination {
 public:
  // Never destroyed: its thread may run until the process is gone.
  static Termination& Shared();

  // Call this on the main thread before the application's code, once. If V8 cannot be entered within `enter_ms`, the
  // signal has its effect without a dump; if the dump is not complete `write_ms` later, it has its effect then.
  void Watch(const std::shared_ptr<ThreadEntry>& entry, uint64_t enter_ms, uint64_t write_ms);
  // Call this on the main thread while libuv still works: the entry is closed, and signals have their effect without
  // the collector. Once libuv has shut down, its functions for signals end the process by abort()
  // (`uv__signal_block_and_lock` in https://github.com/nodejs/node/blob/0101e8b2c2/deps/uv/src/unix/signal.c).
  void Forget();

 private:
  Termination() = default;

#if defined(__linux__)
  struct Signal {
    int number;
    bool has_handle = false;
    uv_signal_t handle = {};
    struct sigaction before = {};    // ends the process
    struct sigaction of_libuv = {};  // calls the listeners of the application
    std::atomic<int> count{0};       // of signals that have come and had no effect yet
    bool is_left_alone = false;      // the collector handles the signal no more
  };

  static void OnSignal(int number);
  static void Arm(Signal* signal);
  static void Disarm(Signal* signal);
  void Run();
  void Take(Signal* signal);
  void PassOn(Signal* signal, int count);

  uv_loop_t loop_ = {};  // after the start only the thread uses it
  Signal signals_[2] = {{SIGTERM}, {SIGINT}};
  sem_t came_ = {};
  pid_t pid_ = 0;
  bool is_over_ = false;
#endif

  std::mutex mutex_;  // for what follows, `is_over_`, and calls of libuv after the start
  std::shared_ptr<ThreadEntry> entry_;
  uint64_t enter_ms_ = 0;
  uint64_t write_ms_ = 0;
};

}  // namespace crash_collector

#endif  // SRC_WATCH_TERMINATION_H_
