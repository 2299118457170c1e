// Counts the objects of V8's heap by class, by reading the heap's pages. V8's heap snapshot would take as much memory
// as the heap itself, and seconds for each 50 MB.
#ifndef SRC_V8_INTERNALS_HISTOGRAM_HEAP_HISTOGRAM_H_
#define SRC_V8_INTERNALS_HISTOGRAM_HEAP_HISTOGRAM_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace crash_collector {

struct HeapHistogram {
  struct Row {
    std::string name;  // of the constructor; in parentheses for what is no object of JavaScript
    size_t count = 0;
    size_t bytes = 0;  // of the objects themselves
  };
  std::vector<Row> rows;  // most bytes first
  size_t left_out = 0;    // rows
  size_t count = 0;
  size_t bytes = 0;
  bool known = false;     // false: the heap cannot be read here
  bool complete = false;  // false: the deadline passed before all pages were read
};

// The counts are estimates: garbage that V8 has not cleared away is told from live objects by samples of each class.
// Collects garbage, twice if V8 was marking already. Runs no JavaScript. `deadline_ns` is of uv_hrtime.
HeapHistogram ReadHeapHistogram(v8::Isolate* isolate, size_t most_rows, uint64_t deadline_ns);

}  // namespace crash_collector

#endif  // SRC_V8_INTERNALS_HISTOGRAM_HEAP_HISTOGRAM_H_
