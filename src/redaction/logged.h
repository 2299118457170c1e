// Finds secrets that stand at a distance from what names them: the parameters of a statement in a log, a key among the
// arguments of a function of SQL, a code before the words that say what it proves, and the random part of a link.
#ifndef SRC_REDACTION_LOGGED_H_
#define SRC_REDACTION_LOGGED_H_

#include <cstddef>
#include <string_view>
#include <vector>

#include "redaction/names.h"
#include "redaction/tokens.h"

namespace crash_collector {

// `start` and `end` are those of a word with a colon behind it. Adds the values in `UPDATE users SET password = $1 --
// PARAMETERS: ["…"]` and in PostgreSQL's `parameters: $1 = '…'`, behind which the statement stands. The statement is
// looked for from `from` on. Returns the end of what was read, or 0 if it is no such list.
size_t MatchParameters(std::string_view text, size_t start, size_t end, size_t from, const NameRules& names,
                       std::vector<Span>* spans);

// `start` is the beginning of a word: `AES_DECRYPT(column, '…')`.
bool MatchSqlKey(std::string_view text, size_t start, Span* span);

// Digits between `start` and `end` are a code by the words behind them: `481204 is your login code`.
bool IsCodeBeforeName(std::string_view text, size_t start, size_t end, const NameRules& names);

// Adds the random parts behind parts that speak of a link, such as `/invite/…` and `/reset-password/…`, in a path
// between `start` and `end`.
void MatchLinks(std::string_view text, size_t start, size_t end, const NameRules& names, std::vector<Span>* spans);

}  // namespace crash_collector

#endif  // SRC_REDACTION_LOGGED_H_
