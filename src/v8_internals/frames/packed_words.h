// The words of a copy in few bytes: most are small integers, undefined, or one of few objects that have a number.
#ifndef SRC_V8_INTERNALS_FRAMES_PACKED_WORDS_H_
#define SRC_V8_INTERNALS_FRAMES_PACKED_WORDS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace crash_collector::v8_internals {

class PackedWords {
 public:
  enum class Kind : uint8_t {
    kInteger,   // a small integer
    kConstant,  // of V8, which never moves: how far it is from undefined
    kKept,      // number of what the copy keeps
    kTaken      // number of an object that was taken out of the copy
  };
  struct Word {
    Kind kind;
    int64_t number;  // of at most 61 bits
  };

  explicit PackedWords(size_t words = 0) { bytes_.reserve(words * 2); }

  void Add(Word word) {
    const auto sign = static_cast<uint64_t>(word.number >> 63);
    uint64_t rest = ((static_cast<uint64_t>(word.number) << 1 ^ sign) << kKindBits) | static_cast<uint64_t>(word.kind);
    for (; rest >= kGoesOn; rest >>= kBitsOfByte) bytes_.push_back(static_cast<uint8_t>(rest) | kGoesOn);
    bytes_.push_back(static_cast<uint8_t>(rest));
  }

  // The first `most`.
  std::vector<Word> Unpacked(size_t most = SIZE_MAX) const {
    std::vector<Word> words;
    words.reserve(std::min(most, bytes_.size()));
    for (size_t at = 0; at < bytes_.size() && words.size() < most; at++) {
      uint64_t packed = bytes_[at] & kOfByte;
      for (uint32_t shift = kBitsOfByte; (bytes_[at] & kGoesOn) != 0; shift += kBitsOfByte)
        packed |= static_cast<uint64_t>(bytes_[++at] & kOfByte) << shift;
      const uint64_t number = packed >> kKindBits;
      words.push_back({static_cast<Kind>(packed & kOfKind), static_cast<int64_t>(number >> 1 ^ (0 - (number & 1)))});
    }
    return words;
  }

  // A vector's own shrink_to_fit() does nothing in a build without exceptions, such as ours.
  void ShrinkToFit() { std::vector<uint8_t>(bytes_).swap(bytes_); }
  bool empty() const { return bytes_.empty(); }
  size_t bytes() const { return bytes_.capacity(); }

 private:
  static constexpr uint32_t kKindBits = 2;
  static constexpr uint64_t kOfKind = (1 << kKindBits) - 1;
  static constexpr uint32_t kBitsOfByte = 7;
  static constexpr uint8_t kGoesOn = 1 << kBitsOfByte;
  static constexpr uint8_t kOfByte = kGoesOn - 1;
  std::vector<uint8_t> bytes_;
};

}  // namespace crash_collector::v8_internals

#endif  // SRC_V8_INTERNALS_FRAMES_PACKED_WORDS_H_
