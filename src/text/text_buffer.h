// A text that grows at its end. Unlike std::string it grows without copying a large text, and its memory can be handed
// to JavaScript.
#ifndef SRC_TEXT_TEXT_BUFFER_H_
#define SRC_TEXT_TEXT_BUFFER_H_

#include <cstddef>
#include <cstring>
#include <string_view>

namespace crash_collector {

// The memory of a TextBuffer after Release(). The caller of Release() owns it.
struct TextMemory {
  char* data = nullptr;
  size_t size = 0;
  size_t reserved = 0;  // bytes of ReserveMemory(); 0 if the memory is of malloc()

  void Free();
};

class TextBuffer {
 public:
  // `most`: a size that it will seldom exceed.
  explicit TextBuffer(size_t most = 0) : most_(most) {}
  ~TextBuffer() { Release().Free(); }
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
  TextMemory Release();

 private:
  void Swap(TextBuffer* other);
  void Grow(size_t more);
  bool Reserve(size_t needed);

  char* data_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
  size_t reserved_ = 0;
  size_t most_ = 0;
};

}  // namespace crash_collector

#endif  // SRC_TEXT_TEXT_BUFFER_H_
