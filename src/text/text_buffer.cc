#include "text/text_buffer.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/reserved_memory.h"

namespace crash_collector {

namespace {
constexpr size_t kLeast = 1024;
constexpr size_t kBig = 1 << 20;
}  // namespace

void TextMemory::Free() {
  if (reserved != 0) {
    FreeReservedMemory(data, reserved);
  } else {
    std::free(data);
  }
  *this = TextMemory();
}

TextMemory TextBuffer::Release() {
  const TextMemory memory = {data_, size_, reserved_};
  data_ = nullptr;
  size_ = 0;
  capacity_ = 0;
  reserved_ = 0;
  return memory;
}

void TextBuffer::Swap(TextBuffer* other) {
  std::swap(data_, other->data_);
  std::swap(size_, other->size_);
  std::swap(capacity_, other->capacity_);
  std::swap(reserved_, other->reserved_);
  std::swap(most_, other->most_);
}

void TextBuffer::Grow(size_t more) {
  const size_t needed = size_ + more;
  if (needed >= kBig && needed <= most_ && reserved_ == 0 && Reserve(most_)) return;
  const size_t capacity = std::max({kLeast, capacity_ + capacity_ / 2, needed});
  // A text that outgrows the reserved memory is copied out of it, because that memory cannot be reallocated.
  char* data = static_cast<char*>(std::realloc(reserved_ != 0 ? nullptr : data_, capacity));
  if (data == nullptr) std::abort();  // as operator new does without exceptions
  if (reserved_ != 0) {
    std::memcpy(data, data_, size_);
    FreeReservedMemory(data_, std::exchange(reserved_, 0));
  }
  data_ = data;
  capacity_ = capacity;
}

bool TextBuffer::Reserve(size_t needed) {
  size_t reserved = needed;
  char* data = ReserveMemory(&reserved);
  if (data == nullptr) return false;
  std::memcpy(data, data_, size_);
  std::free(data_);
  data_ = data;
  capacity_ = reserved;
  reserved_ = reserved;
  return true;
}

}  // namespace crash_collector
