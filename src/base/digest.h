// A digest of 128 bits that tells texts of files apart. It is not for texts that somebody chooses in order to deceive:
// whoever can do that with the program of a user has the user's rights already.
#ifndef SRC_BASE_DIGEST_H_
#define SRC_BASE_DIGEST_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

namespace crash_collector {

class Digest {
 public:
  void Add(const void* data, size_t size) {
    const auto* bytes = static_cast<const unsigned char*>(data);
    // The size comes first, so that two parts are not the same as one.
    AddWord(size);
    for (; size >= sizeof(uint64_t); bytes += sizeof(uint64_t), size -= sizeof(uint64_t)) {
      uint64_t word;
      std::memcpy(&word, bytes, sizeof word);
      AddWord(word);
    }
    uint64_t rest = 0;
    if (size > 0) std::memcpy(&rest, bytes, size);
    AddWord(rest);
  }

  // 32 hexadecimal digits.
  std::string Hex() const {
    constexpr char kDigits[] = "0123456789abcdef";
    std::string hex;
    for (uint64_t half : {Mixed(first_ + second_ * kSecond), Mixed(second_ + first_ * kFirst)}) {
      for (int shift = 60; shift >= 0; shift -= 4) hex += kDigits[(half >> shift) & 15];
    }
    return hex;
  }

 private:
  // Odd numbers whose bits have no order: the fractional parts of the square roots of 2 and 3.
  static constexpr uint64_t kFirst = 0x6a09e667f3bcc909;
  static constexpr uint64_t kSecond = 0xbb67ae8584caa73b;

  static uint64_t Mixed(uint64_t value) {
    value = (value ^ (value >> 32)) * kFirst;
    value = (value ^ (value >> 29)) * kSecond;
    return value ^ (value >> 32);
  }

  // Each half is a one-to-one function of itself and of the word, so one word that differs changes both.
  void AddWord(uint64_t word) {
    first_ = (first_ ^ word) * kFirst;
    first_ ^= first_ >> 31;
    second_ = (second_ + word) * kSecond;
    second_ ^= second_ >> 27;
  }

  uint64_t first_ = kSecond;
  uint64_t second_ = kFirst;
};

}  // namespace crash_collector

#endif  // SRC_BASE_DIGEST_H_
