#include "redaction/lists.h"

#include <algorithm>
#include <iterator>

#include "redaction/chars.h"
#include "redaction/names.h"
#include "redaction/rules.h"
#include "redaction/values.h"

namespace crash_collector {

using namespace redactor_chars;

namespace {

constexpr size_t kMaxName = 64;
// Longer lists are no lists of names and values.
constexpr uint32_t kMostPairs = 512;
// The command is one of the first elements: `['docker', 'login', …]`.
constexpr uint32_t kFirstArguments = 8;
constexpr uint32_t kMostArguments = 64;

template <typename List>
bool Contains(const List& list, std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

bool MayBeName(std::string_view text) {
  if (text.empty() || text.size() > kMaxName || !(Is(text[0], kLetter) || IsOneOf(text[0], "_$["))) return false;
  return std::all_of(text.begin(), text.end(), [](char c) { return Is(c, kAlnum | kDashUnder) || IsOneOf(c, ".$[]"); });
}

bool IsShortOption(std::string_view text) { return text.size() >= 2 && text[0] == '-' && Is(text[1], kLetter); }

// True for `hunter2`, not for `arallel` in `-parallel`, a port or a path.
bool MayBeSecret(std::string_view text) {
  if (text.size() < 4 || IsNumber(text) || text.find_first_of("/:=") != std::string_view::npos) return false;
  return !std::all_of(text.begin(), text.end(), [](char c) { return Is(c, kLower) || c == '-'; });
}

}  // namespace

NameFlags ListJudge::Judge(uint32_t index, std::string_view text) {
  NameFlags flags = index < secret_until_ ? kNameSecret : kNameHarmless;
  if (index == next_index_) {
    flags |= next_flags_ | FlagsBy(next_, text);
    next_flags_ = kNameHarmless;
    next_ = Expected::kNothing;
  }
  if (text.size() < 2) return flags;
  next_index_ = index + 1;
  if (IsShortOption(text)) flags |= FlagsOfOption(index, text);
  if (text == "--user" || text == "--proxy-user") next_ = Expected::kUserSecret;
  // A command of Redis: `['AUTH', 'user', 'secret']`.
  if (text == "AUTH") secret_until_ = index + 3;
  next_flags_ = FlagsAfterName(index, text);
  return flags;
}

NameFlags ListJudge::FlagsBy(Expected expected, std::string_view text) const {
  const bool is_secret = expected == Expected::kSecret ||
                         (expected == Expected::kUserSecret && FindUserSecret(text) != 0) ||
                         (expected == Expected::kMaybeSecret && MayBeSecret(text));
  return is_secret ? kNameSecret : kNameHarmless;
}

NameFlags ListJudge::FlagsOfOption(uint32_t index, std::string_view text) {
  const char letter = text[1];
  if (!IsOneOf(letter, redactor_rules::kCommandLetters[0])) return kNameHarmless;
  LookAtOptions();
  const bool is_user = letter == 'u' || letter == 'U';
  if (text.size() == 2) {
    if (has_command_ ? IsOneOf(letter, options_.next) : is_user) {
      next_ = is_user ? Expected::kUserSecret : Expected::kSecret;
    } else if (!has_command_ && has_user_ && letter == 'p' && index > 0) {
      next_ = Expected::kMaybeSecret;
    }
    return kNameHarmless;
  }
  const std::string_view rest = text.substr(2);
  if (has_command_) {
    if (!IsOneOf(letter, options_.attached)) return kNameHarmless;
    return is_user ? FlagsBy(Expected::kUserSecret, rest) : NameFlags{kNameSecret};
  }
  return letter == 'p' && has_user_ ? FlagsBy(Expected::kMaybeSecret, rest) : static_cast<NameFlags>(kNameHarmless);
}

// The flags of the element behind one that may be a name.
NameFlags ListJudge::FlagsAfterName(uint32_t index, std::string_view text) {
  if (text.size() > kMaxName || text.find_first_of(" =:;,/") != std::string_view::npos) return kNameHarmless;
  const NameFlags flags = redactor_.ClassifyName(text);
  if ((flags & (kNameSensitive | kNameSuspicious)) == 0) return kNameHarmless;
  // A list of two elements may be one of Object.entries(). In other lists a word such as `password` says little, but
  // the name of a header or an option does.
  if (list_->size() == 2 || text.find('-') != std::string_view::npos) return flags;
  if (Contains(redactor_rules::kListNames, NormaliseName(text))) return flags;
  return index % 2 == 0 && IsNamesAndValues() ? flags : static_cast<NameFlags>(kNameHarmless);
}

// True if each second element may be a name, and the others are not mostly names, as they are in a list of columns.
bool ListJudge::IsNamesAndValues() {
  if (names_and_values_ >= 0) return names_and_values_ != 0;
  names_and_values_ = 0;
  const uint32_t size = list_->size();
  if (size % 2 != 0 || size > kMostPairs) return false;
  std::string text;
  uint32_t fields = 0;
  for (uint32_t i = 0; i < size; i++) {
    const bool is_text = list_->TextAt(i, &text);
    if (i % 2 == 0) {
      if (!is_text || !MayBeName(text)) return false;
    } else if (is_text && MayBeName(text)) {
      const bool is_field = Contains(redactor_rules::kFieldNames, NormaliseName(text)) ||
                            (redactor_.ClassifyName(text) & kNameSensitive) != 0;
      if (is_field) fields++;
    }
  }
  names_and_values_ = fields * 2 > size / 2 ? 0 : 1;
  return names_and_values_ != 0;
}

void ListJudge::LookAtOptions() {
  if (knows_options_) return;
  knows_options_ = true;
  std::string text;
  const uint32_t size = std::min(list_->size(), kMostArguments);
  for (uint32_t i = 0; i < size; i++) {
    if (!list_->TextAt(i, &text)) continue;
    if (i < kFirstArguments && !has_command_) has_command_ = FindSecretOptions(text, &options_);
    // `-user` is an option of another kind.
    if (text.compare(0, 2, "-u") == 0 && text != "-user") has_user_ = true;
    if (text == "--user") has_user_ = true;
  }
}

}  // namespace crash_collector
