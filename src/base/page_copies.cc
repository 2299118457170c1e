#include "base/page_copies.h"

#include <algorithm>
#include <cstring>

#include "base/process_memory.h"

namespace crash_collector {

namespace {

thread_local PageCopies* current = nullptr;

}  // namespace

PageCopies::PageCopies() : outer_(current) { current = this; }

PageCopies::~PageCopies() { current = outer_; }

bool PageCopies::Read(uintptr_t from, void* to, size_t size) {
  for (size_t done = 0; done < size;) {
    const size_t offset = (from + done) % kPageBytes;
    const Page* page = At(from + done - offset);
    if (page == nullptr) return false;
    const size_t part = std::min(size - done, kPageBytes - offset);
    std::memcpy(static_cast<char*>(to) + done, page->data() + offset, part);
    done += part;
  }
  return true;
}

const PageCopies::Page* PageCopies::At(uintptr_t start) {
  if (pages_.size() == kMostPages) pages_.clear();
  const auto [found, is_new] = pages_.try_emplace(start);
  if (is_new) {
    auto page = std::make_unique<Page>();
    if (ReadMemory(start, page->data(), kPageBytes)) found->second = std::move(page);
  }
  return found->second.get();
}

bool ReadWithCopies(uintptr_t from, void* to, size_t size) {
  return current != nullptr ? current->Read(from, to, size) : ReadMemory(from, to, size);
}

}  // namespace crash_collector
