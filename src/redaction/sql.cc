#include "redaction/sql.h"

#include <algorithm>
#include <utility>

#include "redaction/chars.h"
#include "redaction/random.h"
#include "redaction/rules.h"
#include "redaction/values.h"

namespace crash_collector {

using namespace redactor_chars;

namespace {

constexpr size_t kMaxTableName = 200;
constexpr size_t kMaxColumns = 8192;  // characters
constexpr size_t kMaxKeyColumns = 256;

// The flags of the columns in `text`, which are separated by commas.
std::vector<NameFlags> FlagsOfColumns(std::string_view text, const NameRules& names) {
  std::vector<NameFlags> flags;
  for (size_t start = 0; start <= text.size();) {
    const size_t end = std::min(text.find(',', start), text.size());
    flags.push_back(names.Classify(text.substr(start, end - start)));
    start = end + 1;
  }
  return flags;
}

// The end of a text in quotes, in which a quote is written twice or behind a backslash.
size_t FindSqlQuoteEnd(std::string_view text, size_t start, char quote) {
  size_t end = FindQuoteEnd(text, start, quote, false);
  while (end + 1 < text.size() && text[end + 1] == quote) end = FindQuoteEnd(text, end + 2, quote, false);
  return end;
}

bool IsHidden(std::string_view value, NameFlags flags) {
  if (value.empty()) return false;
  return (flags & kNameSensitive) != 0 ? !IsNoSecret(value) : (flags & kNameSuspicious) != 0 && LooksLikeSecret(value);
}

// True for a text that may be a password or a token: letters and digits, and no space.
bool MayBeSecret(std::string_view value) {
  constexpr size_t kShortest = 6;
  if (value.size() < kShortest || value.find_first_of(" /") != kNpos) return false;
  if (IsVersion(value) || IsNoSecret(value)) return false;
  const size_t at = value.find('@');
  const bool is_mail = at != kNpos && value.find('.', at) != kNpos;
  const size_t dash = value.find('-');
  // A date, a UUID or a phone number.
  const bool is_number = SkipWhile(value, 0, kHex | kDashUnder) == value.size() && dash != kNpos;
  const auto has = [value](Class kind) {
    return std::any_of(value.begin(), value.end(), [kind](char c) { return Is(c, kind); });
  };
  return !is_mail && !is_number && has(kLetter) && has(kDigit) && value.find(':') == kNpos;
}

// Reads one list of values from the bracket at `open` on. Returns its end, behind the closing bracket. Without
// `columns` it hides what may be a secret.
size_t MatchTuple(std::string_view text, size_t open, const std::vector<NameFlags>* columns, std::vector<Span>* spans) {
  int depth = 1;
  size_t column = 0;
  size_t i = open + 1;
  while (i < text.size() && depth > 0) {
    const char c = text[i];
    const bool is_known = columns != nullptr && column < columns->size();
    const NameFlags flags = is_known ? (*columns)[column] : static_cast<NameFlags>(kNameHarmless);
    if (c == '\'' || c == '"') {
      const size_t end = FindSqlQuoteEnd(text, i + 1, c);
      const std::string_view value = text.substr(i + 1, end > i + 1 ? end - i - 1 : 0);
      if (columns != nullptr ? IsHidden(value, flags) : MayBeSecret(value)) spans->push_back({i + 1, end});
      i = end;
    } else if (c == '(') {
      depth++;
    } else if (c == ')') {
      depth--;
    } else if (c == ',' && depth == 1) {
      column++;
    } else if (Is(c, kDigit) && depth == 1 && (flags & (kNameSensitive | kNameSensitiveNumbers)) != 0 &&
               !Is(text[i - 1], kAlnum) && !IsOneOf(text[i - 1], "$:@?_")) {
      const size_t end = SkipWhile(text, i, kAlnum);
      // `0x…` is a text in hex.
      const bool is_hex = StartsWithNoCase(text, i, "0x") && end - i > 4;
      if (is_hex || (flags & kNameSensitiveNumbers) != 0) spans->push_back({i, end});
      i = end - 1;
    }
    i++;
  }
  return i;
}

// Reads `INSERT INTO`, and returns its end, or 0.
size_t ReadInsertInto(std::string_view text, size_t start) {
  size_t i = start;
  if (StartsWithNoCase(text, start, "insert")) {
    i += 6;
  } else if (StartsWithNoCase(text, start, "replace")) {
    i += 7;
  } else {
    return 0;
  }
  i = SkipWhile(text, i, kSpace);
  if (StartsWithNoCase(text, i, "ignore")) i = SkipWhile(text, i + 6, kSpace);
  return StartsWithNoCase(text, i, "into") ? i + 4 : 0;
}

// Reads a statement that names no columns, and returns the end of the word `VALUES`. Returns 0 if it is no such
// statement, or if the name of the table says nothing of secrets.
size_t ReadInsertOfTable(std::string_view text, size_t start, const NameRules& names) {
  const size_t into = ReadInsertInto(text, start);
  if (into == 0) return 0;
  const size_t from = SkipWhile(text, into, kSpace);
  size_t i = from;
  while (i < text.size() && i - from < kMaxTableName && (IsNameChar(text[i]) || IsOneOf(text[i], "\"`[]"))) i++;
  const std::string words = NormaliseName(text.substr(from, i - from));
  bool is_secret = (names.Classify(words) & kNameSensitive) != 0;
  for (const std::string_view table : redactor_rules::kSecretTables) {
    is_secret = is_secret || (' ' + words + ' ').find(' ' + std::string(table) + ' ') != std::string::npos;
  }
  i = SkipWhile(text, i, kSpace);
  return is_secret && StartsWithNoCase(text, i, "values") ? i + 6 : 0;
}

// Reads from the word `INSERT` on, and returns the end of the word `VALUES`, or 0 if it is no such statement.
size_t ReadInsertHead(std::string_view text, size_t start, const NameRules& names, std::vector<NameFlags>* columns) {
  size_t i = ReadInsertInto(text, start);
  if (i == 0) return 0;
  const size_t open = text.substr(0, std::min(text.size(), i + kMaxTableName)).find('(', i);
  if (open == kNpos) return 0;
  const size_t close = text.substr(0, std::min(text.size(), open + kMaxColumns)).find(')', open);
  if (close == kNpos) return 0;
  i = SkipWhile(text, close + 1, kSpace);
  if (StartsWithNoCase(text, i, "overriding system value")) i = SkipWhile(text, i + 23, kSpace);
  if (!StartsWithNoCase(text, i, "values") && !StartsWithNoCase(text, i, "value")) return 0;
  *columns = FlagsOfColumns(text.substr(open + 1, close - open - 1), names);
  return i + (StartsWithNoCase(text, i, "values") ? 6 : 5);
}

// Reads a statement once from its beginning. A placeholder belongs to the column of its place in `VALUES (…)`, else to
// the name before it: `password = crypt($1)`.
class PlaceholderScan {
 public:
  PlaceholderScan(std::string_view text, const NameRules& names) : text_(text), names_(names) {}

