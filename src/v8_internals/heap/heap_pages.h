// Finds the pages of this isolate's heap by what their headers have in common, and reads them without trusting that
// they stay. V8's API does not tell the pages. They are of one size and aligned to it, because V8 finds the page of an
// object by the object's address.
#ifndef SRC_V8_INTERNALS_HEAP_HEAP_PAGES_H_
#define SRC_V8_INTERNALS_HEAP_HEAP_PAGES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "base/clock.h"

namespace crash_collector {

class HeapPages {
 public:
  static constexpr size_t kPageBytes = 256 * 1024;
  static constexpr size_t kPageWords = kPageBytes / sizeof(uintptr_t);

  // Addresses of two live objects of this isolate, in different spaces of its heap: the words that the headers of their
  // pages have in common are common to all pages.
  HeapPages(uintptr_t sample, uintptr_t other_sample);

  // True if pages can be told from other memory.
  bool known() const { return known_; }

  // Calls `visit` with the address of each page and a copy of its words, on several threads: `worker` is less than
  // kMostWorkers, and calls with one `worker` do not overlap. Returns false if the deadline came before all pages
  // were visited.
  using Visit = std::function<void(size_t worker, uintptr_t page, const uintptr_t* words)>;
  bool ForEach(const Deadline& deadline, const Visit& visit) const;

  static constexpr size_t kMostWorkers = 4;

  static uintptr_t PageOf(uintptr_t address) { return address & ~(uintptr_t{kPageBytes} - 1); }

 private:
  static constexpr size_t kHeaderWords = 12;
  using Header = std::array<uintptr_t, kHeaderWords>;

  bool ReadHeader(uintptr_t page, Header* header) const;
  bool Matches(uintptr_t page, const Header& header) const;
  bool IsGivenUp(const Header& header) const;

  bool known_ = false;
  // True in Node.js 24 and later: a page holds a pointer to the header that older versions have in the page itself. The
  // constructor finds this out.
  bool header_is_outside_ = false;
  Header common_ = {};
  uint32_t common_mask_ = 0;
  size_t self_index_ = 0;
};

}  // namespace crash_collector

#endif  // SRC_V8_INTERNALS_HEAP_HEAP_PAGES_H_
