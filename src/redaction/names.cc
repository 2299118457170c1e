#include "redaction/names.h"

#include <algorithm>
#include <iterator>

#include "redaction/rules.h"

namespace crash_collector {

namespace {

constexpr size_t kMaxNameLength = 128;

bool IsUpper(unsigned char c) { return c >= 'A' && c <= 'Z'; }
bool IsLower(unsigned char c) { return (c >= 'a' && c <= 'z') || c >= 0x80; }

enum : uint32_t {
  kSensitive = 1,
  kSensitiveLast = 2,
  kSensitivePair = 4,
  kSecondOfPair = 8,
  kHarmlessLast = 16,
  kHarmlessFirst = 32,
  kSuspiciousLast = 64,
  kHarmlessBeforeKey = 128,
  kContents = 256,
  kNumbers = 512,
  kHarmlessPair = 1024,
  kConnection = 2048,
  kIdentifierLast = 4096,
  kBeforeKey = 8192,
  kBeforeCode = 16384,
  kBeforeProof = 32768,
  kProof = 65536,
  kValue = 131072,
  kWeak = 262144,
  kPersonal = 524288,
  kPersonalPair = 1048576,
  kPerson = 2097152,
  kNameOfPerson = 4194304,
  kSpeech = 8388608,
};

uint32_t LetterBit(char c) { return c >= 'a' && c <= 'z' ? 1u << (c - 'a') : 0; }

// The mark that the word before a key or a code must have.
uint32_t OpenedBy(std::string_view word) {
  if (word == "key" || word == "keys") return kBeforeKey;
  if (word == "code" || word == "codes") return kBeforeCode;
  return 0;
}

bool StartsWith(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }

bool EndsWith(std::string_view text, std::string_view end) {
  return text.size() > end.size() && text.substr(text.size() - end.size()) == end;
}

}  // namespace

std::string NormaliseName(std::string_view name) {
  std::string words;
  if (name.size() > kMaxNameLength) return words;
  words.reserve(name.size() + 8);
  bool in_word = false;
  for (size_t i = 0; i < name.size(); i++) {
    const unsigned char c = name[i];
    if (!IsUpper(c) && !IsLower(c)) {
      // A digit within a word ends it too: `oauth2Token`, `base64`.
      in_word = false;
      continue;
    }
    const unsigned char before = i > 0 ? name[i - 1] : 0;
    const unsigned char after = i + 1 < name.size() ? name[i + 1] : 0;
    // A capital begins a word in `apiKey` and in `APIKey`.
    if (IsUpper(c) && (IsLower(before) || (IsUpper(before) && IsLower(after)))) in_word = false;
    if (!in_word && !words.empty()) words += ' ';
    in_word = true;
    words += static_cast<char>(IsUpper(c) ? c + ('a' - 'A') : c);
  }
  return words;
}

NameRules::NameRules(const std::vector<std::string>& names, const std::vector<std::string>& except_names, bool personal)
    : is_personal_(personal) {
  const auto mark = [this](const auto& list, Marks marks) {
    for (const std::string_view words : list) marks_[words] |= marks;
  };
  mark(redactor_rules::kSensitiveWords, kSensitive);
  mark(redactor_rules::kSensitiveLastWords, kSensitiveLast);
  mark(redactor_rules::kSensitivePairs, kSensitivePair);
  mark(redactor_rules::kHarmlessLastWords, kHarmlessLast);
  mark(redactor_rules::kHarmlessFirstWords, kHarmlessFirst);
  mark(redactor_rules::kSuspiciousLastWords, kSuspiciousLast);
  mark(redactor_rules::kHarmlessBeforeKey, kHarmlessBeforeKey);
  mark(redactor_rules::kContentsWords, kContents);
  mark(redactor_rules::kNumberWords, kNumbers);
  mark(redactor_rules::kHarmlessPairs, kHarmlessPair);
  mark(redactor_rules::kConnectionNames, kConnection);
  mark(redactor_rules::kIdentifierLastWords, kIdentifierLast);
  mark(redactor_rules::kBeforeKey, kBeforeKey);
  mark(redactor_rules::kBeforeCode, kBeforeCode);
  mark(redactor_rules::kBeforeProof, kBeforeProof);
  mark(redactor_rules::kProofs, kProof);
  mark(redactor_rules::kValueWords, kValue);
  mark(redactor_rules::kWeakWords, kWeak);
  mark(redactor_rules::kSpeechWords, kSpeech);
  const auto mark_second = [this](const auto& list) {
    for (const std::string_view words : list) {
      const size_t space = words.find(' ');
      if (space != std::string_view::npos) marks_[words.substr(space + 1)] |= kSecondOfPair;
    }
  };
  mark_second(redactor_rules::kSensitivePairs);
  mark_second(redactor_rules::kHarmlessPairs);
  mark_second(redactor_rules::kConnectionNames);
  mark_second(redactor_rules::kIdentifierLastWords);
  if (personal) {
    mark(redactor_rules::kPersonalLastWords, kPersonal);
    mark(redactor_rules::kPersonalPairs, kPersonalPair);
    mark(redactor_rules::kPersonWords, kPerson);
    mark(redactor_rules::kNameWords, kNameOfPerson);
    mark_second(redactor_rules::kPersonalPairs);
  }
  for (const std::string_view end : redactor_rules::kSensitiveEndings) ending_letters_ |= LetterBit(end.back());
  for (const std::string& name : names) {
    const std::string words = NormaliseName(name);
    if (!words.empty()) extra_.push_back(' ' + words + ' ');
  }
  for (const std::string& name : except_names) {
    std::string words = NormaliseName(name);
    if (!words.empty()) except_.insert(std::move(words));
  }
}

NameRules::Marks NameRules::MarksOf(std::string_view word) const {
  const auto found = marks_.find(word);
  Marks marks = found == marks_.end() ? 0 : found->second;
  // `wifikey`, `backupcode`
  for (const std::string_view opener : {"key", "code"}) {
    if (found == marks_.end() && EndsWith(word, opener)) {
      const auto before = marks_.find(word.substr(0, word.size() - opener.size()));
      if (before != marks_.end() && (before->second & OpenedBy(opener)) != 0) marks |= kSensitive | kNumbers;
    }
  }
  if ((marks & kSensitive) == 0 && (ending_letters_ & LetterBit(word.back())) != 0) {
    for (const std::string_view end : redactor_rules::kSensitiveEndings) {
      if (EndsWith(word, end)) marks |= kSensitive;
    }
  }
  return marks;
}

NameRules::Marks NameRules::MarksOfPair(std::string_view words) const {
  const auto found = marks_.find(words);
  return found == marks_.end() ? 0 : found->second;
}

bool NameRules::IsLabel(std::string_view text) const {
  if (text.empty() || !IsUpper(text[0])) return false;
  const auto is_text = [](unsigned char c) { return IsLower(c) || c == ' ' || c == ':' || c == '?'; };
  if (!std::all_of(text.begin() + 1, text.end(), is_text)) return false;
  const std::string words = NormaliseName(text);
  const auto is_secret = [this](std::string_view word) {
    const auto found = marks_.find(word);
    return found != marks_.end() && (found->second & (kSensitive | kSensitiveLast)) != 0;
  };
  const std::string_view all(words);
  return is_secret(all.substr(0, all.find(' '))) || is_secret(all.substr(all.rfind(' ') + 1));
}

NameFlags NameRules::Classify(std::string_view name) const {
  const std::string words = NormaliseName(name);
  if (words.empty() || except_.count(words) != 0) return kNameHarmless;
  for (const std::string& extra : extra_) {
    if ((' ' + words + ' ').find(extra) != std::string::npos) {
      return kNameSecret | kNameSensitiveContents | kNameSensitiveNumbers;
    }
  }

  const std::string_view all(words);
  NameFlags flags = kNameHarmless;
  NameFlags before = kNameHarmless;  // the flags without the previous word
  Marks first = 0, previous = 0, last = 0, pair = 0;
  Marks held = 0,
        before_held = 0;  // of the last word that says more than the form of a value, and of the one before it
  size_t previous_start = 0;
  bool last_is_sensitive = false, is_strong = false;
  for (size_t start = 0; start < all.size();) {
    const size_t end = std::min(all.find(' ', start), all.size());
    const std::string_view word = all.substr(start, end - start);
    previous = last;
    last = MarksOf(word);
    if (start == 0) first = last;
    pair = start > 0 && (last & kSecondOfPair) != 0 ? MarksOfPair(all.substr(previous_start, end - previous_start)) : 0;
    if ((pair & kHarmlessPair) != 0) {
      flags = before;
      last = 0;
    }
    before = flags;
    const bool is_opened = (previous & OpenedBy(word)) != 0 || ((previous & kBeforeProof) != 0 && (last & kProof) != 0);
    last_is_sensitive = (last & kSensitive) != 0;
    // `apiToken`
    const bool is_token = StartsWith(word, "tok") && (previous & kBeforeKey) != 0;
    is_strong = is_strong || is_opened || (last_is_sensitive && ((last & kWeak) == 0 || is_token));
    if (is_opened || (pair & kSensitivePair) != 0) {
      last_is_sensitive = true;
      is_strong = is_strong || is_opened || (pair & kWeak) == 0;
      flags |= kNameSensitiveNumbers;
    }
    if (last_is_sensitive) flags |= kNameSensitive;
    if ((last & kContents) != 0) flags |= kNameSensitiveContents;
    if ((last & kNumbers) != 0) flags |= kNameSensitiveNumbers;
    if ((last & kSpeech) != 0) flags |= kNameOfSpeech;
    if ((last & kValue) == 0 || start == 0) {
      before_held = held;
      held = last;
    }
    previous_start = start;
    start = end + 1;
  }
  // `userName` is a login.
  const bool is_login = all == "user name" || all == "username";
  const bool is_named = (last & kNameOfPerson) != 0 && (previous & kPerson) != 0 && !is_login;
  const bool is_personal = ((last & kPersonal) | (pair & kPersonalPair)) != 0 || is_named;
  if (is_personal) {
    // A customer's object holds more than what it is called; an address holds nothing else.
    flags |= kNameSensitive | kNameSensitiveNumbers;
    if ((last & kPerson) == 0) flags |= kNameSensitiveContents;
    last_is_sensitive = is_strong = true;
  }
  if (all == "address" && is_personal_) flags |= kNamePostal;
  if ((last & kPerson) != 0) flags |= kNamePerson;
  if ((last & kNameOfPerson) != 0) flags |= kNameOfPersonOrThing;
  if ((held & kSensitiveLast) != 0) {
    flags |= kNameSensitive;
    is_strong = is_strong || (held & kWeak) == 0;
    last_is_sensitive = true;
  }

  if ((flags & kNameSensitive) != 0) {
    const bool about = !last_is_sensitive && (last & kHarmlessLast) != 0;
    const bool asks = previous_start > 0 && (first & kHarmlessFirst) != 0;
    if (about || asks) return kNameHarmless;
    return is_strong ? static_cast<NameFlags>(flags | kNameStrong) : flags;
  }
  const NameFlags of_person = flags & (kNamePostal | kNamePerson | kNameOfPersonOrThing);
  if (of_person != 0) return of_person;
  if (((last | pair) & kConnection) != 0) return kNameConnection;
  const bool is_suspicious = (held & kSuspiciousLast) != 0 && (before_held & kHarmlessBeforeKey) == 0;
  const bool is_id = all == "id" || EndsWith(all, " id");
  if (is_id || (((last | pair) & kIdentifierLast) != 0 && !(is_suspicious && held != last))) return kNameIdentifier;
  return is_suspicious ? kNameSuspicious : kNameHarmless;
}

}  // namespace crash_collector
