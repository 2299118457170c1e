// Functions that the C++ library of a new compiler calls and that glibc 2.28 does not have. They are linked into the
// addons of the packages for glibc (old-glibc.js), and hidden, so that nobody else gets them.

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define HIDDEN extern "C" __attribute__((visibility("hidden")))

// glibc 2.32: whether the process has one thread, so that counters of references need no atomic operations.
HIDDEN char __libc_single_threaded;
char __libc_single_threaded = 0;

namespace {

constexpr long kNsPerSecond = 1'000'000'000;

// The same moment on the clock of the functions that glibc has always had.
timespec ToRealtime(clockid_t clock, const timespec* until) {
  timespec now;
  timespec realtime;
  clock_gettime(clock, &now);
  clock_gettime(CLOCK_REALTIME, &realtime);
  const time_t seconds = until->tv_sec - now.tv_sec + realtime.tv_sec;
  const long ns = until->tv_nsec - now.tv_nsec + realtime.tv_nsec;
  if (ns < 0) return {seconds - 1, ns + kNsPerSecond};
  if (ns >= kNsPerSecond) return {seconds + 1, ns - kNsPerSecond};
  return {seconds, ns};
}

// The function of this process's glibc; null in an old one.
template <typename Function>
Function* InThisGlibc(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

}  // namespace

// glibc 2.33; before, they were macros. On x64 and arm64 the kernel's struct is that of glibc.
HIDDEN int fstat64(int file, struct stat64* stats) { return static_cast<int>(syscall(SYS_fstat, file, stats)); }
HIDDEN int lstat64(const char* path, struct stat64* stats) {
  return static_cast<int>(syscall(SYS_newfstatat, AT_FDCWD, path, stats, AT_SYMLINK_NOFOLLOW));
}

// glibc 2.30
HIDDEN int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                                  const timespec* until) {
  static const auto wait = InThisGlibc<decltype(pthread_cond_clockwait)>("pthread_cond_clockwait");
  if (wait != nullptr) return wait(condition, mutex, clock, until);
  const timespec realtime = ToRealtime(clock, until);
  return pthread_cond_timedwait(condition, mutex, &realtime);
}

// glibc 2.30
HIDDEN int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock, const timespec* until) {
  static const auto lock = InThisGlibc<decltype(pthread_mutex_clocklock)>("pthread_mutex_clocklock");
  if (lock != nullptr) return lock(mutex, clock, until);
  const timespec realtime = ToRealtime(clock, until);
  return pthread_mutex_timedlock(mutex, &realtime);
}
