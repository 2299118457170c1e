#include "base/thread_stack.h"

#if defined(__linux__)
#include <pthread.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstring>
#elif defined(__APPLE__)
#include <pthread.h>
#elif defined(_WIN32)
#include <windows.h>
#endif

namespace crash_collector {

#if defined(__linux__)
#if !defined(__GLIBC__)
namespace {

// musl's pthread_getattr_np() tells how much of the main thread's stack is mapped now
// (https://git.musl-libc.org/cgit/musl/tree/src/thread/pthread_getattr_np.c). The kernel maps more when it is needed,
// as far as the limit below the stack's upper end, where the name of the executable stands.
uintptr_t MainStackEnd() {
  rlimit limit;
  const auto* name = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
  if (name == nullptr || getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return 0;
  const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  const uintptr_t top = reinterpret_cast<uintptr_t>(name) + strlen(name) + 1 + sizeof(void*);
  return (top + page - 1) / page * page - limit.rlim_cur;
}

}  // namespace
#endif

namespace {

struct StackRange {
  uintptr_t lowest_usable = 0;
  uintptr_t above = 0;
};

// Zeros if the platform does not tell. For the main thread glibc reads the mapping and the rlimit, so this is
// not called often.
StackRange ThisStack() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return {};
  void* lowest = nullptr;
  size_t size = 0;
  size_t guard = 0;
  const bool known = pthread_attr_getstack(&attributes, &lowest, &size) == 0;
  if (pthread_attr_getguardsize(&attributes, &guard) != 0) guard = 0;
  pthread_attr_destroy(&attributes);
  if (!known) return {};
  return {reinterpret_cast<uintptr_t>(lowest) + guard, reinterpret_cast<uintptr_t>(lowest) + size};
}

}  // namespace

uintptr_t ThreadStackEnd() {
#if !defined(__GLIBC__)
  if (syscall(SYS_gettid) == getpid()) return MainStackEnd();
#endif
  return ThisStack().lowest_usable;
}

uintptr_t ThreadStackBegin() { return ThisStack().above; }
#elif defined(__APPLE__)
uintptr_t ThreadStackEnd() {
  const pthread_t self = pthread_self();
  return reinterpret_cast<uintptr_t>(pthread_get_stackaddr_np(self)) - pthread_get_stacksize_np(self);
}
#elif defined(_WIN32)
uintptr_t ThreadStackEnd() {
  ULONG_PTR low = 0;
  ULONG_PTR high = 0;
  GetCurrentThreadStackLimits(&low, &high);
  return low;
}
#else
uintptr_t ThreadStackEnd() { return 0; }
#endif

#if !defined(__linux__)
uintptr_t ThreadStackBegin() { return 0; }
#endif

}  // namespace crash_collector
