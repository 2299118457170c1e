// Builds JSON text in a buffer of fixed size, for code that runs in a signal handler: nothing here allocates, locks, or
// calls what signal-safety(7) does not list.
#ifndef SRC_SIGNALS_SAFE_TEXT_H_
#define SRC_SIGNALS_SAFE_TEXT_H_

#include <cstddef>
#include <cstdint>

namespace crash_collector {

class SafeText {
 public:
  // The buffer must outlive the text.
  SafeText(char* buffer, size_t capacity) : buffer_(buffer), capacity_(capacity) {}

  void Char(char c) {
    if (size_ < capacity_)
      buffer_[size_++] = c;
    else
      is_cut_ = true;
  }
  void Raw(const char* text, size_t size);
  void Raw(const char* text);  // ends with NUL
  void Unsigned(uint64_t value, int min_digits = 1);
  void Integer(int64_t value);
  // A JSON string: "0x7f00".
  void Address(uint64_t value);
  // Text of a JSON string without its quotes. Each byte that is not part of valid UTF-8 becomes a question mark.
  void Escaped(const char* utf8, size_t size);
  void Escaped(const char* utf8);  // ends with NUL

  // True if something found no room. Then the text is not whole, and must not be written.
  bool is_cut() const { return is_cut_; }
  const char* data() const { return buffer_; }
  size_t size() const { return size_; }
  void Clear() { Truncate(0); }
  // Takes back what was added after the text had this size.
  void Truncate(size_t size) {
    size_ = size;
    is_cut_ = false;
  }

 private:
  char* const buffer_;
  const size_t capacity_;
  size_t size_ = 0;
  bool is_cut_ = false;
};

}  // namespace crash_collector

#endif  // SRC_SIGNALS_SAFE_TEXT_H_
