#include "redaction/given_values.h"

#include <algorithm>

#include "redaction/chars.h"
#include "redaction/commands.h"
#include "redaction/random.h"
#include "redaction/rules.h"
#include "redaction/values.h"

namespace crash_collector {

using namespace redactor_chars;

namespace {

constexpr size_t kShortest = 6;
constexpr size_t kShortestUnquoted = 8;
constexpr size_t kLongestCode = 8;
constexpr size_t kMostSigns = 24;
constexpr int kMostSmallWords = 7;
constexpr int kMostNameWords = 3;

template <size_t kSize>
bool StartsWithAny(std::string_view value, const std::string_view (&list)[kSize]) {
  return std::any_of(std::begin(list), std::end(list),
                     [value](std::string_view each) { return StartsWithNoCase(value, 0, each); });
}

bool IsSmallWord(std::string_view word) {
  word = word.substr(std::min(word.find_first_not_of('-'), word.size()));
  if (word.size() == 1 && Is(word[0], kDigit)) return true;
  return std::any_of(
      std::begin(redactor_rules::kSmallWords), std::end(redactor_rules::kSmallWords),
      [word](std::string_view each) { return each.size() == word.size() && StartsWithNoCase(word, 0, each); });
}

// True for `horse7Battery`, `Winter2024!`; not for `v1beta1`, `db-pass-1`, `/srv/2`, `item(7`.
bool MayBeGiven(std::string_view value, bool is_quoted) {
  if (value.size() < (is_quoted ? kShortest : kShortestUnquoted) || value.size() > kMaxRandomLength) return false;
  bool letter = false, digit = false, other = false, dash = false;
  for (const char c : value) {
    letter = letter || Is(c, kLetter);
    digit = digit || Is(c, kDigit);
    dash = dash || c == '-';
    other = other || Is(c, kUpper) || !(Is(c, kAlnum) || c == '-');
    if (IsOneOf(c, " \t\r\n/\\()[]{}<>|") || (c == ':' && !is_quoted)) return false;
  }
  if (!letter || !(digit || IsUnnaturalWord(value)) || (dash && !other)) return false;
  return !StartsWithAny(value, redactor_rules::kEncodings) && !IsVersion(value) && !IsNoSecret(value) &&
         !IsParameter(value) && !StartsWith(value, 0, "0x");
}

// True for `letmein`, not for the texts of a message: `password "must be set"`, `token "x"`.
bool MayBeQuoted(std::string_view value) {
  return value.size() >= kShortest && value.find_first_of(" <>(){}[]") == std::string_view::npos &&
         !IsNoSecret(value) && !IsLiteral(value) && !IsProgram(value) && !IsParameter(value) && !IsVersion(value);
}

class NamesBefore {
 public:
  NamesBefore(std::string_view text, size_t at, const NameRules& names) : text_(text), at_(at), names_(names) {}

  // The flags of the name before the value; harmless if other words stand between the two.
  NameFlags Find() {
    for (int words = 0; words <= kMostSmallWords; words++) {
      if (!SkipSigns()) return kNameHarmless;
      const size_t end = at_;
      while (at_ > 0 && end - at_ <= kMaxNameBefore && (IsNameChar(text_[at_ - 1]) || text_[at_ - 1] == '@')) at_--;
      const std::string_view word = text_.substr(at_, end - at_);
      if (word.empty() || word.size() > kMaxNameBefore) return kNameHarmless;
      if (const NameFlags flags = FlagsOf(word, end)) return flags;
      // `password for anna is …`, `OTP for anna: …`
      const bool is_whose =
          (words > 0 || (end < text_.size() && text_[end] == ':')) && (EndsBefore("for ") || EndsBefore("of "));
      if (is_whose) at_ -= EndsBefore("for ") ? 4 : 3;
      if (!IsSmallWord(word) && !is_whose) return kNameHarmless;
    }
    return kNameHarmless;
  }

 private:
  bool EndsBefore(std::string_view word) const {
    return at_ >= word.size() && text_.substr(at_ - word.size(), word.size()) == word;
  }

