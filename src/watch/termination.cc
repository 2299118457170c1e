#include "watch/termination.h"

#include <node.h>

#include "base/quiet_thread.h"

#if defined(__linux__)
#include <unistd.h>

#include <cerrno>
#endif

namespace crash_collector {

#if defined(__linux__)

namespace {

// Node.js calls what was registered for the exit also in a process.kill() that it expects to end this process. What has
// to come then is the signal (`Kill` in https://github.com/nodejs/node/blob/0101e8b2c2/src/node_process_methods.cc).
bool IsInKill() {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  const v8::HandleScope scope(isolate);
  const v8::Local<v8::StackTrace> stack = v8::StackTrace::CurrentStackTrace(isolate, 1);
  if (stack->GetFrameCount() == 0) return false;
  const v8::Local<v8::String> name = stack->GetFrame(isolate, 0)->GetFunctionName();
  return !name.IsEmpty() && name->StringEquals(v8::String::NewFromUtf8Literal(isolate, "kill"));
}

}  // namespace

#endif

Termination& Termination::Shared() {
  static Termination* shared = new Termination;
  return *shared;
}

#if defined(__linux__)

void Termination::Forget() {
  const std::lock_guard<std::mutex> lock(mutex_);
  entry_.reset();
  if (pid_ == 0 || is_over_) return;
  is_over_ = true;
  for (Signal& signal : signals_) Disarm(&signal);
}

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
  // Not at ~Addon() alone, which process.exit() does not come to.
  node::AtExit(
      node::GetCurrentEnvironment(v8::Isolate::GetCurrent()->GetCurrentContext()),
      [](void* self) {
        if (!IsInKill()) static_cast<Termination*>(self)->Forget();
      },
      this);
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

void Termination::Disarm(Signal* signal) {
  if (signal->has_handle) (void)uv_signal_stop(&signal->handle);
  struct sigaction present;
  if (sigaction(signal->number, nullptr, &present) != 0) return;
  if (present.sa_handler == OnSignal) {
    (void)sigaction(signal->number, &signal->of_libuv, nullptr);
  } else if (present.sa_handler == SIG_DFL && signal->has_handle) {
    (void)sigaction(signal->number, &signal->before, nullptr);
  }
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
  const std::lock_guard<std::mutex> lock(mutex_);
  if (is_over_) {
    for (int i = 0; i < count; i++) (void)kill(getpid(), signal->number);
    return;
  }
  if (signal->has_handle) {
    (void)uv_signal_stop(&signal->handle);
    struct sigaction present;
    if (sigaction(signal->number, nullptr, &present) == 0 && present.sa_handler != SIG_DFL) {
      // In this order, because a listener may end the process.
      Arm(signal);
      for (int i = 0; i < count; i++) signal->of_libuv.sa_handler(signal->number);
      return;
    }
  }
  // Afterwards the process lives only if it is the first one of a container, which the kernel does not end.
  signal->is_left_alone = true;
  (void)sigaction(signal->number, &signal->before, nullptr);
  (void)kill(getpid(), signal->number);
}

#else

void Termination::Forget() {}

void Termination::Watch(const std::shared_ptr<ThreadEntry>&, uint64_t, uint64_t) {}

#endif

}  // namespace crash_collector
