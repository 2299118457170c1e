// Judges if characters are random, as those of a generated secret are, and not words, paths, hashes, ids or data.
#ifndef SRC_REDACTION_RANDOM_H_
#define SRC_REDACTION_RANDOM_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace crash_collector {

// Runs of base64 shorter than this are ids (nanoid, ULID, KSUID, ObjectId), longer than the other are data.
inline constexpr size_t kMinRandomLength = 32;
inline constexpr size_t kMaxRandomLength = 512;

// Judges the run `text[start, end)` of letters, digits and `+/-_` that stands under a harmless name or in a sentence.
bool IsRandomRun(std::string_view text, size_t start, size_t end);

// True if the run is a part of a URL with `/` in it, before a `?`.
bool IsInUrlPath(std::string_view text, size_t start, size_t end);

// True for an id of Twilio, whose names end in `sid`, but for those of API keys.
bool IsTwilioId(std::string_view text);

// Judges a whole value under a suspicious name such as `key`: hex counts too, and 16 characters are enough.
bool LooksLikeSecret(std::string_view value);

// True for a value under a suspicious name that a person or a program chose: `dragon!3209`, `JWM5-IAF8-BEM2`.
bool LooksChosen(std::string_view value);

// True for values that say too little to be a secret under a name such as `session` or `token`: `sess-88`, `EOF`,
// `12px`, `theme=dark`, a colour, the address of a contract.
bool IsLowEntropy(std::string_view value);

// True for letters that no language has next to each other, capitals and small ones mixed: `jGhvVWhPq`.
bool IsUnnaturalWord(std::string_view value);

// What base64 without the lines of PEM holds: a private key and a store of keys begin with a version, a certificate and
// a public key don't.
enum class Der : uint8_t { kNone, kPrivate, kPublic };
Der KindOfDer(std::string_view base64);

// True if base64 begins with printable text, at most `max_bytes` of which are looked at.
bool DecodesToText(std::string_view base64, size_t max_bytes);

// Appends what base64 decodes to, at most `max_bytes`.
void DecodeBase64Into(std::string_view base64, size_t max_bytes, std::string* out);

// True if base64 decodes to SASL's `\0user\0password`.
bool DecodesToSaslPlain(std::string_view base64);

// True if base64 decodes to `user:password`.
bool DecodesToCredentials(std::string_view base64);

}  // namespace crash_collector

#endif  // SRC_REDACTION_RANDOM_H_
