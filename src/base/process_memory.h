// This process's own memory, read through the operating system: an address that another thread has just unmapped is an
// answer, not a crash.
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

// Private memory that is nobody's file, readable and writable: where a heap is. Reservations of more than 64 GB are
// left out. Empty where the platform has no such list; Linux has.
std::vector<MemoryRegion> AnonymousRegions();

// Whether the page of memory at this address, a multiple of 4096, was ever used. Reading one that wasn't would make it.
bool IsResident(uintptr_t page);

// Whether all `size` bytes could be read.
bool ReadMemory(uintptr_t from, void* to, size_t size);

// So many bytes at each of the addresses, with few calls of the system: to `to` + i * size those of addresses[i]. False
// for those that could not be read.
std::vector<bool> ReadMemoryAt(const std::vector<uintptr_t>& addresses, void* to, size_t size);

}  // namespace crash_collector

#endif  // SRC_BASE_PROCESS_MEMORY_H_
