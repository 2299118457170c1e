#include "redaction/redactor.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include "redaction/cards.h"
#include "redaction/chars.h"
#include "redaction/encoded.h"
#include "redaction/names.h"
#include "redaction/needles.h"
#include "redaction/personal.h"
#include "redaction/random.h"
#include "redaction/scanner.h"
#include "redaction/sql.h"
#include "redaction/values.h"
#include "text/json_out.h"

namespace crash_collector {

namespace {

// A double holds integers up to this one exactly. Card numbers of up to 16 digits are below it.
constexpr double kMaxSafeInteger = 9007199254740991.0;
constexpr double kLeastWeakNumber = 1000;

// Sorts the spans, and joins those that touch or overlap.
void Merge(std::vector<Span>* spans) {
  std::sort(spans->begin(), spans->end(), [](const Span& a, const Span& b) { return a.start < b.start; });
  size_t kept = 0;
  for (const Span& span : *spans) {
    if (kept > 0 && span.start <= (*spans)[kept - 1].end) {
      (*spans)[kept - 1].end = std::max((*spans)[kept - 1].end, span.end);
    } else {
      (*spans)[kept++] = span;
    }
  }
  spans->resize(kept);
}

std::string_view ViewOf(const uint8_t* bytes, size_t length) {
  return std::string_view(reinterpret_cast<const char*>(bytes), length);
}

// The place where the last `units` UTF-16 units of a text in UTF-8 begin.
size_t SuffixOfUnits(std::string_view text, size_t units) {
  size_t at = text.size();
  while (at > 0 && units > 0) {
    do at--;
    while (at > 0 && (static_cast<uint8_t>(text[at]) & 0xC0) == 0x80);
    units -= std::min<size_t>(units, static_cast<uint8_t>(text[at]) >= 0xF0 ? 2 : 1);
  }
  return at;
}

// True for a connection string in which no rule has found the password: `user/secret@host`.
bool HasCredentials(std::string_view text) {
  return LooksLikeSecret(text) || LooksChosen(text) ||
         (text.find('@') != std::string_view::npos && text.find("://") == std::string_view::npos);
}

// True if a label stands before what looks like a secret, as in the headers of signatures: `sha256=…`, `t=1,v1=…`.
bool IsLabelledSecret(std::string_view text) {
  constexpr size_t kMaxLabel = 16;
  constexpr size_t kMostSigned = 1024;
  if (text.size() > kMostSigned) return false;
  for (size_t start = 0; start < text.size();) {
    const size_t sign = text.find_first_of("=,", start);
    if (sign == std::string_view::npos || sign - start > kMaxLabel) return LooksLikeSecret(text.substr(start));
    const size_t end = std::min(text.find(',', sign + 1), text.size());
    if (LooksLikeSecret(text.substr(sign + 1, end - sign - 1))) return true;
    start = text[sign] == '=' ? end + 1 : sign + 1;
  }
  return false;
}

// True for `ok` and `n/a`.
bool IsTrivial(std::string_view text) {
  return text.size() < 4 &&
         std::any_of(text.begin(), text.end(), [](char c) { return redactor_chars::Is(c, redactor_chars::kLetter); });
}

bool IsWordOfSpeech(std::string_view text, NameFlags name) {
  return (name & kNameOfSpeech) != 0 &&
         std::all_of(text.begin(), text.end(), [](char c) { return redactor_chars::Is(c, redactor_chars::kLetter); });
}

bool IsMostlyText(std::string_view bytes) {
  const auto printable = std::count_if(bytes.begin(), bytes.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
  return static_cast<size_t>(printable) * 4 >= bytes.size() * 3;
}

}  // namespace

struct Redactor::Impl {
  explicit Impl(RedactorOptions given)
      : options(std::move(given)),
        names(options.names, options.except_names, options.personal),
        prefixes(options.prefixes),
        needles(options.values) {}

  bool IsExcepted(std::string_view text) const {
    const std::vector<std::string>& values = options.except_values;
    return !values.empty() && std::find(values.begin(), values.end(), text) != values.end();
  }

  bool IsHiddenValue(NameFlags name) const { return options.structure && (name & kNameOfCode) == 0; }

  bool IsHiddenWhole(std::string_view text, NameFlags name) const {
    if ((name & kNameSensitive) != 0) {
      // A version under a name such as `js-tokens` is that of a package.
      const bool is_harmless =
          IsNoSecret(text) || IsCall(text) || IsWordOfSpeech(text, name) || names.IsLabel(text) || IsTwilioId(text) ||
          (IsLiteral(text) && text != "default") || ((name & kNameSensitiveNumbers) == 0 && IsVersion(text)) ||
          ((name & kNameStrong) == 0 && IsLowEntropy(text)) || ((name & kNameSensitiveNumbers) == 0 && IsTrivial(text));
      return !is_harmless && !IsExcepted(text);
    }
    if ((name & kNamePerson) != 0 && ((name & kNameOfPersonOrThing) != 0 || IsFullName(text))) return !IsNoSecret(text);
    if ((name & kNamePostal) != 0 && IsPostalAddress(text)) return true;
    if ((name & kNameSuspicious) == 0) return false;
    return (LooksLikeSecret(text) || LooksChosen(text) || IsLabelledSecret(text)) && !IsExcepted(text);
  }

