// Reads the beginnings of V8 strings without making V8 build the whole of a huge one.
#ifndef SRC_WALK_RECORDS_STRING_READER_H_
#define SRC_WALK_RECORDS_STRING_READER_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace crash_collector {

// Units of a string, valid until the reader is used again and no garbage collection happens in between.
struct StringUnits {
  const uint8_t* latin1 = nullptr;  // one of the two is set
  const uint16_t* utf16 = nullptr;
  size_t length = 0;
};

class StringReader {
 public:
  explicit StringReader(v8::Isolate* isolate) : isolate_(isolate) {}

  // Reads the first `max_units` units. Returns false if that could take too much memory: to read a part of a
  // concatenated string, V8 copies the whole of it to one place first. Observed on Node.js 20 to 26 ('huge strings are
  // neither copied nor flattened' in test/native/graph-limits.test.js).
  [[nodiscard]] bool Read(v8::Local<v8::String> text, size_t max_units, StringUnits* units);

  // Reads the same units as UTF-8, lone surrogates as three bytes each.
  [[nodiscard]] bool ReadUtf8(v8::Local<v8::String> text, size_t max_units, std::string* utf8);

  // Call this before another walk.
  void ResetBudget() { copy_budget_ = kCopyBudget; }

 private:
  [[nodiscard]] bool ReadExternal(v8::Local<v8::String> text, StringUnits* units) const;
  // Bytes of V8's heap that a walk may use up for long strings.
  static constexpr int64_t kCopyBudget = 12 << 20;
  static constexpr int kLongString = 1 << 16;

  v8::Isolate* isolate_;
  int64_t copy_budget_ = kCopyBudget;
  std::vector<uint16_t> scratch_;
};

void AppendUtf8(const StringUnits& units, std::string* out);

}  // namespace crash_collector

#endif  // SRC_WALK_RECORDS_STRING_READER_H_
