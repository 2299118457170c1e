// Finds any of a set of strings in a text: Wu and Manber's algorithm, "A fast algorithm for multi-pattern searching"
// (TR-94-17, University of Arizona), which skips ahead by almost the length of the shortest string.
#ifndef SRC_REDACTION_NEEDLES_H_
#define SRC_REDACTION_NEEDLES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "redaction/tokens.h"

namespace crash_collector {

class Needles {
 public:
  static constexpr size_t kMinLength = 8;
  // Of a longer string, only so many bytes must match, so that a secret which was cut is recognised, too.
  static constexpr size_t kMaxNeeded = 64;

  explicit Needles(const std::vector<std::string>& values);
  void Find(std::string_view text, std::vector<Span>* spans) const;

 private:
  static constexpr size_t kHashes = 8192;
  static size_t HashOf(char a, char b) {
    return (static_cast<unsigned char>(a) << 5 ^ static_cast<unsigned char>(b)) % kHashes;
  }

  std::vector<std::string> values_;
  std::array<uint8_t, kHashes> shift_{};
  std::array<uint16_t, kHashes> first_{};  // index + 1 of the first value whose window ends with this pair
  std::vector<uint16_t> next_;             // the same for the next value with this pair
};

}  // namespace crash_collector

#endif  // SRC_REDACTION_NEEDLES_H_
