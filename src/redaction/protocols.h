// Finds secrets in texts and bytes as protocols send them: Redis, SMTP, POP3, FTP, IMAP, PostgreSQL, and the magnetic
// tracks of payment cards.
#ifndef SRC_REDACTION_PROTOCOLS_H_
#define SRC_REDACTION_PROTOCOLS_H_

#include <cstddef>
#include <string_view>

#include "redaction/names.h"
#include "redaction/tokens.h"

namespace crash_collector {

// `start` is the beginning of a word that may be a command: AUTH, PASS, LOGIN.
bool MatchLogin(std::string_view text, size_t start, Span* span);

// A base64 word that begins at `start` and is SASL's `\0user\0password`.
bool MatchSaslPlain(std::string_view text, size_t start, Span* span);

// The answer to a server that asks for `Password:` in base64 at `start`.
bool MatchPasswordPrompt(std::string_view text, size_t start, Span* span);

// The password of a network that a QR code holds, from `WIFI:T:WPA;S:Home;P:…;` on.
bool MatchWifi(std::string_view text, size_t start, Span* span);

// `at` is the place of the `>` before a password in Redis's rules of access: `ACL SETUSER shop on >x7Kp2q ~*`.
bool MatchAclSecret(std::string_view text, size_t at, Span* span);

// The whole text is PostgreSQL's message with a password.
bool MatchPostgresPassword(std::string_view text, Span* span);

// `start` is the `B` of track 1. Its number, name, expiry and check values go together.
bool MatchTrack(std::string_view text, size_t start, Span* span);
// The end of track 2, if one follows the number of a card that ends at `end`; else `end`.
size_t FindTrackEnd(std::string_view text, size_t end);

}  // namespace crash_collector

#endif  // SRC_REDACTION_PROTOCOLS_H_
