#include "redactor_names.h"

#include <algorithm>
#include <iterator>

#include "redactor_rules.h"

namespace crash_collector {

namespace {

constexpr size_t kMaxNameLength = 128;

bool IsUpper(unsigned char c) { return c >= 'A' && c <= 'Z'; }
bool IsLower(unsigned char c) { return (c >= 'a' && c <= 'z') || c >= 0x80; }

template <size_t N>
std::unordered_set<std::string_view> SetOf(const std::string_view (&list)[N]) {
  return std::unordered_set<std::string_view>(std::begin(list), std::end(list));
}

bool EndsWith(std::string_view text, std::string_view end) {
  return text.size() > end.size() && text.substr(text.size() - end.size()) == end;
}

}  // namespace

std::string NormaliseName(std::string_view name) {
  std::string words;
  if (name.size() > kMaxNameLength) return words;
  bool in_word = false;
  for (size_t i = 0; i < name.size(); i++) {
    const unsigned char c = name[i];
    if (!IsUpper(c) && !IsLower(c)) {
      // A digit within a word ends it too: `oauth2Token`, `base64`.
      in_word = false;
      continue;
    }
    const unsigned char before = i > 0 ? name[i - 1] : 0;
    const unsigned char after = i + 1 < name.size() ? name[i + 1] : 0;
    // `apiKey` and `APIKey`.
    if (IsUpper(c) && (IsLower(before) || (IsUpper(before) && IsLower(after)))) in_word = false;
    if (!in_word && !words.empty()) words += ' ';
    in_word = true;
    words += static_cast<char>(IsUpper(c) ? c + ('a' - 'A') : c);
  }
  return words;
}

NameRules::NameRules(const std::vector<std::string>& names, const std::vector<std::string>& except_names)
    : sensitive_(SetOf(redactor_rules::kSensitiveWords)),
      last_(SetOf(redactor_rules::kSensitiveLastWords)),
      pairs_(SetOf(redactor_rules::kSensitivePairs)),
      harmless_last_(SetOf(redactor_rules::kHarmlessLastWords)),
      harmless_first_(SetOf(redactor_rules::kHarmlessFirstWords)),
      suspicious_(SetOf(redactor_rules::kSuspiciousLastWords)),
      harmless_before_key_(SetOf(redactor_rules::kHarmlessBeforeKey)),
      contents_(SetOf(redactor_rules::kContentsWords)),
      numbers_(SetOf(redactor_rules::kNumberWords)) {
  for (const std::string& name : names) {
    const std::string words = NormaliseName(name);
    if (!words.empty()) extra_.push_back(' ' + words + ' ');
  }
  for (const std::string& name : except_names) {
    std::string words = NormaliseName(name);
    if (!words.empty()) except_.insert(std::move(words));
  }
}

bool NameRules::IsSensitiveWord(std::string_view word) const {
  if (sensitive_.count(word) != 0) return true;
  for (const std::string_view end : redactor_rules::kSensitiveEndings) {
    if (EndsWith(word, end)) return true;
  }
  return false;
}

NameFlags NameRules::Classify(std::string_view name) const {
  const std::string words = NormaliseName(name);
  if (words.empty() || except_.count(words) != 0) return kNameHarmless;
  for (const std::string& extra : extra_) {
    if ((' ' + words + ' ').find(extra) != std::string::npos) {
      return kNameSensitive | kNameSensitiveContents | kNameSensitiveNumbers;
    }
  }

  const std::string_view all(words);
  NameFlags flags = kNameHarmless;
  std::string_view first, previous, last;
  size_t previous_start = 0;
  bool last_is_sensitive = false;
  for (size_t start = 0; start < all.size();) {
    const size_t end = std::min(all.find(' ', start), all.size());
    previous = last;
    last = all.substr(start, end - start);
    if (start == 0) first = last;
    last_is_sensitive = IsSensitiveWord(last);
    if (last_is_sensitive) flags |= kNameSensitive;
    if (start > 0 && pairs_.count(all.substr(previous_start, end - previous_start)) != 0) {
      last_is_sensitive = true;
      flags |= kNameSensitive | kNameSensitiveNumbers;
    }
    if (contents_.count(last) != 0) flags |= kNameSensitiveContents;
    if (numbers_.count(last) != 0) flags |= kNameSensitiveNumbers;
    previous_start = start;
    start = end + 1;
  }
  if (last_.count(last) != 0) flags |= kNameSensitive;

  if ((flags & kNameSensitive) != 0) {
    const bool about = !last_is_sensitive && harmless_last_.count(last) != 0;
    const bool asks = !previous.empty() && harmless_first_.count(first) != 0;
    return about || asks ? static_cast<NameFlags>(kNameHarmless) : flags;
  }
  if (suspicious_.count(last) != 0) {
    const bool is_key = last == "key" || last == "keys";
    if (!is_key || harmless_before_key_.count(previous) == 0) return kNameSuspicious;
  }
  return kNameHarmless;
}

}  // namespace crash_collector
