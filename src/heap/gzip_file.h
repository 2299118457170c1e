// A file that is compressed as it is written, by the zlib that is part of Node.js.
#ifndef SRC_HEAP_GZIP_FILE_H_
#define SRC_HEAP_GZIP_FILE_H_

#include <zlib.h>

#include <array>
#include <cstddef>
#include <string>

namespace crash_collector {

class GzipFile {
 public:
  // Makes a file that only its owner may read. Fails if a file of that name exists.
  explicit GzipFile(const std::string& path);
  ~GzipFile();
  GzipFile(const GzipFile&) = delete;
  GzipFile& operator=(const GzipFile&) = delete;

  void Write(const char* data, size_t size);
  // Flushes the file to the disk. False if anything has failed since the beginning; error() says what.
  bool Close();

  bool failed() const { return error_ != 0; }
  int error() const { return error_; }  // an errno

 private:
  void Deflate(int flush);
  void Fail();

  int fd_ = -1;
  int error_ = 0;
  bool stream_open_ = false;
  z_stream stream_ = {};
  std::array<unsigned char, 65536> packed_;
};

}  // namespace crash_collector

#endif  // SRC_HEAP_GZIP_FILE_H_
