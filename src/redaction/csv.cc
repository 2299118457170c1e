#include "redaction/csv.h"

#include <algorithm>

#include "redaction/chars.h"
#include "redaction/values.h"

namespace crash_collector {

using namespace redactor_chars;

namespace {

constexpr size_t kMaxHead = 1024;
constexpr size_t kMaxColumns = 64;

// The end of the field that begins at `start`. In quotes it may hold the separator.
size_t FindFieldEnd(std::string_view text, size_t start, char separator) {
  size_t i = start;
  if (i < text.size() && text[i] == '"') i = std::min(FindQuoteEnd(text, i + 1, '"', false) + 1, text.size());
  while (i < text.size() && text[i] != separator && !IsLineEnd(text[i])) i++;
  return i;
}

// Reads the names of the columns. Returns the end of the first line, or 0 if it has none that is sensitive.
size_t ReadHead(std::string_view text, const NameRules& names, char* separator, std::vector<NameFlags>* columns) {
  const std::string_view head = text.substr(0, kMaxHead);
  const size_t line_end = head.find_first_of("\r\n");
  const size_t sign = head.substr(0, line_end).find_first_of(",;\t");
  if (line_end == std::string_view::npos || sign == std::string_view::npos) return 0;
  *separator = head[sign];
  NameFlags all = kNameHarmless;
  for (size_t start = 0; start <= line_end && columns->size() <= kMaxColumns;) {
    size_t end = FindFieldEnd(head, start, *separator);
    const bool is_quoted = end > start + 1 && head[start] == '"';
    const std::string_view name = head.substr(start + (is_quoted ? 1 : 0), end - start - (is_quoted ? 2 : 0));
    if (name.empty() || !std::all_of(name.begin(), name.end(), IsNameChar)) return 0;
    columns->push_back(names.Classify(name));
    all |= columns->back();
    start = end + 1;
  }
  return (all & kNameSensitive) != 0 ? line_end : 0;
}

}  // namespace

void MatchTable(std::string_view text, const NameRules& names, std::vector<Span>* spans) {
  char separator = ',';
  std::vector<NameFlags> columns;
  size_t i = ReadHead(text, names, &separator, &columns);
  if (i == 0) return;
  std::vector<Span> fields;
  while (i < text.size()) {
    while (i < text.size() && IsLineEnd(text[i])) i++;
    fields.clear();
    for (bool more = i < text.size(); more && fields.size() <= columns.size();) {
      const size_t end = FindFieldEnd(text, i, separator);
      fields.push_back({i, end});
      more = end < text.size() && text[end] == separator;
      i = end + (more ? 1 : 0);
    }
    if (fields.size() != columns.size()) return;
    for (size_t column = 0; column < columns.size(); column++) {
      const Span& field = fields[column];
      const std::string_view value = text.substr(field.start, field.end - field.start);
      if ((columns[column] & kNameSensitive) != 0 && !value.empty() && !IsNoSecret(value)) spans->push_back(field);
    }
  }
}

}  // namespace crash_collector
