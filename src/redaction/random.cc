#include "redaction/random.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "redaction/chars.h"
#include "redaction/rules.h"

namespace crash_collector {

using namespace redactor_chars;

namespace {

struct Shape {
  size_t upper = 0, lower = 0, digits = 0, others = 0;
  size_t pairs = 0;    // neighbours that are letters or digits
  size_t natural = 0;  // pairs as words and numbers have them
  size_t changes = 0;  // pairs of a letter and a digit
  size_t turns = 0;    // pairs of two classes: a capital, a small letter, a digit
  bool hex = true;     // all parts between other characters are hex
};

// The entry of a letter has one bit for each letter that often follows it.
constexpr std::array<uint32_t, 26> MakeCommonPairs() {
  std::array<uint32_t, 26> table{};
  for (size_t i = 0; i < table.size(); i++) {
    for (const char follower : redactor_rules::kCommonPairs[i]) table[i] |= 1u << (follower - 'a');
  }
  return table;
}

constexpr std::array<uint32_t, 26> kCommonPairBits = MakeCommonPairs();

bool IsCommonPair(char a, char b) { return (kCommonPairBits[ToLower(a) - 'a'] >> (ToLower(b) - 'a') & 1u) != 0; }

Shape ShapeOf(std::string_view run) {
  Shape shape;
  char before = 0;
  for (const char c : run) {
    const Class kind = ClassOf(c);
    if ((kind & kAlnum) == 0) {
      shape.others++;
      before = 0;
      continue;
    }
    if ((kind & kUpper) != 0) shape.upper++;
    if ((kind & kLower) != 0) shape.lower++;
    if ((kind & kDigit) != 0) shape.digits++;
    if ((kind & kHex) == 0) shape.hex = false;
    if (before != 0) {
      shape.pairs++;
      const bool digit = (kind & kDigit) != 0;
      const bool digit_before = Is(before, kDigit);
      if (((ClassOf(before) ^ kind) & kAlnum) != 0) shape.turns++;
      if (digit != digit_before) {
        shape.changes++;
      } else if (digit || c == before + 1) {
        // Digits are natural neighbours, and so are letters in the order of the alphabet.
        shape.natural++;
      } else if ((Is(before, kUpper) || (kind & kLower) != 0) && IsCommonPair(before, c)) {
        shape.natural++;
      }
    }
    before = c;
  }
  return shape;
}

int Base64Value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+' || c == '-') return 62;
  if (c == '/' || c == '_') return 63;
  return -1;
}

// Decodes at most `max_bytes`; `each` returns false to stop. Returns the number of bytes.
template <typename Each>
size_t DecodeBase64(std::string_view base64, size_t max_bytes, Each each) {
  uint32_t bits = 0;
  int count = 0;
  size_t bytes = 0;
  for (const char c : base64) {
    const int value = Base64Value(c);
    if (value < 0 || bytes == max_bytes) break;
    bits = (bits << 6) | static_cast<uint32_t>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes++;
    if (!each(static_cast<unsigned char>((bits >> count) & 0xff))) break;
  }
  return bytes;
}

// Shortest hash that is taken out of a path or file name: `commit/d096b56d30bb5f5b`.
constexpr size_t kMinHash = 8;
// Shortest run that is looked at, without the signs at its ends.
constexpr size_t kMinTrimmed = 24;

std::string WithoutHashes(std::string_view run) {
  std::string rest;
  for (size_t start = 0; start < run.size();) {
    size_t end = SkipWhile(run, start, kAlnum);
    if (end - start < kMinHash || SkipWhile(run, start, kHex) != end) rest.append(run, start, end - start);
    if (end < run.size()) rest += run[end++];
    start = end;
  }
  return rest;
}

bool IsPrintable(unsigned char byte) {
  return (byte >= 0x20 && byte < 0x7f) || byte == '\n' || byte == '\r' || byte == '\t';
}

// True for messages that have some bytes between their texts, such as those of Protocol Buffers. Of random bytes 38 %
// are printable, and of 23 random ones so many are in none of a million.
bool DecodesMostlyToText(std::string_view base64) {
  size_t printable = 0;
  const size_t bytes = DecodeBase64(base64, kMaxRandomLength, [&printable](unsigned char byte) {
    if (IsPrintable(byte)) printable++;
    return true;
  });
  return bytes > 16 && printable * 100 >= bytes * 85;
}

bool IsUuid(std::string_view value) {
  if (value.size() != 36) return false;
  for (size_t i = 0; i < value.size(); i++) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? value[i] != '-' : !Is(value[i], kHex)) return false;
  }
  return true;
}

