// What the code that runs is about to settle, as far as that can be seen before it does: V8 tells nobody of a rejection that somebody handles.
#ifndef SRC_SETTLING_H_
#define SRC_SETTLING_H_

#include <v8.h>

#include <optional>
#include <vector>

#include "heap_layout.h"

namespace crash_collector {

// Of a `then`, `catch` or `finally` whose callback runs now: the promise that it returned. V8 keeps the microtask under way among its
// roots, and takes its own async stack traces from there.
std::optional<Tagged> PromiseOfMicrotask(v8::Isolate* isolate, const HeapLayout& layout);

// Promises, and functions that may resolve one, that are among the values or are a field of one, at most `most`.
std::vector<Tagged> CausesAmong(const std::vector<v8::Local<v8::Object>>& values, const HeapLayout& layout, size_t most);

}  // namespace crash_collector

#endif  // SRC_SETTLING_H_
