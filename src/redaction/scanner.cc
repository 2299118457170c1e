#include "redaction/scanner.h"

#include <algorithm>

#include "redaction/assignments.h"
#include "redaction/cards.h"
#include "redaction/chars.h"
#include "redaction/commands.h"
#include "redaction/csv.h"
#include "redaction/encoded.h"
#include "redaction/given_values.h"
#include "redaction/logged.h"
#include "redaction/named_values.h"
#include "redaction/personal.h"
#include "redaction/phrases.h"
#include "redaction/protocols.h"
#include "redaction/random.h"
#include "redaction/sql.h"
#include "redaction/values.h"

namespace crash_collector {

using namespace redactor_chars;

namespace {

constexpr size_t kMinNeighbour = 16;
// A text is decoded at most so often. What base64 holds is not decoded again.
constexpr int kMostDecoded = 3;

bool BeginsValue(char before) { return Is(before, kSpace) || IsQuote(before) || IsOneOf(before, ">({["); }

class Scanner {
 public:
  Scanner(std::string_view text, const NameRules& names, const TokenPrefixes& prefixes, bool has_identifiers,
          std::vector<Span>* spans, int depth)
      : text_(text),
        names_(names),
        prefixes_(prefixes),
        has_identifiers_(has_identifiers),
        depth_(depth),
        spans_(spans),
        unquoted_(text) {}

  void Scan() {
    size_t i = 0;
    Span span;
    MatchTable(text_, names_, spans_);
    if (MatchSchemeAlone(text_, &span)) i = Hide(span);
    if (text_[0] == 'p' && MatchPostgresPassword(text_, &span)) i = Hide(span);
    while (i < text_.size()) {
      const Class kind = ClassOf(text_[i]);
      if ((kind & kAlnum) != 0) {
        i = ScanWord(i);
        continue;
      }
      if ((kind & kRun) == 0) EndRun(i);
      i = (kind & kNotable) != 0 ? ScanSign(i) : i + 1;
    }
    EndRun(text_.size());
  }

 private:
  size_t Hide(Span span) {
    if (run_start_ < span.start) EndRun(span.start);
    spans_->push_back(span);
    run_start_ = span.end;
    return span.end;
  }

  // Hides the run of letters, digits and `+/-_` that ends before `end`, if it is random.
  void EndRun(size_t end) {
    const size_t start = run_start_;
    run_start_ = end + 1;
    if (end < start + 20) return;
    Span span;
    const Der der = KindOfDer(text_.substr(start, end - start));
    if (der == Der::kPublic) return;
    if (MatchDotted(text_, start, end, &span) || MatchMailchimp(text_, start, end, &span) ||
        MatchNewRelic(text_, start, end, &span)) {
      spans_->push_back(span);
    } else if (der == Der::kPrivate || IsLdapHash(text_, start) || HoldsSecret(start, end)) {
      // The signs at the end of base64 belong to it.
      while (end < text_.size() && text_[end] == '=') end++;
      spans_->push_back({start, end});
    } else if (!has_identifiers_) {
      if (end - start >= kMinRandomLength) EndRandomRun(start, end);
      MatchLinks(text_, start, end, names_, spans_);
    }
  }

  void EndRandomRun(size_t start, size_t end) {
    if (!IsInUrlPath(text_, start, end)) {
      if (IsRandomRun(text_, start, end)) spans_->push_back(WithNeighbours(start, end));
      return;
    }
    // The parts of a path are judged one by one. Short ids and words are harmless together, too.
    for (size_t part = start; part < end;) {
      const size_t part_end = std::min(text_.find('/', part), end);
      if (IsRandomRun(text_, part, part_end)) spans_->push_back({part, part_end});
      part = part_end + 1;
    }
  }

  // True if the run is base64 of a text with a secret in it.
  bool HoldsSecret(size_t start, size_t end) const {
    std::string text;
    if (depth_ >= kMostDecoded || !DecodeText(text_.substr(start, end - start), &text)) return false;
    std::vector<Span> spans;
    ScanText(text, names_, prefixes_, false, &spans, kMostDecoded);
    return !spans.empty();
  }

