#include "base/ancestors.h"

#if defined(__linux__)
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "base/scoped_fd.h"
#endif

namespace crash_collector {

#if defined(__linux__)

namespace {

constexpr size_t kMost = 8;

// Fills in `process` from /proc/<pid>/stat. Returns the parent's pid; 0 if there is none, or if nothing can be read.
int ReadStat(int pid, ProcessIdentity* process) {
  char path[32];
  snprintf(path, sizeof(path), "/proc/%d/stat", pid);
  const ScopedFd file(open(path, O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) return 0;
  char text[1024];
  const ssize_t length = read(file.get(), text, sizeof(text) - 1);
  if (length <= 0) return 0;
  text[length] = '\0';
  // The name stands in parentheses and may have parentheses and spaces itself; after it come 50 numbers.
  const char* name = strchr(text, '(');
  const char* end = strrchr(text, ')');
  if (name == nullptr || end == nullptr) return 0;
  int parent = 0;
  unsigned long long start = 0;
  if (sscanf(end + 1, " %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu", &parent,
             &start) != 2) {
    return 0;
  }
  process->pid = pid;
  process->start_ticks = start;
  process->name.assign(name + 1, end);
  return parent;
}

std::string ProgramOf(int pid) {
  char path[32];
  char program[4096];
  snprintf(path, sizeof(path), "/proc/%d/exe", pid);
  const ssize_t length = readlink(path, program, sizeof(program));
  return length < 0 ? std::string() : std::string(program, static_cast<size_t>(length));
}

std::vector<ProcessIdentity> Read() {
  std::vector<ProcessIdentity> found;
  int pid = getpid();
  const std::string program = ProgramOf(pid);
  while (pid > 0 && found.size() < kMost) {
    ProcessIdentity process;
    const int parent = ReadStat(pid, &process);
    if (process.pid == 0) break;
    process.same_program = !program.empty() && ProgramOf(pid) == program;
    found.push_back(process);
    pid = parent;
  }
  return found;
}

}  // namespace

#else

namespace {
std::vector<ProcessIdentity> Read() { return {}; }
}  // namespace

#endif

// Never destroyed: other threads may still use it while the process exits.
const std::vector<ProcessIdentity>& Ancestors() {
  static const auto* ancestors = new std::vector<ProcessIdentity>(Read());
  return *ancestors;
}

}  // namespace crash_collector
