// Memory for output of which only the most is known beforehand. What is not touched costs addresses only.
#ifndef SRC_HEAP_RESERVED_MEMORY_H_
#define SRC_HEAP_RESERVED_MEMORY_H_

#include <cstddef>

namespace crash_collector {

// `*size` is rounded up. Null where the system has no such memory; the caller then does without.
char* ReserveMemory(size_t* size);
void FreeReservedMemory(char* memory, size_t size);

}  // namespace crash_collector

#endif  // SRC_HEAP_RESERVED_MEMORY_H_
