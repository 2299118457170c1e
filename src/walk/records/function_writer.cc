#include "walk/records/function_writer.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

namespace crash_collector {

namespace {
constexpr uint32_t kMaxSource = 4000;
constexpr size_t kMaxClassSource = 1 << 20;
constexpr uint32_t kMaxUrl = 2048;

FunctionOrigin OriginOfScript(ValueWriter* values, v8::Local<v8::Value> name) {
  std::string utf8;
  if (!name->IsString() || !values->strings.ReadUtf8(name.As<v8::String>(), kMaxUrl, &utf8))
    return FunctionOrigin::kApplication;
  const auto starts_with = [&utf8](std::string_view prefix) { return utf8.compare(0, prefix.size(), prefix) == 0; };
  if (starts_with("node:")) return FunctionOrigin::kNode;
  if (values->intrinsics == nullptr) return FunctionOrigin::kApplication;
  for (const std::string& own : values->intrinsics->own_scripts()) {
    if (starts_with(own)) return FunctionOrigin::kOwn;
  }
  return FunctionOrigin::kApplication;
}

bool SourceOf(ValueWriter* values, v8::Local<v8::Function> function, v8::Local<v8::String>* source) {
  // V8 calls its own Function.prototype.toString (v8-function.h), whatever the application has put in its place.
  v8::Isolate::AllowJavascriptExecutionScope allow(values->isolate);
  return function->FunctionProtoToString(values->context).ToLocal(source);
}

// The word stands at the beginning of the text of every class, and of a method with this name.
bool BeginsAsClass(ValueWriter* values, v8::Local<v8::String> source) {
  constexpr std::string_view kWord = "class";
  StringUnits units;
  if (!values->strings.Read(source, kWord.size(), &units) || units.length < kWord.size()) return false;
  for (size_t i = 0; i < kWord.size(); i++) {
    if ((units.latin1 != nullptr ? units.latin1[i] : units.utf16[i]) != kWord[i]) return false;
  }
  return true;
}

// True also for a text that is not read.
bool HasHash(ValueWriter* values, v8::Local<v8::String> source) {
  StringUnits units;
  if (!values->strings.Read(source, kMaxClassSource, &units)) return true;
  if (units.latin1 != nullptr) return std::memchr(units.latin1, '#', units.length) != nullptr;
  return std::u16string_view(reinterpret_cast<const char16_t*>(units.utf16), units.length).find(u'#') !=
         std::u16string_view::npos;
}
}  // namespace

FunctionOrigin OriginOf(ValueWriter* values, v8::Local<v8::Function> function) {
  const int script = function->ScriptId();
  if (script == v8::UnboundScript::kNoScriptId) return FunctionOrigin::kNative;
  const auto [found, is_new] =
      values->script_origins().try_emplace(script, static_cast<uint8_t>(FunctionOrigin::kApplication));
  if (is_new) found->second = static_cast<uint8_t>(OriginOfScript(values, function->GetScriptOrigin().ResourceName()));
  return static_cast<FunctionOrigin>(found->second);
}

bool WriteFunction(ValueWriter* values, v8::Local<v8::Function> function, FunctionOrigin origin, RecordNotes* notes) {
  JsonOut& out = values->out;
  if (origin != FunctionOrigin::kNative && function->GetScriptLineNumber() >= 0) {
    out.Raw(R"(,"functionLocation":{"scriptId":")");
    out.Integer(function->ScriptId());
    out.Raw(R"(","lineNumber":)");
    out.Integer(function->GetScriptLineNumber());
    out.Raw(R"(,"columnNumber":)");
    out.Integer(std::max(function->GetScriptColumnNumber(), 0));  // negative in a wrapper (`columnOffset` of node:vm)
    v8::Local<v8::Value> url = function->GetScriptOrigin().ResourceName();
    if (url->IsString()) {
      out.Raw(R"(,"url":)");
      values->Quoted(url.As<v8::String>(), kMaxUrl, kNameOfCode);
    }
    out.Char('}');
  }
  v8::Local<v8::String> source;
  if (origin != FunctionOrigin::kApplication || !SourceOf(values, function, &source)) {
    return false;
  }
  out.Raw(R"(,"source":)");
  values->Quoted(source, kMaxSource);
  const auto length = static_cast<uint64_t>(source->Length());
  if (length > kMaxSource) notes->Add("stringLength", length - kMaxSource, "source");
  return BeginsAsClass(values, source) && HasHash(values, source);
}

bool MayDeclarePrivateFields(ValueWriter* values, v8::Local<v8::Function> function) {
  v8::Local<v8::String> source;
  return SourceOf(values, function, &source) && HasHash(values, source);
}

}  // namespace crash_collector
