// The async functions that run: they hold themselves in their frames.
#ifndef SRC_RUNNING_TASKS_H_
#define SRC_RUNNING_TASKS_H_

#include <vector>

#include "heap_layout.h"

namespace crash_collector {

// Of the calling thread, innermost first.
std::vector<Tagged> RunningTasks(const HeapLayout& layout);

}  // namespace crash_collector

#endif  // SRC_RUNNING_TASKS_H_
