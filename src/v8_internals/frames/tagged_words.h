// Reads V8's objects and handles by words, for the copies of frames.
#ifndef SRC_V8_INTERNALS_FRAMES_TAGGED_WORDS_H_
#define SRC_V8_INTERNALS_FRAMES_TAGGED_WORDS_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>

#include "v8_internals/frames/frame_layout.h"
#include "v8_internals/heap/heap_layout.h"
#include "v8_internals/words.h"

namespace crash_collector::v8_internals {

constexpr uintptr_t SmiOf(int64_t number) { return static_cast<uintptr_t>(number) << 32; }

// A new handle of the current scope. `word` may be a small integer, or an object that is no value of JavaScript.
inline v8::Local<v8::Value> NewHandle(v8::Isolate* isolate, uintptr_t word) {
  return v8::Local<v8::Value>::New(isolate, LocalAt<v8::Value>(&word));
}

inline uintptr_t WordIn(v8::Local<v8::Value> handle) { return *SlotOf(handle); }

inline bool IsContext(const FrameLayout& layout, uintptr_t word) {
  if (!IsObject(word)) return false;
  const uint16_t type = HeapLayout::TypeOf(word);
  return type >= layout.first_context_type && type <= layout.last_context_type;
}

// The list in which an array that V8 has made of a list of values keeps them: its length and the values follow the map.
constexpr size_t kArrayElements = 2;
constexpr size_t kFirstElement = 2;
inline uintptr_t ElementsOf(v8::Local<v8::Array> array) { return WordOf(WordIn(array), kArrayElements); }

// While a debugger knows a function, V8 11 has its DebugInfo in the place of the script, and the script in that. 0 for
// none.
inline uintptr_t ScriptOf(const FrameLayout& layout, uintptr_t shared) {
  const uintptr_t script = WordOf(shared, layout.shared_script);
  if (!IsObject(script) || HeapLayout::TypeOf(script) == layout.script_type) return script;
  const size_t words = HeapLayout::WordsOf(script);
  for (size_t i = 1; i < words; i++) {
    const uintptr_t word = WordOf(script, i);
    if (IsObject(word) && HeapLayout::TypeOf(word) == layout.script_type) return word;
  }
  return 0;
}

}  // namespace crash_collector::v8_internals

#endif  // SRC_V8_INTERNALS_FRAMES_TAGGED_WORDS_H_
