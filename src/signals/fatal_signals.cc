#include "signals/fatal_signals.h"

#include <dlfcn.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace crash_collector {

namespace {

constexpr std::array<int, 6> kSignals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
constexpr size_t kPageBytes = 4096;
// The handler itself needs some kilobytes; a signal frame with the registers of AVX-512 and AMX takes eleven.
constexpr size_t kStackBytes = 64 * 1024;
constexpr size_t kMostThreads = 256;
// A second thread that receives a fatal signal waits so long for the dump of the first one.
constexpr int kMostWaitMs = 5000;
constexpr int kMostPrintMs = 200;

// True if the signal is a trap of WebAssembly, which becomes a JavaScript exception. Node.js exports the function, and
// calls it in a handler of its own (TrapWebAssemblyOrContinue in
// https://github.com/nodejs/node/blob/v20.20.2/src/node.cc), but does not ship its header
// (deps/v8/include/v8-wasm-trap-handler-posix.h there).
using TryHandleTrap = bool(int number, siginfo_t* info, void* context);
constexpr char kTryHandleTrapName[] = "_ZN2v829TryHandleWebAssemblyTrapPosixEiP9siginfo_tPv";

struct ThreadSlot {
  std::atomic<int> thread{0};  // the system's number; 0 for a slot that is free
  uint64_t id = 0;
  void* stack = nullptr;  // null if the thread had a stack for signal handlers already
};

// Everything that the handler uses, mapped when the handlers are installed.
struct State {
  std::atomic<const SignalDumpParts*> parts{nullptr};  // null while no dump is wanted
  std::atomic<bool> prints{false};
  int pid = 0;
  TryHandleTrap* try_handle_trap = nullptr;
  std::array<struct sigaction, kSignals.size()> before;
  std::array<ThreadSlot, kMostThreads> threads;
  std::atomic<int> writer{0};  // the thread that writes a dump
  std::atomic<int> first_signal{0};
  std::atomic<bool> done{false};
  SignalDump dump;
};

std::atomic<State*> shared_state{nullptr};

int CurrentThread() { return static_cast<int>(syscall(SYS_gettid)); }

const ThreadSlot* FindThread(const State& state, int thread) {
  for (const ThreadSlot& slot : state.threads) {
    if (slot.thread.load(std::memory_order_acquire) == thread) return &slot;
  }
  return nullptr;
}

void Print(const char* text, size_t size) {
  while (size > 0) {
    const ssize_t count = write(STDERR_FILENO, text, size);
    if (count > 0) {
      text += count;
      size -= static_cast<size_t>(count);
    } else if (count < 0 && errno == EAGAIN) {
      pollfd descriptor = {STDERR_FILENO, POLLOUT, 0};
      if (poll(&descriptor, 1, kMostPrintMs) <= 0) return;
    } else if (count == 0 || errno != EINTR) {
      return;
    }
  }
}

void PrintOutcome(const char* path, int error) {
  char bytes[4096 + 256];
  SafeText line(bytes, sizeof(bytes));
  if (path != nullptr) {
    line.Raw("crash-collector: dump written to ");
    line.Raw(path);
  } else {
    line.Raw("crash-collector: no dump: the system's error ");
    line.Integer(error);
  }
  line.Char('\n');
  Print(line.data(), line.size());
}

// A fault of an instruction comes again when the handler returns. Any other signal must be sent again.
bool ComesAgain(int number, const siginfo_t& info) {
  return info.si_code > 0 && (number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL);
}

// Lets the signal take the way that it would have taken without the collector.
void PassOn(const State& state, int number, siginfo_t* info) {
  for (size_t i = 0; i < kSignals.size(); i++) {
    if (kSignals[i] == number) sigaction(number, &state.before[i], nullptr);
  }
  // While the handler runs, its signal is blocked, so the signal arrives when the handler returns.
  if (!ComesAgain(number, *info)) syscall(SYS_rt_tgsigqueueinfo, getpid(), CurrentThread(), number, info);
}

// Ends the process by the signal that came first.
void DieOf(int number) {
  signal(number, SIG_DFL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
  syscall(SYS_tgkill, getpid(), CurrentThread(), number);
}

// True if the interrupted code could not have received the signal: it was the handler of that signal.
bool IsBlocked(const void* context, int number) {
  return sigismember(&static_cast<const ucontext_t*>(context)->uc_sigmask, number) == 1;
}

void WriteDump(State* state, const SignalDumpParts& parts, int number, siginfo_t* info, void* context, int thread) {
  const ThreadSlot* slot = FindThread(*state, thread);
  const SignalEvent event{number, info, context, state->pid, thread, slot != nullptr, slot == nullptr ? 0 : slot->id};
  const char* path = state->dump.Write(event, parts);
  if (state->prints.load()) PrintOutcome(path, state->dump.error());
}

void OnSignal(int number, siginfo_t* info, void* context) {
  const int saved_errno = errno;
  State* state = shared_state.load(std::memory_order_acquire);
  if (number == SIGSEGV && state->try_handle_trap != nullptr && state->try_handle_trap(number, info, context)) {
    errno = saved_errno;
    return;
  }
  const SignalDumpParts* parts = state->parts.load(std::memory_order_acquire);
  const int thread = CurrentThread();
  int writer = 0;
  // A child process between fork() and exec() has the handlers, but is another process.
  if (parts == nullptr || getpid() != state->pid) {
    PassOn(*state, number, info);
  } else if (state->writer.compare_exchange_strong(writer, thread)) {
    state->first_signal = number;
    WriteDump(state, *parts, number, info, context, thread);
    state->done = true;
    PassOn(*state, number, info);
  } else if (writer == thread && IsBlocked(context, state->first_signal)) {
    DieOf(state->first_signal);
  } else {
    for (int waited = 0; waited < kMostWaitMs && !state->done.load(); waited++) {
      const timespec millisecond = {0, 1'000'000};
      nanosleep(&millisecond, nullptr);
    }
    PassOn(*state, number, info);
  }
  errno = saved_errno;
}

// Parts that handlers may still use are kept; there are few, one for each change of the configuration.
struct Owner {
  std::mutex mutex;
  std::vector<std::unique_ptr<const SignalDumpParts>> parts;
};

Owner& SharedOwner() {
  static auto* owner = new Owner;  // never destroyed: workers may still end while the process exits
  return *owner;
}

bool IsIgnored(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) == 0 && action.sa_handler == SIG_IGN;
}

bool IsDefault(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) == 0 && action.sa_handler == SIG_DFL;
}

