// Reads this process's own memory as process_memory.h does, and each page only once. A system call takes about a
// microsecond, and a search of V8's objects reads thousands of words.
#ifndef SRC_BASE_PAGE_COPIES_H_
#define SRC_BASE_PAGE_COPIES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace crash_collector {

// While one lives, ReadWithCopies() on this thread copies each page that it meets, and reads the copies. What is read
// must not change meanwhile.
class PageCopies {
 public:
  PageCopies();
  ~PageCopies();
  PageCopies(const PageCopies&) = delete;
  PageCopies& operator=(const PageCopies&) = delete;

 private:
  friend bool ReadWithCopies(uintptr_t from, void* to, size_t size);

  static constexpr uintptr_t kPageBytes = 4096;
  // A search of a large heap meets many pages. The copies take 8 MB at most.
  static constexpr size_t kMostPages = 2048;
  using Page = std::array<char, kPageBytes>;

  bool Read(uintptr_t from, void* to, size_t size);
  // Null if the page cannot be read. Valid until the next call.
  const Page* At(uintptr_t start);

  std::unordered_map<uintptr_t, std::unique_ptr<Page>> pages_;
  PageCopies* const outer_;
};

// False if not all `size` bytes could be read.
bool ReadWithCopies(uintptr_t from, void* to, size_t size);

}  // namespace crash_collector

#endif  // SRC_BASE_PAGE_COPIES_H_
