#include "redaction/cards.h"

#include "redaction/chars.h"

namespace crash_collector {

using namespace redactor_chars;

namespace {

bool HasPrefixOf(std::string_view number, std::string_view from, std::string_view to) {
  const std::string_view start = number.substr(0, from.size());
  return start >= from && start <= to;
}

// Checks the issuers' ranges and lengths of ISO/IEC 7812, and the check digit.
bool IsCardNumber(std::string_view number) {
  const size_t length = number.size();
  const bool known =
      (HasPrefixOf(number, "4", "4") && (length == 13 || length == 16 || length == 19)) ||
      ((HasPrefixOf(number, "51", "55") || HasPrefixOf(number, "2221", "2720")) && length == 16) ||
      ((HasPrefixOf(number, "34", "34") || HasPrefixOf(number, "37", "37")) && length == 15) ||
      ((HasPrefixOf(number, "6011", "6011") || HasPrefixOf(number, "644", "659")) && length >= 16) ||
      ((HasPrefixOf(number, "300", "305") || HasPrefixOf(number, "36", "36") || HasPrefixOf(number, "38", "39")) &&
       (length == 14 || length == 16 || length == 19)) ||
      (HasPrefixOf(number, "3528", "3589") && length >= 16) || (HasPrefixOf(number, "2200", "2204") && length >= 16) ||
      (HasPrefixOf(number, "62", "62") && length >= 16) ||
      ((HasPrefixOf(number, "50", "50") || HasPrefixOf(number, "56", "58") || HasPrefixOf(number, "67", "67") ||
        HasPrefixOf(number, "6304", "6304") || HasPrefixOf(number, "636", "639")) &&
       length >= 16) ||
      ((HasPrefixOf(number, "60", "60") || HasPrefixOf(number, "81", "82") || HasPrefixOf(number, "9792", "9792")) &&
       length == 16);
  if (!known) return false;
  int sum = 0;
  for (size_t i = 0; i < length; i++) {
    int digit = number[length - 1 - i] - '0';
    if (i % 2 == 1) digit = digit > 4 ? digit * 2 - 9 : digit * 2;
    sum += digit;
  }
  return sum % 10 == 0;
}

// True for the ways in which the digits of a card are grouped.
bool AreCardGroups(const size_t* groups, size_t count) {
  if (count == 1) return true;
  if (count == 3) return groups[0] == 4 && groups[1] == 6 && (groups[2] == 5 || groups[2] == 4);
  if (count < 4 || groups[0] != 4 || groups[1] != 4 || groups[2] != 4) return false;
  return groups[3] == 4 && (count == 4 || groups[4] <= 3);
}

// What stands between the first two groups, which all groups must have: a sign, spaces, or a space of Unicode.
std::string_view SeparatorAt(std::string_view text, size_t start) {
  constexpr size_t kLongest = 3;
  size_t end = start;
  while (end < text.size() && end - start <= kLongest && !Is(text[end], kAlnum)) end++;
  if (start >= text.size() || end == text.size() || end - start > kLongest || !Is(text[end], kDigit)) return {};
  const std::string_view separator = text.substr(start, end - start);
  const bool is_sign = separator.find_first_not_of(" .-_/") == std::string_view::npos;
  return is_sign || separator == "\u00a0" || separator == "\u2009" || separator == "\u202f" ? separator
                                                                                            : std::string_view();
}

// Returns the end of the longest card number that the first groups make, or 0. A date or a check value may follow it.
size_t MatchCardGroups(std::string_view text, const char* digits, const size_t* groups, const size_t* ends,
                       size_t count) {
  for (; count > 0; count--) {
    size_t length = 0;
    for (size_t k = 0; k < count; k++) length += groups[k];
    if (length < 13 || !AreCardGroups(groups, count) || !IsCardNumber(std::string_view(digits, length))) continue;
    const size_t end = ends[count - 1];
    if (end == text.size()) return end;
    const bool digit = end + 1 < text.size() && Is(text[end + 1], kDigit);
    if (Is(text[end], kAlnum) || ((text[end] == '.' || text[end] == '-') && digit)) continue;
    return end;
  }
  return 0;
}

}  // namespace

size_t MatchCard(std::string_view text, size_t start) {
  if (start > 0) {
    const char before = text[start - 1];
    const bool digit = start > 1 && Is(text[start - 2], kHex);
    // The digits belong to a fraction, a phone number, a longer number or a UUID.
    if (before == '+' || ((before == '.' || before == '-') && digit)) return 0;
  }
  char digits[19];
  constexpr size_t kMostGroups = 5;
  size_t groups[kMostGroups] = {0};  // digits in each
  size_t ends[kMostGroups] = {0};
  size_t count = 0, length = 0;
  size_t i = start;
  const std::string_view separator = SeparatorAt(text, start + 4);
  for (; count < kMostGroups; count++) {
    for (; i < text.size() && Is(text[i], kDigit); i++) {
      if (length == sizeof digits) return MatchCardGroups(text, digits, groups, ends, count);
      digits[length++] = text[i];
      groups[count]++;
    }
    ends[count] = i;
    const size_t next = i + separator.size();
    if (separator.empty() || next >= text.size() || !StartsWith(text, i, separator) || !Is(text[next], kDigit)) {
      count++;
      break;
    }
    i = next;
  }
  return MatchCardGroups(text, digits, groups, ends, count);
}

}  // namespace crash_collector
