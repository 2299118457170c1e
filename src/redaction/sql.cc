#include "redaction/sql.h"

#include <algorithm>

#include "redaction/chars.h"
#include "redaction/random.h"
#include "redaction/values.h"

namespace crash_collector {

using namespace redactor_chars;

namespace {

constexpr size_t kNpos = std::string_view::npos;
constexpr size_t kMaxTableName = 200;
constexpr size_t kMaxColumns = 8192;  // characters
constexpr size_t kMaxKeyColumns = 256;

// The flags of the columns in `text`, which are separated by commas.
std::vector<NameFlags> FlagsOfColumns(std::string_view text, const NameRules& names) {
  std::vector<NameFlags> flags;
  for (size_t start = 0; start <= text.size();) {
    const size_t end = std::min(text.find(',', start), text.size());
    flags.push_back(names.Classify(text.substr(start, end - start)));
    start = end + 1;
  }
  return flags;
}

// The end of a text in quotes, in which a quote is written twice or behind a backslash.
size_t FindSqlQuoteEnd(std::string_view text, size_t start, char quote) {
  size_t end = FindQuoteEnd(text, start, quote, false);
  while (end + 1 < text.size() && text[end + 1] == quote) end = FindQuoteEnd(text, end + 2, quote, false);
  return end;
}

bool IsHidden(std::string_view value, NameFlags flags) {
  return (flags & kNameSensitive) != 0 ? !IsNoSecret(value) : (flags & kNameSuspicious) != 0 && LooksLikeSecret(value);
}

// Reads one list of values from the bracket at `open` on. Returns its end, behind the closing bracket.
size_t MatchTuple(std::string_view text, size_t open, const std::vector<NameFlags>& columns, std::vector<Span>* spans) {
  int depth = 1;
  size_t column = 0;
  size_t i = open + 1;
  while (i < text.size() && depth > 0) {
    const char c = text[i];
    const NameFlags flags = column < columns.size() ? columns[column] : static_cast<NameFlags>(kNameHarmless);
    if (c == '\'' || c == '"') {
      const size_t end = FindSqlQuoteEnd(text, i + 1, c);
      if (end > i + 1 && IsHidden(text.substr(i + 1, end - i - 1), flags)) spans->push_back({i + 1, end});
      i = end;
    } else if (c == '(') {
      depth++;
    } else if (c == ')') {
      depth--;
    } else if (c == ',' && depth == 1) {
      column++;
    } else if (Is(c, kDigit) && depth == 1 && (flags & (kNameSensitive | kNameSensitiveNumbers)) != 0 &&
               !Is(text[i - 1], kAlnum) && !IsOneOf(text[i - 1], "$:@?_")) {
      const size_t end = SkipWhile(text, i, kAlnum);
      // `0x…` is a text in hex.
      const bool is_hex = StartsWithNoCase(text, i, "0x") && end - i > 4;
      if (is_hex || (flags & kNameSensitiveNumbers) != 0) spans->push_back({i, end});
      i = end - 1;
    }
    i++;
  }
  return i;
}

}  // namespace

size_t MatchInsert(std::string_view text, size_t start, const NameRules& names, std::vector<Span>* spans) {
  size_t i = start;
  if (StartsWithNoCase(text, start, "insert")) {
    i += 6;
  } else if (StartsWithNoCase(text, start, "replace")) {
    i += 7;
  } else {
    return 0;
  }
  i = SkipWhile(text, i, kSpace);
  if (StartsWithNoCase(text, i, "ignore")) i = SkipWhile(text, i + 6, kSpace);
  if (!StartsWithNoCase(text, i, "into")) return 0;
  const size_t open = text.substr(0, std::min(text.size(), i + kMaxTableName)).find('(', i);
  if (open == kNpos) return 0;
  const size_t close = text.substr(0, std::min(text.size(), open + kMaxColumns)).find(')', open);
  if (close == kNpos) return 0;
  i = SkipWhile(text, close + 1, kSpace);
  if (StartsWithNoCase(text, i, "overriding system value")) i = SkipWhile(text, i + 23, kSpace);
  if (!StartsWithNoCase(text, i, "values") && !StartsWithNoCase(text, i, "value")) return 0;
  const std::vector<NameFlags> columns = FlagsOfColumns(text.substr(open + 1, close - open - 1), names);
  i += StartsWithNoCase(text, i, "values") ? 6 : 5;
  const bool has_secrets = std::any_of(columns.begin(), columns.end(), [](NameFlags flags) { return flags != 0; });
  if (!has_secrets) return i;
  while (true) {
    i = SkipWhile(text, i, kSpace);
    if (i >= text.size() || text[i] != '(') return i;
    i = SkipWhile(text, MatchTuple(text, i, columns, spans), kSpace);
    if (i >= text.size() || text[i] != ',') return i;
    i++;
  }
}

bool MatchKeyDetail(std::string_view text, size_t at, const NameRules& names, Span* span) {
  if (at < 3 || at + 3 >= text.size() || text[at - 1] != ')' || text[at + 1] != '(') return false;
  const size_t from = at > kMaxKeyColumns ? at - kMaxKeyColumns : 0;
  const std::string_view before = text.substr(from, at - 1 - from);
  const size_t open = before.rfind('(');
  if (open == kNpos) return false;
  const std::vector<NameFlags> columns = FlagsOfColumns(before.substr(open + 1), names);
  const bool is_sensitive =
      std::any_of(columns.begin(), columns.end(), [](NameFlags flags) { return (flags & kNameSensitive) != 0; });
  const size_t end = text.find(')', at + 2);
  if (!is_sensitive || end == kNpos) return false;
  *span = {at + 2, end};
  return end > at + 2;
}

}  // namespace crash_collector
