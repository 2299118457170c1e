#include "snapshot/function_texts.h"

#include <algorithm>
#include <cstring>

#include "v8_internals/debug_interface.h"
#include "walk/records/string_reader.h"

namespace crash_collector {

namespace {

bool IsBlank(uint16_t unit) {
  return unit <= ' ' || unit == 0xa0 || unit == 0xfeff || unit == 0x2028 || unit == 0x2029;
}

// True if a text can be that of a function: it ends with a body, or is an arrow function with an expression, and it
// does not begin with a sign that ends something.
bool LooksLikeFunction(v8::Isolate* isolate, v8::Local<v8::String> text, int most) {
  StringReader reader(isolate);
  StringUnits units;
  if (text->Length() < 2 || text->Length() > most || !reader.Read(text, static_cast<size_t>(text->Length()), &units))
    return false;
  const auto unit = [&](size_t i) -> uint16_t { return units.latin1 != nullptr ? units.latin1[i] : units.utf16[i]; };
  const uint16_t first = unit(0);
  if (IsBlank(first) || std::strchr(")]}.,;=>", first < 0x80 ? static_cast<char>(first) : 'a') != nullptr) return false;
  if (unit(units.length - 1) == '}') return true;
  for (size_t i = 1; i + 1 < units.length; i++) {
    if (unit(i) == '=' && unit(i + 1) == '>') return !IsBlank(unit(units.length - 1));
  }
  return false;
}

// The beginning of a function's text.
class Beginning {
 public:
  explicit Beginning(const StringUnits& units) : units_(units) {}

  // `async (x) {}` is a method of that name, which is no async function.
  bool IsOfArrow(bool is_async) {
    if (At(0) == '(') return true;
    SkipName();
    const bool begins_with_async =
        is_async && at_ == 5 && units_.latin1 != nullptr && std::memcmp(units_.latin1, "async", 5) == 0;
    SkipBlanks();
    if (begins_with_async && At(0) == '(') return true;
    if (begins_with_async && At(0) != '=') {
      SkipName();
      SkipBlanks();
    }
    return At(0) == '=' && At(1) == '>';
  }

 private:
  uint16_t At(size_t i) const {
    if (at_ + i >= units_.length) return 0;
    return units_.latin1 != nullptr ? units_.latin1[at_ + i] : units_.utf16[at_ + i];
  }
  void SkipName() {
    while (At(0) != 0 && !IsBlank(At(0)) && (At(0) >= 0x80 || std::strchr("()=/*[]{}\"'", At(0)) == nullptr)) at_++;
  }
  void SkipBlanks() {
    while (At(0) != 0) {
      if (IsBlank(At(0))) {
        at_++;
      } else if (At(0) == '/' && At(1) == '/') {
        while (At(0) != 0 && At(0) != '\n') at_++;
      } else if (At(0) == '/' && At(1) == '*') {
        for (at_ += 2; At(0) != 0 && !(At(0) == '*' && At(1) == '/');) at_++;
        at_ += 2;
      } else {
        return;
      }
    }
  }

  const StringUnits& units_;
  size_t at_ = 0;
};

bool IsArrowText(v8::Isolate* isolate, v8::Local<v8::String> text, bool is_async) {
  // There is hardly ever anything between a parameter's name and the arrow, so the beginning of the text is enough.
  constexpr int kMostUnits = 1000;
  StringReader reader(isolate);
  StringUnits units;
  return reader.Read(text, static_cast<size_t>(std::min(text->Length(), kMostUnits)), &units) &&
         Beginning(units).IsOfArrow(is_async);
}

}  // namespace

FunctionTexts::Known FunctionTexts::Look(v8::Isolate* isolate, v8::Local<v8::Function> function,
                                         const v8_internals::Location& start) {
  const int script_id = function->ScriptId();
  const uint64_t key = (static_cast<uint64_t>(static_cast<uint32_t>(script_id)) << 40) ^
                       (static_cast<uint64_t>(static_cast<uint32_t>(start.line)) << 20) ^
                       static_cast<uint32_t>(start.column);
  const auto found = known_.find(key);
  if (found != known_.end()) return found->second;
  Known known;
  v8::Local<v8::String> text;
  // V8 calls its own Function.prototype.toString (v8-function.h), whatever the application has put in its place.
  v8::Isolate::AllowJavascriptExecutionScope allow(isolate);
  if (!function->FunctionProtoToString(isolate->GetCurrentContext()).ToLocal(&text))
    return {TextVerdict::kForeign, false};
  // The function is the code of a whole script or module, which has no function's text.
  const bool is_whole = start.empty || (start.line == 0 && start.column == 0);
  if (text->Length() > kMostUnits) {
    known.verdict = TextVerdict::kTooLong;
  } else if (!is_whole && !LooksLikeFunction(isolate, text, kMostUnits)) {
    known.verdict = TextVerdict::kForeign;
  }
  known.is_arrow = !is_whole && IsArrowText(isolate, text, function->IsAsyncFunction());
  if (known_.size() >= kMostKnown) known_.clear();
  known_.emplace(key, known);
  return known;
}

}  // namespace crash_collector
