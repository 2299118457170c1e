#include "function_texts.h"

#include <cstring>

#include "../string_reader.h"

namespace crash_collector {

namespace {

bool IsBlank(uint16_t unit) { return unit <= ' ' || unit == 0xa0 || unit == 0xfeff || unit == 0x2028 || unit == 0x2029; }

// Whether a text can be that of a function: it ends with its body, or is an arrow function with an expression for one, and it does not
// begin with what ends something.
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

}  // namespace

TextVerdict FunctionTexts::Judge(v8::Isolate* isolate, v8::Local<v8::Function> function, const v8_internals::Location& start) {
  const int script_id = function->ScriptId();
  const uint64_t key = (static_cast<uint64_t>(static_cast<uint32_t>(script_id)) << 40) ^
                       (static_cast<uint64_t>(static_cast<uint32_t>(start.line)) << 20) ^ static_cast<uint32_t>(start.column);
  const auto found = known_.find(key);
  if (found != known_.end()) return found->second;
  TextVerdict verdict = TextVerdict::kFits;
  v8::Local<v8::String> text;
  // V8 calls its own Function.prototype.toString for this, whatever the application has put in its place.
  v8::Isolate::AllowJavascriptExecutionScope allow(isolate);
  if (!function->FunctionProtoToString(isolate->GetCurrentContext()).ToLocal(&text)) return TextVerdict::kForeign;
  // The code of a whole script, or of a module: no function's text.
  const bool is_whole = start.empty || (start.line == 0 && start.column == 0);
  if (text->Length() > kMostUnits) {
    verdict = TextVerdict::kTooLong;
  } else if (!is_whole && !LooksLikeFunction(isolate, text, kMostUnits)) {
    verdict = TextVerdict::kForeign;
  }
  if (known_.size() >= kMostKnown) known_.clear();
  known_.emplace(key, verdict);
  return verdict;
}

}  // namespace crash_collector
