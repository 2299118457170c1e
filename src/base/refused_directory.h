// Directories to which no dump is written, as in createDirectory() of packages/shared/dump/store.js: what others may
// change or have put there could show a dump to them.
#ifndef SRC_BASE_REFUSED_DIRECTORY_H_
#define SRC_BASE_REFUSED_DIRECTORY_H_

#if !defined(_WIN32)
#include <sys/stat.h>
#endif

#include <cerrno>

namespace crash_collector {

// Returns the error of a link (ELOOP), or of a directory to which all users may write (EPERM); else 0, also if there is
// no such directory. Async-signal-safe.
inline int WhyRefused(const char* directory) {
#if !defined(_WIN32)
  struct stat status {};
  if (lstat(directory, &status) != 0) return 0;
  if (S_ISLNK(status.st_mode)) return ELOOP;
  if ((status.st_mode & S_IWOTH) != 0) return EPERM;
#else
  static_cast<void>(directory);
#endif
  return 0;
}

}  // namespace crash_collector

#endif  // SRC_BASE_REFUSED_DIRECTORY_H_
