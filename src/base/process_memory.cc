#include "base/process_memory.h"

#if defined(__linux__)
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <string>

#include "base/scoped_fd.h"
#endif

namespace crash_collector {

#if defined(__linux__)

namespace {

// Larger regions are not heaps: AddressSanitizer's shadow of all memory has 16 TB.
constexpr uint64_t kMostRegionBytes = uint64_t{64} << 30;

// Empty if the file cannot be read.
std::string MapsText() {
  std::string text;
  const ScopedFd file(open("/proc/self/maps", O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) return text;
  char part[1 << 14];
  for (ssize_t size; (size = read(file.get(), part, sizeof(part))) > 0;) text.append(part, static_cast<size_t>(size));
  return text;
}

// Reads a line of proc_pid_maps(5): `start-end rw-p offset device inode name`. Named anonymous memory is `[anon:…]`.
bool ParseLine(const char* line, MemoryRegion* region) {
  uint64_t start = 0;
  uint64_t end = 0;
  char access[5] = {0};
  uint64_t inode = 1;
  int name_at = 0;
  if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s %*x %*x:%*x %" SCNu64 " %n", &start, &end, access, &inode, &name_at) <
      4)
    return false;
  if (strcmp(access, "rw-p") != 0 || inode != 0 || end - start > kMostRegionBytes) return false;
  const char* name = line + name_at;
  if (name_at != 0 && *name != '\0' && strncmp(name, "[anon:", 6) != 0) return false;
  *region = {static_cast<uintptr_t>(start), static_cast<uintptr_t>(end)};
  return true;
}

// The file of this process's own memory, which stays open once it is needed; -1 if it cannot be opened.
int MemoryFile() {
  static const int file = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
  return file;
}

}  // namespace

std::vector<MemoryRegion> AnonymousRegions() {
  std::vector<MemoryRegion> regions;
  std::string text = MapsText();
  for (size_t from = 0; from < text.size();) {
    size_t end = text.find('\n', from);
    if (end == std::string::npos)
      end = text.size();
    else
      text[end] = '\0';
    MemoryRegion region;
    if (ParseLine(text.c_str() + from, &region)) {
      if (!regions.empty() && regions.back().end == region.start)
        regions.back().end = region.end;
      else
        regions.push_back(region);
    }
    from = end + 1;
  }
  return regions;
}

bool IsResident(uintptr_t page) {
  unsigned char state = 0;
  return mincore(reinterpret_cast<void*>(page), 1, &state) == 0 && (state & 1) != 0;
}

bool ReadMemory(uintptr_t from, void* to, size_t size) {
  // Sandboxes refuse the call, such as systemd's @system-service with an error number, and QEMU's user mode lacks it.
  static std::atomic<bool> is_refused{false};
  if (!is_refused.load(std::memory_order_relaxed)) {
    const iovec local{to, size};
    const iovec remote{reinterpret_cast<void*>(from), size};
    const ssize_t result = process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
    if (result >= 0 || (errno != EPERM && errno != ENOSYS)) return result == static_cast<ssize_t>(size);
    is_refused.store(true, std::memory_order_relaxed);
  }
  return pread(MemoryFile(), to, size, static_cast<off_t>(from)) == static_cast<ssize_t>(size);
}

#else

std::vector<MemoryRegion> AnonymousRegions() { return {}; }

bool IsResident(uintptr_t) { return false; }

bool ReadMemory(uintptr_t, void*, size_t) { return false; }

#endif

}  // namespace crash_collector
