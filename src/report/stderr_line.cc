#include "report/stderr_line.h"

#if defined(_WIN32)
#include <io.h>
#else
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#endif

namespace crash_collector {

void WriteStderrLine(const std::string& line) {
  if (line.empty()) return;
  const std::string text = line + "\n";
#if defined(_WIN32)
  (void)_write(2, text.data(), static_cast<unsigned>(text.size()));
#else
  size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = write(STDERR_FILENO, text.data() + written, text.size() - written);
    if (count > 0) {
      written += static_cast<size_t>(count);
    } else if (count < 0 && errno == EAGAIN) {
      // Node.js makes pipes non-blocking, and this one is full.
      pollfd descriptor = {STDERR_FILENO, POLLOUT, 0};
      if (poll(&descriptor, 1, 200) <= 0) return;
    } else if (count == 0 || errno != EINTR) {
      return;
    }
  }
#endif
}

}  // namespace crash_collector
