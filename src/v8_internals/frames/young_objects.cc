#include "v8_internals/frames/young_objects.h"

#include <atomic>

#include "v8_internals/heap/heap_layout.h"

namespace crash_collector::v8_internals {

namespace {

// Each page of V8's heap begins with a header, which has flags in one of its first words: one for each of the two
// halves of the young generation (https://github.com/nodejs/node/blob/c7964bc02b/deps/v8/src/heap/memory-chunk.h).
constexpr uintptr_t kPageBytes = uintptr_t{1} << 18;
constexpr uintptr_t kYoungFlags = 1 << 3 | 1 << 4;
constexpr size_t kHeaderWords = 2;
constexpr size_t kUnknown = SIZE_MAX;
std::atomic<size_t> flags_index{kUnknown};

uintptr_t HeaderWord(uintptr_t word, size_t index) {
  return reinterpret_cast<const uintptr_t*>(word & ~(kPageBytes - 1))[index];
}

}  // namespace

void FindPageFlags(v8::Local<v8::Object> old_object, v8::Local<v8::Object> new_object) {
  for (size_t i = 0; i < kHeaderWords; i++) {
    const bool old_is_young = (HeaderWord(*SlotOf(old_object), i) & kYoungFlags) != 0;
    const bool new_is_young = (HeaderWord(*SlotOf(new_object), i) & kYoungFlags) != 0;
    if (old_is_young || !new_is_young) continue;
    flags_index = i;
    return;  // in V8 13 and 14 a pointer follows, which may look the same
  }
}

bool IsYoung(uintptr_t word) {
  if (IsSmi(word)) return false;
  const size_t index = flags_index;
  return index == kUnknown || (HeaderWord(word, index) & kYoungFlags) != 0;
}

}  // namespace crash_collector::v8_internals
