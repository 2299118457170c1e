#include "redaction/values.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "redaction/rules.h"

namespace crash_collector {

using namespace redactor_chars;

namespace {

constexpr size_t kMaxBrackets = 4096;
// Longer values are neither masks nor parameters, and are not read again for each name within them.
constexpr size_t kMaxNoSecret = 128;

// True if a separator in an unquoted value ends it, because another name follows, or the end. `pass=a,b` is one value.
bool EndsValue(std::string_view text, size_t separator) {
  size_t i = separator + 1;
  if (i >= text.size() || Is(text[i], kSpace)) return true;
  const size_t limit = std::min(text.size(), i + kMaxNameBefore);
  while (i < limit && (IsNameChar(text[i]) || text[i] == ' ' || text[i] == '[' || text[i] == ']')) i++;
  return i < text.size() && i > separator + 1 && text[i] == '=';
}

// The place where a value ends. It is the same for all values that begin between `start` and that place.
size_t FindStop(std::string_view text, size_t start, size_t limit) {
  size_t i = start;
  for (; i < limit; i++) {
    const char c = text[i];
    if (Is(c, kSpace) || IsQuote(c) || c == '<' || c == '>' || c == '\\') break;
    if ((c == '&' || c == ';' || c == ',') && EndsValue(text, i)) break;
    if ((c == ')' || c == '}' || c == ']') && (i + 1 >= text.size() || !Is(text[i + 1], kAlnum))) break;
  }
  return i;
}

// The stop or comma after a sentence is no part of its last value.
size_t WithoutStops(std::string_view text, size_t start, size_t end) {
  while (end > start && (text[end - 1] == '.' || text[end - 1] == ',')) end--;
  return end;
}

// The length of the character at `i`, in UTF-8.
size_t LengthAt(std::string_view text, size_t i) {
  size_t end = i + 1;
  while (end < text.size() && (static_cast<uint8_t>(text[end]) & 0xC0) == 0x80) end++;
  return end - i;
}

// True for one sign again and again, with spaces, dashes, and what is left of the value: `••••••••`, `**** **** 1234`.
bool IsMask(std::string_view value) {
  constexpr size_t kFewest = 3, kFewestBesideRest = 4, kLongestRest = 4;
  const size_t start = std::min(value.find_first_of("*xX"), value.size());
  const size_t sign = Is(value[0], kAlnum) && start < value.size() && value[start] == '*' ? start : 0;
  const std::string_view mark = value.substr(sign, LengthAt(value, sign));
  if (Is(mark[0], kAlnum | kSpace) && mark != "x" && mark != "X") return false;
  size_t marks = 0, rest = 0;
  for (size_t i = 0; i < value.size();) {
    const size_t length = LengthAt(value, i);
    if (value.substr(i, length) == mark) {
      marks++;
    } else if (length > 1 || !(Is(value[i], kAlnum | kSpace) || value[i] == '-')) {
      return false;
    } else if (Is(value[i], kAlnum)) {
      rest++;
    }
    i += length;
  }
  if (rest == 0) return marks >= kFewest;
  return !Is(mark[0], kAlnum) && mark != "-" && marks >= kFewestBesideRest && rest <= kLongestRest;
}

bool IsVerdict(std::string_view value) {
  const auto begins = [value](std::string_view each) { return StartsWithNoCase(value, 0, each); };
  if (!std::any_of(std::begin(redactor_rules::kVerdicts), std::end(redactor_rules::kVerdicts), begins)) return false;
  // A rule, `required|min:8`, or a text of some words.
  const size_t word = SkipWhile(value, 0, kLetter);
  return word < value.size() && IsOneOf(value[word], " |'");
}

bool IsVariable(std::string_view value) {
  for (const std::string_view root : redactor_rules::kVariableRoots) {
    if (!StartsWith(value, 0, root) || value.size() == root.size()) continue;
    return SkipWhile(value, root.size(), kUpper | kDigit | kDashUnder) == value.size();
  }
  return false;
}

}  // namespace

bool IsLiteral(std::string_view value) {
  for (const std::string_view word : redactor_rules::kNoValues) {
    if (value.size() == word.size() && StartsWithNoCase(value, 0, word)) return true;
  }
  return false;
}

bool IsVersion(std::string_view text) {
  size_t i = text.find_first_not_of("^~v=");
  if (i > 2) return false;
  for (int part = 0; part < 3; part++) {
    const size_t end = SkipWhile(text, i, kDigit);
    if (end == i || end - i > 4) return false;
    i = end + 1;
    if (part < 2 && (end >= text.size() || text[end] != '.')) return false;
    if (part == 2) return end == text.size() || text[end] == '-' || text[end] == '+';
  }
  return false;
}

bool IsNoSecret(std::string_view value) {
  if (value.size() < 3 || value.size() > kMaxNoSecret) return false;
  if (IsMask(value) || IsVerdict(value) || IsVariable(value)) return true;
  // `Bearer ${token}`
  const size_t space = value.find(' ');
  if (space != std::string_view::npos && SkipWhile(value, 0, kLetter) == space)
    return !Is(value[space + 1 < value.size() ? space + 1 : 0], kAlnum) && IsNoSecret(value.substr(space + 1));
  const char first = value[0], last = value.back();
  const std::string_view inner = value.substr(1, value.size() - 2);
  const auto is_word = [](char c) { return Is(c, kLetter | kSpace) || c == '_' || c == '-' || c == '.'; };
  if ((first == '[' && last == ']') || (first == '<' && last == '>'))
    return std::all_of(inner.begin(), inner.end(), is_word);
  if (last == '}' && (StartsWith(value, 0, "${") || StartsWith(value, 0, "{{") || StartsWith(value, 0, "#{"))) {
    const size_t start = value.find_first_not_of("${# ");
    const size_t end = value.find_first_of("} :", start);
    return std::all_of(value.begin() + static_cast<ptrdiff_t>(start), value.begin() + static_cast<ptrdiff_t>(end),
                       [&](char c) { return is_word(c) || Is(c, kDigit); });
  }
  // Variables of a shell, and templates that begin here and have spaces: `$TOKEN`, `%TOKEN%`, `$(cat f)`, `${{ …`.
  if (StartsWith(value, 0, "$(") || StartsWith(value, 0, "${{") || StartsWith(value, 0, "<%")) return true;
  if (first == '$' || (first == '%' && last == '%')) {
    const size_t end = value.size() - (first == '%' ? 1 : 0);
    size_t i = 1;
    while (i < end && (Is(value[i], kUpper) || value[i] == '_')) i++;
    if (i == end) return true;
  }
  // `YOUR_API_KEY`
  if (StartsWithNoCase(value, 0, "your_") || StartsWithNoCase(value, 0, "your-"))
    return SkipWhile(value, 0, kLetter | kDashUnder) == value.size();
  return value == "include" || value == "same-origin" || value == "omit";
}

bool IsProgram(std::string_view value) {
  if (value.size() > kMaxNoSecret) return false;
  const auto is_path = [](char c) { return Is(c, kLetter) || IsOneOf(c, "_.$?!"); };
  // The value of a call ends at its first bracket or quote: `getToken(`.
  if (value.size() > 3 && value.back() == '(') return std::all_of(value.begin(), value.end() - 1, is_path);
  for (const std::string_view root : redactor_rules::kProgramRoots) {
    if (StartsWithNoCase(value, 0, root)) return std::all_of(value.begin(), value.end(), is_path);
  }
  return false;
}

bool IsCall(std::string_view value) {
  const size_t open = value.find('(');
  if (value.size() > kMaxNoSecret || open == 0 || open == std::string_view::npos || value.back() != ')') return false;
  const std::string_view callee = value.substr(0, open);
  const std::string_view given = value.substr(open + 1, value.size() - open - 2);
  const auto is_path = [](char c) { return Is(c, kLetter) || IsOneOf(c, "_.$"); };
  const auto is_given = [](char c) { return Is(c, kLetter | kSpace) || IsOneOf(c, "_.$-,'\"`"); };
  const bool is_quoted = given.size() > 2 && IsQuote(given[0]) && given.back() == given[0];
  return (is_quoted || callee.find('.') != std::string_view::npos) &&
         std::all_of(callee.begin(), callee.end(), is_path) && std::all_of(given.begin(), given.end(), is_given);
}

bool IsParameter(std::string_view value) {
  if (value.size() > kMaxNoSecret) return false;
  const auto is_number = [value](size_t start) { return start < value.size() && IsNumber(value.substr(start)); };
  value = value.substr(0, value.find("::"));
  if (value.empty()) return false;
  switch (value[0]) {
    case '?': return value.size() == 1 || is_number(1);
    case '$': return is_number(1);
    case ':': return is_number(1) || (value.size() > 2 && value[1] == 'p' && is_number(2));
    case '@': return value.size() > 2 && ToLower(value[1]) == 'p' && is_number(2);
    case '%': return value == "%s" || value == "%d" || (value.size() > 3 && value[1] == '(' && value.back() == 's');
    default: break;
  }
  for (const std::string_view type : {"String", "ID", "Int", "Float", "Boolean"}) {
    const size_t start = std::min(value.find_first_not_of('['), value.size());
    if (StartsWith(value, start, type) && value.find_first_not_of("!]", start + type.size()) == std::string_view::npos)
      return true;
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
