// Tells how far the stack of the calling thread reaches.
#ifndef SRC_BASE_THREAD_STACK_H_
#define SRC_BASE_THREAD_STACK_H_

#include <cstdint>

namespace crash_collector {

// The lowest usable address of the calling thread's stack; 0 if the platform does not tell it.
uintptr_t ThreadStackEnd();
// The address above it, where it begins to grow downwards; 0 if that is not told. Takes a tenth of a millisecond.
uintptr_t ThreadStackBegin();

}  // namespace crash_collector

#endif  // SRC_BASE_THREAD_STACK_H_
