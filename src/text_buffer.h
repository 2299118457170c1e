// Bytes that grow at the end. Unlike std::string it grows by realloc(), which moves big blocks without copying them, and what
// it holds can be handed to JavaScript as it is.
#ifndef SRC_TEXT_BUFFER_H_
#define SRC_TEXT_BUFFER_H_

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>

namespace crash_collector {

class TextBuffer {
 public:
  TextBuffer() = default;
  ~TextBuffer() { std::free(data_); }
  TextBuffer(const TextBuffer&) = delete;
  TextBuffer& operator=(const TextBuffer&) = delete;
  TextBuffer(TextBuffer&& other) noexcept { Swap(&other); }
  TextBuffer& operator=(TextBuffer&& other) noexcept {
    Swap(&other);
    return *this;
  }

  void Append(std::string_view text) {
    if (capacity_ - size_ < text.size()) Grow(text.size());
    if (!text.empty()) std::memcpy(data_ + size_, text.data(), text.size());
    size_ += text.size();
  }
  void Append(char c) {
    if (capacity_ == size_) Grow(1);
    data_[size_++] = c;
  }
  void Truncate(size_t size) { size_ = size; }

  size_t size() const { return size_; }
  std::string_view text() const { return {data_, size_}; }

  // The bytes, to be freed with std::free(); null when there are none.
  char* Release() {
    char* data = data_;
    data_ = nullptr;
    size_ = 0;
    capacity_ = 0;
    return data;
  }

 private:
  void Swap(TextBuffer* other) {
    std::swap(data_, other->data_);
    std::swap(size_, other->size_);
    std::swap(capacity_, other->capacity_);
  }

  void Grow(size_t more) {
    constexpr size_t kLeast = 1024;
    size_t capacity = capacity_ < kLeast ? kLeast : capacity_ + capacity_ / 2;
    if (capacity < size_ + more) capacity = size_ + more;
    char* data = static_cast<char*>(std::realloc(data_, capacity));
    if (data == nullptr) std::abort();  // as operator new does without exceptions
    data_ = data;
    capacity_ = capacity;
  }

  char* data_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace crash_collector

#endif  // SRC_TEXT_BUFFER_H_
