// Finds secrets in names, strings, bytes and numbers, and takes them out before anything is written.
//
// Pure C++17: no V8, no exceptions, no regular expressions. A Redactor is immutable once built, so that any thread may
// use it; it allocates, so it isn't signal-safe. Work is linear in the length of a text.
#ifndef SRC_REDACTION_REDACTOR_H_
#define SRC_REDACTION_REDACTOR_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace crash_collector {

// The facts that a name tells of its value. A caller may keep the answer of ClassifyName with the name.
using NameFlags = uint16_t;
enum : NameFlags {
  kNameHarmless = 0,
  kNameSuspicious = 1,         // `key`, `signature`: hidden when the value looks like a secret too
  kNameSensitive = 2,          // `password`: every string, BigInt and byte in it is hidden
  kNameSensitiveContents = 4,  // `cookies`: so is everything inside an object that it holds, however deep
  kNameSensitiveNumbers = 8,   // `pin`: numbers too; `maxTokens` and `token` keep theirs
  kNameConnection = 16,        // `connectionString`: hidden whole if it has credentials that no rule tells apart
  kNameIdentifier = 32,        // `etag`: a random value is no secret
  kNameStrong = 64,            // sensitive whatever the value is; `session` is not, for a word or an address
  kNamePerson = 128,           // `customer`: what is called `name` in it is a person's name
  kNameOfPersonOrThing = 256,  // `name`
  kNamePostal = 512,           // `address`: hidden if it is no address of a machine
  kNameOfCode = 1024,          // no name: the text is a name or place in code, which `structure` leaves
  kNameOfSpeech = 2048,        // `parole`: a value of letters alone is no secret
  kNameSecret = kNameSensitive | kNameStrong,
};

// A placeholder of a statement of SQL whose value is a secret by the name of its column.
struct Placeholder {
  uint32_t index;  // in the list of values, from 0
  NameFlags flags;
};

struct RedactorOptions {
  bool enabled = true;
  bool personal = false;           // personal data are secrets, too
  bool structure = false;          // all values are secrets: types, shapes, sizes and code stay
  std::vector<std::string> names;  // more sensitive names, in any spelling: `tenantHandle` is `tenant-handle` too
  std::vector<std::string> except_names;   // names that aren't sensitive here
  std::vector<std::string> values;         // secrets to be found anywhere; those of fewer than 8 bytes are ignored
  std::vector<std::string> except_values;  // a value that equals one of these stays
  // Prefixes of the application's own tokens: `acme_` hides `acme_` and the characters after it.
  std::vector<std::string> prefixes;
};

class Redactor {
 public:
  // Stands in place of a hidden string, or part of a string.
  static constexpr std::string_view kReplacement = "[redacted]";
  // Stands in place of each hidden byte, so that offsets stay true.
  static constexpr uint8_t kByteReplacement = '*';
  // A caller that cuts a text must hand in this many UTF-16 units more than it keeps, and cut the answer with Kept().
  // Otherwise the first half of a secret that was cut in two is not recognised.
  static constexpr size_t kOverlap = 128;

  // The part of a redacted text that may be kept, at most `max_units` of UTF-16. `given_units` is the length before
  // redaction: `max_units` and kOverlap if something was cut off.
  static std::string_view Kept(std::string_view redacted, size_t given_units, size_t max_units);

  explicit Redactor(RedactorOptions options);
  ~Redactor();
  Redactor(const Redactor&) = delete;
  Redactor& operator=(const Redactor&) = delete;

  bool enabled() const;
  bool is_structure() const;
  // Unique in the process for all of its time; never 0.
  uint64_t id() const { return id_; }

  // `name` is that of a property, variable, Map key, header, query parameter, or a symbol's description.
  NameFlags ClassifyName(std::string_view name) const;

  // The flags that the contents of a value inherit if the value itself stands under a name with these flags. To be
  // combined by `|` with the flags of each content's own name. `list`: the contents are those of an array or Set, or
  // the values of a Map; else they are an object's properties.
  static NameFlags Inherit(NameFlags holder, bool list);

  // For objects such as `{ name: 'authorization', value: '…' }`, ClassifyName of the string in `name`, `key`, `header`
  // or `field` gives the flags of `value`. For flat lists of names and values, and of arguments, see lists.h.

  // Of a statement such as `UPDATE users SET password = $1 WHERE id = $2`. Empty if `statement` is none.
  std::vector<Placeholder> SecretPlaceholders(std::string_view statement) const;

  // True if something was hidden: `*out` is the text with kReplacement in its place. Otherwise `*out` is not touched.
  // An empty text is never hidden: that a password is empty is worth knowing.
  bool Redact(std::string_view utf8, std::string* out, NameFlags name = kNameHarmless) const;

  // The secrets that Redact would take out of a text under a harmless name.
  std::vector<std::string> SecretsIn(std::string_view utf8) const;

  // Redacts bytes in place. True if something was hidden.
  bool RedactBytes(uint8_t* bytes, size_t length, NameFlags name = kNameHarmless) const;

  // Hides only the `values` of the options, in place, in JSON that was written before they were known. The text stays
  // JSON, because the values are given as JSON spells them, too.
  void HideValues(char* json, size_t length) const;

  // True if a number is to be hidden, because of its name or because it is the number of a payment card.
  bool IsSensitiveNumber(double value, NameFlags name = kNameHarmless) const;

 private:
  struct Impl;
  const uint64_t id_;
  std::unique_ptr<const Impl> impl_;
};

}  // namespace crash_collector

#endif  // SRC_REDACTION_REDACTOR_H_