// Words have natural pairs and few turns. All of a million random strings of 32 characters and more passed this test.
// Of 7,379 such runs in npm packages that are not base64 themselves next to none passed.
bool IsUnnatural(const Shape& shape) {
  if (shape.upper == 0 || shape.lower == 0) return shape.natural * 2 < shape.pairs;
  return shape.natural * 4 < shape.pairs + shape.turns * 4;
}

// Most names have no digits, so a run without digits must be less natural.
bool IsUnnaturalWithoutDigits(const Shape& shape) {
  return shape.upper > 0 && shape.lower > 0 && shape.natural * 10 < shape.pairs + shape.turns * 10;
}

bool IsRandom(std::string_view given) {
  // Most runs are hashes or words, which is seen before hashes are taken out.
  if (SkipWhile(given, StartsWithNoCase(given, 0, "0x") ? 2 : 0, kHex | kDashUnder) == given.size()) return false;
  Shape shape = ShapeOf(given);
  if (shape.hex || shape.others * 5 > given.size() || !IsUnnatural(shape)) return false;
  const std::string run = WithoutHashes(given);
  if (run.size() < kMinTrimmed) return false;
  if (run.size() != given.size()) shape = ShapeOf(run);
  if (shape.hex || shape.others * 5 > run.size() || !IsUnnatural(shape)) return false;
  if (shape.upper > 0 && shape.lower > 0) {
    if (shape.digits == 0 && !IsUnnaturalWithoutDigits(shape)) return false;
    return !DecodesToText(run, 24) && !DecodesMostlyToText(run);
  }
  return shape.digits > 2 && shape.changes * 5 >= run.size();
}

// True for the keys of caches and object stores: `user:5:profile`, `uploads/2026/9f86d081884c7d65.jpg`.
bool IsPathOfWords(std::string_view value) {
  constexpr size_t kShortestWord = 4;
  const size_t first = SkipWhile(value, 0, kLower | kDashUnder);
  if (first < kShortestWord || first == value.size() || !IsOneOf(value[first], "/:")) return false;
  const Shape shape = ShapeOf(value.substr(0, first));
  return shape.natural * 5 >= shape.pairs * 3;
}

// `#b695e6`
bool IsColour(std::string_view value) {
  const size_t size = value.size();
  return value[0] == '#' && (size == 4 || size == 7 || size == 9) && SkipWhile(value, 1, kHex) == size;
}

// True for the first word of credentials in a header, whatever follows it.
bool IsScheme(std::string_view word) {
  for (const std::string_view scheme : {"bearer", "basic", "token", "apikey", "digest", "negotiate"}) {
    if (word.size() == scheme.size() && StartsWithNoCase(word, 0, scheme)) return true;
  }
  return false;
}

// True for a word with one digit behind it at most, a number of four digits, and a short number with its unit: `12px`.
bool IsWordOrNumber(std::string_view part) {
  constexpr size_t kMostDigits = 4, kMostBeforeUnit = 3, kLongestUnit = 3;
  const size_t word = SkipWhile(part, 0, kLetter);
  const size_t number = SkipWhile(part, word, kDigit);
  if (number == part.size()) return number - word <= (word > 0 ? 1 : kMostDigits);
  return word == 0 && number > 0 && number <= kMostBeforeUnit && part.size() - number <= kLongestUnit &&
         SkipWhile(part, number, kLower) == part.size();
}

// True if signs divide the run into short parts, which those of base64 are too rare for: a position of chess.
bool IsDivided(std::string_view run) {
  constexpr size_t kLongestPart = 8;
  for (size_t start = 0; start < run.size();) {
    const size_t end = std::min(run.find('/', start), run.size());
    if (end - start > kLongestPart) return false;
    start = end + 1;
  }
  return true;
}

// True if the run is a path, because the ending of a file follows.
bool IsFile(std::string_view text, size_t end) {
  if (end + 2 >= text.size() || text[end] != '.') return false;
  const size_t extension_end = SkipWhile(text.substr(0, std::min(text.size(), end + 10)), end + 1, kAlnum);
  const std::string_view extension = text.substr(end + 1, extension_end - end - 1);
  for (const std::string_view known : redactor_rules::kFileExtensions) {
    if (extension == known) return true;
  }
  return false;
}

