// Loaded before the C library (LD_PRELOAD): makes a system call fail that concerns a dump, once or from then on, or
// ends the process there. Calls count whose path is that of a dump or begins with MADE_BELOW, and those with the
// descriptor of a dump that is written. FAIL_AT, FAIL_ERRNO and FAIL_HOW say which call fails, and how; FAIL_CALLS
// names a file that gets a byte for each call. All functions are async-signal-safe, because the dumps of fatal signals
// are written in a signal handler.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { kMostDescriptors = 1024 };

static int fail_at, fail_errno, calls, calls_fd = -1;
static const char *how = "", *made_below;
static char ours[kMostDescriptors];

__attribute__((constructor)) static void read_environment(void) {
  const char* text;
  if ((text = getenv("FAIL_AT")) != NULL) fail_at = atoi(text);
  if ((text = getenv("FAIL_ERRNO")) != NULL) fail_errno = atoi(text);
  if ((text = getenv("FAIL_HOW")) != NULL) how = strdup(text);
  if ((text = getenv("MADE_BELOW")) != NULL) made_below = strdup(text);
  if ((text = getenv("FAIL_CALLS")) != NULL)
    calls_fd = (int)syscall(SYS_openat, AT_FDCWD, text, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void die(void) {
  syscall(SYS_kill, (int)syscall(SYS_getpid), SIGKILL);
  for (;;) syscall(SYS_sched_yield);
}

static int is_how(const char* what) { return strcmp(how, what) == 0; }

static int is_dump(const char* path) {
  return strstr(path, ".ccdump") != NULL || (made_below != NULL && strncmp(path, made_below, strlen(made_below)) == 0);
}

static int is_ours(int fd) { return fd >= 0 && fd < kMostDescriptors && ours[fd]; }

// Counts a call. True if it is to fail; `*is_at` is set for the call itself, and not for later ones.
static int fails(int* is_at) {
  calls++;
  if (calls_fd >= 0) syscall(SYS_write, calls_fd, ".", 1);
  *is_at = calls == fail_at;
  if (*is_at && is_how("killed before")) die();
  return (*is_at && is_how("once")) || (fail_at > 0 && calls >= fail_at && is_how("from then on"));
}

// The end of each call: `result` of the system, or the failure.
#define CALL(counts, system_call)      \
  do {                                 \
    int is_at = 0;                     \
    if ((counts) && fails(&is_at)) {   \
      errno = fail_errno;              \
      return -1;                       \
    }                                  \
    const long result = (system_call); \
    if (is_at && is_how("killed after")) die(); \
    return (int)result;                \
  } while (0)

static int open_file(const char* path, int flags, unsigned mode) {
  int is_at = 0;
  const int counts = is_dump(path) && (flags & O_CREAT) != 0;
  if (counts && fails(&is_at)) {
    errno = fail_errno;
    return -1;
  }
  const int fd = (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
  if (fd >= 0 && fd < kMostDescriptors) ours[fd] = (char)counts;
  if (is_at && is_how("killed after")) die();
  return fd;
}

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const unsigned mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, unsigned) : 0;
  va_end(rest);
  return open_file(path, flags, mode);
}

int open64(const char* path, int flags, ...) __attribute__((alias("open")));

ssize_t write(int fd, const void* bytes, size_t size) {
  int is_at = 0;
  if (!is_ours(fd)) return syscall(SYS_write, fd, bytes, size);
  const int fail = fails(&is_at);
  if (fail) {
    errno = fail_errno;
    return -1;
  }
  const int is_short = (is_at && is_how("killed half")) || (fail_at > 0 && calls >= fail_at && is_how("short"));
  const ssize_t count = syscall(SYS_write, fd, bytes, is_short ? (size + 1) / 2 : size);
  if (is_at && (is_how("killed after") || is_how("killed half"))) die();
  return count;
}

int close(int fd) {
  const int counts = is_ours(fd);
  if (counts) ours[fd] = 0;
  int is_at = 0;
  const int fail = counts && fails(&is_at);
  const long result = syscall(SYS_close, fd);  // the system closes the descriptor even if it says that it failed
  if (fail) errno = fail_errno;
  if (is_at && is_how("killed after")) die();
  return fail ? -1 : (int)result;
}

int fsync(int fd) { CALL(is_ours(fd), syscall(SYS_fsync, fd)); }
int fchmod(int fd, mode_t mode) { CALL(is_ours(fd), syscall(SYS_fchmod, fd, mode)); }
int access(const char* path, int mode) {
  CALL(strstr(path, ".ccdump") != NULL, syscall(SYS_faccessat, AT_FDCWD, path, mode));
}
int rename(const char* from, const char* to) {
  CALL(is_dump(from), syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to));
}
int unlink(const char* path) { CALL(is_dump(path), syscall(SYS_unlinkat, AT_FDCWD, path, 0)); }
int mkdir(const char* path, mode_t mode) { CALL(is_dump(path), syscall(SYS_mkdirat, AT_FDCWD, path, mode)); }
int chmod(const char* path, mode_t mode) { CALL(is_dump(path), syscall(SYS_fchmodat, AT_FDCWD, path, mode)); }
