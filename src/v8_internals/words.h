// Reads V8's memory by words, and handles by their slots. Only files of this folder include it.
#ifndef SRC_V8_INTERNALS_WORDS_H_
#define SRC_V8_INTERNALS_WORDS_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace crash_collector::v8_internals {

// Reads a word of memory that is known to be there: of an isolate, a stack, or an object behind a handle. A search of
// the stack for V8's frames also reads the gaps between the addon's own variables, which AddressSanitizer would take
// for a mistake.
__attribute__((no_sanitize_address)) inline uintptr_t WordAt(const void* base, size_t offset) {
  using AnyWord __attribute__((may_alias)) = uintptr_t;
  return *reinterpret_cast<const AnyWord*>(static_cast<const char*>(base) + offset);
}

// A Local is the address of a slot that holds a tagged word.
template <typename T>
uintptr_t* SlotOf(v8::Local<T> local) {
  static_assert(sizeof(local) == sizeof(uintptr_t*), "a Local is one pointer");
  uintptr_t* slot;
  std::memcpy(&slot, static_cast<const void*>(&local), sizeof(slot));
  return slot;
}

template <typename T>
v8::Local<T> LocalAt(const uintptr_t* slot) {
  v8::Local<T> local;
  std::memcpy(static_cast<void*>(&local), &slot, sizeof(slot));
  return local;
}

// Objects have 01 in their two low bits; 11 is a weak reference, 0 a small integer.
inline bool IsStrongObject(uintptr_t word) { return (word & 3) == 1; }

}  // namespace crash_collector::v8_internals

#endif  // SRC_V8_INTERNALS_WORDS_H_
