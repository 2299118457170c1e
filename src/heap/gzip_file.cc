#include "heap/gzip_file.h"

#include <fcntl.h>

#include <cerrno>

#if defined(_WIN32)
#include <io.h>
#define CC_OPEN _open
#define CC_WRITE _write
#define CC_CLOSE _close
#define CC_SYNC _commit
#define CC_FLAGS (_O_WRONLY | _O_CREAT | _O_EXCL | _O_BINARY)
#else
#include <sys/stat.h>
#include <unistd.h>
#define CC_OPEN open
#define CC_WRITE write
#define CC_CLOSE close
#define CC_SYNC fsync
#define CC_FLAGS (O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC)
#endif

namespace crash_collector {

namespace {

constexpr int kOwnerOnly = 0600;
constexpr int kLevel = 1;  // higher levels take several times as long for a tenth less, and the dying process waits
constexpr int kGzipWindowBits = 15 + 16;
constexpr int kMemoryLevel = 8;

}  // namespace

GzipFile::GzipFile(const std::string& path) : fd_(CC_OPEN(path.c_str(), CC_FLAGS, kOwnerOnly)) {
#ifndef _WIN32
  if (fd_ != -1) fchmod(fd_, kOwnerOnly);  // the umask may have taken away what the owner needs
#endif
  if (fd_ == -1) {
    Fail();
  } else if (deflateInit2(&stream_, kLevel, Z_DEFLATED, kGzipWindowBits, kMemoryLevel, Z_DEFAULT_STRATEGY) == Z_OK) {
    stream_open_ = true;
  } else {
    error_ = ENOMEM;
  }
}

GzipFile::~GzipFile() {
  if (stream_open_) deflateEnd(&stream_);
  if (fd_ != -1) CC_CLOSE(fd_);
}

void GzipFile::Fail() {
  if (error_ == 0) error_ = errno;
}

void GzipFile::Write(const char* data, size_t size) {
  if (failed()) return;
  stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data));
  stream_.avail_in = static_cast<uInt>(size);
  Deflate(Z_NO_FLUSH);
}

void GzipFile::Deflate(int flush) {
  do {
    stream_.next_out = packed_.data();
    stream_.avail_out = static_cast<uInt>(packed_.size());
    deflate(&stream_, flush);
    const size_t size = packed_.size() - stream_.avail_out;
    for (size_t done = 0; done < size;) {
      const auto count = CC_WRITE(fd_, packed_.data() + done, size - done);
      if (count < 0 && errno == EINTR) continue;
      if (count == 0) errno = EIO;
      if (count <= 0) return Fail();
      done += static_cast<size_t>(count);
    }
  } while (stream_.avail_out == 0);
}

bool GzipFile::Close() {
  if (!failed()) Deflate(Z_FINISH);
  if (!failed() && CC_SYNC(fd_) != 0) Fail();
  if (fd_ != -1 && CC_CLOSE(fd_) != 0) Fail();
  fd_ = -1;
  return !failed();
}

}  // namespace crash_collector
