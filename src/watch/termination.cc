#include "watch/termination.h"

#include "watch/quiet_thread.h"

#if defined(__linux__)
#include <unistd.h>

#include <cerrno>
#endif

namespace crash_collector {

Termination& Termination::Shared() {
  static Termination* shared = new Termination;
  return *shared;
}

void Termination::Forget() {
  const std::lock_guard<std::mutex> lock(mutex_);
  entry_.reset();
}

#if defined(__linux__)

void Termination::Watch(const std::shared_ptr<ThreadEntry>& entry, uint64_t enter_ms, uint64_t write_ms) {
  if (pid_ != 0 || uv_loop_init(&loop_) != 0) return;
  pid_ = getpid();
  entry_ = entry;
  enter_ms_ = enter_ms;
  write_ms_ = write_ms;
  if (sem_init(&came_, 0, 0) != 0 ||
      !StartQuietThread(
          "crash-terminate", [](void* self) { static_cast<Termination*>(self)->Run(); }, this)) {
    return;
  }
  for (Signal& signal : signals_) {
    if (sigaction(signal.number, nullptr, &signal.before) != 0 || signal.before.sa_handler == SIG_IGN) continue;
    // In a terminal a program may run code that SIGINT interrupts (`breakOnSigint` of node:vm). Node.js replaces the
    // handler for that time, and relies on libuv to install its own one again for the listeners
    // (`SigintWatchdogHelper` in https://github.com/nodejs/node/blob/0101e8b2c2/src/node_watchdog.cc).
    signal.has_handle =
        (signal.number != SIGINT || isatty(STDIN_FILENO) == 0) && uv_signal_init(&loop_, &signal.handle) == 0;
    // Node.js's handler has this flag. Another one is that of a listener, which another preload has added.
    if ((signal.before.sa_flags & SA_RESETHAND) == 0) {
      if (!signal.has_handle) continue;
      signal.before = {};
      signal.before.sa_handler = SIG_DFL;
    }
    Arm(&signal);
  }
}

void Termination::Arm(Signal* signal) {
  if (signal->has_handle && uv_signal_start(
                                &signal->handle, [](uv_signal_t*, int) {}, signal->number) != 0)
    return;
  struct sigaction present;
  if (sigaction(signal->number, nullptr, &present) != 0 || present.sa_handler == OnSignal) return;
  signal->of_libuv = present;
  struct sigaction action = {};
  action.sa_handler = OnSignal;
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  sigfillset(&action.sa_mask);
  (void)sigaction(signal->number, &action, nullptr);
}

void Termination::OnSignal(int number) {
  const int before = errno;
  Termination& shared = Shared();
  for (Signal& signal : shared.signals_) {
    if (signal.number != number) continue;
    if (getpid() == shared.pid_) {
      signal.count++;
      sem_post(&shared.came_);
    } else {
      // A child that was forked, and runs no other program, has no thread that would take the signal.
      sigaction(number, &signal.before, nullptr);
      raise(number);
    }
  }
  errno = before;
}

void Termination::Run() {
  for (;;) {
    if (sem_wait(&came_) != 0) continue;
    for (Signal& signal : signals_) {
      if (signal.count > 0 && !signal.is_left_alone) Take(&signal);
    }
  }
}

void Termination::Take(Signal* signal) {
  std::shared_ptr<ThreadEntry> entry;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    entry = entry_;
  }
  if (entry) {
    EntryRequest request;
    request.cause = EntryCause::kTerminated;
    request.signal = signal->number;
    request.enter_ms = enter_ms_;
    request.write_ms = write_ms_;
    (void)entry->Enter(request);
  }
  // Signals that have come in the meantime have no dump of their own, but their effect.
  PassOn(signal, signal->count.exchange(0));
}

void Termination::PassOn(Signal* signal, int count) {
  if (signal->has_handle) {
    (void)uv_signal_stop(&signal->handle);
    struct sigaction present;
    if (sigaction(signal->number, nullptr, &present) == 0 && present.sa_handler != SIG_DFL) {
      for (int i = 0; i < count; i++) signal->of_libuv.sa_handler(signal->number);
      Arm(signal);
      return;
    }
  }
  // Afterwards the process lives only if it is the first one of a container, which the kernel does not end.
  signal->is_left_alone = true;
  (void)sigaction(signal->number, &signal->before, nullptr);
  (void)kill(getpid(), signal->number);
}

#else

void Termination::Watch(const std::shared_ptr<ThreadEntry>&, uint64_t, uint64_t) {}

#endif

}  // namespace crash_collector
