#include "redaction/assignments.h"

#include <algorithm>
#include <iterator>

#include "redaction/chars.h"
#include "redaction/named_values.h"
#include "redaction/random.h"
#include "redaction/rules.h"
#include "redaction/sql.h"

namespace crash_collector {

using namespace redactor_chars;

namespace {

constexpr size_t kMaxAuthority = 512;

struct Name {
  std::string_view text;
  size_t start;
  bool quoted;
};

// The name that ends before `at`: `name`, `"name"`, `\"name\"`, `form[name]`, with up to two spaces behind it.
Name NameBefore(std::string_view text, size_t at) {
  size_t end = at;
  while (end > 0 && at - end < 2 && text[end - 1] == ' ') end--;
  // `?=` of make
  if (end == at && end > 1 && text[at] == '=' && text[end - 1] == '?' && text[end - 2] == ' ') end -= 2;
  bool quoted = false;
  if (end > 0 && IsQuote(text[end - 1])) {
    quoted = true;
    end--;
    while (end > 0 && text[end - 1] == '\\') end--;
  }
  if (end > 0 && text[end - 1] == ']') {
    end--;
    // `options["name"]`
    if (end > 0 && !quoted && IsQuote(text[end - 1])) {
      quoted = true;
      end--;
    }
  }
  size_t start = end;
  while (start > 0 && end - start < kMaxNameBefore && IsNameChar(text[start - 1])) start--;
  return {text.substr(start, end - start), start, quoted};
}

bool IsWholeLine(std::string_view text, const Name& name) {
  size_t start = name.start;
  if (start >= 7 && text.compare(start - 7, 7, "export ") == 0) start -= 7;
  if (!IsLineStart(text, start)) return false;
  for (const char c : name.text) {
    if (!Is(c, kUpper | kDigit) && c != '_') return false;
  }
  return true;
}

size_t FindLineEnd(std::string_view text, size_t i) { return std::min(text.find_first_of("\r\n", i), text.size()); }

bool IsCamelCase(std::string_view name) {
  for (size_t i = 1; i < name.size(); i++) {
    if (Is(name[i], kUpper) && Is(name[i - 1], kLower)) return true;
  }
  return false;
}

// True if a value that may as well be a word is to be hidden. `password: letmein` ends its line; in `password: must be
// set` a sentence goes on, and `token = next;` is a program.
bool StandsAlone(std::string_view text, const Name& name, char sign, size_t end) {
  const bool line_ends = end == text.size() || IsLineEnd(text[end]);
  if (sign == '=') return line_ends && !IsCamelCase(name.text);
  return line_ends || !Is(text[end], kSpace);
}

bool IsSyntaxError(std::string_view text, const Name& name) {
  constexpr std::string_view kBefore = "unexpected ";
  return name.start >= kBefore.size() && StartsWithNoCase(text, name.start - kBefore.size(), kBefore);
}

// True if a resource name of AWS goes on at `at`.
bool IsInArn(std::string_view text, size_t at) {
  if (text[at - 1] != ':') return false;
  size_t start = at;
  while (start > 0 && at - start < kMaxNameBefore && (IsNameChar(text[start - 1]) || text[start - 1] == ':')) start--;
  return StartsWith(text, start, "arn:");
}

// True for a parameter or a column that has the name of a secret: `password: $newPassword`, `token = :token`.
bool IsNamedParameter(std::string_view text, size_t end, std::string_view value, const NameRules& names) {
  // `t.token = u.token`
  const size_t dot = value.find('.');
  if (dot != kNpos && dot > 0 && SkipWhile(value, dot + 1, kLetter | kDashUnder) == value.size() &&
      SkipWhile(value, 0, kLetter | kDashUnder) == dot && names.Classify(value.substr(dot + 1)) != kNameHarmless) {
    return true;
  }
  if (value.size() < 3 || !IsOneOf(value[0], "$:@") || !Is(value[1], kLetter)) return false;
  if ((names.Classify(value.substr(1)) & (kNameSensitive | kNameSuspicious)) != 0) return true;
  // `$input` of GraphQL, with a bracket or a comma behind it.
  return value[0] == '$' && end < text.size() && IsOneOf(text[end], "),}") &&
         SkipWhile(value, 1, kLetter | kDashUnder) == value.size();
}

// The place of the text that a function of SQL gets as its first argument: `= crypt('…', gen_salt('bf'))`.
size_t FindSqlArgument(std::string_view text, size_t start, size_t end) {
  if (end >= text.size() || text[end] != '\'' || end - start < 3 || text[end - 1] != '(') return 0;
  for (const std::string_view name : redactor_rules::kSqlFunctions) {
    if (end - 1 - start == name.size() && StartsWithNoCase(text, start, name)) return end + 1;
  }
  return 0;
}

// Matches the value of a Set-Cookie header: `name=value; Path=/`.
bool MatchSetCookie(std::string_view text, size_t at, const Name& name, Span* span) {
  if (name.quoted || name.text.empty() || name.start + name.text.size() != at) return false;
  if (!IsLineStart(text, name.start)) return false;
  size_t end = at + 1;
  while (end < text.size() && text[end] != ';' && !Is(text[end], kSpace)) end++;
  if (end == at + 1 || end >= text.size() || text[end] != ';') return false;
  const size_t attribute = SkipWhile(text, end + 1, kSpace);
  for (const std::string_view known : redactor_rules::kCookieAttributes) {
    if (StartsWithNoCase(text, attribute, known)) {
      *span = {at + 1, end};
      return true;
    }
  }
  return false;
}

// The place behind the character at `i` of a header, or behind the text in quotes that begins there: `username="shop"`.
size_t SkipQuotedPart(std::string_view text, size_t i) {
  if (text[i] != '=') return i + 1;
  const size_t quote = i + 1 < text.size() && text[i + 1] == '\\' ? i + 2 : i + 1;
  if (quote >= text.size() || text[quote] != '"') return i + 1;
  const size_t end = FindQuoteEnd(text, quote + 1, '"', quote > i + 1);
  const bool ends_in_line = end < text.size() && text.substr(quote, end - quote).find_first_of("\r\n") == kNpos;
  return ends_in_line ? end + (quote > i + 1 ? 2 : 1) : i + 1;
}

// The place of a value that does not stand behind its sign at once: in a document of a shell, `<<EOF`, behind the
// properties of YAML, `!!str` and `&anchor`, and behind PHP's type, `string(7) "…"`. `start` if there is none of these.
size_t SkipBeforeValue(std::string_view text, size_t start, char sign) {
  constexpr size_t kMost = 48;
  const std::string_view near = text.substr(0, std::min(text.size(), start + kMost));
  if (sign == ':' && start < near.size() && (near[start] == '!' || near[start] == '&')) {
    const size_t space = near.find_first_of(" \r\n", start);
    return space != kNpos && near[space] == ' ' && space > start + 1 ? SkipWhile(near, space, kSpace) : start;
  }
  if (sign != '=') return start;
  if (StartsWith(near, start, "<<")) {
    const size_t line_end = near.find('\n', start);
    return line_end == kNpos ? start : SkipWhile(near, line_end, kSpace);
  }
  const size_t type = SkipWhile(near, start, kSpace);
  if (!StartsWith(near, type, "string(")) return start;
  const size_t end = SkipWhile(near, type + 7, kDigit);
  return StartsWith(near, end, ") \"") ? end + 2 : start;
}

bool IsLineName(std::string_view name) {
  const std::string words = NormaliseName(name);
  return std::find(std::begin(redactor_rules::kLineNames), std::end(redactor_rules::kLineNames), words) !=
         std::end(redactor_rules::kLineNames);
}

}  // namespace

bool MatchAssignment(std::string_view text, size_t at, const NameRules& names, UnquotedValues* unquoted, Span* span) {
  const char sign = text[at];
  const Name name = NameBefore(text, at);
  if (name.text.size() < 3 && !StartsWithNoCase(name.text, 0, "pw")) {
    return text[at] == '=' && (MatchSetCookie(text, at, name, span) || MatchKeyDetail(text, at, names, span));
  }
  if (IsNamingWord(name.text) && (MatchNamedValue(text, SkipWhile(text, at + 1, kSpace), names, span) ||
                                  (sign == ':' && MatchYamlPair(text, at, names, span)))) {
    return true;
  }
  // A field of a form: `{ "type": "password", "value": "…" }`. Tokens of a language have a type and a value, too.
  if (name.text == "type" && MatchNamedValue(text, SkipWhile(text, at + 1, kSpace), names, span, kNameStrong))
    return true;
  const NameFlags flags = names.Classify(name.text);
  if ((flags & (kNameSensitive | kNameSuspicious)) == 0) return text[at] == '=' && MatchSetCookie(text, at, name, span);
  // The end of a path is no name: `node_modules/js-tokens: …`. Neither is a part of `arn:aws:…:secret:name`.
  const bool is_behind_slash = sign == ':' && name.start > 0 && text[name.start - 1] == '/';
  // An option of Windows: `/password:…`.
  const bool is_option = is_behind_slash && name.start > 1 && text[name.start - 2] == ' ';
  if ((is_behind_slash && !is_option) || (sign == ':' && name.start > 0 && IsInArn(text, name.start))) return false;
  if (sign == ':' && IsSyntaxError(text, name)) return false;

  size_t start = at + 1;
  if (sign == '=' && start < text.size() && text[start] == '>') start++;
  const size_t close = start;
  while (start < text.size() && start - close < 4 && (text[start] == ' ' || text[start] == '\t')) start++;
  const bool apart = start > close;
  start = SkipBeforeValue(text, start, sign);
  if (start >= text.size() || text[start] == '=' || (sign == ':' && text[start] == '/')) return false;
  const bool sensitive = (flags & kNameSensitive) != 0;
  const bool is_variable = sign == ':' && name.start > 0 && text[name.start - 1] == '$';

  size_t quote = start;
  while (quote < text.size() && quote - start < 4 && text[quote] == '\\') quote++;
  size_t end;
  if (quote < text.size() && IsQuote(text[quote])) {
    end = FindQuoteEnd(text, quote + 1, text[quote], quote > start);
    start = quote + 1;
    if (end - start < kMinQuoted || IsNoSecret(text.substr(start, end - start))) return false;
  } else if (is_variable) {
    return false;  // a type follows: `query ($token: String)`
  } else if (sensitive && (text[start] == '[' || text[start] == '{')) {
    if (text[start] == '{' && (flags & kNameSensitiveContents) == 0) return false;
    end = FindBracketEnd(text, start);
    if (IsParameter(text.substr(start, end - start))) return false;  // `[String!]`
  } else if (sensitive && sign == ':' && IsLineName(name.text)) {
    end = start;
    while (end < text.size() && !IsLineEnd(text[end]) && !IsQuote(text[end])) end = SkipQuotedPart(text, end);
    if (IsNoSecret(text.substr(start, end - start))) return false;
  } else if (sensitive && sign == '=' && !apart && IsWholeLine(text, name)) {
    end = FindLineEnd(text, start);
  } else {
    const size_t limit = std::min(text.size(), start + kMaxRandomLength + 1);
    const UnquotedValues::Value found =
        sensitive ? unquoted->At(start) : UnquotedValues::Value{FindUnquotedEnd(text, start, limit), false};
    end = found.end;
    const std::string_view value = text.substr(start, end - start);
    if (const size_t argument = sensitive ? FindSqlArgument(text, start, end) : 0) {
      *span = {argument, FindQuoteEnd(text, argument, '\'', false)};
      return span->end > argument;
    }
    // The bracket that ends a parameter in a text is no part of the value.
    const bool has_bracket = end < text.size() && text[end] == '}';
    if (IsLiteral(value) || IsNoSecret(text.substr(start, end + (has_bracket ? 1 : 0) - start))) return false;
    if (apart && sign == '=' && !value.empty() && value[0] == ':' && SkipWhile(value, 1, kLetter) == value.size())
      return false;
    if (IsParameter(value) || IsProgram(value) || IsNamedParameter(text, end, value, names)) return false;
    if (IsNumber(value) && value.size() < 12 && (flags & kNameSensitiveNumbers) == 0) return false;
    if (sensitive && (sign == ':' || apart) && !name.quoted && !is_option && (found.has_bracket || !IsNoWord(value))) {
      if (!apart || !StandsAlone(text, name, sign, end)) return false;
    }
  }
  if (end <= start) return false;
  const std::string_view value = text.substr(start, end - start);
  if (sensitive && (flags & kNameStrong) == 0 && IsLowEntropy(value)) return false;
  if (names.IsLabel(value)) return false;
  if (!sensitive && !LooksLikeSecret(value) && !LooksChosen(value)) return false;
  *span = {start, end};
  return true;
}

bool MatchUrlPassword(std::string_view text, size_t colon, Span* span) {
  if (colon == 0 || !Is(text[colon - 1], kAlnum)) return false;
  const size_t start = colon + 3;
  const size_t limit = std::min(text.size(), start + kMaxAuthority);
  size_t at = kNpos, password = kNpos, slash = kNpos, i = start;
  for (; i < limit; i++) {
    const char c = text[i];
    if (Is(c, kSpace) || c == '"' || c == '`' || c == '<' || c == '>' || (c == '\'' && slash != kNpos)) break;
    if (c == '/' || c == '?' || c == '#') {
      // A password that is not encoded may hold these characters. Digits before one of them are a port.
      if (at != kNpos || password == kNpos || password == i) break;
      if (slash == kNpos && IsNumber(text.substr(password, i - password))) break;
      if (slash == kNpos) slash = i;
    } else if (c == '@') {
      at = i;
    } else if (c == ':' && password == kNpos) {
      password = i + 1;
    }
  }
  if (at == kNpos || at == start) return false;
  *span = {password == kNpos || password > at ? start : password, at};
  if (span->start == span->end) return false;
  return span->start != start || LooksLikeSecret(text.substr(start, at - start));
}

}  // namespace crash_collector
