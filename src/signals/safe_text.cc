#include "signals/safe_text.h"

namespace crash_collector {

namespace {

constexpr char kHexDigits[] = "0123456789abcdef";

// Length of the UTF-8 character that begins here; 0 if there is none.
size_t CharacterLength(const unsigned char* text, size_t size) {
  const unsigned char first = text[0];
  size_t length = 0;
  if (first < 0x80)
    length = 1;
  else if (first >= 0xc2 && first < 0xe0)
    length = 2;
  else if (first >= 0xe0 && first < 0xf0)
    length = 3;
  else if (first >= 0xf0 && first < 0xf5)
    length = 4;
  if (length == 0 || length > size) return 0;
  for (size_t i = 1; i < length; i++) {
    if ((text[i] & 0xc0) != 0x80) return 0;
  }
  return length;
}

size_t LengthOf(const char* text) {
  size_t length = 0;
  while (text[length] != '\0') length++;
  return length;
}

}  // namespace

void SafeText::Raw(const char* text, size_t size) {
  for (size_t i = 0; i < size; i++) Char(text[i]);
}

void SafeText::Raw(const char* text) { Raw(text, LengthOf(text)); }

void SafeText::Unsigned(uint64_t value, int min_digits) {
  char digits[20];
  int count = 0;
  do {
    digits[count++] = static_cast<char>('0' + value % 10);
    value /= 10;
  } while (value != 0);
  for (int i = count; i < min_digits; i++) Char('0');
  while (count > 0) Char(digits[--count]);
}

void SafeText::Integer(int64_t value) {
  if (value < 0) Char('-');
  Unsigned(value < 0 ? -static_cast<uint64_t>(value) : static_cast<uint64_t>(value));
}

void SafeText::Address(uint64_t value) {
  Raw("\"0x");
  int shift = 60;
  while (shift > 0 && (value >> shift) == 0) shift -= 4;
  for (; shift >= 0; shift -= 4) Char(kHexDigits[(value >> shift) & 15]);
  Char('"');
}

void SafeText::Escaped(const char* utf8, size_t size) {
  const auto* text = reinterpret_cast<const unsigned char*>(utf8);
  for (size_t i = 0; i < size;) {
    const size_t length = CharacterLength(text + i, size - i);
    const unsigned char c = text[i];
    if (length == 0) {
      Char('?');
    } else if (c == '"' || c == '\\') {
      Char('\\');
      Char(static_cast<char>(c));
    } else if (c < 0x20) {
      Raw("\\u00");
      Char(kHexDigits[c >> 4]);
      Char(kHexDigits[c & 15]);
    } else {
      Raw(utf8 + i, length);
    }
    i += length == 0 ? 1 : length;
  }
}

void SafeText::Escaped(const char* utf8) { Escaped(utf8, LengthOf(utf8)); }

}  // namespace crash_collector
