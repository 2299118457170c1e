#include "redaction/encoded.h"

#include <algorithm>

#include "redaction/chars.h"
#include "redaction/random.h"

namespace crash_collector {

using namespace redactor_chars;

namespace {

constexpr size_t kShortestWide = 6;
constexpr size_t kMaxDecoded = 1 << 14;
// So many units in a row that are not Latin-1 end a text.
constexpr size_t kMostOthers = 8;

// Reads units from `start` on: a letter, and a zero.
WideText ReadWideText(const uint8_t* bytes, size_t length, size_t start) {
  WideText wide{start, {}};
  size_t others = 0;
  for (size_t i = start; i < length; i += 2) {
    const uint8_t high = i + 1 < length ? bytes[i + 1] : 0;
    if (bytes[i] == 0 && high == 0) break;
    others = high == 0 ? 0 : others + 1;
    if (others > kMostOthers) break;
    wide.text += high == 0 ? static_cast<char>(bytes[i]) : '\xc3';
  }
  wide.text.resize(wide.text.size() - std::min(others, wide.text.size()));
  return wide;
}

bool IsWideAt(const uint8_t* bytes, size_t length, size_t i) {
  if (i + 2 * kShortestWide > length) return false;
  for (size_t k = 0; k < 3; k++) {
    if (bytes[i + 2 * k] == 0 || bytes[i + 2 * k + 1] != 0) return false;
  }
  return true;
}

}  // namespace

std::vector<WideText> FindWideTexts(const uint8_t* bytes, size_t length) {
  std::vector<WideText> found;
  for (size_t i = 0; i < length;) {
    if (!IsWideAt(bytes, length, i)) {
      i++;
      continue;
    }
    WideText wide = ReadWideText(bytes, length, i);
    i += std::max<size_t>(2 * wide.text.size(), 1);
    if (wide.text.size() >= kShortestWide) found.push_back(std::move(wide));
  }
  return found;
}

bool DecodePercent(std::string_view text, DecodedText* decoded) {
  const auto is_escape = [text](size_t i) {
    return text[i] == '%' && i + 2 < text.size() && Is(text[i + 1], kHex) && Is(text[i + 2], kHex);
  };
  size_t i = 0;
  while (i < text.size() && !is_escape(i)) i = std::min(text.find('%', i + 1), text.size());
  if (i == text.size() || text.size() > UINT32_MAX) return false;
  const auto digit = [](char c) { return Is(c, kDigit) ? c - '0' : ToLower(c) - 'a' + 10; };
  decoded->text.clear();
  decoded->from.clear();
  decoded->text.reserve(text.size());
  decoded->from.reserve(text.size());
  for (i = 0; i < text.size(); i++) {
    decoded->from.push_back(static_cast<uint32_t>(i));
    const bool escape = is_escape(i);
    decoded->text += escape ? static_cast<char>(digit(text[i + 1]) * 16 + digit(text[i + 2])) : text[i];
    if (escape) i += 2;
  }
  decoded->from.push_back(static_cast<uint32_t>(text.size()));
  return true;
}

bool DecodeText(std::string_view base64, std::string* text) {
  if (!DecodesToText(base64, 24)) return false;
  text->clear();
  DecodeBase64Into(base64, kMaxDecoded, text);
  return true;
}

}  // namespace crash_collector
