#include "v8_internals/heap/heap_pages.h"

#include <uv.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

#include "base/page_copies.h"
#include "base/process_memory.h"
#include "base/run_in_parallel.h"
#include "base/v8_compat.h"

namespace crash_collector {

namespace {

// Index of the flags in the header of a page of V8 11.
constexpr size_t kFlagsIndex = 1;

// Words below this are sizes and flags, and no addresses.
constexpr uintptr_t kLeastAddress = 0x100000;

// A worker is only worth its start and its own copies of maps if there is so much for it to look through.
constexpr size_t kPagesForWorker = 256;  // 64 MB

bool IsInside(uintptr_t page, uintptr_t word) { return HeapPages::PageOf(word) == page; }

}  // namespace

HeapPages::HeapPages(uintptr_t sample, uintptr_t other_sample) {
  const uintptr_t page = PageOf(sample);
  const uintptr_t other_page = PageOf(other_sample);
  std::array<uintptr_t, 2> start;
  if (page == other_page || !ReadMemory(page, start.data(), sizeof(start))) return;
  header_is_outside_ = start[1] > kLeastAddress && !IsInside(page, start[1]);
  Header other;
  if (!ReadHeader(page, &common_) || !ReadHeader(other_page, &other)) return;
  bool has_self = false;
  for (size_t i = 0; i < kHeaderWords; i++) {
    if (common_[i] == other[i]) {
      // One of the common words is the address of the isolate's heap. Sizes, flags and what V8 has not written may be
      // common by chance, and are no addresses of memory. Observed on Node.js 26: half of the last word is not written.
      uintptr_t word;
      if (common_[i] > kLeastAddress && ReadMemory(common_[i], &word, sizeof(word))) common_mask_ |= 1u << i;
    } else if (!has_self && common_[i] == page && other[i] == other_page) {
      has_self = true;
      self_index_ = i;
    }
  }
  known_ = common_mask_ != 0 && has_self;
}

bool HeapPages::ReadHeader(uintptr_t page, Header* header) const {
  uintptr_t from = page;
  if (header_is_outside_ && !ReadMemory(page + sizeof(uintptr_t), &from, sizeof(from))) return false;
  return ReadMemory(from, header->data(), sizeof(*header));
}

bool HeapPages::Matches(uintptr_t page, const Header& header) const {
  if (header[self_index_] != page) return false;
  for (size_t i = 0; i < kHeaderWords; i++) {
    if ((common_mask_ & (1u << i)) != 0 && header[i] != common_[i]) return false;
  }
  return true;
}

// A thread of V8 11 unmaps the pages that a collection has emptied, at any moment after it. A handle of an object there
// would end the process. Observed on Node.js 20 (test/native/task-finder.test.js searches after each of many
// collections).
bool HeapPages::IsGivenUp(const Header& header) const {
  return !header_is_outside_ && (header[kFlagsIndex] & kFlagsOfGivenUpPages) != 0;
}

bool HeapPages::ForEach(const Deadline& deadline, const Visit& visit) const {
  std::vector<uintptr_t> pages;  // whatever memory could be one
  for (const MemoryRegion& region : AnonymousRegions()) {
    for (uintptr_t page = PageOf(region.start + kPageBytes - 1); page + kPageBytes <= region.end; page += kPageBytes) {
      pages.push_back(page);
    }
  }
  std::atomic<size_t> next{0};
  std::atomic<bool> in_time{true};
  const size_t workers = std::min<size_t>(kMostWorkers, 1 + pages.size() / kPagesForWorker);
  RunInParallel(std::min<size_t>(workers, uv_available_parallelism()), [&](size_t worker) {
    const DeadlineWatch watch(deadline);
    const PageCopies copies;  // `visit` reads the maps of its objects, which lie together
    const std::unique_ptr<uintptr_t[]> words(new uintptr_t[kPageWords]);
    Header header;
    for (size_t i = next++; i < pages.size(); i = next++) {
      if (watch.IsOver()) {
        in_time = false;
        return;
      }
      const uintptr_t page = pages[i];
      if (!IsResident(page) || !ReadHeader(page, &header) || !Matches(page, header) || IsGivenUp(header)) continue;
      if (ReadMemory(page, words.get(), kPageBytes)) visit(worker, page, words.get());
    }
  });
  return in_time;
}

}  // namespace crash_collector
