// Reads this process's own memory through the operating system, so that an address which another thread has just
// unmapped gives an answer and not a crash.
#ifndef SRC_BASE_PROCESS_MEMORY_H_
#define SRC_BASE_PROCESS_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace crash_collector {

struct MemoryRegion {
  uintptr_t start;
  uintptr_t end;
};

// The readable and writable private mappings without a file, among which are V8's heaps. Reservations of more than 64
// GB are left out. Empty on platforms other than Linux.
std::vector<MemoryRegion> AnonymousRegions();

// True if the page at this address, a multiple of 4096, is in memory. Reading a page that was never used would allocate
// it.
bool IsResident(uintptr_t page);

// False if not all `size` bytes could be read.
bool ReadMemory(uintptr_t from, void* to, size_t size);

}  // namespace crash_collector

#endif  // SRC_BASE_PROCESS_MEMORY_H_
