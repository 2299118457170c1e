#include "base/thread_stack.h"

#if defined(__linux__)
#include <pthread.h>
#elif defined(__APPLE__)
#include <pthread.h>
#elif defined(_WIN32)
#include <windows.h>
#endif

namespace crash_collector {

#if defined(__linux__)
uintptr_t ThreadStackEnd() {
  pthread_attr_t attributes;
  // glibc reads the mapping and the rlimit for the main thread, so this is not called often.
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  void* end = nullptr;
  size_t size = 0;
  size_t guard = 0;
  const bool known = pthread_attr_getstack(&attributes, &end, &size) == 0;
  if (pthread_attr_getguardsize(&attributes, &guard) != 0) guard = 0;
  pthread_attr_destroy(&attributes);
  return known ? reinterpret_cast<uintptr_t>(end) + guard : 0;
}
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

}  // namespace crash_collector
