// Reserves memory for output of which only the largest size is known beforehand. Pages that are never touched cost
// addresses only.
#ifndef SRC_BASE_RESERVED_MEMORY_H_
#define SRC_BASE_RESERVED_MEMORY_H_

#include <cstddef>

namespace crash_collector {

// `*size` is rounded up. Null if the system has no such memory; the caller must do without it.
char* ReserveMemory(size_t* size);
void FreeReservedMemory(char* memory, size_t size);

}  // namespace crash_collector

#endif  // SRC_BASE_RESERVED_MEMORY_H_
