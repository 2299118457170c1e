// Reads DWARF's numbers (DWARF 5, sections 7.6 and 7.7) from bytes that may be broken.
#ifndef SRC_SIGNALS_DWARF_CURSOR_H_
#define SRC_SIGNALS_DWARF_CURSOR_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace crash_collector {

// Behind the end every number is 0, and `failed` is true.
struct DwarfCursor {
  const unsigned char* bytes;
  size_t size;
  uintptr_t address;  // of the first byte in the process
  size_t at = 0;
  bool failed = false;

  bool AtEnd() const { return failed || at >= size; }

  template <typename T>
  T Fixed() {
    T value{};
    if (failed || size - at < sizeof(value)) {
      failed = true;
      return value;
    }
    memcpy(&value, bytes + at, sizeof(value));
    at += sizeof(value);
    return value;
  }

  uint64_t Unsigned() {
    uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const uint8_t byte = Fixed<uint8_t>();
      if (shift < 64) value |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if ((byte & 0x80) == 0) return value;
    }
  }

  int64_t Signed() {
    uint64_t value = 0;
    unsigned shift = 0;
    uint8_t byte = 0;
    do {
      byte = Fixed<uint8_t>();
      if (shift < 64) value |= static_cast<uint64_t>(byte & 0x7f) << shift;
      shift += 7;
    } while ((byte & 0x80) != 0);
    if (shift < 64 && (byte & 0x40) != 0) value |= ~uint64_t{0} << shift;
    return static_cast<int64_t>(value);
  }

  // A pointer as the headers of .eh_frame encode it (Linux Standard Base, "DWARF Exception Header Encoding").
  uintptr_t Encoded(uint8_t encoding) {
    constexpr uint8_t kRelativeToItself = 0x10;
    const uintptr_t place = address + at;
    uintptr_t value = 0;
    switch (encoding & 0x0f) {
      case 0x00:
      case 0x04:
      case 0x0c: value = Fixed<uint64_t>(); break;
      case 0x03: value = Fixed<uint32_t>(); break;
      case 0x0b: value = static_cast<uintptr_t>(int64_t{Fixed<int32_t>()}); break;
      default: failed = true;
    }
    switch (encoding & 0x70) {
      case 0: return value;
      case kRelativeToItself: return place + value;
      default: failed = true; return 0;
    }
  }

  void Skip(size_t count) {
    if (failed || size - at < count)
      failed = true;
    else
      at += count;
  }
};

}  // namespace crash_collector

#endif  // SRC_SIGNALS_DWARF_CURSOR_H_
