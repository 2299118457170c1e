// What the code that runs is about to settle, as far as that can be seen before it does: V8 tells nobody of a rejection
// that somebody handles.
#ifndef SRC_V8_INTERNALS_HEAP_CURRENT_SETTLING_H_
#define SRC_V8_INTERNALS_HEAP_CURRENT_SETTLING_H_

#include <v8.h>

#include <vector>

#include "v8_internals/heap/heap_layout.h"

namespace crash_collector {

// What a microtask is for; zero where it is not for that.
struct Microtask {
  Tagged settles = 0;  // of a `then`, `catch` or `finally` whose callback it calls: the promise that it returned
  Tagged resumes = 0;  // the call of an async function or generator that was suspended
};

// The one under way. V8 keeps it among its roots, and takes its own async stack traces from there. Only a function that
// was suspended before can be waited for: until then nobody but itself has its promise.
Microtask CurrentMicrotask(v8::Isolate* isolate, const HeapLayout& layout);

// Promises, and functions that may resolve one, that are among the values or are a field of one, at most `most`.
std::vector<Tagged> CausesAmong(const std::vector<v8::Local<v8::Object>>& values, const HeapLayout& layout,
                                size_t most);

}  // namespace crash_collector

#endif  // SRC_V8_INTERNALS_HEAP_CURRENT_SETTLING_H_
