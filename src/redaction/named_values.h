// Finds secrets by a name that stands before them in a text, and is no `name=value`: multipart bodies, lists of names
// and values in JSON and XML, arguments of functions, lines of files.
#ifndef SRC_REDACTION_NAMED_VALUES_H_
#define SRC_REDACTION_NAMED_VALUES_H_

#include <cstddef>
#include <string_view>

#include "redaction/names.h"
#include "redaction/tokens.h"

namespace crash_collector {

// True for words that say that a name follows: `name`, `key`, `header`, `field`.
bool IsNamingWord(std::string_view name);

// `quote` may be the place of the quote before a name: `name="password"` in a multipart body, `{"name":"password",
// "value":"…"}`, `<add key="password" value="…">`. Matches the value that a name with a flag of `wanted` has there.
bool MatchNamedValue(std::string_view text, size_t quote, const NameRules& names, Span* span,
                     NameFlags wanted = kNameSensitive);

// `comma` is the place of a comma: `define('DB_PASSWORD', '…')`, `["authorization","…"]`.
bool MatchQuotedPair(std::string_view text, size_t comma, const NameRules& names, Span* span);

// `colon` is the one behind `name`, in YAML on two lines: `name: DB_PASSWORD`, `value: …`.
bool MatchYamlPair(std::string_view text, size_t colon, const NameRules& names, Span* span);

// `at` is the place of a `>`: `<password type="text">…</password>`, `<key>API_SECRET</key><string>…</string>`.
bool MatchElement(std::string_view text, size_t at, const NameRules& names, Span* span);

// `colon` is the first one of a line of a .pgpass file: `host:5432:database:user:…`.
bool MatchPgpass(std::string_view text, size_t colon, Span* span);

// The run `text[start, end)` is the hash behind a scheme of LDAP or htpasswd: `{SSHA}…`.
bool IsLdapHash(std::string_view text, size_t start);

}  // namespace crash_collector

#endif  // SRC_REDACTION_NAMED_VALUES_H_
