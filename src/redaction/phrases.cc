#include "redaction/phrases.h"

#include <algorithm>

#include "redaction/chars.h"
#include "redaction/commands.h"
#include "redaction/rules.h"
#include "redaction/values.h"

namespace crash_collector {

using namespace redactor_chars;

bool MatchStatement(std::string_view text, size_t start, Span* span) {
  for (const std::string_view phrase : redactor_rules::kQuotedAfter) {
    if (!StartsWithNoCase(text, start, phrase)) continue;
    const size_t phrase_end = start + phrase.size();
    const size_t quote = SkipWhile(text.substr(0, phrase_end + 3), phrase_end, kSpace);
    if (quote == phrase_end || quote >= text.size() || !IsOneOf(text[quote], "'\"")) return false;
    *span = {quote + 1, FindQuoteEnd(text, quote + 1, text[quote], false)};
    return span->end - span->start >= kMinQuoted;
  }
  return false;
}

bool MatchOption(std::string_view text, size_t at, const NameRules& names, Span* span) {
  if (at > 0 && !Is(text[at - 1], kSpace) && !IsQuote(text[at - 1])) return false;
  size_t end = at + 2;
  while (end < text.size() && end - at < kMaxNameBefore && IsNameChar(text[end])) end++;
  if (at + 1 >= text.size() || !(Is(text[at + 1], kLetter) || text[at + 1] == '-')) return false;
  // A name behind one dash has some letters: `-storepass`.
  if (!StartsWith(text, at, "--") && end - at < 5) return false;
  if (end + 1 >= text.size() || text[end] != ' ' || text[end + 1] == '-' || Is(text[end + 1], kSpace)) return false;
  const std::string_view option = text.substr(at, end - at);
  const size_t start = end + 1;
  if (option == "--user" || option == "--proxy-user") {
    const size_t first = IsQuote(text[start]) ? start + 1 : start;
    *span = {first, FindUnquotedEnd(text, first, text.size())};
    const size_t secret = FindUserSecret(text.substr(first, span->end - first));
    span->start += secret;
    return secret != 0;
  }
  if ((names.Classify(option) & kNameSensitive) == 0) return false;
  if (IsQuote(text[start])) {
    *span = {start + 1, FindQuoteEnd(text, start + 1, text[start], false)};
    return span->end - span->start >= kMinQuoted;
  }
  *span = {start, FindUnquotedEnd(text, start, text.size())};
  if (span->end == span->start || IsNoSecret(text.substr(start, span->end - start))) return false;
  const bool ends = span->end == text.size() || IsLineEnd(text[span->end]) || StartsWith(text, span->end, " -");
  // `use --password to log in` is a sentence.
  return ends || IsNoWord(text.substr(start, span->end - start));
}

}  // namespace crash_collector