  // Adds the runs behind dots at both ends of this run. A signed text and its signature have a dot between them, and
  // one of the two may be too short to be recognised alone.
  Span WithNeighbours(size_t start, size_t end) const {
    size_t before = start;
    if (start > 0 && text_[start - 1] == '.') {
      before = start - 1;
      while (before > 0 && start - before < kMaxRandomLength && Is(text_[before - 1], kRun)) before--;
      if (start - 1 - before < kMinNeighbour) before = start;
    }
    size_t after = end;
    if (end < text_.size() && text_[end] == '.') {
      after = SkipWhile(text_.substr(0, end + kMaxRandomLength), end + 1, kRun);
      if (after - end - 1 < kMinNeighbour) after = end;
    }
    return {before, after};
  }

  // False for the words of a sentence, which most words are.
  bool MayBeValue(size_t start, size_t end, Class inside) const {
    const char before = text_[start - 1];
    // What follows `name:` at once is an assignment, as it is in JSON.
    if (!BeginsValue(before) || (IsQuote(before) && start > 1 && text_[start - 2] == ':')) return false;
    if ((inside & (kDigit | kUpper)) != 0 || Is(text_[start], kDigit)) return true;
    if (IsQuote(before)) return start > 1 && text_[start - 2] == ' ';
    if (end == text_.size() || Is(text_[end], kSpace)) return false;
    // `stats auth admin:x7Kp2q`
    if (text_[end] == ':') return start >= 5 && text_.substr(start - 5, 5) == "auth ";
    return !IsOneOf(text_[end], ".,;()<>\"'`]}");
  }

  // Looks for a secret at the first character of a word. Returns where to go on.
  size_t ScanWord(size_t start) {
    Span span;
    Class inside = 0;  // of the characters behind the first
    size_t end = start + 1;
    for (; end < text_.size() && Is(text_[end], kAlnum); end++) inside |= ClassOf(text_[end]);
    if (start > 0 && MayBeValue(start, end, inside) && MatchGivenValue(text_, start, names_, &span)) return Hide(span);
    const char after = end < text_.size() ? text_[end] : '\0';
    if (after == ':') ReadParameters(start, end);
    // `aes_decrypt(`, `pgp_sym_decrypt(`
    if (after == '_' && end - start == 3 && MatchSqlKey(text_, start, &span)) return Hide(span);
    switch (text_[start]) {
      case 'e':
        if (const size_t end = MatchJwt(text_, start)) return Hide({start, end});
        break;
      case 'b':
      case 'B':
        if (MatchHttpCredentials(text_, start, &span) || MatchTrack(text_, start, &span)) return Hide(span);
        break;
      case 'p':
      case 'P':
        if (MatchStatement(text_, start, &span) || MatchLogin(text_, start, &span)) return Hide(span);
        break;
      case 'd':
      case 'D':
        // One line is read once.
        if (end - start != 6 || start < digest_end_) break;
        if (MatchDigest(text_, start, &span)) return Hide(span);
        digest_end_ = span.end;
        break;
      case 'W':
        if (MatchWifi(text_, start, &span)) return Hide(span);
        break;
      case 'i':
      case 'I':
        if (MatchStatement(text_, start, &span)) return Hide(span);
        ReadInsert(start);
        break;
      case 'r':
      case 'R': ReadInsert(start); break;
      case 'a':
      case 'A':
        if (MatchLogin(text_, start, &span) || MatchSaslPlain(text_, start, &span)) return Hide(span);
        break;
      case 'L':
        if (MatchLogin(text_, start, &span)) return Hide(span);
        break;
      case 'c':
      case 'U':
        if (MatchPasswordPrompt(text_, start, &span)) return Hide(span);
        break;
      default: break;
    }
    if (const size_t end = prefixes_.Match(text_, start)) return Hide({start, end});
    if (names_.is_personal()) {
      if (const size_t iban_end = MatchIban(text_, start)) return Hide({start, iban_end});
    }
    if (Is(text_[start], kDigit) && after == ' ' && IsCodeBeforeName(text_, start, end, names_))
      return Hide({start, end});
    const bool may_be_card = Is(text_[start], kDigit) && (end - start == 4 || (end - start >= 13 && end - start <= 19));
    if (may_be_card) {
      if (const size_t card_end = MatchCard(text_, start)) return Hide({start, FindTrackEnd(text_, card_end)});
    }
    return end;
  }

