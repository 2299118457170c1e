// Finds what stands behind a sensitive name with little but signs and small words between the two: `community x7Kp2q
// RO`,
// `{password,<<"x7Kp2q">>}`, `<dt>Password</dt><dd>x7Kp2q</dd>`, `variable "token" { default = "x7Kp2q" }`.
#ifndef SRC_REDACTION_GIVEN_VALUES_H_
#define SRC_REDACTION_GIVEN_VALUES_H_

#include <cstddef>
#include <string_view>

#include "redaction/names.h"
#include "redaction/tokens.h"

namespace crash_collector {

// Matches the value that begins at `start`, behind a space, a quote or a bracket. A value has letters and digits, so
// that the words of a sentence are none.
bool MatchGivenValue(std::string_view text, size_t start, const NameRules& names, Span* span);

}  // namespace crash_collector

#endif  // SRC_REDACTION_GIVEN_VALUES_H_
