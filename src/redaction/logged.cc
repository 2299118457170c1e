#include "redaction/logged.h"

#include <algorithm>
#include <iterator>

#include "redaction/chars.h"
#include "redaction/random.h"
#include "redaction/rules.h"
#include "redaction/sql.h"
#include "redaction/values.h"

namespace crash_collector {

using namespace redactor_chars;

namespace {

constexpr size_t kMaxStatement = 4096;
constexpr size_t kMaxBehind = 1024;
constexpr size_t kMaxArguments = 256;
constexpr size_t kMaxCodeName = 48;
constexpr size_t kShortestLinkSecret = 16;
constexpr size_t kShortestLinkWord = 4;

bool IsParameterWord(std::string_view word) {
  return std::any_of(
      std::begin(redactor_rules::kParameterWords), std::end(redactor_rules::kParameterWords),
      [word](std::string_view each) { return each.size() == word.size() && StartsWithNoCase(word, 0, each); });
}

// The index of the parameter that is written down at `*at`, which moves to its value: `$2 = '…'`.
uint32_t ReadIndex(std::string_view text, size_t* at, uint32_t count) {
  if (*at >= text.size() || text[*at] != '$') return count;
  uint32_t index = 0;
  size_t i = *at + 1;
  for (; i < text.size() && Is(text[i], kDigit) && i - *at < 6; i++) {
    index = 10 * index + static_cast<uint32_t>(text[i] - '0');
  }
  if (index == 0 || !StartsWith(text, i, " = ")) return count;
  *at = i + 3;
  return index - 1;
}

bool IsSecret(const std::vector<Placeholder>& placeholders, uint32_t index, std::string_view value) {
  return !IsNoSecret(value) && !IsLiteral(value) &&
         std::any_of(placeholders.begin(), placeholders.end(),
                     [index](const Placeholder& each) { return each.index == index; });
}

}  // namespace

size_t MatchParameters(std::string_view text, size_t start, size_t end, size_t from, const NameRules& names,
                       std::vector<Span>* spans) {
  if (!StartsWith(text, end, ": ") || !IsParameterWord(text.substr(start, end - start))) return 0;
  size_t i = end + 2;
  const bool is_numbered = StartsWith(text, i, "$");
  if (!is_numbered && !StartsWith(text, i, "[")) return 0;
  from = std::max(from, start > kMaxStatement ? start - kMaxStatement : 0);
  std::vector<Placeholder> placeholders = FindPlaceholders(text.substr(from, start - from), names);
  if (placeholders.empty() && is_numbered) {
    const std::string_view behind = text.substr(i, kMaxBehind);
    placeholders = FindPlaceholders(behind.substr(std::min(behind.find("STATEMENT:"), behind.size())), names);
  }
  if (placeholders.empty()) return i;
  if (!is_numbered) i++;
  for (uint32_t count = 0; i < text.size() && text[i] != ']' && !IsLineEnd(text[i]); count++) {
    i = SkipWhile(text, i, kSpace);
    const uint32_t index = ReadIndex(text, &i, count);
    if (i >= text.size()) break;
    const bool is_quoted = IsQuote(text[i]);
    const size_t first = is_quoted ? i + 1 : i;
    const size_t last =
        is_quoted ? FindQuoteEnd(text, first, text[i], false) : std::min(text.find_first_of(",]\r\n", i), text.size());
    if (last > first && IsSecret(placeholders, index, text.substr(first, last - first)))
      spans->push_back({first, last});
    i = std::min(text.find_first_of(",]\r\n", last), text.size());
    if (i < text.size() && text[i] == ',') i++;
  }
  return i;
}

bool MatchSqlKey(std::string_view text, size_t start, Span* span) {
  for (const std::string_view function : redactor_rules::kSqlKeyFunctions) {
    if (!StartsWithNoCase(text, start, function)) continue;
    const std::string_view within = text.substr(0, std::min(text.size(), start + kMaxArguments));
    int depth = 0;
    for (size_t i = start + function.size(); i < within.size() && depth >= 0; i++) {
      if (IsQuote(within[i])) i = FindQuoteEnd(within, i + 1, within[i], false);
      if (i >= within.size()) return false;
      if (within[i] == '(') depth++;
      if (within[i] == ')') depth--;
      if (within[i] != ',' || depth > 0) continue;
      const size_t quote = SkipWhile(within, i + 1, kSpace);
      if (quote >= within.size() || within[quote] != '\'') return false;
      *span = {quote + 1, FindQuoteEnd(text, quote + 1, '\'', false)};
      return span->end > span->start && !IsParameter(text.substr(span->start, span->end - span->start));
    }
  }
  return false;
}

bool IsCodeBeforeName(std::string_view text, size_t start, size_t end, const NameRules& names) {
  if (end - start < 6 || end - start > 8 || SkipWhile(text, start, kDigit) != end) return false;
  // `G-481204`
  if (start > 0 && !Is(text[start - 1], kSpace) && text[start - 1] != '-' && !IsQuote(text[start - 1])) return false;
  for (const std::string_view words : redactor_rules::kBeforeCodeName) {
    if (!StartsWithNoCase(text, end, words)) continue;
    const size_t name = end + words.size();
    size_t name_end = name;
    while (name_end < text.size() && name_end - name < kMaxCodeName &&
           (IsNameChar(text[name_end]) || text[name_end] == ' ') && text[name_end] != '.') {
      name_end++;
    }
    const NameFlags flags = names.Classify(text.substr(name, name_end - name));
    return (flags & kNameSensitive) != 0 && (flags & kNameSensitiveNumbers) != 0;
  }
  return false;
}

void MatchLinks(std::string_view text, size_t start, size_t end, const NameRules& names, std::vector<Span>* spans) {
  text = text.substr(0, std::min(text.size(), end + 1));
  for (size_t slash = text.substr(0, end).find('/', start); slash < end;) {
    const size_t part = slash + 1;
    const size_t part_end = std::min(text.substr(0, end).find('/', part), end);
    const size_t previous = slash;
    slash = part_end;
    if (part_end - part < kShortestLinkSecret || (part_end < text.size() && text[part_end] == '.')) continue;
    size_t name = previous;
    while (name > start && text[name - 1] != '/' && previous - name < kMaxNameBefore) name--;
    const std::string_view before = text.substr(name, previous - name);
    // A part of base64 is no word.
    if (before.size() < kShortestLinkWord || SkipWhile(before, 0, kLower | kDashUnder) != before.size()) continue;
    const bool speaks_of_link =
        std::find(std::begin(redactor_rules::kBeforeLinkSecret), std::end(redactor_rules::kBeforeLinkSecret), before) !=
            std::end(redactor_rules::kBeforeLinkSecret) ||
        (names.Classify(before) & kNameStrong) != 0;
    if (speaks_of_link && LooksLikeSecret(text.substr(part, part_end - part))) spans->push_back({part, part_end});
  }
}

}  // namespace crash_collector