  // Looks for a secret that stands behind a sign or contains it. Returns where to go on.
  size_t ScanSign(size_t at) {
    Span span;
    bool is_public;
    switch (text_[at]) {
      case '=':
        if (MatchAssignment(text_, at, names_, &unquoted_, &span)) return Hide(span);
        break;
      case '>':
        if (MatchElement(text_, at, names_, &span) || MatchAclSecret(text_, at, &span)) return Hide(span);
        break;
      case ':':
        if (StartsWith(text_, at + 1, "//")) {
          if (MatchUrlPassword(text_, at, &span)) return Hide(span);
        } else if (MatchAssignment(text_, at, names_, &unquoted_, &span) || MatchAtColon(text_, at, &span) ||
                   MatchPgpass(text_, at, &span)) {
          return Hide(span);
        }
        break;
      case ',':
        if (MatchQuotedPair(text_, at, names_, &span)) return Hide(span);
        break;
      case '-':
        if (const size_t end = MatchPem(text_, at, &is_public)) {
          if (!is_public) return Hide({at, end});
          run_start_ = end;
          return end;
        }
        if (MatchOption(text_, at, names_, &span) || MatchShortOption(text_, at, &span)) return Hide(span);
        break;
      case '$':
        if (const size_t end = MatchCrypt(text_, at)) return Hide({at, end});
        break;
      case '@':
        if (MatchSlashedLogin(text_, at, &span) || MatchBareLogin(text_, at, &span)) spans_->push_back(span);
        if (names_.is_personal() && MatchMail(text_, at, &span)) spans_->push_back(span);
        break;
      case '+':
        if (names_.is_personal() && MatchPhone(text_, at, &span)) return Hide(span);
        break;
      case '~':
        if (MatchAtTilde(text_, at, &span)) return Hide(span);
        break;
      default: break;
    }
    return at + 1;
  }

  // What one statement has read is not read again for another one within it.
  void ReadInsert(size_t start) {
    if (start < insert_end_) return;
    insert_end_ = MatchInsert(text_, start, names_, spans_);
  }

  // Neither is one statement read again for another list of parameters.
  void ReadParameters(size_t start, size_t end) {
    if (end + 2 >= text_.size() || !IsOneOf(text_[end + 2], "[$")) return;
    const size_t list_end = MatchParameters(text_, start, end, parameters_end_, names_, spans_);
    if (list_end > 0) parameters_end_ = list_end;
  }

  const std::string_view text_;
  const NameRules& names_;
  const TokenPrefixes& prefixes_;
  const bool has_identifiers_;
  const int depth_;  // how often the text was decoded
  std::vector<Span>* const spans_;
  UnquotedValues unquoted_;
  size_t run_start_ = 0;
  size_t insert_end_ = 0;
  size_t parameters_end_ = 0;
  size_t digest_end_ = 0;
};

}  // namespace

void ScanText(std::string_view text, const NameRules& names, const TokenPrefixes& prefixes, bool has_identifiers,
              std::vector<Span>* spans, int depth) {
  if (text.size() < kMinScanned) return;
  Scanner(text, names, prefixes, has_identifiers, spans, depth).Scan();
  // A URL may stand in another URL, which may stand in a third.
  DecodedText decoded;
  if (depth >= kMostDecoded || !DecodePercent(text, &decoded)) return;
  std::vector<Span> inner;
  ScanText(decoded.text, names, prefixes, has_identifiers, &inner, depth + 1);
  for (const Span& span : inner) spans->push_back({decoded.from[span.start], decoded.from[span.end]});
}

}  // namespace crash_collector
