// A file descriptor that is closed when its owner is destroyed.
#ifndef SRC_BASE_SCOPED_FD_H_
#define SRC_BASE_SCOPED_FD_H_

#include <uv.h>

namespace crash_collector {

class ScopedFd {
 public:
  // `fd` is negative if no file was opened, as open(2) and uv_fs_open() answer.
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
