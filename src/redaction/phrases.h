// Finds secrets by the words before them: `IDENTIFIED BY '…'`, `--password …` in a command line.
#ifndef SRC_REDACTION_PHRASES_H_
#define SRC_REDACTION_PHRASES_H_

#include <cstddef>
#include <string_view>

#include "redaction/names.h"
#include "redaction/tokens.h"

namespace crash_collector {

// `start` is the beginning of a word.
bool MatchStatement(std::string_view text, size_t start, Span* span);
// `at` is the place of a dash.
bool MatchOption(std::string_view text, size_t at, const NameRules& names, Span* span);

}  // namespace crash_collector

#endif  // SRC_REDACTION_PHRASES_H_