  std::vector<Placeholder> Find() {
    while (i_ < text_.size()) {
      const char c = text_[i_];
      if (c == '\'') {
        i_ = FindSqlQuoteEnd(text_, i_ + 1, c) + 1;
      } else if (c == '"' || c == '`') {
        const size_t end = FindQuoteEnd(text_, i_ + 1, c, false);
        name_ = text_.substr(i_ + 1, end - i_ - 1);
        i_ = end + 1;
      } else if (Is(c, kLetter) || c == '_') {
        ReadWord();
      } else if (c == '?' || ((c == '$' || c == ':') && i_ + 1 < text_.size() && Is(text_[i_ + 1], kDigit))) {
        ReadPlaceholder();
      } else {
        ReadSign(c);
        i_++;
      }
    }
    return std::move(found_);
  }

 private:
  void ReadWord() {
    const size_t end = SkipWhile(text_, i_, kAlnum | kDashUnder);
    const size_t values = in_values_ ? 0 : ReadInsertHead(text_, i_, names_, &columns_);
    if (values != 0) {
      in_values_ = true;
      i_ = values;
      return;
    }
    if (depth_ == 0) in_values_ = false;
    const std::string_view word = text_.substr(i_, end - i_);
    const size_t next = SkipWhile(text_, end, kSpace);
    const bool is_function = next < text_.size() && text_[next] == '(';
    if (!is_function && !IsOperator(word)) name_ = word;
    i_ = end;
  }

