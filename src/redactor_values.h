// Where the value behind a name in a text ends, and whether it is one.
#ifndef SRC_REDACTOR_VALUES_H_
#define SRC_REDACTOR_VALUES_H_

#include <cstddef>
#include <string_view>

#include "redactor_chars.h"

namespace crash_collector {

inline constexpr size_t kMaxNameBefore = 64;
// Shorter quoted values are punctuation: `token: ';'`.
inline constexpr size_t kMinQuoted = 3;

inline bool IsNameChar(char c) {
  return redactor_chars::Is(c, redactor_chars::kAlnum | redactor_chars::kDashUnder) || c == '.';
}
inline bool IsQuote(char c) { return c == '"' || c == '\'' || c == '`'; }
inline bool IsLineEnd(char c) { return c == '\n' || c == '\r'; }

// What is written without quotes and is no secret: `password: null`, `token=undefined`.
bool IsLiteral(std::string_view value);
bool IsNumber(std::string_view value);

// Whether an unquoted value is none of the words of a sentence or a program: `hunter2`, not `nextToken` or `scan(a)`.
bool IsNoWord(std::string_view value);

size_t FindUnquotedEnd(std::string_view text, size_t start, size_t limit);
// `escaped`: the quote that begins it has a backslash before it, and so has the one that ends it.
size_t FindQuoteEnd(std::string_view text, size_t start, char quote, bool escaped);
// The end of `[…]` or `{…}`, however nested, or of the text.
size_t FindBracketEnd(std::string_view text, size_t start);

}  // namespace crash_collector

#endif  // SRC_REDACTOR_VALUES_H_
