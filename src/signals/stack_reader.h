// Reads words of a stack for a signal handler. The addresses may be wrong, so the system reads them; it reads a page at
// a time, because a stack that was used up has hundreds of thousands of words.
#ifndef SRC_SIGNALS_STACK_READER_H_
#define SRC_SIGNALS_STACK_READER_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/process_memory.h"

namespace crash_collector {

class StackReader {
 public:
  // False if nothing can be read there.
  bool Word(uintptr_t address, uintptr_t* word) {
    if (address < start_ || address - start_ > sizeof(page_) - sizeof(*word) || size_ == 0) {
      start_ = address & ~(sizeof(page_) - 1);
      size_ = ReadMemory(start_, page_, sizeof(page_)) ? sizeof(page_) : 0;
    }
    const uintptr_t at = address - start_;
    // A word may reach into the next page.
    if (size_ == 0 || at > sizeof(page_) - sizeof(*word)) return ReadMemory(address, word, sizeof(*word));
    memcpy(word, page_ + at, sizeof(*word));
    return true;
  }

 private:
  uintptr_t start_ = 0;
  size_t size_ = 0;
  char page_[4096];
};

}  // namespace crash_collector

#endif  // SRC_SIGNALS_STACK_READER_H_
