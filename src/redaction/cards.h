// Finds numbers of payment cards: of a known issuer and length, with the right check digit.
#ifndef SRC_REDACTION_CARDS_H_
#define SRC_REDACTION_CARDS_H_

#include <cstddef>
#include <string_view>

namespace crash_collector {

// `start` is the first of some digits. Returns the end of the card number that begins there, or 0.
size_t MatchCard(std::string_view text, size_t start);

}  // namespace crash_collector

#endif  // SRC_REDACTION_CARDS_H_
