// The parts of paths that a dump shows. A value that equals one is shown already, so that a name alone does not hide
// it: `params.sessionId` beside the `url` of the same request.
#ifndef SRC_REDACTION_SHOWN_PARTS_H_
#define SRC_REDACTION_SHOWN_PARTS_H_

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace crash_collector {

class ShownParts {
 public:
  // `text` was written as it is.
  void Note(std::string_view text) {
    constexpr size_t kLongestPath = 512, kMostParts = 64, kShortest = 8;
    if (text.size() > kLongestPath || (text[0] != '/' && text.substr(0, 4) != "http")) return;
    text = text.substr(0, text.find_first_of("?#"));
    for (size_t start = 0; start < text.size() && parts_.size() < kMostParts;) {
      const size_t end = std::min(text.find('/', start), text.size());
      if (end - start >= kShortest) parts_.emplace_back(text.substr(start, end - start));
      start = end + 1;
    }
  }
  bool Has(std::string_view text) const { return std::find(parts_.begin(), parts_.end(), text) != parts_.end(); }

 private:
  std::vector<std::string> parts_;
};

}  // namespace crash_collector

#endif  // SRC_REDACTION_SHOWN_PARTS_H_