// True for a content identifier of IPFS.
bool IsContentId(std::string_view run) { return run.size() == 46 && StartsWith(run, 0, "Qm"); }

// True if the run, or the text before it, says that it is harmless.
bool IsLabelled(std::string_view text, size_t start) {
  for (const std::string_view label : redactor_rules::kDigestLabels) {
    // A dash after the label is part of the run; a colon or a comma is not.
    if (StartsWithNoCase(text, start, label)) return true;
    if (start >= label.size() && StartsWithNoCase(text, start - label.size(), label)) return true;
  }
  for (const std::string_view prefix : redactor_rules::kHarmlessPrefixes) {
    if (StartsWith(text, start, prefix)) return true;
  }
  return false;
}

}  // namespace

bool DecodesToText(std::string_view base64, size_t max_bytes) {
  bool text = true;
  const size_t bytes =
      DecodeBase64(base64, max_bytes, [&text](unsigned char byte) { return text = IsPrintable(byte); });
  return text && bytes >= 8;
}

void DecodeBase64Into(std::string_view base64, size_t max_bytes, std::string* out) {
  DecodeBase64(base64, max_bytes, [out](unsigned char byte) {
    *out += static_cast<char>(byte);
    return true;
  });
}

bool DecodesToCredentials(std::string_view base64) {
  bool text = true;
  bool colon = false;
  DecodeBase64(base64, kMaxRandomLength, [&](unsigned char byte) {
    colon = colon || byte == ':';
    return text = byte >= 0x20 && byte != 0x7f;
  });
  return text && colon;
}

bool DecodesToSaslPlain(std::string_view base64) {
  size_t zeros = 0, others = 0;
  bool text = true;
  DecodeBase64(base64, kMaxRandomLength, [&](unsigned char byte) {
    if (byte == 0) {
      zeros++;
      // The user stands between the two, and the password at the end.
      text = zeros == 1 ? others == 0 : zeros == 2 && others > 0;
      others = 0;
    } else {
      others++;
      text = byte >= 0x20 && byte != 0x7f;
    }
    return text;
  });
  return text && zeros == 2 && others > 0;
}

bool IsInUrlPath(std::string_view text, size_t start, size_t end) {
  constexpr size_t kMaxBefore = 256;
  if (text.substr(start, end - start).find('/') == std::string_view::npos) return false;
  const size_t from = start > kMaxBefore ? start - kMaxBefore : 0;
  for (size_t i = start; i > from; i--) {
    const char c = text[i - 1];
    if (Is(c, kSpace) || IsOneOf(c, "\"'`?#<>")) return false;
    if (c == ':' && StartsWith(text, i, "//")) return true;
  }
  return false;
}

bool IsTwilioId(std::string_view text) {
  return text.size() == 34 && Is(text[0], kUpper) && Is(text[1], kUpper) && SkipWhile(text, 2, kHex) == text.size() &&
         !StartsWith(text, 0, "SK");
}

bool IsRandomRun(std::string_view text, size_t start, size_t end) {
  const size_t run_start = start;
  if (end - start < kMinRandomLength || end - start > kMaxRandomLength) return false;
  // Base64 seldom has a `-` or `/` at its ends; paths, options and rulers do.
  while (start < end && !Is(text[start], kAlnum)) start++;
  while (start < end && !Is(text[end - 1], kAlnum)) end--;
  const std::string_view run = text.substr(start, end - start);
  if (run.size() < kMinTrimmed || IsDivided(run) || !IsRandom(run)) return false;
  return !IsLabelled(text, run_start) && !IsFile(text, end) && !IsContentId(run) && !IsTwilioId(run);
}

bool LooksLikeSecret(std::string_view value) {
  if (value.size() < 16 || value.size() > kMaxRandomLength || IsUuid(value)) return false;
  if (value[0] == '/' || value[0] == '.' || value.find("://") != std::string_view::npos || IsPathOfWords(value))
    return false;
  for (const char c : value) {
    if (!Is(c, kRun) && !IsOneOf(c, "=.~!@#$%^&*,:|")) return false;
  }
  const Shape shape = ShapeOf(value);
  if (shape.upper + shape.lower == 0) return false;
  if (shape.hex) return shape.digits > 0 && value.size() >= 32;
  return shape.digits == 0 ? IsUnnaturalWithoutDigits(shape) : IsUnnatural(shape);
}

