// The memory that the operating system gave this thread's stack.
#ifndef SRC_BASE_THREAD_STACK_H_
#define SRC_BASE_THREAD_STACK_H_

#include <cstdint>

namespace crash_collector {

// Lowest usable address of the calling thread's stack, 0 where it can't be told.
uintptr_t ThreadStackEnd();

}  // namespace crash_collector

#endif  // SRC_BASE_THREAD_STACK_H_
