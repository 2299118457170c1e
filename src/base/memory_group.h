// Reads from the control group of this process, and from the groups around it, how much memory they use, and how much
// they may use. Linux only.
#ifndef SRC_BASE_MEMORY_GROUP_H_
#define SRC_BASE_MEMORY_GROUP_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace crash_collector {

// The files are opened for each reading, so the process holds no descriptor for them.
class MemoryGroup {
 public:
  // The group of the process and those around it, from the inside out, as far as they have a limit now. Null if none
  // has. A container usually sees its own group only.
  static std::shared_ptr<const std::vector<MemoryGroup>> FindAll();

  // Above this the kernel kills a process of the group, or slows all of them down, whichever is less. Nothing if there
  // is no such limit any more.
  std::optional<uint64_t> LimitBytes() const;
  // Copies of files that nobody has read lately do not count, because the kernel drops them first. They take a longer
  // reading, so they do count if the answer is less than `enough` all the same.
  std::optional<uint64_t> UsedBytes(uint64_t enough) const;
  // How many groups further out than that of the process: 0 for its own.
  uint32_t outer() const { return outer_; }

 private:
  struct Names;
  MemoryGroup(std::string folder, const Names& names, uint32_t outer, bool is_outermost)
      : folder_(std::move(folder)), names_(names), outer_(outer), is_outermost_(is_outermost) {}

  std::optional<uint64_t> NumberIn(const char* name) const;
  std::optional<uint64_t> InStat(const char* name) const;

  const std::string folder_;
  const Names& names_;
  const uint32_t outer_;
  const bool is_outermost_;  // of those that the process sees
};

}  // namespace crash_collector

#endif  // SRC_BASE_MEMORY_GROUP_H_
