// Builds JSON text. Pure C++, without V8.
#ifndef SRC_TEXT_JSON_OUT_H_
#define SRC_TEXT_JSON_OUT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "text/text_buffer.h"

namespace crash_collector {

class JsonOut {
 public:
  void Raw(std::string_view text) { text_.Append(text); }
  void Char(char c) { text_.Append(c); }
  void Unsigned(uint64_t value);
  void Integer(int64_t value);
  // The shortest text that reads back as the same number. `value` must be finite.
  void Double(double value);

  // Text of a JSON string without its quotes. Lone surrogates become \udXXX, so that they survive.
  void Latin1(const uint8_t* text, size_t length);
  void Utf16(const uint16_t* text, size_t length);
  // UTF-8 in which lone surrogates may stand as three bytes each. Bytes that are neither become U+FFFD.
  void Utf8(std::string_view text);

  void Base64(const uint8_t* bytes, size_t length);

  size_t size() const { return text_.size(); }
  std::string_view text() const { return text_.text(); }
  void Truncate(size_t size) { text_.Truncate(size); }
  void Clear() { text_.Truncate(0); }
  std::string Release();

 private:
  void EscapeAscii(uint8_t c);
  void EscapeUnit(uint16_t unit);
  TextBuffer text_;
};

// Appends UTF-16 as UTF-8, lone surrogates as three bytes each.
void AppendUtf8(const uint16_t* text, size_t length, std::string* out);
void AppendUtf8(const uint8_t* latin1, size_t length, std::string* out);

// The place where the first `units` UTF-16 units of a text in UTF-8 end.
size_t Utf8PrefixOfUnits(std::string_view text, size_t units);

}  // namespace crash_collector

#endif  // SRC_TEXT_JSON_OUT_H_