  // False if there are none, or a sentence or a statement ends among them.
  bool SkipSigns() {
    const size_t end = at_;
    while (at_ > 0 && end - at_ < kMostSigns && !Is(text_[at_ - 1], kAlnum) && text_[at_ - 1] != '_') {
      at_--;
      if (IsOneOf(text_[at_], ";&?") || (text_[at_] == '.' && at_ + 1 < end && at_ > 0 && text_[at_ - 1] != ' ')) {
        return false;
      }
    }
    return at_ < end && at_ > 0;
  }

  // The name is the word alone, or up to three words: `snmp-server community`, `secret access key`.
  NameFlags FlagsOf(std::string_view word, size_t end) const {
    constexpr NameFlags kWanted = kNameSensitive;
    if ((names_.Classify(word) & kWanted) != 0) return names_.Classify(word);
    size_t start = end - word.size();
    for (int words = 1; words < kMostNameWords && start > 1 && text_[start - 1] == ' '; words++) {
      size_t before = start - 1;
      while (before > 0 && start - before < kMaxNameBefore && IsNameChar(text_[before - 1])) before--;
      if (before == start - 1) break;
      start = before;
    }
    const std::string_view all = text_.substr(start, end - start);
    if (all.size() == word.size() || all.size() > kMaxNameBefore) return kNameHarmless;
    const NameFlags flags = names_.Classify(all);
    // The last word belongs to the name: `API key`, not `token for`.
    const bool belongs = (names_.Classify(all.substr(0, all.rfind(' '))) & kWanted) == 0;
    return (flags & kWanted) != 0 && belongs ? flags : static_cast<NameFlags>(kNameHarmless);
  }

  const std::string_view text_;
  size_t at_;
  const NameRules& names_;
};

}  // namespace

bool MatchGivenValue(std::string_view text, size_t start, const NameRules& names, Span* span) {
  constexpr size_t kShortestName = 3;
  if (start < kShortestName + 1) return false;
  const char before = text[start - 1];
  const bool is_quoted = IsQuote(before) || before == '>';
  size_t end = start;
  bool letter = false, digit = false, capital = false;
  for (; end < text.size(); end++) {
    const char c = text[end];
    if (before == '>' ? c == '<' : is_quoted ? c == before : Is(c, kSpace) || IsQuote(c) || IsOneOf(c, "<>)]},;"))
      break;
    if (IsLineEnd(c) || end - start > kMaxRandomLength) return false;
    letter = letter || Is(c, kLetter);
    digit = digit || Is(c, kDigit);
    capital = capital || (Is(c, kUpper) && end > start);
  }
  // `storePassword "letmein"`, whatever the value is.
  const bool follows =
      IsQuote(before) && before != '`' && text[start - 2] == ' ' && Is(text[start - 3], kLetter) && end < text.size();
  while (!is_quoted && end > start && IsOneOf(text[end - 1], ".,:")) end--;
  const bool is_code = !letter && digit && end - start >= kShortest && end - start <= kLongestCode;
  if (!is_code && (!letter || !(digit || capital || follows))) return false;
  // `auth admin:x7Kp2q`
  const size_t user = FindUserSecret(text.substr(start, end - start));
  const bool has_user = !is_quoted && user != 0 && text[start + user - 1] == ':';
  const size_t name_end = start;
  if (has_user) start += user;
  const std::string_view value = text.substr(start, end - start);
  if (is_code ? SkipWhile(value, 0, kDigit) != value.size()
              : !MayBeGiven(value, is_quoted) && !(follows && MayBeQuoted(value))) {
    return false;
  }
  const NameFlags flags = NamesBefore(text, name_end, names).Find();
  if ((flags & kNameSensitive) == 0 && !is_code && IsSecretOfCommand(text, start, end)) {
    *span = {start, end};
    return true;
  }
  if ((flags & kNameSensitive) == 0 || (names.Classify(value) & kNameSensitive) != 0) return false;
  if (is_code && (flags & kNameSensitiveNumbers) == 0) return false;
  *span = {start, end};
  return (flags & kNameStrong) != 0 || has_user || LooksLikeSecret(value) || LooksChosen(value);
}

}  // namespace crash_collector
