// Finds the promises that the running code is about to settle, as far as that can be seen beforehand. V8 does not
// report the rejection of a promise that has a handler.
#ifndef SRC_V8_INTERNALS_HEAP_CURRENT_SETTLING_H_
#define SRC_V8_INTERNALS_HEAP_CURRENT_SETTLING_H_

#include <v8.h>

#include <vector>

#include "v8_internals/heap/heap_layout.h"

namespace crash_collector {

// The purpose of a microtask; a member is zero if it has another one.
struct Microtask {
  Tagged settles = 0;  // the promise that `then`, `catch` or `finally` returned whose callback it calls
  Tagged resumes = 0;  // the call of an async function or generator that was suspended
};

// The microtask under way. V8 keeps it among its roots, from where it takes its own async stack traces
// (`CaptureSimpleStackTrace` in https://github.com/nodejs/node/blob/0101e8b2c2/deps/v8/src/execution/isolate.cc). Only
// a function that was suspended before can be waited for, because until then nothing else has its promise.
Microtask CurrentMicrotask(v8::Isolate* isolate, const HeapLayout& layout);

// At most `most` promises, and functions that may resolve one, which are among the values or in objects that these
// hold, the nearest first.
std::vector<Tagged> CausesAmong(const std::vector<v8::Local<v8::Object>>& values, const HeapLayout& layout,
                                size_t most);

}  // namespace crash_collector

#endif  // SRC_V8_INTERNALS_HEAP_CURRENT_SETTLING_H_
