// Writes a dump from a signal handler: a file of gzip members, as every dump is, whose contents are stored and not
// compressed, so that nothing is allocated. Async-signal-safe.
#ifndef SRC_SIGNALS_DUMP_FILE_H_
#define SRC_SIGNALS_DUMP_FILE_H_

#include <time.h>

#include <cstddef>
#include <cstdint>

namespace crash_collector {

class DumpFile {
 public:
  // Makes the directory if it is missing, and opens a new file in it, under its final name and `.partial`.
  // `name_start`: what comes before the date. False if that is not possible; error() then is the number of the error.
  bool Open(const char* directory, const char* name_start, const timespec& time, int pid, uint64_t thread_id);
  // Writes lines as one gzip member.
  void Add(const char* lines, size_t size);
  // Gives the file its final name. If something could not be written, the file is removed. Returns the path, or null.
  const char* Finish();
  int error() const { return error_; }

 private:
  bool OpenNumber(int number);
  void Write(const unsigned char* bytes, size_t size);

  int fd_ = -1;
  int error_ = 0;
  size_t prefix_ = 0;  // of the path, up to the number
  char path_[4096 + 128];
  char partial_[4096 + 128];
};

// The time as a dump's header has it: 2026-11-21T02:32:27.123Z. `out` gets 24 characters and NUL.
void WriteTime(const timespec& time, char* out);

}  // namespace crash_collector

#endif  // SRC_SIGNALS_DUMP_FILE_H_
