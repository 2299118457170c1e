// Finds secrets in statements of SQL by the names of their columns.
#ifndef SRC_REDACTION_SQL_H_
#define SRC_REDACTION_SQL_H_

#include <cstddef>
#include <string_view>
#include <vector>

#include "redaction/names.h"
#include "redaction/tokens.h"

namespace crash_collector {

// `start` is the beginning of a word. Adds the values of sensitive columns in `INSERT INTO users (password) VALUES
// ('…')`. Returns the end of what was read, or 0 if it is no such statement.
size_t MatchInsert(std::string_view text, size_t start, const NameRules& names, std::vector<Span>* spans);

// Those of `INSERT INTO users (name, password) VALUES ($1, $2)`, `… WHERE token = ?` and `… SET pin = :3`.
std::vector<Placeholder> FindPlaceholders(std::string_view text, const NameRules& names);

// `at` is the place of the `=` in PostgreSQL's `Key (token)=(…) already exists.`
bool MatchKeyDetail(std::string_view text, size_t at, const NameRules& names, Span* span);

}  // namespace crash_collector

#endif  // SRC_REDACTION_SQL_H_