void InstallHandlers(State* state) {
  struct sigaction action {};
  action.sa_sigaction = OnSignal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  // Nothing else is blocked, so that a fault in the handler is noticed, and ends the process by the first signal.
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < kSignals.size(); i++) {
    struct sigaction& before = state->before[i];
    if (sigaction(kSignals[i], nullptr, &before) != 0 || IsIgnored(before)) continue;
    // Without V8's answer a trap of WebAssembly would be taken for a crash.
    if (kSignals[i] == SIGSEGV && state->try_handle_trap == nullptr && !IsDefault(before)) continue;
    sigaction(kSignals[i], &action, nullptr);
  }
}

}  // namespace

std::string WatchSignals(SignalDumpParts parts, bool prints) {
  Owner& owner = SharedOwner();
  const std::lock_guard<std::mutex> lock(owner.mutex);
  State* state = shared_state.load();
  const bool is_first = state == nullptr;
  if (is_first) {
    // Mapped, so that only the pages that a signal handler writes to will take memory.
    void* memory = mmap(nullptr, sizeof(State), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return "there is no memory for it";
    state = new (memory) State;
    state->pid = getpid();
    state->try_handle_trap = reinterpret_cast<TryHandleTrap*>(dlsym(RTLD_DEFAULT, kTryHandleTrapName));
  }
  owner.parts.push_back(std::make_unique<const SignalDumpParts>(std::move(parts)));
  state->parts.store(owner.parts.back().get(), std::memory_order_release);
  state->prints = prints;
  if (is_first) {
    shared_state.store(state, std::memory_order_release);
    InstallHandlers(state);
  }
  return "";
}

void ForgetSignals() {
  State* state = shared_state.load();
  if (state != nullptr) state->parts = nullptr;
}

bool AddSignalThread(uint64_t thread_id) {
  State* state = shared_state.load();
  if (state == nullptr) return false;
  const int thread = CurrentThread();
  if (FindThread(*state, thread) != nullptr) return true;
  Owner& owner = SharedOwner();
  const std::lock_guard<std::mutex> lock(owner.mutex);
  for (ThreadSlot& slot : state->threads) {
    if (slot.thread.load() != 0) continue;
    slot.id = thread_id;
    slot.stack = nullptr;
    stack_t current{};
    if (sigaltstack(nullptr, &current) == 0 && (current.ss_flags & SS_DISABLE) != 0) {
      void* memory =
          mmap(nullptr, kPageBytes + kStackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (memory != MAP_FAILED) {
        // A handler that needs more ends at this page, and does not write into other memory.
        mprotect(memory, kPageBytes, PROT_NONE);
        stack_t stack{};
        stack.ss_sp = static_cast<char*>(memory) + kPageBytes;
        stack.ss_size = kStackBytes;
        sigaltstack(&stack, nullptr);
        slot.stack = memory;
      }
    }
    slot.thread.store(thread, std::memory_order_release);
    break;
  }
  return true;
}

void RemoveSignalThread() {
  State* state = shared_state.load();
  if (state == nullptr) return;
  const int thread = CurrentThread();
  Owner& owner = SharedOwner();
  const std::lock_guard<std::mutex> lock(owner.mutex);
  for (ThreadSlot& slot : state->threads) {
    if (slot.thread.load() != thread) continue;
    slot.thread = 0;
    stack_t current{};
    if (slot.stack == nullptr || sigaltstack(nullptr, &current) != 0) return;
    // Other code may have given the thread another stack since.
    if (current.ss_sp == static_cast<char*>(slot.stack) + kPageBytes) {
      stack_t none{};
      none.ss_flags = SS_DISABLE;
      sigaltstack(&none, nullptr);
      munmap(slot.stack, kPageBytes + kStackBytes);
    }
    return;
  }
}

}  // namespace crash_collector
