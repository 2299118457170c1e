// The async functions that run: they hold themselves in their frames.
#ifndef SRC_RUNNING_TASKS_H_
#define SRC_RUNNING_TASKS_H_

#include <cstddef>
#include <vector>

#include "heap_layout.h"

namespace crash_collector {

// Of the calling thread, innermost first, as far as they stand in its innermost `most_bytes` of stack and somebody waits for them.
std::vector<Tagged> RunningTasks(const HeapLayout& layout, size_t most_bytes);

}  // namespace crash_collector

#endif  // SRC_RUNNING_TASKS_H_
