// Makes the texts readable that bytes and texts hold in another encoding: UTF-16 in bytes, base64 in texts.
#ifndef SRC_REDACTION_ENCODED_H_
#define SRC_REDACTION_ENCODED_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace crash_collector {

// A text in UTF-16 within bytes. Each unit is one character of `text`, those beyond Latin-1 are a letter.
struct WideText {
  size_t start;      // of the byte that holds the first letter
  std::string text;  // its letter `i` is the byte `start + 2 * i`
};

// Finds the texts of some length in bytes, in both orders of bytes. Both orders have every other byte zero.
std::vector<WideText> FindWideTexts(const uint8_t* bytes, size_t length);

// Decodes base64 that holds printable text. Returns false if it holds none. A long text is decoded up to a limit.
// A text whose escapes of URLs are decoded once, and where each of its characters comes from.
struct DecodedText {
  std::string text;
  std::vector<uint32_t> from;  // one more than characters: the last is the length of the encoded text
};

// False if the text has no escapes.
bool DecodePercent(std::string_view text, DecodedText* decoded);

bool DecodeText(std::string_view base64, std::string* text);

}  // namespace crash_collector

#endif  // SRC_REDACTION_ENCODED_H_
