#include "redaction/protocols.h"

#include <algorithm>

#include "redaction/chars.h"
#include "redaction/random.h"
#include "redaction/values.h"

namespace crash_collector {

using namespace redactor_chars;

namespace {

constexpr size_t kMaxBetween = 160;
constexpr size_t kMaxTrack = 100;

size_t FindWordEnd(std::string_view text, size_t start) {
  while (start < text.size() && !Is(text[start], kSpace)) start++;
  return start;
}

// Matches the last of the strings that Redis's protocol has behind a command: `\r\n$4\r\nuser\r\n$7\r\nhunter2`.
bool MatchBulkStrings(std::string_view text, size_t at, Span* span) {
  bool found = false;
  for (int i = 0; i < 2 && StartsWith(text, at, "\r\n$"); i++) {
    const size_t line = SkipWhile(text, at + 3, kDigit);
    if (!StartsWith(text, line, "\r\n")) break;
    const size_t end = std::min(text.find("\r\n", line + 2), text.size());
    *span = {line + 2, end};
    found = end > line + 2;
    at = end;
  }
  return found;
}

// Matches the last of at most `most` words between `at` and the end of the line.
bool MatchLastWord(std::string_view text, size_t at, int most, Span* span) {
  for (int words = 0; at < text.size() && text[at] == ' '; words++) {
    if (words == most) return false;
    const size_t start = at + 1;
    at = FindWordEnd(text, start);
    if (at == start) return false;
    *span = {start, at};
  }
  return span->end > span->start && (at == text.size() || IsLineEnd(text[at]));
}

// True if the line behind the last word ends as lines of protocols do, or the word is no word of a language.
bool IsOfProtocol(std::string_view text, const Span& span) {
  return StartsWith(text, span.end, "\r\n") || IsNoWord(text.substr(span.start, span.end - span.start));
}

}  // namespace

bool MatchLogin(std::string_view text, size_t start, Span* span) {
  *span = {0, 0};
  const size_t end = start + 4;
  if (StartsWithNoCase(text, start, "auth\r\n$")) return MatchBulkStrings(text, end, span);
  if (StartsWith(text, start, "AUTH ")) {
    const size_t second = FindWordEnd(text, end + 1);
    const bool has_mechanism = second > end + 3 && SkipWhile(text, end + 1, kUpper | kDigit | kDashUnder) == second;
    if (has_mechanism && MatchLastWord(text, second, 1, span)) return span->end - span->start >= 4;
    *span = {0, 0};
    return IsLineStart(text, start) && MatchLastWord(text, end, 2, span) && IsOfProtocol(text, *span);
  }
  if (StartsWith(text, start, "PASS "))
    return IsLineStart(text, start) && MatchLastWord(text, end, 1, span) && StartsWith(text, span->end, "\r\n");
  // IMAP's `a1 LOGIN user secret`.
  if (StartsWith(text, start, "LOGIN ") && start >= 3 && text[start - 1] == ' ' && Is(text[start - 2], kDigit)) {
    return MatchLastWord(text, FindWordEnd(text, start + 6), 1, span);
  }
  return false;
}

bool MatchSaslPlain(std::string_view text, size_t start, Span* span) {
  // The first byte is zero.
  if (start + 8 > text.size() || text[start] != 'A' || text[start + 1] < 'A' || text[start + 1] > 'P') return false;
  if (start > 0 && Is(text[start - 1], kRun)) return false;
  size_t end = SkipWhile(text.substr(0, start + kMaxRandomLength), start, kAlnum | kPlusSlash);
  if (!DecodesToSaslPlain(text.substr(start, end - start))) return false;
  while (end < text.size() && text[end] == '=') end++;
  *span = {start, end};
  return true;
}

bool MatchPasswordPrompt(std::string_view text, size_t start, Span* span) {
  if (!StartsWith(text, start, "UGFzc3dvcmQ6") && !StartsWith(text, start, "cGFzc3dvcmQ6")) return false;
  const size_t line = SkipWhile(text, start + 12, kSpace);
  if (line == start + 12) return false;
  const std::string_view answer = text.substr(line, kMaxBetween);
  const size_t length = std::min(answer.find_first_of("\r\n"), answer.size());
  const size_t space = answer.substr(0, length).rfind(' ');
  *span = {line + (space == kNpos ? 0 : space + 1), line + length};
  return span->end - span->start >= 4;
}

bool MatchWifi(std::string_view text, size_t start, Span* span) {
  constexpr size_t kMaxNetwork = 256;
  if (!StartsWith(text, start, "WIFI:")) return false;
  const std::string_view network = text.substr(0, std::min(text.size(), start + kMaxNetwork));
  const size_t secret = network.find(";P:", start + 4);
  if (secret == kNpos) return false;
  size_t end = secret + 3;
  while (end < network.size() && network[end] != ';' && !IsLineEnd(network[end])) end += network[end] == '\\' ? 2 : 1;
  *span = {secret + 3, std::min(end, network.size())};
  return span->end > span->start;
}

bool MatchAclSecret(std::string_view text, size_t at, Span* span) {
  constexpr size_t kMaxUser = 128;
  if (at == 0 || text[at - 1] != ' ') return false;
  *span = {at + 1, FindWordEnd(text, at + 1)};
  if (span->end - span->start < 4) return false;
  const size_t from = at > kMaxUser ? at - kMaxUser : 0;
  std::string_view line = text.substr(from, at - from);
  const size_t line_end = line.find_last_of("\r\n");
  if (line_end != kNpos) line.remove_prefix(line_end + 1);
  for (size_t word = line.rfind(' '); word != kNpos && word > 0; word = line.rfind(' ', word - 1)) {
    if (StartsWithNoCase(line, word, " setuser ")) return true;
  }
  return StartsWithNoCase(line, 0, "setuser ") || StartsWith(line, 0, "user ");
}

bool MatchPostgresPassword(std::string_view text, Span* span) {
  constexpr size_t kHead = 5;  // `p` and the length of the rest
  if (text.size() < kHead + 2 || text[0] != 'p' || text[1] != 0 || text[2] != 0 || text.back() != 0) return false;
  const size_t length = static_cast<unsigned char>(text[3]) * 256u + static_cast<unsigned char>(text[4]);
  *span = {kHead, text.size() - 1};
  return length + 1 == text.size();
}

bool MatchTrack(std::string_view text, size_t start, Span* span) {
  const size_t caret = SkipWhile(text, start + 1, kDigit);
  if (caret - start < 13 || caret - start > 20 || caret >= text.size() || text[caret] != '^') return false;
  const size_t limit = std::min(text.size(), caret + kMaxTrack);
  size_t end = caret;
  while (end < limit && text[end] != '?' && !IsLineEnd(text[end]) && !IsQuote(text[end])) end++;
  *span = {start + 1, end};
  return true;
}

size_t FindTrackEnd(std::string_view text, size_t end) {
  if (end >= text.size() || text[end] != '=') return end;
  const size_t track_end = SkipWhile(text, end + 1, kDigit);
  return track_end - end > 7 ? track_end : end;
}

}  // namespace crash_collector
