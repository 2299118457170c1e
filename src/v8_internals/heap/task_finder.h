// Finds suspended async functions and generators, and timers, by reading the heap's pages, because V8's own search
// takes 27 ms for each MB.
#ifndef SRC_V8_INTERNALS_HEAP_TASK_FINDER_H_
#define SRC_V8_INTERNALS_HEAP_TASK_FINDER_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/clock.h"
#include "v8_internals/heap/heap_layout.h"

namespace crash_collector {

struct FoundTasks {
  std::vector<v8::Local<v8::Object>> tasks;
  std::vector<v8::Local<v8::Object>> functions;  // the function of each task
  std::vector<int32_t> continuations;            // the place in its function where each task stands
  std::vector<v8::Local<v8::Object>> timers;     // timers of Node.js, also those that have run
  bool known = false;                            // false: the heap can't be read here
  bool complete = false;                         // false: the deadline passed first, or there were more than `most`
  double scan_ms = 0;
  double collect_ms = 0;  // time of V8's garbage collections, which tell the live objects
};

// Collects garbage, twice if V8 has begun to mark by itself; not at all, and finds nothing, if there are no tasks but
// the probes. The handles belong to the caller's scope.
FoundTasks FindTasks(v8::Isolate* isolate, const TaskProbes& probes, const Deadline& deadline, size_t most);

}  // namespace crash_collector

#endif  // SRC_V8_INTERNALS_HEAP_TASK_FINDER_H_
