// Classes of bytes, looked up in one table.
#ifndef SRC_REDACTION_CHARS_H_
#define SRC_REDACTION_CHARS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace crash_collector {
namespace redactor_chars {

using Class = uint8_t;
inline constexpr Class kUpper = 1;
inline constexpr Class kLower = 2;
inline constexpr Class kDigit = 4;
inline constexpr Class kHexLetter = 8;
inline constexpr Class kPlusSlash = 16;  // base64
inline constexpr Class kDashUnder = 32;  // base64url
inline constexpr Class kSpace = 64;
inline constexpr Class kNotable = 128;  // `= : - $ ~ % > , @ +`: a secret may begin or end at one

inline constexpr Class kLetter = kUpper | kLower;
inline constexpr Class kAlnum = kLetter | kDigit;
inline constexpr Class kHex = kDigit | kHexLetter;
inline constexpr Class kRun = kAlnum | kPlusSlash | kDashUnder;

constexpr std::array<Class, 256> MakeTable() {
  std::array<Class, 256> table{};
  for (int c = 'A'; c <= 'Z'; c++) table[c] |= kUpper;
  for (int c = 'a'; c <= 'z'; c++) table[c] |= kLower;
  for (int c = '0'; c <= '9'; c++) table[c] |= kDigit;
  for (int c = 'A'; c <= 'F'; c++) table[c] |= kHexLetter;
  for (int c = 'a'; c <= 'f'; c++) table[c] |= kHexLetter;
  table['+'] |= kPlusSlash;
  table['/'] |= kPlusSlash;
  table['-'] |= kDashUnder | kNotable;
  table['_'] |= kDashUnder;
  for (const char c : {' ', '\t', '\r', '\n'}) table[static_cast<unsigned char>(c)] |= kSpace;
  for (const char c : {'=', ':', '$', '~', '%', '>', ',', '@', '+'}) table[static_cast<unsigned char>(c)] |= kNotable;
  return table;
}

inline constexpr std::array<Class, 256> kTable = MakeTable();

inline Class ClassOf(char c) { return kTable[static_cast<unsigned char>(c)]; }
inline bool Is(char c, Class wanted) { return (ClassOf(c) & wanted) != 0; }
inline bool IsOneOf(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }
inline char ToLower(char c) { return Is(c, kUpper) ? static_cast<char>(c + ('a' - 'A')) : c; }

inline size_t SkipWhile(std::string_view text, size_t i, Class wanted) {
  while (i < text.size() && Is(text[i], wanted)) i++;
  return i;
}

// `lower` must be in small letters. The case of the text is ignored.
inline bool StartsWithNoCase(std::string_view text, size_t i, std::string_view lower) {
  if (i > text.size() || text.size() - i < lower.size()) return false;
  for (size_t k = 0; k < lower.size(); k++) {
    if (ToLower(text[i + k]) != lower[k]) return false;
  }
  return true;
}

inline bool StartsWith(std::string_view text, size_t i, std::string_view prefix) {
  return i <= text.size() && text.compare(i, prefix.size(), prefix) == 0;
}

}  // namespace redactor_chars
}  // namespace crash_collector

#endif  // SRC_REDACTION_CHARS_H_
