#include "redaction/needles.h"

#include <algorithm>

namespace crash_collector {

namespace {

// Windows are as long as the shortest string may be; a longer window would skip further, but is not worth a second
// table.
constexpr size_t kWindow = Needles::kMinLength;
constexpr uint8_t kMaxShift = kWindow - 1;

}  // namespace

Needles::Needles(const std::vector<std::string>& values) {
  for (const std::string& value : values) {
    if (value.size() >= kMinLength && values_.size() < UINT16_MAX) values_.push_back(value);
  }
  // The longest is tried first, so that a string that begins with another one is hidden whole.
  std::sort(values_.begin(), values_.end(),
            [](const std::string& a, const std::string& b) { return a.size() < b.size(); });
  shift_.fill(kMaxShift);
  next_.resize(values_.size());
  for (size_t index = 0; index < values_.size(); index++) {
    const std::string& value = values_[index];
    for (size_t end = 1; end < kWindow; end++) {
      const size_t hash = HashOf(value[end - 1], value[end]);
      shift_[hash] = std::min(shift_[hash], static_cast<uint8_t>(kWindow - 1 - end));
      if (end != kWindow - 1) continue;
      next_[index] = first_[hash];
      first_[hash] = static_cast<uint16_t>(index + 1);
    }
  }
}

void Needles::Find(std::string_view text, std::vector<Span>* spans) const {
  if (values_.empty()) return;
  for (size_t end = kWindow - 1; end < text.size();) {
    const size_t hash = HashOf(text[end - 1], text[end]);
    if (shift_[hash] != 0) {
      end += shift_[hash];
      continue;
    }
    const size_t start = end + 1 - kWindow;
    size_t matched = 0;
    for (uint16_t index = first_[hash]; index != 0 && matched == 0; index = next_[index - 1]) {
      const std::string& value = values_[index - 1];
      const size_t needed = std::min(value.size(), kMaxNeeded);
      if (text.compare(start, needed, value, 0, needed) != 0) continue;
      matched = needed;
      while (matched < value.size() && start + matched < text.size() && text[start + matched] == value[matched])
        matched++;
    }
    if (matched != 0) spans->push_back({start, start + matched});
    end += matched != 0 ? matched : 1;
  }
}

}  // namespace crash_collector
