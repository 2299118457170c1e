// Judges from a name if its value is a secret.
#ifndef SRC_REDACTION_NAMES_H_
#define SRC_REDACTION_NAMES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "redaction/redactor.h"

namespace crash_collector {

class NameRules {
 public:
  // `personal`: what names of personal data hold is sensitive, too.
  NameRules(const std::vector<std::string>& names, const std::vector<std::string>& except_names, bool personal);
  bool is_personal() const { return is_personal_; }
  NameFlags Classify(std::string_view name) const;

  // True for the label of a field that holds a secret: `Your password`, `Passwort vergessen?`.
  bool IsLabel(std::string_view text) const;

 private:
  // The facts about a word, or about two words with a space between them.
  using Marks = uint32_t;
  Marks MarksOf(std::string_view word) const;
  Marks MarksOfPair(std::string_view words) const;

  const bool is_personal_;
  std::unordered_map<std::string_view, Marks> marks_;
  uint32_t ending_letters_ = 0;             // one bit for each letter with which a sensitive ending ends
  std::vector<std::string> extra_;          // " tenant handle ", words between spaces
  std::unordered_set<std::string> except_;  // "tenant handle"
};

// The words of `name` in small letters with one space between them; digits that end a word are dropped. Empty if it
// cannot be a name, because it has no letter or is longer than any name.
std::string NormaliseName(std::string_view name);

}  // namespace crash_collector

#endif  // SRC_REDACTION_NAMES_H_
