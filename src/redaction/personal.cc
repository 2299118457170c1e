#include "redaction/personal.h"

#include <algorithm>

#include "redaction/chars.h"

namespace crash_collector {

using namespace redactor_chars;

namespace {

bool IsMailChar(char c) { return Is(c, kAlnum | kDashUnder) || IsOneOf(c, ".+%'"); }

}  // namespace

bool MatchMail(std::string_view text, size_t at, Span* span) {
  constexpr size_t kLongestName = 64, kLongestHost = 253;
  size_t start = at;
  while (start > 0 && at - start < kLongestName && IsMailChar(text[start - 1])) start--;
  size_t end = at + 1, label = end;
  for (; end < text.size() && end - at <= kLongestHost && (Is(text[end], kAlnum) || IsOneOf(text[end], ".-")); end++) {
    if (text[end] == '.') label = end + 1;
  }
  if (end > at + 1 && label == end) {  // the stop of a sentence
    end--;
    label = text.substr(0, end).rfind('.') + 1;
  }
  const bool has_host = label > at + 2 && end - label >= 2 && SkipWhile(text, label, kLetter) >= end;
  // `git@host:path` and `https://user@host` are addresses of machines.
  const bool is_remote = text.substr(start, at - start) == "git" || (start > 1 && text.substr(start - 2, 2) == "//");
  *span = {start, end};
  return start < at && has_host && !is_remote;
}

bool MatchPhone(std::string_view text, size_t plus, Span* span) {
  constexpr size_t kFewest = 8, kMost = 15;
  if (plus > 0 && (Is(text[plus - 1], kAlnum) || IsOneOf(text[plus - 1], "+/=_-"))) return false;
  if (plus + 1 >= text.size() || !Is(text[plus + 1], kDigit) || text[plus + 1] == '0') return false;
  size_t digits = 0, signs = 0, end = plus + 1;
  for (size_t i = plus + 1; i < text.size() && digits <= kMost && signs < 3; i++) {
    if (Is(text[i], kDigit)) {
      digits++;
      signs = 0;
      end = i + 1;
    } else if (IsOneOf(text[i], " -.()/")) {
      signs++;
    } else {
      break;
    }
  }
  *span = {plus, end};
  return digits >= kFewest && digits <= kMost && (end == text.size() || !Is(text[end], kLetter));
}

size_t MatchIban(std::string_view text, size_t start) {
  constexpr size_t kShortest = 15, kLongest = 34;
  if (start + kShortest > text.size() || !Is(text[start], kUpper) || !Is(text[start + 1], kUpper) ||
      !Is(text[start + 2], kDigit) || !Is(text[start + 3], kDigit)) {
    return 0;
  }
  char account[kLongest];
  size_t length = 0, end = start;
  for (size_t i = start; i < text.size(); i++) {
    const bool is_gap = text[i] == ' ' && length % 4 == 0 && i + 1 < text.size() && Is(text[i + 1], kUpper | kDigit);
    if (is_gap) continue;
    if (!Is(text[i], kUpper | kDigit) || length == kLongest) break;
    account[length++] = text[i];
    end = i + 1;
  }
  if (length < kShortest || (end < text.size() && Is(text[end], kAlnum))) return 0;
  std::rotate(account, account + 4, account + length);
  unsigned rest = 0;
  for (size_t i = 0; i < length; i++) {
    const char c = account[i];
    rest = Is(c, kDigit) ? (rest * 10 + static_cast<unsigned>(c - '0')) % 97
                         : (rest * 100 + static_cast<unsigned>(c - 'A' + 10)) % 97;
  }
  return rest == 1 ? end : 0;
}

bool IsFullName(std::string_view text) {
  constexpr size_t kLongest = 80;
  if (text.size() > kLongest || text.find(' ') == std::string_view::npos) return false;
  bool begins = true;
  for (const char c : text) {
    const bool is_letter = Is(c, kLetter) || (static_cast<unsigned char>(c) & 0x80) != 0;
    if (begins ? !is_letter || Is(c, kLower) : !is_letter && !IsOneOf(c, " .-'")) return false;
    begins = c == ' ';
  }
  return true;
}

bool IsPostalAddress(std::string_view text) {
  return text.find(' ') != std::string_view::npos &&
         std::any_of(text.begin(), text.end(), [](char c) { return Is(c, kLetter); });
}

}  // namespace crash_collector
