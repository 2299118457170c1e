// The pages of this isolate's heap, found by what their headers have in common, and read without trusting that they
// stay. V8 names them to nobody; that they are of one size and aligned to it is what its own objects rely on to find
// their page.
#ifndef SRC_V8_INTERNALS_HEAP_HEAP_PAGES_H_
#define SRC_V8_INTERNALS_HEAP_HEAP_PAGES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace crash_collector {

class HeapPages {
 public:
  static constexpr size_t kPageBytes = 256 * 1024;
  static constexpr size_t kPageWords = kPageBytes / sizeof(uintptr_t);

  // Addresses of two live objects of this isolate, in different spaces of its heap: what the headers of their pages
  // have in common is common to all pages.
  HeapPages(uintptr_t sample, uintptr_t other_sample);

  // Whether pages can be told from other memory here.
  bool known() const { return known_; }

  // Calls `visit` with the address of each page and a copy of its words. False when `deadline_ns` (of uv_hrtime) passed
  // before all were visited.
  bool ForEach(uint64_t deadline_ns, const std::function<void(uintptr_t page, const uintptr_t* words)>& visit) const;

  static uintptr_t PageOf(uintptr_t address) { return address & ~(uintptr_t{kPageBytes} - 1); }

 private:
  static constexpr size_t kHeaderWords = 12;
  using Header = std::array<uintptr_t, kHeaderWords>;

  bool ReadHeader(uintptr_t page, Header* header) const;
  bool Matches(uintptr_t page, const Header& header) const;
  bool IsGivenUp(const Header& header) const;

  bool known_ = false;
  // Node.js 24 and later: the page holds a pointer to what older ones hold in the page itself.
  bool header_is_outside_ = false;
  Header common_ = {};
  uint32_t common_mask_ = 0;
  size_t self_index_ = 0;
};

}  // namespace crash_collector

#endif  // SRC_V8_INTERNALS_HEAP_HEAP_PAGES_H_
