// Finds secrets in sentences: `your password is …`, `session … has expired`.
#ifndef SRC_REDACTION_SENTENCES_H_
#define SRC_REDACTION_SENTENCES_H_

#include <cstddef>
#include <string_view>

#include "redaction/names.h"
#include "redaction/tokens.h"

namespace crash_collector {

// `start` is the beginning of the word `is`, behind a sensitive name.
bool MatchSentence(std::string_view text, size_t start, const NameRules& names, Span* span);

// `start` is the beginning of the word `password`: `cannot log in with password hunter2…`.
bool MatchGivenPassword(std::string_view text, size_t start, Span* span);

// The run `text[start, end)` looks like a secret, and a sensitive name stands before it: `invalid token …`.
bool IsNamedRun(std::string_view text, size_t start, size_t end, const NameRules& names);

}  // namespace crash_collector

#endif  // SRC_REDACTION_SENTENCES_H_
