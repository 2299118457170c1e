// Finds secrets in a text by the name before them: `password=…`, `"token":"…"`, `Authorization: …`, cookies, and
// passwords in URLs.
#ifndef SRC_REDACTION_ASSIGNMENTS_H_
#define SRC_REDACTION_ASSIGNMENTS_H_

#include <cstddef>
#include <string_view>

#include "redaction/names.h"
#include "redaction/tokens.h"
#include "redaction/values.h"

namespace crash_collector {

// `at` is the place of a `=` or a `:`. `unquoted` are the values of the text. Returns true, with the place of the
// secret, if one stands behind the sign.
bool MatchAssignment(std::string_view text, size_t at, const NameRules& names, UnquotedValues* unquoted, Span* span);

// `colon` is the place of `://`. Returns true, with the place of the password in `user:password@`, or of the token in
// `token@`.
bool MatchUrlPassword(std::string_view text, size_t colon, Span* span);

}  // namespace crash_collector

#endif  // SRC_REDACTION_ASSIGNMENTS_H_
