#include "redaction/sentences.h"

#include <algorithm>

#include "redaction/chars.h"
#include "redaction/random.h"
#include "redaction/rules.h"
#include "redaction/values.h"

namespace crash_collector {

using namespace redactor_chars;

namespace {

constexpr int kMostWords = 3;
constexpr size_t kShortest = 8;
constexpr size_t kShortestCode = 4;
constexpr size_t kShortestNamedRun = 20;

// What the words before `at` say of the value there. There is one space between words.
NameFlags FlagsOfWords(std::string_view text, size_t at, const NameRules& names) {
  const size_t from = at > kMaxNameBefore ? at - kMaxNameBefore : 0;
  size_t start = at;
  for (int words = 0; words < kMostWords; words++) {
    size_t word = words == 0 ? start : start - 1;
    const size_t end = word;
    while (word > from && IsNameChar(text[word - 1])) word--;
    if (word == end) break;
    start = word;
    if (start == from || text[start - 1] != ' ') break;
  }
  return names.Classify(text.substr(start, at - start));
}

bool IsEncoding(std::string_view value) {
  for (const std::string_view encoding : redactor_rules::kEncodings) {
    if (StartsWithNoCase(value, 0, encoding)) return true;
  }
  return false;
}

// True for `horse7Battery`, `Winter2024!` and, under a name such as `verification code`, `205065`.
bool IsGiven(std::string_view value, NameFlags flags, bool has_colon, bool ends_line) {
  const auto count = [value](Class kind) {
    return std::count_if(value.begin(), value.end(), [kind](char c) { return Is(c, kind); });
  };
  const auto digits = count(kDigit);
  if (static_cast<size_t>(digits) == value.size())
    return (flags & kNameSensitiveNumbers) != 0 && value.size() >= kShortestCode && value.size() <= kMaxRandomLength;
  if (value.size() < (has_colon ? kShortestCode : kShortest) || IsEncoding(value) || IsVersion(value)) return false;
  if (IsNoSecret(value) || IsLiteral(value) || IsProgram(value) || IsParameter(value)) return false;
  return count(kLetter) > 0 && (digits > 0 || (has_colon && (ends_line || IsNoWord(value))));
}

// Matches the number before `is your verification code`. `end` is its end, `words` the place of the words.
bool MatchCodeBefore(std::string_view text, size_t end, size_t words, const NameRules& names, Span* span) {
  constexpr size_t kLongestCode = 10;
  size_t start = end;
  while (start > 0 && end - start <= kLongestCode && Is(text[start - 1], kDigit)) start--;
  if (end - start < kShortestCode || end - start > kLongestCode) return false;
  if (start > 0 && !Is(text[start - 1], kSpace)) return false;
  size_t words_end = words;
  for (int i = 0; i < kMostWords + 1 && words_end < text.size() && words_end - words < kMaxNameBefore; i++) {
    while (words_end < text.size() && IsNameChar(text[words_end]) && text[words_end] != '.') words_end++;
    if ((names.Classify(text.substr(words, words_end - words)) & kNameSensitiveNumbers) != 0) {
      *span = {start, end};
      return true;
    }
    if (words_end >= text.size() || text[words_end] != ' ') return false;
    words_end++;
  }
  return false;
}

}  // namespace

bool MatchSentence(std::string_view text, size_t start, const NameRules& names, Span* span) {
  if (start < 4 || text[start - 1] != ' ' || !StartsWith(text, start, "is")) return false;
  size_t i = start + 2;
  const bool has_colon = i < text.size() && text[i] == ':';
  if (has_colon) i++;
  const size_t value = SkipWhile(text.substr(0, std::min(text.size(), i + 3)), i, kSpace);
  if (value == i || value >= text.size()) return false;
  if (MatchCodeBefore(text, start - 1, value, names, span)) return true;
  const NameFlags flags = FlagsOfWords(text, start - 1, names);
  if ((flags & kNameSensitive) == 0) return false;
  if (IsQuote(text[value])) {
    *span = {value + 1, FindQuoteEnd(text, value + 1, text[value], false)};
    const std::string_view quoted = text.substr(span->start, span->end - span->start);
    return quoted.size() >= kShortestCode && quoted.find(' ') == std::string_view::npos &&
           IsGiven(quoted, flags, true, false);
  }
  const size_t end = FindUnquotedEnd(text, value, text.size());
  *span = {value, end};
  const bool ends_line = end == text.size() || IsLineEnd(text[end]);
  return end > value && IsGiven(text.substr(value, end - value), flags, has_colon, ends_line);
}

bool MatchGivenPassword(std::string_view text, size_t start, Span* span) {
  for (const std::string_view name : {"password ", "passphrase ", "passwd "}) {
    if (!StartsWithNoCase(text, start, name)) continue;
    const size_t value = start + name.size();
    *span = {value, FindUnquotedEnd(text, value, text.size())};
    const std::string_view given = text.substr(value, span->end - value);
    return IsGiven(given, kNameSensitive, false, false) && given.find_first_of("<([{") == std::string_view::npos;
  }
  return false;
}

bool IsNamedRun(std::string_view text, size_t start, size_t end, const NameRules& names) {
  if (end - start < kShortestNamedRun || start < 4 || text[start - 1] != ' ') return false;
  const std::string_view run = text.substr(start, end - start);
  if (!std::any_of(run.begin(), run.end(), [](char c) { return Is(c, kDigit); }) || !LooksLikeSecret(run)) return false;
  return (FlagsOfWords(text, start - 1, names) & kNameSensitive) != 0;
}

}  // namespace crash_collector
