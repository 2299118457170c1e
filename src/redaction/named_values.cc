#include "redaction/named_values.h"

#include <algorithm>

#include "redaction/chars.h"
#include "redaction/values.h"

namespace crash_collector {

using namespace redactor_chars;

namespace {

// A multipart body's part, at most.
constexpr size_t kMaxPart = 1 << 16;
constexpr size_t kMaxPartHeader = 256;
constexpr size_t kMaxBetween = 160;
constexpr size_t kMaxElement = 512;
constexpr size_t kMaxTag = 256;
constexpr size_t kMaxLine = 256;
// Spaces between a comma and the next quote, in JSON over several lines.
constexpr size_t kMaxIndent = 24;

bool IsSensitive(const NameRules& names, std::string_view name) { return (names.Classify(name) & kNameSensitive) != 0; }

// True for a name of an element, with its namespace.
bool IsTagChar(char c) { return IsNameChar(c) || c == ':'; }

// The text between `from` and the tag that closes the element. `--token <token>  API token` has none.
bool TextOfElement(std::string_view text, size_t from, Span* span) {
  const size_t limit = std::min(text.size(), from + kMaxElement);
  size_t end = from;
  while (end < limit && text[end] != '<') end++;
  *span = {from, end};
  return end > from && end < limit && StartsWith(text, end, "</") && SkipWhile(text, from, kSpace) < end;
}

// The text of the element that begins behind the one whose closing tag is at `at`.
bool TextOfNextElement(std::string_view text, size_t at, Span* span) {
  if (!StartsWith(text, at, "</")) return false;
  const std::string_view within = text.substr(0, std::min(text.size(), at + kMaxElement));
  size_t next = within.find('>', at);
  if (next == kNpos) return false;
  // `<value><string>`
  bool is_open = false;
  for (next = SkipWhile(within, next + 1, kSpace); next + 1 < within.size() && within[next] == '<'; is_open = true) {
    if (!Is(within[next + 1], kLetter)) return false;
    next = within.find('>', next);
    if (next == kNpos) return false;
    next = SkipWhile(within, next + 1, kSpace);
  }
  return is_open && TextOfElement(text, next, span);
}

}  // namespace

bool IsNamingWord(std::string_view name) {
  for (const std::string_view word : {"name", "key", "header", "field", "Name", "Key"}) {
    if (name == word) return true;
  }
  return false;
}

bool MatchQuotedPair(std::string_view text, size_t comma, const NameRules& names, Span* span) {
  if (comma < 5 || !IsQuote(text[comma - 1])) return false;
  const char mark = text[comma - 1];
  const bool escaped = text[comma - 2] == '\\';
  const size_t name_end = comma - (escaped ? 2 : 1);
  size_t start = name_end;
  while (start > 0 && name_end - start < kMaxNameBefore && IsNameChar(text[start - 1])) start--;
  if (name_end - start < 2 || start == 0 || text[start - 1] != mark) return false;
  size_t open = comma + 1;
  while (open < text.size() && open - comma < kMaxIndent && Is(text[open], kSpace)) open++;
  if (escaped && open < text.size() && text[open] == '\\') open++;
  if (open >= text.size() || !IsQuote(text[open]) || !IsSensitive(names, text.substr(start, name_end - start))) {
    return false;
  }
  *span = {open + 1, FindQuoteEnd(text, open + 1, text[open], escaped)};
  const std::string_view value = text.substr(span->start, span->end - span->start);
  if (value.size() < 4 || span->end >= text.size() || IsNoSecret(value) || IsVersion(value) || IsProgram(value))
    return false;
  // A list of names or a message says little. `Bearer …` has a rule of its own.
  return value.find_first_of(" \t\r\n(") == kNpos && IsNoWord(value) && !IsParameter(value) && !IsNumber(value);
}

bool MatchYamlPair(std::string_view text, size_t colon, const NameRules& names, Span* span) {
  const std::string_view near = text.substr(0, std::min(text.size(), colon + kMaxBetween));
  const size_t start = SkipWhile(near.substr(0, std::min(near.size(), colon + 4)), colon + 1, kSpace);
  size_t end = start;
  while (end < near.size() && IsNameChar(near[end])) end++;
  if (end == start || end >= near.size() || !IsLineEnd(near[end])) return false;
  const size_t next = SkipWhile(near, end, kSpace);
  if (!StartsWith(near, next, "value:") || !IsSensitive(names, near.substr(start, end - start))) return false;
  const size_t value = SkipWhile(near, next + 6, kSpace);
  const size_t first = value < text.size() && IsQuote(text[value]) ? value + 1 : value;
  *span = {first, std::min(text.find_first_of("\r\n\"'", first), text.size())};
  return span->end > span->start && !IsNoSecret(text.substr(first, span->end - first));
}

bool MatchElement(std::string_view text, size_t at, const NameRules& names, Span* span) {
  if (at == 0 || text[at - 1] == '/' || text[at - 1] == '-' || text[at - 1] == '=') return false;
  const size_t from = at > kMaxTag ? at - kMaxTag : 0;
  size_t start = at;
  while (start > from && text[start - 1] != '<' && text[start - 1] != '>') start--;
  if (start == 0 || text[start - 1] != '<') return false;
  size_t end = start;
  while (end < at && end - start < kMaxNameBefore && IsTagChar(text[end])) end++;
  if (end - start < 3 || (end < at && !Is(text[end], kSpace))) return false;
  const std::string_view name = text.substr(start, end - start);
  if (IsNamingWord(name)) {
    const size_t name_end = text.substr(0, std::min(text.size(), at + kMaxNameBefore)).find('<', at + 1);
    return name_end != kNpos && IsSensitive(names, text.substr(at + 1, name_end - at - 1)) &&
           TextOfNextElement(text, name_end, span);
  }
  return IsSensitive(names, name) && TextOfElement(text, at + 1, span);
}

bool MatchPgpass(std::string_view text, size_t colon, Span* span) {
  size_t start = colon;
  const auto is_field_char = [](char c) { return IsNameChar(c) || c == '*' || c == '/'; };
  while (start > 0 && colon - start < kMaxNameBefore && is_field_char(text[start - 1])) start--;
  if (start == colon || !IsLineStart(text, start)) return false;
  const std::string_view line = text.substr(0, std::min(text.size(), start + kMaxLine));
  // The port, the database and the user.
  size_t at = colon;
  for (int field = 0; field < 3; field++) {
    const size_t field_start = at + 1;
    at = field_start;
    while (at < line.size() && is_field_char(line[at])) at++;
    const bool is_port = SkipWhile(line, field_start, kDigit) == at || (at == field_start + 1 && line[at - 1] == '*');
    if (at == field_start || at >= line.size() || line[at] != ':' || is_port != (field == 0 || line[at - 1] == '*')) {
      return false;
    }
    if (field == 0 && at - field_start < 3 && line[at - 1] != '*') return false;
  }
  *span = {at + 1, std::min(text.find_first_of("\r\n", at), text.size())};
  const std::string_view host = text.substr(start, colon - start);
  const bool is_plain = host == "localhost" || host == "*" || host.find_first_of("./") != kNpos;
  const std::string_view password = text.substr(span->start, span->end - span->start);
  return !password.empty() && password.find(' ') == kNpos &&
         (IsNoWord(password) || (is_plain && SkipWhile(password, 0, kLower) != password.size()));
}

bool IsLdapHash(std::string_view text, size_t start) {
  if (start < 4 || text[start - 1] != '}') return false;
  for (const std::string_view scheme :
       {"{SHA}", "{SSHA}", "{SHA256}", "{SSHA256}", "{SHA512}", "{SSHA512}", "{MD5}", "{SMD5}"}) {
    if (start >= scheme.size() && StartsWith(text, start - scheme.size(), scheme)) return true;
  }
  return false;
}

bool MatchNamedValue(std::string_view text, size_t quote, const NameRules& names, Span* span, NameFlags wanted) {
  size_t i = quote;
  while (i < text.size() && i - quote < 4 && text[i] == '\\') i++;
  const size_t backslashes = i - quote;
  if (i >= text.size() || !IsQuote(text[i])) return false;
  const char mark = text[i];
  const size_t start = i + 1;
  const size_t end = FindQuoteEnd(text.substr(0, start + kMaxNameBefore), start, mark, backslashes > 0);
  if (end <= start || end + 1 >= text.size() || end - start >= kMaxNameBefore) return false;
  if ((names.Classify(text.substr(start, end - start)) & wanted) == 0) return false;
  const size_t after = end + backslashes + 1;

  const size_t head = text.substr(0, std::min(text.size(), after + kMaxPartHeader)).find("\n\r\n", after);
  if (after < text.size() && IsLineEnd(text[after]) && head != kNpos) {
    const std::string_view part = text.substr(0, std::min(text.size(), head + kMaxPart));
    size_t part_end = std::min(part.find("\n--", head + 3), part.size());
    if (part_end > head + 3 && part_end < part.size() && text[part_end - 1] == '\r') part_end--;
    *span = {head + 3, part_end};
    return span->end > span->start;
  }

  const std::string_view between = text.substr(0, std::min(text.size(), after + kMaxBetween));
  const size_t stop = std::min(between.find_first_of("{}<>\n", after), between.size());
  // `<meta name="csrf-token" content="…">`
  size_t value = between.substr(0, stop).find("value", after);
  const bool is_content = value == kNpos;
  if (is_content) value = between.substr(0, stop).find("content=", after);
  if (value == kNpos) return false;
  size_t open = value + (is_content ? 7 : 5);
  while (open < stop && (text[open] == '\\' || text[open] == '"' || text[open] == '\'' || text[open] == ' ') &&
         open - value < 12) {
    open++;
  }
  if (open >= stop || (text[open] != ':' && text[open] != '=')) return false;
  open++;
  while (open < stop && (text[open] == '\\' || text[open] == ' ')) open++;
  if (open >= text.size() || !IsQuote(text[open])) return false;
  *span = {open + 1, FindQuoteEnd(text, open + 1, text[open], backslashes > 0)};
  return span->end > span->start && (!is_content || IsNoWord(text.substr(span->start, span->end - span->start)));
}

}  // namespace crash_collector
