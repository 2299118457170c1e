// Learns where V8 keeps suspended functions and the reactions of promises, which its public API does not tell. Nothing
// is assumed: the layout is learnt from objects whose contents are known (`TaskProbes`), and if one of them is not as
// expected there is no layout. Memory is only read.
#ifndef SRC_V8_INTERNALS_HEAP_HEAP_LAYOUT_H_
#define SRC_V8_INTERNALS_HEAP_HEAP_LAYOUT_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include "base/page_copies.h"

namespace crash_collector {

// Made before the application runs and never changed.
struct TaskProbes {
  v8::Local<v8::Object> awaited;         // a promise that `async_function` awaits
  v8::Local<v8::Object> async_function;  // called once, with `async_promise` for result
  v8::Local<v8::Object> async_promise;
  v8::Local<v8::Object> generator;  // suspended, a result of `generator_function`
  v8::Local<v8::Object> generator_function;
  v8::Local<v8::Object> async_generator;  // suspended by an await
  v8::Local<v8::Object> async_next;       // the promise that its next() returned
  v8::Local<v8::Object> awaited_by_all;   // a promise that `all` waits for
  v8::Local<v8::Object> all;              // of Promise.all()
  v8::Local<v8::Object> timer;            // of setTimeout()
};

// An address with V8's tag of an object, in the form in which objects hold it.
using Tagged = uintptr_t;

constexpr bool IsObject(uintptr_t word) { return (word & 7) == 1; }
// A small integer stands in the upper half. Builds that compress pointers are refused in bindings/addon.cc.
constexpr bool IsSmi(uintptr_t word) { return (word & 0xffffffff) == 0; }
constexpr int32_t SmiValue(uintptr_t word) { return static_cast<int32_t>(static_cast<int64_t>(word) >> 32); }

inline Tagged TaggedOf(v8::Local<v8::Value> value) { return *reinterpret_cast<const uintptr_t*>(*value); }

// A handle is the address of a place that holds the object. This handle is valid until V8 allocates anything or `place`
// ends.
inline v8::Local<v8::Object> HandleAt(const Tagged& place) {
  static_assert(sizeof(v8::Local<v8::Object>) == sizeof(uintptr_t*), "a handle is an address");
  const Tagged* address = &place;
  v8::Local<v8::Object> handle;
  std::memcpy(static_cast<void*>(&handle), &address, sizeof(address));
  return handle;
}

// `object` must be known to be a live object that has this word. No garbage collection may come between.
inline uintptr_t WordOf(Tagged object, size_t index) { return reinterpret_cast<const uintptr_t*>(object - 1)[index]; }

// `object` may be any word. Zero if there is no memory.
inline uintptr_t ReadWord(Tagged object, size_t index) {
  uintptr_t word = 0;
  return ReadWithCopies(object - 1 + index * sizeof(word), &word, sizeof(word)) ? word : 0;
}

struct HeapLayout {
  // Indexes of words. Learn() finds those that are no constants, and checks the others.
  static constexpr size_t kGeneratorFunction = 3;
  static constexpr size_t kGeneratorContinuation = 8;
  static constexpr size_t kFirstField = 3;
  size_t async_promise = 0;          // the result of a suspended async function
  size_t requests = 0;               // in an async generator, the list of calls of its next() and the like
  size_t promise_reactions = 0;      // a list while it is pending
  size_t reaction_on_fulfilled = 0;  // 0: not known
  size_t reaction_on_rejected = 0;
  size_t function_context = 0;
  size_t map_prototype = 0;

  // Values of the instance type in maps.
  uint16_t promise_type = 0;
  uint16_t function_type = 0;  // without constructors of classes and of V8
  uint16_t async_function_type = 0;
  uint16_t generator_type = 0;
  uint16_t async_generator_type = 0;

  uint16_t map_type = 0;
  uint16_t ordinary_type = 0;  // of objects made by a literal or by a class

  Tagged empty_array = 0;  // the list that an object has if it has no elements, or no properties outside of it
  Tagged reaction_map = 0;
  Tagged request_map = 0;
  Tagged capability_map = 0;  // of promise, resolve and reject, as Promise.all() and then() hold them
  Tagged timer_prototype = 0;
  Tagged async_probe = 0;  // the suspended function itself

  static std::optional<HeapLayout> Learn(const TaskProbes& probes);
  // The `function_context`, which does not change; 0 while nothing was learnt.
  static size_t KnownFunctionContext();

  // Offsets in maps, in bytes. That of the type is kMapInstanceTypeOffset in v8-internal.h; Learn() checks both.
  static constexpr size_t kSizeInWordsOffset = 8;
  static constexpr size_t kInstanceTypeOffset = 12;
  static uint16_t TypeOfMap(Tagged map) { return *reinterpret_cast<const uint16_t*>(map - 1 + kInstanceTypeOffset); }
  static uint16_t TypeOf(Tagged object) { return TypeOfMap(WordOf(object, 0)); }
  // Zero for objects without a fixed size.
  static size_t WordsOf(Tagged object) {
    return *reinterpret_cast<const uint8_t*>(WordOf(object, 0) - 1 + kSizeInWordsOffset);
  }

  // Reads type and size in words of the objects that have this map. `map` may be any word; false if it is no map.
  bool ReadShape(uintptr_t map, uint16_t* type, uint8_t* words) const { return ReadShape(map, map_type, type, words); }
  // The same without a layout; `map_type`: the type of all maps.
  static bool ReadShape(uintptr_t map, uint16_t map_type, uint16_t* type, uint8_t* words);
  // True if the word, which may be any, is an object of this type.
  bool ReadsAs(uintptr_t word, uint16_t type) const;

  // True if it is known which callback of a reaction is which.
  bool knows_callbacks() const { return reaction_on_fulfilled != 0 && reaction_on_rejected != 0; }

  bool IsPromise(uintptr_t word) const { return IsObject(word) && TypeOf(word) == promise_type; }
  bool IsFunction(uintptr_t word) const { return IsObject(word) && TypeOf(word) == function_type; }
  bool IsTaskType(uint16_t type) const {
    return type == async_function_type || type == generator_type || type == async_generator_type;
  }
};

}  // namespace crash_collector

#endif  // SRC_V8_INTERNALS_HEAP_HEAP_LAYOUT_H_
