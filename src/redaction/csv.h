// Finds secrets in tables whose first line names the columns: `email,password`.
#ifndef SRC_REDACTION_CSV_H_
#define SRC_REDACTION_CSV_H_

#include <string_view>
#include <vector>

#include "redaction/names.h"
#include "redaction/tokens.h"

namespace crash_collector {

// Adds the values of sensitive columns if the whole text is such a table, with commas, semicolons or tabs.
void MatchTable(std::string_view text, const NameRules& names, std::vector<Span>* spans);

}  // namespace crash_collector

#endif  // SRC_REDACTION_CSV_H_
