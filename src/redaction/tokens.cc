#include "redaction/tokens.h"

#include <algorithm>
#include <iterator>

#include "redaction/chars.h"
#include "redaction/random.h"
#include "redaction/values.h"

namespace crash_collector {

using namespace redactor_chars;
using redactor_rules::TokenPrefix;

namespace {

// Bytes in which the end of a PEM block is looked for.
constexpr size_t kMaxPemLength = 1 << 16;
// Characters within which the digit and the letters of a mixed token must come.
constexpr size_t kMixedWithin = 64;
// A prefix of at least this length counts behind a dash, too.
constexpr size_t kSurePrefix = 4;
// Most characters of the header of a JWT that stands behind a dash.
constexpr size_t kMaxJwtHeader = 512;

bool InAlphabet(char c, char alphabet) {
  switch (alphabet) {
    case 'w': return Is(c, kAlnum);
    case 'u':
    case 'm': return Is(c, kAlnum | kDashUnder);
    case 'b': return Is(c, kAlnum | kPlusSlash) || c == '=';
    case 't': return Is(c, kRun) || c == '.' || c == '~' || c == '=' || c == '%';
    case 'i': return Is(c, kRun) || c == '.' || c == '~' || c == '*';
    case 'p': return Is(c, kAlnum | kDashUnder) || c == '/' || c == '@';
    case 'c': return Is(c, kRun) || IsOneOf(c, ".=$,:");
    case 'h': return Is(c, kHex);
    case 'U': return Is(c, kUpper | kDigit);
    case 'l': return Is(c, kLower | kDigit);
    default: return false;
  }
}

bool IsMixedOrHex(std::string_view text) {
  bool upper = false, lower = false, digit = false, hex = true;
  for (const char c : text) {
    upper = upper || Is(c, kUpper);
    lower = lower || Is(c, kLower);
    digit = digit || Is(c, kDigit);
    hex = hex && Is(c, kHex);
  }
  return digit && (hex || (upper && lower));
}

// A failure costs no more than the longest bounded rule, so that a text full of prefixes isn't read again and again.
size_t MatchPrefix(std::string_view text, size_t start, const TokenPrefix& rule) {
  if (!StartsWith(text, start, rule.prefix)) return 0;
  // Within a run a short prefix comes up by chance.
  const bool in_run = start > 0 && Is(text[start - 1], kDashUnder);
  if (in_run && (rule.alphabet == 'm' || rule.prefix.size() < kSurePrefix)) return 0;
  const size_t body = start + rule.prefix.size();
  const size_t sure = rule.alphabet == 'm' ? kMixedWithin : rule.least;
  size_t end = body;
  const auto skip_to = [&](size_t limit) {
    while (end < text.size() && end - body < limit && InAlphabet(text[end], rule.alphabet)) end++;
  };
  skip_to(sure);
  if (end - body < rule.least) return 0;
  if (rule.alphabet == 'm' && !IsMixedOrHex(text.substr(body, end - body))) return 0;
  skip_to(rule.most == 0 ? text.size() : rule.most + 1);
  if (rule.most != 0 && end - body > rule.most) return 0;
  // A dot or a colon at the end belongs to the sentence.
  while (end > body && IsOneOf(text[end - 1], ".:,%")) end--;
  return end - body >= rule.least ? end : 0;
}

}  // namespace

TokenPrefixes::TokenPrefixes(const std::vector<std::string>& own) : own_(own), buckets_(1) {
  const auto add = [this](const TokenPrefix& rule) {
    uint8_t& bucket = bucket_of_[PairOf(rule.prefix[0], rule.prefix[1])];
    if (bucket == 0) {
      if (buckets_.size() > UINT8_MAX) return;
      bucket = static_cast<uint8_t>(buckets_.size());
      buckets_.emplace_back();
    }
    buckets_[bucket].push_back(rule);
  };
  for (const std::string& prefix : own_) {
    if (prefix.size() >= 2) add({prefix, 't', 1, 0});
  }
  for (const TokenPrefix& rule : redactor_rules::kTokenPrefixes) add(rule);
}

size_t TokenPrefixes::Match(std::string_view text, size_t start) const {
  if (start + 8 > text.size()) return 0;
  const uint8_t bucket = bucket_of_[PairOf(text[start], text[start + 1])];
  if (bucket == 0) return 0;
  for (const TokenPrefix& rule : buckets_[bucket]) {
    if (const size_t end = MatchPrefix(text, start, rule)) return end;
  }
  return 0;
}

size_t MatchJwt(std::string_view text, size_t start) {
  if (!StartsWith(text, start, "eyJ")) return 0;
  // Behind a dash it may be one of many in a run, and the run must not be read to its end for each of them.
  const bool in_run = start > 0 && Is(text[start - 1], kDashUnder);
  const std::string_view within = in_run ? text.substr(0, start + kMaxJwtHeader) : text;
  size_t end = SkipWhile(within, start, kAlnum | kDashUnder);
  if (end - start < 10) return 0;
  // Two more parts follow, or four in an encrypted token. The last one may be empty, and parts are missing if the text
  // was cut.
  int parts = 1;
  while (parts < 5 && end < text.size() && text[end] == '.') {
    const size_t next = SkipWhile(text, end + 1, kAlnum | kDashUnder);
    if (parts == 1 && next - end - 1 < 4 && next < text.size() && text[next] != '.') return 0;
    end = next;
    parts++;
  }
  if (parts > 1) return end;
  // The token was cut in its header.
  return end == text.size() && DecodesToText(text.substr(start, end - start), 24) && StartsWith(text, start, "eyJhbGci")
             ? end
             : 0;
}

size_t MatchPem(std::string_view text, size_t start, bool* is_public) {
  constexpr std::string_view kBegin = "-----BEGIN ";
  *is_public = false;
  if (!StartsWith(text, start, kBegin)) return 0;
  const std::string_view block = text.substr(start, kMaxPemLength);
  const size_t last_line = block.find("-----END ");
  if (last_line == std::string_view::npos) return text.size();
  for (const std::string_view kind : redactor_rules::kPublicPem) {
    const size_t kind_start = start + kBegin.size();
    if (StartsWith(text, kind_start, kind) && StartsWith(text, kind_start + kind.size(), "-----")) *is_public = true;
  }
  const size_t dashes = block.find("-----", last_line + 9);
  return dashes == std::string_view::npos ? text.size() : start + dashes + 5;
}

size_t MatchCrypt(std::string_view text, size_t start) {
  for (const std::string_view scheme : redactor_rules::kCryptSchemes) {
    const size_t dollar = start + 1 + scheme.size();
    if (!StartsWith(text, start + 1, scheme) || dollar >= text.size() || text[dollar] != '$') continue;
    size_t end = dollar;
    while (end < text.size() && InAlphabet(text[end], 'c') && text[end] != ':') end++;
    while (IsOneOf(text[end - 1], ".,")) end--;
    return end - start >= 30 ? end : 0;
  }
  return 0;
}

bool MatchHttpCredentials(std::string_view text, size_t start, Span* span) {
  const bool bearer = StartsWithNoCase(text, start, "bearer");
  if (!bearer && !StartsWithNoCase(text, start, "basic")) return false;
  const size_t scheme_end = start + (bearer ? 6 : 5);
  size_t body = SkipWhile(text, scheme_end, kSpace);
  if (body == scheme_end || body - scheme_end > 3) return false;
  // Checked first, because it reads only a few characters, and many such words may follow one another.
  if (!bearer && !DecodesToCredentials(text.substr(body))) return false;
  size_t end = body;
  while (end < text.size() && (Is(text[end], kRun) || IsOneOf(text[end], ".~=%|:"))) end++;
  while (end > body && IsOneOf(text[end - 1], ".:,")) end--;
  const std::string_view credentials = text.substr(body, end - body);
  *span = {body, end};
  if (!bearer) return credentials.size() >= 4;
  // `token_type=bearer status=ok`
  const size_t equals = credentials.find('=');
  // `Bearer realm="shop"` is a challenge.
  if (equals + 1 == credentials.size() && end < text.size() && text[end] == '"') return false;
  if (equals != std::string_view::npos && credentials.find_first_not_of('=', equals) != std::string_view::npos)
    return false;
  // `bearer token is missing` is a sentence; `Bearer abcdefgh` as a whole value is not.
  if (start == 0 && end == text.size()) return credentials.size() >= 3;
  if (credentials.size() < 6) return false;
  for (const char c : credentials) {
    if (!Is(c, kLetter) && c != '-') return true;
  }
  return credentials.size() >= 20;
}

bool MatchSchemeAlone(std::string_view text, Span* span) {
  constexpr size_t kShortest = 8;
  const size_t scheme = SkipWhile(text.substr(0, 16), 0, kLetter);
  if (scheme + 1 + kShortest > text.size() || text[scheme] != ' ') return false;
  const auto is_scheme = [text, scheme](std::string_view each) {
    return each.size() == scheme && StartsWithNoCase(text, 0, each);
  };
  if (!std::any_of(std::begin(redactor_rules::kLoneSchemes), std::end(redactor_rules::kLoneSchemes), is_scheme))
    return false;
  *span = {scheme + 1, text.size()};
  // The signs at the end of base64 belong to it; `name=value` is something else.
  const std::string_view value = text.substr(scheme + 1);
  const std::string_view body = value.substr(0, value.find_last_not_of('=') + 1);
  return IsNoWord(body) && body.find_first_of(" \t\r\n\"=,") == kNpos;
}

bool MatchDigest(std::string_view text, size_t start, Span* span) {
  constexpr size_t kMaxDigest = 1024;
  *span = {start, start};
  if (!StartsWithNoCase(text, start, "digest ")) return false;
  const size_t name_end = SkipWhile(text, start + 7, kLetter);
  if (name_end >= text.size() || text[name_end] != '=') return false;
  const std::string_view line = text.substr(0, std::min(text.size(), start + kMaxDigest));
  const size_t end = std::min(line.find_first_of("\r\n", start), line.size());
  // Without a response it is a server's challenge.
  *span = {start + 7, end};
  return line.substr(start, end - start).find("response=") != kNpos;
}

bool MatchAtColon(std::string_view text, size_t colon, Span* span) {
  if (!StartsWith(text, colon + 1, "AA")) return false;
  size_t start = colon;
  while (start > 0 && colon - start < 11 && Is(text[start - 1], kDigit)) start--;
  const size_t end = SkipWhile(text, colon + 1, kAlnum | kDashUnder);
  *span = {start, end};
  return colon - start >= 8 && colon - start <= 10 && end - colon - 1 == 35;
}

bool MatchAtTilde(std::string_view text, size_t tilde, Span* span) {
  if (tilde < 5 || text[tilde - 1] != 'Q' || !Is(text[tilde - 2], kDigit)) return false;
  size_t end = tilde + 1;
  while (end < text.size() && end - tilde < 42 &&
         (Is(text[end], kAlnum | kDashUnder) || text[end] == '~' || text[end] == '.')) {
    end++;
  }
  while (text[end - 1] == '.') end--;
  *span = {tilde - 5, end};
  return end - tilde - 1 >= 30 && end - tilde - 1 <= 40;
}

bool MatchMailchimp(std::string_view text, size_t start, size_t end, Span* span) {
  constexpr size_t kHexDigits = 32;
  if (end - start < kHexDigits + 4 || end - start > kHexDigits + 5) return false;
  *span = {start, end};
  return SkipWhile(text, start, kHex) == start + kHexDigits && StartsWith(text, start + kHexDigits, "-us") &&
         SkipWhile(text, start + kHexDigits + 3, kDigit) == end;
}

bool MatchNewRelic(std::string_view text, size_t start, size_t end, Span* span) {
  constexpr size_t kLicenseKey = 40;
  *span = {start, end};
  return end - start == kLicenseKey && StartsWith(text, end - 4, "NRAL") && SkipWhile(text, start, kAlnum) >= end;
}

bool MatchDotted(std::string_view text, size_t start, size_t end, Span* span) {
  if (end - start < 23 || end - start > 30 || !Is(text[start], kUpper) || end >= text.size() || text[end] != '.')
    return false;
  const size_t second = SkipWhile(text, end + 1, kAlnum | kDashUnder);
  if (second - end - 1 != 6 || second >= text.size() || text[second] != '.') return false;
  const size_t third = SkipWhile(text, second + 1, kAlnum | kDashUnder);
  *span = {start, third};
  return third - second - 1 >= 27 && third - second - 1 <= 40;
}

}  // namespace crash_collector
