// Finds the suspended functions that wait, directly or not, for the running code.
#ifndef SRC_V8_INTERNALS_HEAP_AWAITING_TASKS_H_
#define SRC_V8_INTERNALS_HEAP_AWAITING_TASKS_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace crash_collector {

class HeapLayout;

struct AwaitingTasks {
  std::vector<v8::Local<v8::Object>> tasks;      // the nearest first
  std::vector<v8::Local<v8::Object>> functions;  // the function of each task
  std::vector<v8::Local<v8::Value>> receivers;   // `this` of each
  std::vector<v8::Local<v8::Value>> awaited;     // the promise that each awaits, or undefined
  size_t certain = 0;  // this many wait for a function of the stack, the others for a promise that one may settle
};

// How far a search goes.
enum class SearchReach {
  kNear,  // to what the values hold
  kFar  // to functions behind those among the values, too, as in the streams of pipeline(); takes several times as long
};

// Finds at most `most` tasks. One of the values may be, or hold, a promise that is settled next.
AwaitingTasks FindAwaitingTasks(v8::Isolate* isolate, const HeapLayout& layout, size_t most,
                                const std::vector<v8::Local<v8::Object>>& values, SearchReach reach);

// The same of tasks that the caller has chosen. Each must be a suspended function.
AwaitingTasks AsAwaitingTasks(v8::Isolate* isolate, const std::vector<v8::Local<v8::Object>>& tasks);

}  // namespace crash_collector

#endif  // SRC_V8_INTERNALS_HEAP_AWAITING_TASKS_H_
