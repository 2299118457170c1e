#include "redaction/commands.h"

#include <algorithm>

#include "redaction/chars.h"
#include "redaction/rules.h"
#include "redaction/tokens.h"
#include "redaction/values.h"

namespace crash_collector {

using namespace redactor_chars;

namespace {

// The command is looked for among so many words, and so many characters, before an option.
constexpr int kMostWords = 16;
constexpr size_t kMostBefore = 256;

bool EndsCommand(char c) { return IsLineEnd(c) || c == '|' || c == ';' || c == '&'; }

// Looks for the command to which the option at `at` belongs.
bool FindCommandBefore(std::string_view text, size_t at, SecretOptions* options) {
  const size_t limit = at > kMostBefore ? at - kMostBefore : 0;
  size_t end = at;
  for (int words = 0; words < kMostWords; words++) {
    while (end > limit && (text[end - 1] == ' ' || text[end - 1] == '\t' || IsQuote(text[end - 1]))) end--;
    if (end == limit || EndsCommand(text[end - 1])) return false;
    size_t start = end;
    while (start > limit && !Is(text[start - 1], kSpace) && !IsQuote(text[start - 1]) && !EndsCommand(text[start - 1]))
      start--;
    if (FindSecretOptions(text.substr(start, end - start), options)) return true;
    end = start;
  }
  return false;
}

bool IsPipedInto(std::string_view rest) {
  return std::any_of(std::begin(redactor_rules::kPipedInto), std::end(redactor_rules::kPipedInto),
                     [rest](std::string_view each) { return rest.find(each) != kNpos; });
}

}  // namespace

bool FindSecretOptions(std::string_view command, SecretOptions* options) {
  command = command.substr(command.find_last_of("/\\") + 1);
  for (const std::string_view rule : redactor_rules::kCommands) {
    if (command.empty() || rule[0] != command[0]) continue;
    const size_t colon = rule.find(':');
    if (rule.substr(0, colon) != command) continue;
    const std::string_view letters = rule.substr(colon + 1);
    const size_t second = letters.find(':');
    *options = {letters.substr(0, second), letters.substr(second + 1)};
    return true;
  }
  return false;
}

size_t FindUserSecret(std::string_view value) {
  const size_t at = value.find_first_of(":%,");
  if (at == std::string_view::npos || at == 0 || at + 1 == value.size() || value[at + 1] == '/') return 0;
  const std::string_view user = value.substr(0, at);
  const std::string_view secret = value.substr(at + 1);
  return user == secret || (IsNumber(user) && IsNumber(secret)) ? 0 : at + 1;
}

bool IsSecretOfCommand(std::string_view text, size_t start, size_t end) {
  size_t after = end < text.size() && IsQuote(text[end]) ? end + 1 : end;
  while (after < text.size() && text[after] == ' ') after++;
  size_t first = start;
  while (first > 0 && start - first < kMostBefore && !EndsCommand(text[first - 1]) && text[first - 1] != '`') first--;
  // The first line of a stack.
  const size_t message = text.substr(first, start - first).find("Error: ");
  if (message != kNpos && message < kMostBefore / 4) first += message + 7;
  for (const std::string_view prompt : {" ", "$ ", "# ", "sudo "}) {
    if (StartsWith(text, first, prompt)) first += prompt.size();
  }
  // `echo secret | docker login --password-stdin`
  if (StartsWith(text, first, "echo ") && StartsWith(text, after, "| "))
    return IsPipedInto(text.substr(after, kMostBefore));
  if (after < text.size() && !EndsCommand(text[after]) && !IsQuote(text[after])) return false;
  return std::any_of(std::begin(redactor_rules::kLastWordCommands), std::end(redactor_rules::kLastWordCommands),
                     [text, first, start](std::string_view each) {
                       const size_t words_end = first + each.size();
                       return words_end < start && StartsWith(text, first, each) && text[words_end] == ' ';
                     });
}

bool MatchSlashedLogin(std::string_view text, size_t at, Span* span) {
  size_t start = at;
  while (start > 0 && at - start < kMostBefore && !Is(text[start - 1], kSpace) && !IsQuote(text[start - 1]) &&
         text[start - 1] != '/' && text[start - 1] != '@') {
    start--;
  }
  if (start == at || start < 2 || text[start - 1] != '/') return false;
  size_t user = start - 1;
  while (user > 0 && (Is(text[user - 1], kAlnum) || IsOneOf(text[user - 1], "_$#"))) user--;
  if (user == start - 1) return false;
  *span = {start, at};
  return std::any_of(std::begin(redactor_rules::kBeforeSlashedLogin), std::end(redactor_rules::kBeforeSlashedLogin),
                     [text, user](std::string_view each) {
                       return user >= each.size() && StartsWithNoCase(text, user - each.size(), each);
                     });
}

bool MatchBareLogin(std::string_view text, size_t at, Span* span) {
  constexpr size_t kShortest = 6, kLongestHost = 128;
  size_t start = at;
  while (start > 0 && at - start < kMostBefore && !Is(text[start - 1], kSpace) && !IsQuote(text[start - 1]) &&
         !IsOneOf(text[start - 1], ":/@<>()")) {
    start--;
  }
  if (at - start < kShortest || start < 2 || text[start - 1] != ':' || !Is(text[start - 2], kAlnum)) return false;
  const std::string_view secret = text.substr(start, at - start);
  const auto has = [secret](Class kind) {
    return std::any_of(secret.begin(), secret.end(), [kind](char c) { return Is(c, kind); });
  };
  if (!has(kLetter) || !has(kDigit) || IsVersion(secret) || IsNoSecret(secret)) return false;
  const std::string_view within = text.substr(0, std::min(text.size(), at + kLongestHost));
  size_t host = at + 1;
  while (host < within.size() && (Is(within[host], kAlnum) || within[host] == '-' || within[host] == '.')) host++;
  // The digest of an image: `shop:v2@sha256:…`.
  if (host == at + 1 || host >= within.size() || StartsWith(within, at + 1, "sha")) return false;
  *span = {start, at};
  if (within[host] == '(') return true;
  const size_t port = SkipWhile(within, host + 1, kDigit);
  return within[host] == ':' && port - host > 2 && port - host < 7 &&
         (port == within.size() || !Is(within[port], kAlnum));
}

bool MatchShortOption(std::string_view text, size_t at, Span* span) {
  if (at == 0 || at + 3 >= text.size() || !Is(text[at + 1], kLetter)) return false;
  if (!Is(text[at - 1], kSpace)) return false;
  const char letter = text[at + 1];
  if (!IsOneOf(letter, redactor_rules::kCommandLetters[0])) return false;
  const bool is_next = text[at + 2] == ' ';
  SecretOptions options;
  if (!FindCommandBefore(text, at, &options)) return false;
  if (!IsOneOf(letter, is_next ? options.next : options.attached)) return false;
  size_t start = at + (is_next ? 3 : 2);
  if (start >= text.size() || Is(text[start], kSpace) || (is_next && text[start] == '-')) return false;
  size_t end;
  if (IsQuote(text[start])) {
    end = FindQuoteEnd(text, start + 1, text[start], false);
    start++;
  } else {
    end = start;
    while (end < text.size() && !Is(text[end], kSpace) && !IsQuote(text[end])) end++;
  }
  if (letter == 'u' || letter == 'U') {
    const size_t secret = FindUserSecret(text.substr(start, end - start));
    if (secret == 0) return false;
    start += secret;
  }
  *span = {start, end};
  return end > start && !IsNoSecret(text.substr(start, end - start));
}

}  // namespace crash_collector
