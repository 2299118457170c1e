// One pass over a text that finds the places of all secrets in it.
#ifndef SRC_REDACTION_SCANNER_H_
#define SRC_REDACTION_SCANNER_H_

#include <string_view>
#include <vector>

#include "redaction/names.h"
#include "redaction/tokens.h"

namespace crash_collector {

// Nothing shorter is found under a harmless name.
inline constexpr size_t kMinScanned = 6;

// Adds the places, in no order and perhaps overlapping.
void ScanText(std::string_view text, const NameRules& names, const TokenPrefixes& prefixes, std::vector<Span>* spans);

}  // namespace crash_collector

#endif  // SRC_REDACTION_SCANNER_H_
