// Finds the end of the value behind a name in a text, and judges if it is a value.
#ifndef SRC_REDACTION_VALUES_H_
#define SRC_REDACTION_VALUES_H_

#include <cstddef>
#include <string_view>

#include "redaction/chars.h"

namespace crash_collector {

inline constexpr size_t kMaxNameBefore = 64;
// Shorter quoted values are punctuation: `token: ';'`.
inline constexpr size_t kMinQuoted = 3;

inline bool IsNameChar(char c) {
  return redactor_chars::Is(c, redactor_chars::kAlnum | redactor_chars::kDashUnder) || c == '.';
}
inline bool IsQuote(char c) { return c == '"' || c == '\'' || c == '`'; }
inline bool IsLineEnd(char c) { return c == '\n' || c == '\r'; }
// The first line of a stack begins with the name of the error's class.
inline bool IsLineStart(std::string_view text, size_t at) {
  constexpr std::string_view kOfError = "Error: ";
  return at == 0 || IsLineEnd(text[at - 1]) ||
         (at >= kOfError.size() && redactor_chars::StartsWith(text, at - kOfError.size(), kOfError));
}

// True for words that stand without quotes and are no secrets: `password: null`, `token=undefined`.
bool IsLiteral(std::string_view value);
bool IsNumber(std::string_view value);
// True for `^4.0.0`.
bool IsVersion(std::string_view text);

// True for values under a sensitive name that are no secrets, in data and in texts: `********`, `[REDACTED]`,
// `${DB_PASSWORD}`, `{{token}}`, `must not be empty`, `process.env.API_KEY`, the modes of fetch().
bool IsNoSecret(std::string_view value);

// True for an expression of a program: `req.body.password`, `getToken(`.
bool IsProgram(std::string_view value);

// True for a call in code: `config.get("secret")`.
bool IsCall(std::string_view value);

// True for a parameter of a statement or a type: `$1`, `?`, `%s`, `:p1`, `String!`.
bool IsParameter(std::string_view value);

// True if an unquoted value is no word of a sentence or a program: `hunter2`, not `nextToken` or `scan(a)`.
bool IsNoWord(std::string_view value);

size_t FindUnquotedEnd(std::string_view text, size_t start, size_t limit);

// The values without quotes in one text. The end of a value is looked for once and kept for all names within it.
// Otherwise a text that is full of names would be read to its end for each of them.
class UnquotedValues {
 public:
  struct Value {
    size_t end;
    bool has_bracket;  // it has a `(` or `[`, so that IsNoWord() is false
  };

  explicit UnquotedValues(std::string_view text) : text_(text) {}
  UnquotedValues(const UnquotedValues&) = delete;
  UnquotedValues& operator=(const UnquotedValues&) = delete;

  Value At(size_t start);

 private:
  const std::string_view text_;
  size_t from_ = 1;  // the value that was looked at last; none yet
  size_t stop_ = 0;
  size_t end_ = 0;
  size_t behind_bracket_ = 0;
};

// `escaped`: both quotes have a backslash before them.
size_t FindQuoteEnd(std::string_view text, size_t start, char quote, bool escaped);
// The end of `[…]` or `{…}`, however nested, or of the text.
size_t FindBracketEnd(std::string_view text, size_t start);

}  // namespace crash_collector

#endif  // SRC_REDACTION_VALUES_H_
