#include "text/json_out.h"

#include <array>
#include <charconv>

namespace crash_collector {

namespace {

constexpr char kHexDigits[] = "0123456789abcdef";

// True for characters that stand in a JSON string as they are: printable ASCII but `"` and `\`.
constexpr std::array<bool, 256> MakePlain() {
  std::array<bool, 256> plain{};
  for (int c = 0x20; c < 0x7f; c++) plain[c] = c != '"' && c != '\\';
  return plain;
}
constexpr std::array<bool, 256> kPlain = MakePlain();

constexpr bool IsHighSurrogate(uint32_t unit) { return (unit & ~0x3ffu) == 0xd800; }
constexpr bool IsLowSurrogate(uint32_t unit) { return (unit & ~0x3ffu) == 0xdc00; }
constexpr bool IsSurrogate(uint32_t unit) { return (unit & ~0x7ffu) == 0xd800; }

// UTF-8 of a code point: 1 to 4 bytes.
size_t EncodeCodePoint(uint32_t code_point, char* out) {
  const auto continuation = [code_point](int shift) { return static_cast<char>(0x80 | (code_point >> shift & 0x3f)); };
  if (code_point < 0x80) {
    out[0] = static_cast<char>(code_point);
    return 1;
  }
  if (code_point < 0x800) {
    out[0] = static_cast<char>(0xc0 | code_point >> 6);
    out[1] = continuation(0);
    return 2;
  }
  if (code_point < 0x10000) {
    out[0] = static_cast<char>(0xe0 | code_point >> 12);
    out[1] = continuation(6);
    out[2] = continuation(0);
    return 3;
  }
  out[0] = static_cast<char>(0xf0 | code_point >> 18);
  out[1] = continuation(12);
  out[2] = continuation(6);
  out[3] = continuation(0);
  return 4;
}

void AppendCodePoint(uint32_t code_point, TextBuffer* out) {
  char bytes[4];
  out->Append(std::string_view(bytes, EncodeCodePoint(code_point, bytes)));
}

void AppendCodePoint(uint32_t code_point, std::string* out) {
  char bytes[4];
  out->append(bytes, EncodeCodePoint(code_point, bytes));
}

constexpr uint32_t kInvalid = 0xffffffff;

// Reads one code point at text[*at] and moves *at behind it. Surrogates are let through.
uint32_t NextCodePoint(std::string_view text, size_t* at) {
  const auto byte = [text](size_t index) { return static_cast<uint8_t>(text[index]); };
  const uint8_t lead = byte((*at)++);
  if (lead < 0x80) return lead;
  const int more = lead >= 0xf0 && lead < 0xf5   ? 3
                   : lead >= 0xe0 && lead < 0xf0 ? 2
                   : lead >= 0xc2 && lead < 0xe0 ? 1
                                                 : 0;
  if (more == 0 || *at + more > text.size()) return kInvalid;
  uint32_t code_point = lead & (0x3f >> more);
  for (int i = 0; i < more; i++) {
    const uint8_t next = byte(*at + i);
    if ((next & 0xc0) != 0x80) return kInvalid;
    code_point = code_point << 6 | (next & 0x3f);
  }
  constexpr uint32_t kLeast[] = {0, 0x80, 0x800, 0x10000};
  if (code_point < kLeast[more] || code_point > 0x10ffff) return kInvalid;
  *at += more;
  return code_point;
}

}  // namespace

void JsonOut::Unsigned(uint64_t value) {
  char digits[24];
  Raw({digits, static_cast<size_t>(std::to_chars(digits, digits + sizeof(digits), value).ptr - digits)});
}

void JsonOut::Integer(int64_t value) {
  char digits[24];
  Raw({digits, static_cast<size_t>(std::to_chars(digits, digits + sizeof(digits), value).ptr - digits)});
}

void JsonOut::Double(double value) {
  char digits[32];
  Raw({digits, static_cast<size_t>(std::to_chars(digits, digits + sizeof(digits), value).ptr - digits)});
}

void JsonOut::EscapeAscii(uint8_t c) {
  switch (c) {
    case '"': return Raw("\\\"");
    case '\\': return Raw("\\\\");
    case '\n': return Raw("\\n");
    case '\r': return Raw("\\r");
    case '\t': return Raw("\\t");
    default: return EscapeUnit(c);
  }
}

void JsonOut::EscapeUnit(uint16_t unit) {
  const char escape[] = {
      '\\', 'u', kHexDigits[unit >> 12], kHexDigits[unit >> 8 & 15], kHexDigits[unit >> 4 & 15], kHexDigits[unit & 15]};
  Raw({escape, sizeof(escape)});
}

void JsonOut::Latin1(const uint8_t* text, size_t length) {
  size_t begin = 0;
  for (size_t i = 0; i < length; i++) {
    if (kPlain[text[i]]) continue;
    Raw({reinterpret_cast<const char*>(text) + begin, i - begin});
    begin = i + 1;
    if (text[i] < 0x80) {
      EscapeAscii(text[i]);
    } else {
      AppendCodePoint(text[i], &text_);
    }
  }
  Raw({reinterpret_cast<const char*>(text) + begin, length - begin});
}

void JsonOut::Utf16(const uint16_t* text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    const uint32_t unit = text[i];
    if (unit < 0x80) {
      if (kPlain[unit]) {
        Char(static_cast<char>(unit));
      } else {
        EscapeAscii(static_cast<uint8_t>(unit));
      }
    } else if (!IsSurrogate(unit)) {
      AppendCodePoint(unit, &text_);
    } else if (IsHighSurrogate(unit) && i + 1 < length && IsLowSurrogate(text[i + 1])) {
      AppendCodePoint(0x10000 + ((unit & 0x3ff) << 10) + (text[++i] & 0x3ff), &text_);
    } else {
      EscapeUnit(static_cast<uint16_t>(unit));
    }
  }
}

