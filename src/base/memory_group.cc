#include "base/memory_group.h"

#if defined(__linux__)
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "base/scoped_fd.h"
#endif

namespace crash_collector {

#if defined(__linux__)

struct MemoryGroup::Names {
  const char* most;
  const char* high;  // null if there is no such file
  const char* used;
  const char* inactive_file;  // line of memory.stat
  const char* tightest;       // line of memory.stat with the lowest limit of all groups around; null: there is none
};

namespace {

constexpr char kRoot[] = "/sys/fs/cgroup";

// Version 1 of control groups says for "no limit" the largest multiple of a page, which is above this.
constexpr uint64_t kNoLimit = uint64_t{1} << 60;

// memory.stat has some 3 KB.
constexpr size_t kMostBytes = 64 * 1024;

// Empty if the file cannot be read.
std::string TextOf(const std::string& path) {
  std::string text;
  const ScopedFd file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) return text;
  char part[4096];
  for (ssize_t size; text.size() < kMostBytes && (size = read(file.get(), part, sizeof(part))) > 0;) {
    text.append(part, static_cast<size_t>(size));
  }
  return text;
}

std::optional<uint64_t> NumberAt(const char* text) {
  char* end = nullptr;
  const uint64_t number = std::strtoull(text, &end, 10);
  if (end == text) return std::nullopt;  // `max`
  return number;
}

// The path of this process's group in /proc/self/cgroup, whose lines are `id:controllers:path`. `controllers` is empty
// in version 2.
std::string PathOf(const std::string& controllers) {
  const std::string text = TextOf("/proc/self/cgroup");
  for (size_t from = 0; from < text.size();) {
    const size_t end = std::min(text.find('\n', from), text.size());
    const std::string line = text.substr(from, end - from);
    const size_t first = line.find(':');
    const size_t second = line.find(':', first + 1);
    if (second != std::string::npos && line.substr(first + 1, second - first - 1) == controllers) {
      return line.substr(second + 1);
    }
    from = end + 1;
  }
  return "";
}

// The folders of the process's group and of those around it below `root`, from the inside out. In a container the path
// may be that of the host, which does not exist there; then `root` is the group of the container.
std::vector<std::string> FoldersOf(const std::string& root, std::string path) {
  std::vector<std::string> folders;
  if (access((root + path).c_str(), F_OK) == 0) {
    for (; path.size() > 1; path.resize(path.rfind('/'))) folders.push_back(root + path);
  }
  folders.push_back(root);
  return folders;
}

}  // namespace

std::shared_ptr<const std::vector<MemoryGroup>> MemoryGroup::FindAll() {
  static constexpr Names kVersion2 = {"/memory.max", "/memory.high", "/memory.current", "\ninactive_file ", nullptr};
  static constexpr Names kVersion1 = {"/memory.limit_in_bytes", nullptr, "/memory.usage_in_bytes",
                                      "\ntotal_inactive_file ", "\nhierarchical_memory_limit "};
  const std::string root = kRoot;
  const bool is_version2 = access((root + "/cgroup.controllers").c_str(), F_OK) == 0;
  const std::vector<std::string> folders =
      is_version2 ? FoldersOf(root, PathOf("")) : FoldersOf(root + "/memory", PathOf("memory"));
  std::vector<MemoryGroup> groups;
  for (uint32_t outer = 0; outer < folders.size(); outer++) {
    const bool is_outermost = outer + 1 == folders.size();
    const MemoryGroup group(folders[outer], is_version2 ? kVersion2 : kVersion1, outer, is_outermost);
    if (group.LimitBytes()) groups.push_back(group);
  }
  return groups.empty() ? nullptr : std::make_shared<const std::vector<MemoryGroup>>(std::move(groups));
}

std::optional<uint64_t> MemoryGroup::NumberIn(const char* name) const {
  return NumberAt(TextOf(folder_ + name).c_str());
}

std::optional<uint64_t> MemoryGroup::LimitBytes() const {
  const uint64_t most = NumberIn(names_.most).value_or(kNoLimit);
  const uint64_t high = names_.high == nullptr ? kNoLimit : NumberIn(names_.high).value_or(kNoLimit);
  // Version 1 tells of limits around the outermost group that a container sees.
  const bool knows_hidden = is_outermost_ && names_.tightest != nullptr;
  const uint64_t tightest = knows_hidden ? InStat(names_.tightest).value_or(kNoLimit) : kNoLimit;
  const uint64_t limit = std::min({most, high, tightest});
  return limit == 0 || limit >= kNoLimit ? std::nullopt : std::optional<uint64_t>(limit);
}

std::optional<uint64_t> MemoryGroup::UsedBytes(uint64_t enough) const {
  const std::optional<uint64_t> used = NumberIn(names_.used);
  if (!used || *used < enough) return used;
  return *used - std::min(*used, InStat(names_.inactive_file).value_or(0));
}

std::optional<uint64_t> MemoryGroup::InStat(const char* name) const {
  const std::string text = "\n" + TextOf(folder_ + "/memory.stat");
  const size_t at = text.find(name);
  if (at == std::string::npos) return std::nullopt;
  return NumberAt(text.c_str() + at + std::strlen(name));
}

#else

struct MemoryGroup::Names {};

std::shared_ptr<const std::vector<MemoryGroup>> MemoryGroup::FindAll() { return nullptr; }
std::optional<uint64_t> MemoryGroup::LimitBytes() const { return std::nullopt; }
std::optional<uint64_t> MemoryGroup::UsedBytes(uint64_t) const { return std::nullopt; }

#endif

}  // namespace crash_collector
