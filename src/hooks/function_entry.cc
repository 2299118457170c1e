#include "hooks/function_entry.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "walk/records/string_reader.h"

namespace crash_collector {

namespace {

constexpr size_t kMostUnits = size_t{8} << 20;
constexpr size_t kMostFunction = size_t{1} << 16;

bool IsWordUnit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
         c == '\x7f';
}
bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
// True if a line ends here, for V8 and for the language.
bool EndsLine(uint16_t unit, uint16_t next) {
  return unit == '\n' || unit == 0x2028 || unit == 0x2029 || (unit == '\r' && next != '\n');
}

template <size_t size>
bool IsOneOf(std::string_view word, const std::string_view (&words)[size]) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

// The tokens from a position in the text on, without strings and comments.
class Tokens {
 public:
  Tokens(std::string_view text, size_t at) : text_(text), at_(at) {}

  // The next word, or one other unit. Empty at the end.
  std::string_view Next() {
    SkipBlank();
    const size_t from = at_;
    while (at_ < text_.size() && IsWordUnit(text_[at_])) at_++;
    if (at_ == from && at_ < text_.size()) at_++;
    return text_.substr(from, at_ - from);
  }
  bool Takes(std::string_view expected) {
    SkipBlank();
    if (text_.substr(at_, expected.size()) != expected) return false;
    at_ += expected.size();
    return true;
  }
  bool IsAt(std::string_view expected) { return Tokens(*this).Takes(expected); }

 private:
  void SkipTo(std::string_view end) {
    at_ = text_.find(end, at_ + 2);
    at_ = at_ == std::string_view::npos ? text_.size() : at_ + end.size();
  }
  void SkipBlank() {
    for (; at_ < text_.size();) {
      const char c = text_[at_];
      const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
      if (IsSpace(c)) {
        at_++;
      } else if (c == '/' && next == '/') {
        SkipTo("\n");
      } else if (c == '/' && next == '*') {
        SkipTo("*/");
      } else if (c == '\'' || c == '"') {
        for (at_++; at_ < text_.size() && text_[at_] != c; at_++) at_ += text_[at_] == '\\' ? 1 : 0;
        at_++;
      } else {
        return;
      }
    }
    at_ = std::min(at_, text_.size());
  }

  std::string_view text_;
  size_t at_;
};

// Reads the text between brackets or, without brackets, an expression to its end. Returns true if anything in it can
// keep the function's variables: another function, or code that knows them by name.
bool ReadPart(Tokens* tokens, bool in_brackets) {
  static constexpr std::string_view kHolders[] = {"function", "class", "eval", "arguments", "with"};
  static constexpr std::string_view kControl[] = {"if", "for", "while", "switch", "catch", "await"};
  std::vector<bool> open;  // true for `name(…)`, which is a method if a body follows
  bool holds = false;
  std::string_view last;
  for (std::string_view token; !(token = tokens->Next()).empty(); last = token) {
    if (IsOneOf(token, kHolders) || (token == "=" && tokens->IsAt(">"))) holds = true;
    if (token == "(" || token == "[" || token == "{") {
      open.push_back(token == "(" && !open.empty() && !IsOneOf(last, kControl));
    } else if (token == ")" || token == "]" || token == "}") {
      if (open.empty()) return holds;
      if (open.back() && tokens->IsAt("{")) holds = true;
      open.pop_back();
      if (in_brackets && open.empty()) return holds;
    } else if (open.empty() && (token == ";" || token == ",")) {
      return holds;
    }
  }
  return true;
}

}  // namespace

FunctionEntry EntryOf(v8::Isolate* isolate, v8::Local<v8::StackTrace> stack) {
  if (stack->GetFrameCount() == 0) return FunctionEntry::kMayHaveContext;
  v8::Local<v8::StackFrame> frame = stack->GetFrame(isolate, 0);
  v8::Local<v8::String> source = frame->GetScriptSource();
  StringReader reader(isolate);
  StringUnits units;
  if (source.IsEmpty() || !reader.Read(source, kMostUnits, &units)) return FunctionEntry::kNo;
  const auto unit = [&](size_t i) -> uint16_t { return units.latin1 != nullptr ? units.latin1[i] : units.utf16[i]; };
  size_t begin = 0;
  for (int line = frame->GetLineNumber(); line > 1 && begin < units.length; begin++)
    line -= EndsLine(unit(begin), begin + 1 < units.length ? unit(begin + 1) : uint16_t{0}) ? 1 : 0;
  begin += static_cast<size_t>(std::max(frame->GetColumn() - 1, 0));
  std::string text;
  for (size_t i = begin; i < std::min(units.length, begin + kMostFunction); i++)
    text.push_back(EndsLine(unit(i), 0) ? '\n' : unit(i) < 0x7f ? static_cast<char>(unit(i)) : '\x7f');

  Tokens tokens(text, 0);
  const bool has_list = tokens.IsAt("(");
  bool holds = has_list ? ReadPart(&tokens, true) : tokens.Next().empty();
  const bool is_arrow = tokens.Takes("=>");
  const bool has_body = tokens.IsAt("{");
  if (!is_arrow && !(has_list && has_body)) return FunctionEntry::kNo;
  holds = ReadPart(&tokens, has_body) || holds;
  return holds ? FunctionEntry::kMayHaveContext : FunctionEntry::kPlain;
}

}  // namespace crash_collector
