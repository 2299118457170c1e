// Secrets known by the name before them within a text: `password=…`, `"token":"…"`, `Authorization: …`, cookies, and
// the passwords in URLs.
#ifndef SRC_REDACTION_ASSIGNMENTS_H_
#define SRC_REDACTION_ASSIGNMENTS_H_

#include <cstddef>
#include <string_view>

#include "redaction/names.h"
#include "redaction/tokens.h"
#include "redaction/values.h"

namespace crash_collector {

// `at` is the place of a `=` or `:`, or of a `%3D`, of that length; `unquoted` are the text's values. True with the
// secret's place when it stands behind it.
bool MatchAssignment(std::string_view text, size_t at, size_t sign_length, const NameRules& names,
                     UnquotedValues* unquoted, Span* span);

// `colon` is that of `://`. True with the place of the password in `user:password@`, or of the token in `token@`.
bool MatchUrlPassword(std::string_view text, size_t colon, Span* span);

}  // namespace crash_collector

#endif  // SRC_REDACTION_ASSIGNMENTS_H_
