#include "report/quiet_sync_trace.h"

#include <cstdio>
#include <mutex>

namespace crash_collector {

#ifdef __GLIBC__
namespace {

// Threads may report at the same time, so the first puts the stream that drops everything there, and the last puts
// back what was there.
std::mutex* const mutex = new std::mutex();
int users = 0;
FILE* original = nullptr;

FILE* Dropping() {
  // Without a function that writes, the C library drops what is written. No descriptor is opened.
  static FILE* const stream = fopencookie(nullptr, "w", cookie_io_functions_t{});
  return stream;
}

}  // namespace

QuietSyncTrace::QuietSyncTrace() {
  const std::lock_guard<std::mutex> lock(*mutex);
  if (users++ > 0 || Dropping() == nullptr) return;
  original = stderr;
  stderr = Dropping();
}

QuietSyncTrace::~QuietSyncTrace() {
  const std::lock_guard<std::mutex> lock(*mutex);
  if (--users > 0 || original == nullptr) return;
  stderr = original;
  original = nullptr;
}
#else
QuietSyncTrace::QuietSyncTrace() = default;
QuietSyncTrace::~QuietSyncTrace() = default;
#endif

}  // namespace crash_collector
