#include "redaction/values.h"

#include <algorithm>

namespace crash_collector {

using namespace redactor_chars;

namespace {

constexpr size_t kMaxBrackets = 4096;

// True if a separator in an unquoted value ends it, because another name follows, or the end. `pass=a,b` is one value.
bool EndsValue(std::string_view text, size_t separator) {
  size_t i = separator + 1;
  if (i >= text.size() || Is(text[i], kSpace)) return true;
  const size_t limit = std::min(text.size(), i + kMaxNameBefore);
  while (i < limit && (IsNameChar(text[i]) || text[i] == ' ' || text[i] == '[' || text[i] == ']')) i++;
  return i < text.size() && i > separator + 1 && (text[i] == '=' || text[i] == '%');
}

// The place where a value ends. It is the same for all values that begin between `start` and that place.
size_t FindStop(std::string_view text, size_t start, size_t limit) {
  size_t i = start;
  for (; i < limit; i++) {
    const char c = text[i];
    if (Is(c, kSpace) || IsQuote(c) || c == '<' || c == '>' || c == '\\') break;
    if ((c == '&' || c == ';' || c == ',') && EndsValue(text, i)) break;
    // The `&` of an encoded URL.
    if (c == '%' && StartsWithNoCase(text, i, "%26")) break;
    if ((c == ')' || c == '}' || c == ']') && (i + 1 >= text.size() || !Is(text[i + 1], kAlnum))) break;
  }
  return i;
}

// The stop or comma after a sentence is no part of its last value.
size_t WithoutStops(std::string_view text, size_t start, size_t end) {
  while (end > start && (text[end - 1] == '.' || text[end - 1] == ',')) end--;
  return end;
}

}  // namespace

bool IsLiteral(std::string_view value) {
  for (const std::string_view word : {"null", "undefined", "true", "false", "None", "nil", "[redacted]"}) {
    if (value == word) return true;
  }
  return false;
}

bool IsNumber(std::string_view value) {
  return std::all_of(value.begin(), value.end(), [](char c) { return Is(c, kDigit) || c == '.'; });
}

bool IsNoWord(std::string_view value) {
  bool odd = false;
  for (const char c : value) {
    if (c == '(' || c == '[') return false;
    odd = odd || !(Is(c, kLetter) || IsOneOf(c, "_.-/|)]{}"));
  }
  return odd;
}

size_t FindUnquotedEnd(std::string_view text, size_t start, size_t limit) {
  return WithoutStops(text, start, FindStop(text, start, limit));
}

UnquotedValues::Value UnquotedValues::At(size_t start) {
  if (start < from_ || start > stop_) {
    from_ = start;
    stop_ = FindStop(text_, start, text_.size());
    end_ = WithoutStops(text_, start, stop_);
    const size_t bracket = text_.substr(start, end_ - start).find_last_of("([");
    behind_bracket_ = bracket == std::string_view::npos ? start : start + bracket + 1;
  }
  return {std::max(start, end_), behind_bracket_ > start};
}

size_t FindQuoteEnd(std::string_view text, size_t start, char quote, bool escaped) {
  for (size_t i = start; i < text.size(); i++) {
    if (text[i] == '\\') {
      if (escaped && i + 1 < text.size() && text[i + 1] == quote) return i;
      if (!escaped) i++;
    } else if (text[i] == quote) {
      return i;
    }
  }
  return text.size();
}

size_t FindBracketEnd(std::string_view text, size_t start) {
  const size_t limit = std::min(text.size(), start + kMaxBrackets);
  int depth = 0;
  for (size_t i = start; i < limit; i++) {
    if (text[i] == '[' || text[i] == '{') depth++;
    if ((text[i] == ']' || text[i] == '}') && --depth == 0) return i + 1;
  }
  return limit;
}

}  // namespace crash_collector