  static bool IsOperator(std::string_view word) {
    for (const std::string_view each : {"like", "ilike", "in", "not", "is", "any", "between", "binary"}) {
      if (word.size() == each.size() && StartsWithNoCase(word, 0, each)) return true;
    }
    return false;
  }

  void ReadPlaceholder() {
    const bool is_named = text_[i_] != '?';
    const size_t end = SkipWhile(text_, i_ + 1, kDigit);
    uint32_t index = count_;
    if (end > i_ + 1) {
      index = 0;
      for (size_t k = i_ + 1; k < std::min(end, i_ + 6); k++)
        index = 10 * index + static_cast<uint32_t>(text_[k] - '0');
      if (index > 0) index--;
    }
    if (!is_named) count_++;
    i_ = end;
    // `??` of mysql2 is one placeholder.
    if (!is_named && i_ < text_.size() && text_[i_] == '?') i_++;
    NameFlags flags = kNameHarmless;
    if (!in_values_) {
      flags = names_.Classify(name_);
    } else if (column_ < columns_.size()) {
      flags = columns_[column_];
    }
    if ((flags & kNameSensitive) != 0) found_.push_back({index, flags});
  }

  void ReadSign(char c) {
    if (c == '(' && ++depth_ == 1) column_ = 0;
    if (c == ')') depth_--;
    if (c == ',' && depth_ == 1) column_++;
    if (c == ';') in_values_ = false;
    if (c == ';' || (c == ',' && depth_ == 0)) name_ = {};
  }

  const std::string_view text_;
  const NameRules& names_;
  size_t i_ = 0;
  std::string_view name_;
  std::vector<NameFlags> columns_;
  bool in_values_ = false;
  int depth_ = 0;
  size_t column_ = 0;
  uint32_t count_ = 0;  // of the placeholders without a number
  std::vector<Placeholder> found_;
};

}  // namespace

size_t MatchInsert(std::string_view text, size_t start, const NameRules& names, std::vector<Span>* spans) {
  std::vector<NameFlags> columns;
  size_t i = ReadInsertHead(text, start, names, &columns);
  const bool has_columns = i != 0;
  if (!has_columns) {
    i = ReadInsertOfTable(text, start, names);
    if (i == 0) return 0;
  }
  const auto is_secret = [](NameFlags flags) { return flags != 0; };
  const bool has_secrets = !has_columns || std::any_of(columns.begin(), columns.end(), is_secret);
  if (!has_secrets) return i;
  while (true) {
    i = SkipWhile(text, i, kSpace);
    if (i >= text.size() || text[i] != '(') return i;
    i = SkipWhile(text, MatchTuple(text, i, has_columns ? &columns : nullptr, spans), kSpace);
    if (i >= text.size() || text[i] != ',') return i;
    i++;
  }
}

std::vector<Placeholder> FindPlaceholders(std::string_view text, const NameRules& names) {
  return PlaceholderScan(text, names).Find();
}

bool MatchKeyDetail(std::string_view text, size_t at, const NameRules& names, Span* span) {
  if (at < 3 || at + 3 >= text.size() || text[at - 1] != ')' || text[at + 1] != '(') return false;
  const size_t from = at > kMaxKeyColumns ? at - kMaxKeyColumns : 0;
  const std::string_view before = text.substr(from, at - 1 - from);
  const size_t open = before.rfind('(');
  if (open == kNpos) return false;
  const std::vector<NameFlags> columns = FlagsOfColumns(before.substr(open + 1), names);
  const bool is_sensitive =
      std::any_of(columns.begin(), columns.end(), [](NameFlags flags) { return (flags & kNameSensitive) != 0; });
  const size_t end = text.find(')', at + 2);
  if (!is_sensitive || end == kNpos) return false;
  *span = {at + 2, end};
  return end > at + 2;
}

}  // namespace crash_collector
