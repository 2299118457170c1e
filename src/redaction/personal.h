// Finds personal data by their form: e-mail addresses, international phone numbers and IBANs. Payment cards are secrets
// anyway (cards.h), and other facts are known by their names only.
#ifndef SRC_REDACTION_PERSONAL_H_
#define SRC_REDACTION_PERSONAL_H_

#include <cstddef>
#include <string_view>

#include "redaction/tokens.h"

namespace crash_collector {

// `at` is the place of the `@`.
bool MatchMail(std::string_view text, size_t at, Span* span);

// `plus` is the place of the `+` of a number in the form of E.164, with or without signs between its digits.
bool MatchPhone(std::string_view text, size_t plus, Span* span);

// Returns the end of the IBAN that begins at `start`, in one piece or in groups of four, or 0. Its check digits are
// those of ISO 13616.
size_t MatchIban(std::string_view text, size_t start);

// True for `Anna Weiß`: words that begin with capitals.
bool IsFullName(std::string_view text);

// True for what has a space and a letter; addresses of machines have no space.
bool IsPostalAddress(std::string_view text);

}  // namespace crash_collector

#endif  // SRC_REDACTION_PERSONAL_H_