bool LooksChosen(std::string_view value) {
  constexpr size_t kShortest = 8, kLongest = 64, kFewestGroups = 3, kShortestUnnatural = 12;
  if (value.size() < kShortest || value.size() > kLongest || IsUuid(value)) return false;
  bool has_sign = false;
  size_t groups = 1, group = 0, first_group = 0;
  bool are_groups = true;  // of capitals and digits, all equally long
  for (const char c : value) {
    if (!Is(c, kAlnum) && !IsOneOf(c, "!@$%^&*?-_+#")) return false;
    has_sign = has_sign || IsOneOf(c, "!@$%^&*?");
    if (c == '-') {
      if (groups++ == 1) first_group = group;
      are_groups = are_groups && group == first_group;
      group = 0;
    } else {
      are_groups = are_groups && Is(c, kUpper | kDigit);
      group++;
    }
  }
  const Shape shape = ShapeOf(value);
  if (shape.digits == 0 || shape.upper + shape.lower == 0) return false;
  if (are_groups && groups >= kFewestGroups && group == first_group && group > 2) return true;
  if (shape.upper == 0 || shape.lower == 0) return has_sign;
  return has_sign || shape.changes > 2 || (value.size() >= kShortestUnnatural && IsUnnatural(shape));
}

bool IsUnnaturalWord(std::string_view value) {
  const Shape shape = ShapeOf(value);
  return shape.digits == 0 && shape.others == 0 && IsUnnaturalWithoutDigits(shape);
}

bool IsLowEntropy(std::string_view value) {
  constexpr size_t kShortest = 5, kLongestWord = 8, kLongest = 24, kLongestText = 48;
  if (value.size() == 42 && StartsWith(value, 0, "0x") && SkipWhile(value, 2, kHex) == 42) return true;
  if (SkipWhile(value, 0, kDigit) == value.size()) return value.size() < 4;
  if (value.size() < kShortest) return true;
  if (IsColour(value)) return true;
  // `GPIO26`
  if (value.size() == 6 && StartsWith(value, 0, "GPIO") && SkipWhile(value, 4, kDigit) == 6) return true;
  const size_t space = value.find(' ');
  const bool is_text = space != std::string_view::npos;
  if (value.size() > (is_text ? kLongestText : kLongest) || (is_text && IsScheme(value.substr(0, space)))) return false;
  // Words and short numbers with signs between them: `sess-88`, `color.primary.500`, `scram-sha-256`, `lang=en;
  // wide=1`.
  // `agent:main:main`; one colon stands between a user and a password.
  const std::string_view separators = std::count(value.begin(), value.end(), ':') > 1 ? "-_. ,;=()%:" : "-_. ,;=()%";
  Shape all;
  for (size_t start = 0; start < value.size();) {
    const size_t end = std::min(value.find_first_of(separators, start), value.size());
    const std::string_view part = value.substr(start, end - start);
    if (!IsWordOrNumber(part)) return false;
    const Shape shape = ShapeOf(part.substr(0, SkipWhile(part, 0, kLetter)));
    if (shape.pairs >= kLongestWord && shape.natural * 10 < shape.pairs * 9) return false;
    all.pairs += shape.pairs;
    all.natural += shape.natural;
    start = end + 1;
  }
  return value.size() <= kLongestWord || all.natural * 5 >= all.pairs * 3;
}

Der KindOfDer(std::string_view base64) {
  constexpr size_t kShortest = 60;
  if (base64.size() < kShortest || base64[0] != 'M') return Der::kNone;
  std::string head;
  DecodeBase64Into(base64.substr(0, 12), 8, &head);
  const auto at = [&head](size_t i) { return i < head.size() ? static_cast<unsigned char>(head[i]) : 0xffu; };
  if (at(0) != 0x30) return Der::kNone;
  // The length has one byte, or the number of its bytes before it.
  const size_t first = at(1) < 0x80 ? 2 : 2 + (at(1) & 0x7f);
  if (at(first) == 2 && at(first + 1) == 1 && at(first + 2) <= 3) return Der::kPrivate;
  // The length of a certificate's body, or of the name of an algorithm.
  const unsigned char length = at(first + 1);
  return at(first) == 0x30 && (length == 0x82 || (length <= 0x13 && at(first + 2) == 6)) ? Der::kPublic : Der::kNone;
}

}  // namespace crash_collector
