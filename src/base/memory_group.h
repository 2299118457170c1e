// Reads from the control group of this process how much memory it uses, and how much it may use. Linux only.
#ifndef SRC_BASE_MEMORY_GROUP_H_
#define SRC_BASE_MEMORY_GROUP_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace crash_collector {

// The files are opened for each reading, so the process holds no descriptor for them.
class MemoryGroup {
 public:
  // Null if the group has no limit now. The limits of groups around it are not looked at: a container sees its own.
  static std::shared_ptr<const MemoryGroup> Find();

  // Above this the kernel kills a process of the group, or slows all of them down, whichever is less. Nothing if there
  // is no such limit any more.
  std::optional<uint64_t> LimitBytes() const;
  // Copies of files that nobody has read lately do not count, because the kernel drops them first. They take a longer
  // reading, so they do count if the answer is less than `enough` all the same.
  std::optional<uint64_t> UsedBytes(uint64_t enough) const;

 private:
  struct Names;
  MemoryGroup(std::string folder, const Names& names) : folder_(std::move(folder)), names_(names) {}

  std::optional<uint64_t> NumberIn(const char* name) const;

  const std::string folder_;
  const Names& names_;
};

}  // namespace crash_collector

#endif  // SRC_BASE_MEMORY_GROUP_H_
