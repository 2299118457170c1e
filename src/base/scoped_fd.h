// A file descriptor that is closed with its owner.
#ifndef SRC_BASE_SCOPED_FD_H_
#define SRC_BASE_SCOPED_FD_H_

#include <uv.h>

namespace crash_collector {

class ScopedFd {
 public:
  // Negative when there is none, as what opens files answers.
  explicit ScopedFd(int fd) : fd_(fd) {}
  ~ScopedFd() {
    if (fd_ < 0) return;
    uv_fs_t request;
    uv_fs_close(nullptr, &request, fd_, nullptr);
    uv_fs_req_cleanup(&request);
  }
  ScopedFd(const ScopedFd&) = delete;
  ScopedFd& operator=(const ScopedFd&) = delete;

  bool is_open() const { return fd_ >= 0; }
  int get() const { return fd_; }

 private:
  const int fd_;
};

}  // namespace crash_collector

#endif  // SRC_BASE_SCOPED_FD_H_