  std::vector<Span> Find(std::string_view text, NameFlags name = kNameHarmless) const {
    std::vector<Span> spans;
    if (text.size() < kMinScanned) return spans;
    needles.Find(text, &spans);
    ScanText(text, names, prefixes, (name & kNameIdentifier) != 0, &spans);
    if (spans.empty() && (name & kNameConnection) != 0 && HasCredentials(text)) spans.push_back({0, text.size()});
    if (spans.empty()) return spans;
    const auto excepted = [this, text](const Span& span) {
      return IsExcepted(text.substr(span.start, span.end - span.start));
    };
    spans.erase(std::remove_if(spans.begin(), spans.end(), excepted), spans.end());
    Merge(&spans);
    return spans;
  }

  RedactorOptions options;
  NameRules names;
  TokenPrefixes prefixes;
  Needles needles;
};

namespace {
uint64_t NextId() {
  static std::atomic<uint64_t> last{0};
  return ++last;
}
}  // namespace

Redactor::Redactor(RedactorOptions options) : id_(NextId()), impl_(new Impl(std::move(options))) {}
Redactor::~Redactor() = default;

bool Redactor::enabled() const { return impl_->options.enabled; }

bool Redactor::is_structure() const { return impl_->options.enabled && impl_->options.structure; }

NameFlags Redactor::ClassifyName(std::string_view name) const {
  return impl_->options.enabled ? impl_->names.Classify(name) : static_cast<NameFlags>(kNameHarmless);
}

std::vector<Placeholder> Redactor::SecretPlaceholders(std::string_view statement) const {
  if (!impl_->options.enabled) return {};
  return FindPlaceholders(statement, impl_->names);
}

std::string_view Redactor::Kept(std::string_view redacted, size_t given_units, size_t max_units) {
  const size_t most = Utf8PrefixOfUnits(redacted, max_units);
  if (given_units < max_units + kOverlap) return redacted.substr(0, most);
  // Hidden secrets have shortened the text, so that a part of the overlap is within `max_units` now. The overlap may
  // end with half a secret, so it is not kept, except for secrets that were hidden.
  const size_t last = redacted.rfind(kReplacement);
  const size_t hidden_until = last == std::string_view::npos ? 0 : last + kReplacement.size();
  return redacted.substr(0, std::min(most, std::max(hidden_until, SuffixOfUnits(redacted, kOverlap))));
}

NameFlags Redactor::Inherit(NameFlags holder, bool list) {
  if (list || (holder & kNameSensitiveContents) != 0) return holder;
  const NameFlags person = holder & kNamePerson;
  if ((holder & kNamePostal) != 0) return kNamePostal;
  return person | ((holder & kNameSensitive) != 0 ? kNameSuspicious : kNameHarmless);
}

bool Redactor::Redact(std::string_view utf8, std::string* out, NameFlags name) const {
  if (!impl_->options.enabled || utf8.empty()) return false;
  if (impl_->IsHiddenValue(name) || impl_->IsHiddenWhole(utf8, name)) {
    out->assign(kReplacement);
    return true;
  }
  const std::vector<Span> spans = impl_->Find(utf8, name);
  if (spans.empty()) return false;
  out->clear();
  size_t done = 0;
  for (const Span& span : spans) {
    out->append(utf8, done, span.start - done);
    out->append(kReplacement);
    done = span.end;
  }
  out->append(utf8, done);
  return true;
}

std::vector<std::string> Redactor::SecretsIn(std::string_view utf8) const {
  std::vector<std::string> secrets;
  if (!impl_->options.enabled) return secrets;
  for (const Span& span : impl_->Find(utf8)) secrets.emplace_back(utf8.substr(span.start, span.end - span.start));
  return secrets;
}

bool Redactor::RedactBytes(uint8_t* bytes, size_t length, NameFlags name) const {
  if (!impl_->options.enabled || length == 0) return false;
  const std::string_view text = ViewOf(bytes, length);
  const bool key = (name & kNameSuspicious) != 0 && length >= 16 && !IsMostlyText(text);
  if (key || impl_->IsHiddenValue(name) || impl_->IsHiddenWhole(text, name)) {
    std::fill(bytes, bytes + length, kByteReplacement);
    return true;
  }
  const std::vector<Span> spans = impl_->Find(text, name);
  for (const Span& span : spans) std::fill(bytes + span.start, bytes + span.end, kByteReplacement);
  bool hidden = !spans.empty();
  for (const WideText& wide : FindWideTexts(bytes, length)) {
    for (const Span& span : impl_->Find(wide.text, name)) {
      hidden = true;
      for (size_t i = span.start; i < span.end; i++) bytes[wide.start + 2 * i] = kByteReplacement;
    }
  }
  return hidden;
}

void Redactor::HideValues(char* json, size_t length) const {
  if (!impl_->options.enabled || length == 0) return;
  std::vector<Span> spans;
  impl_->needles.Find({json, length}, &spans);
  for (const Span& span : spans) std::fill(json + span.start, json + span.end, static_cast<char>(kByteReplacement));
}

bool Redactor::IsSensitiveNumber(double value, NameFlags name) const {
  if (!impl_->options.enabled) return false;
  if (impl_->IsHiddenValue(name)) return true;
  // `sessionId: 17` counts sessions.
  if ((name & kNameSensitiveNumbers) != 0) return (name & kNameStrong) != 0 || value >= kLeastWeakNumber;
  if (value < 1e12 || value > kMaxSafeInteger || value != std::floor(value)) return false;
  const std::string digits = std::to_string(static_cast<uint64_t>(value));
  return MatchCard(digits, 0) == digits.size() && !impl_->IsExcepted(digits);
}

}  // namespace crash_collector