void JsonOut::Utf8(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const uint32_t code_point = NextCodePoint(text, &at);
    if (code_point == kInvalid) {
      AppendCodePoint(0xfffd, &text_);
    } else if (code_point < 0x80) {
      if (kPlain[code_point]) {
        Char(static_cast<char>(code_point));
      } else {
        EscapeAscii(static_cast<uint8_t>(code_point));
      }
    } else if (IsSurrogate(code_point)) {
      EscapeUnit(static_cast<uint16_t>(code_point));
    } else {
      AppendCodePoint(code_point, &text_);
    }
  }
}

void JsonOut::Base64(const uint8_t* bytes, size_t length) {
  constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < length; i += 3) {
    const size_t left = length - i;
    const uint32_t group = bytes[i] << 16 | (left > 1 ? bytes[i + 1] << 8 : 0) | (left > 2 ? bytes[i + 2] : 0);
    const char quad[] = {kAlphabet[group >> 18], kAlphabet[group >> 12 & 63],
                         left > 1 ? kAlphabet[group >> 6 & 63] : '=', left > 2 ? kAlphabet[group & 63] : '='};
    Raw({quad, sizeof(quad)});
  }
}

std::string JsonOut::Release() {
  std::string text(text_.text());
  text_.Truncate(0);
  return text;
}

void AppendUtf8(const uint16_t* text, size_t length, std::string* out) {
  for (size_t i = 0; i < length; i++) {
    const uint32_t unit = text[i];
    if (IsHighSurrogate(unit) && i + 1 < length && IsLowSurrogate(text[i + 1])) {
      AppendCodePoint(0x10000 + ((unit & 0x3ff) << 10) + (text[++i] & 0x3ff), out);
    } else {
      AppendCodePoint(unit, out);
    }
  }
}

void AppendUtf8(const uint8_t* latin1, size_t length, std::string* out) {
  size_t ascii = 0;
  while (ascii < length && latin1[ascii] < 0x80) ascii++;
  out->append(reinterpret_cast<const char*>(latin1), ascii);
  for (size_t i = ascii; i < length; i++) AppendCodePoint(latin1[i], out);
}

size_t Utf8PrefixOfUnits(std::string_view text, size_t units) {
  size_t at = 0;
  while (at < text.size()) {
    size_t next = at;
    const uint32_t code_point = NextCodePoint(text, &next);
    const size_t needed = code_point != kInvalid && code_point >= 0x10000 ? 2 : 1;
    if (needed > units) break;
    units -= needed;
    at = next;
  }
  return at;
}

}  // namespace crash_collector
