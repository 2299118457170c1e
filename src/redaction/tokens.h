// Finds secrets by their own form: vendors' tokens, JWTs, PEM blocks, bearer and basic credentials, password hashes.
// Each function looks at one place of a text and returns the end of the secret that begins there, or 0.
#ifndef SRC_REDACTION_TOKENS_H_
#define SRC_REDACTION_TOKENS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "redaction/rules.h"

namespace crash_collector {

struct Span {
  size_t start;
  size_t end;
};

// Vendors' and the application's own prefixes, found by their first two characters.
class TokenPrefixes {
 public:
  explicit TokenPrefixes(const std::vector<std::string>& own);
  // `start` is the beginning of a word.
  size_t Match(std::string_view text, size_t start) const;

 private:
  static constexpr size_t kAscii = 128;
  // Two bytes beyond ASCII share a place with others, and only cost a comparison.
  static size_t PairOf(char a, char b) {
    return (static_cast<unsigned char>(a) % kAscii) * kAscii + static_cast<unsigned char>(b) % kAscii;
  }

  std::vector<std::string> own_;  // holds the text of the application's prefixes
  std::array<uint8_t, kAscii * kAscii> bucket_of_{};
  std::vector<std::vector<redactor_rules::TokenPrefix>> buckets_;  // each longest first; [0] is empty
};

// Match a whole run by its end: Mailchimp's `<32 hex digits>-us12`, New Relic's license keys.
bool MatchMailchimp(std::string_view text, size_t start, size_t end, Span* span);
bool MatchNewRelic(std::string_view text, size_t start, size_t end, Span* span);

size_t MatchJwt(std::string_view text, size_t start);
// `is_public`: the block is a certificate or a public key.
size_t MatchPem(std::string_view text, size_t start, bool* is_public);
size_t MatchCrypt(std::string_view text, size_t start);

// Matches the credentials after `Bearer ` or `Basic `. The scheme stays readable.
bool MatchHttpCredentials(std::string_view text, size_t start, Span* span);

// Matches the one word behind a scheme of HTTP, if there is nothing else in the text: `Negotiate …`.
bool MatchSchemeAlone(std::string_view text, Span* span);

// Matches the rest of the line after `Digest `, if a client answers with it. Else the span ends where what was read
// does.
bool MatchDigest(std::string_view text, size_t start, Span* span);

// Match tokens that are recognised by a character in their middle: Telegram's `<digits>:<35>` at its colon, Azure's
// client secrets (`xxx8Q~…`) at their tilde, Discord's three parts at the end of the first.
bool MatchAtColon(std::string_view text, size_t colon, Span* span);
bool MatchAtTilde(std::string_view text, size_t tilde, Span* span);
bool MatchDotted(std::string_view text, size_t start, size_t end, Span* span);

}  // namespace crash_collector

#endif  // SRC_REDACTION_TOKENS_H_
