// Finds secrets among the arguments of commands that are known to take them: `mysql -phunter2`, `curl -u user:secret`.
#ifndef SRC_REDACTION_COMMANDS_H_
#define SRC_REDACTION_COMMANDS_H_

#include <cstddef>
#include <string_view>

namespace crash_collector {

struct Span;

// The letters of a command's short options that take a secret.
struct SecretOptions {
  std::string_view next;      // as the next argument
  std::string_view attached;  // in the same argument
};

// `command` may have a path. Returns false if the command is not known.
bool FindSecretOptions(std::string_view command, SecretOptions* options);

// The place of the secret in the value of `-u`, `user:secret`; 0 if there is none. `1000:1000` and `node:node`, as
// containers take them, have none.
size_t FindUserSecret(std::string_view value);

// `at` is the place of the dash of a short option in a command line.
bool MatchShortOption(std::string_view text, size_t at, Span* span);

// True for a value that is the last word of a command that ends with a secret: `vault login x7Kp2q`, `echo x7Kp2q |
// docker login --password-stdin`.
bool IsSecretOfCommand(std::string_view text, size_t start, size_t end);

// Matches the secret before the `@` at `at`, as Oracle's tools take it: `sqlplus scott/x7Kp2q@db`.
bool MatchSlashedLogin(std::string_view text, size_t at, Span* span);

// Matches the secret before the `@` at `at` in `user:secret@host:5432` and `user:secret@tcp(host)`, which have no
// scheme.
bool MatchBareLogin(std::string_view text, size_t at, Span* span);

}  // namespace crash_collector

#endif  // SRC_REDACTION_COMMANDS_H_
