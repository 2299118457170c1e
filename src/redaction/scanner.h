// Finds the places of all secrets in a text, in one pass.
#ifndef SRC_REDACTION_SCANNER_H_
#define SRC_REDACTION_SCANNER_H_

#include <string_view>
#include <vector>

#include "redaction/names.h"
#include "redaction/tokens.h"

namespace crash_collector {

// No shorter text is scanned under a harmless name.
inline constexpr size_t kMinScanned = 6;

// Adds the places to `spans`, in no order. They may overlap. `has_identifiers`: random strings in the text are no
// secrets. `depth`: how often the text was decoded already.
void ScanText(std::string_view text, const NameRules& names, const TokenPrefixes& prefixes, bool has_identifiers,
              std::vector<Span>* spans, int depth = 0);

}  // namespace crash_collector

#endif  // SRC_REDACTION_SCANNER_H_
