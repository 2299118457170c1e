#include "snapshot/error_site.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "base/v8_compat.h"

namespace crash_collector {

void MixIntoSite(uint64_t* hash, int value) { *hash = (*hash ^ static_cast<uint32_t>(value)) * 0x100000001b3ull; }

bool ErrorSite::SharesFunction(const ErrorSite& other) const {
  constexpr int kAnonymousLines = 20;
  for (int i = 0; i < frames; i++) {
    for (int j = 0; j < other.frames; j++) {
      const SourcePosition& a = positions[i];
      const SourcePosition& b = other.positions[j];
      if (a.internal || a.script_id != b.script_id || a.function_name != b.function_name) continue;
      if (a.function_name != 0 || std::abs(a.line - b.line) <= kAnonymousLines) return true;
    }
  }
  return false;
}

ErrorSite CurrentErrorSite(v8::Isolate* isolate, uint64_t salt) {
  constexpr auto kOptions = static_cast<v8::StackTrace::StackTraceOptions>(
      v8::StackTrace::kLineNumber | v8::StackTrace::kColumnOffset | v8::StackTrace::kScriptId |
      v8::StackTrace::kFunctionName | v8::StackTrace::kExposeFramesAcrossSecurityOrigins);
  ErrorSite site;
  site.hash = 0xcbf29ce484222325ull ^ salt;
  v8::Local<v8::StackTrace> trace = v8::StackTrace::CurrentStackTrace(isolate, ErrorSite::kKeptFrames, kOptions);
  site.frames = std::min(trace->GetFrameCount(), ErrorSite::kKeptFrames);
  for (int i = 0; i < site.frames; i++) {
    v8::Local<v8::StackFrame> frame = trace->GetFrame(isolate, i);
    SourcePosition& position = site.positions[i];
    // V8 searches for line and column together.
    v8::Location location = frame->GetLocation();
    position = {frame->GetScriptId(), location.GetLineNumber() + 1, location.GetColumnNumber() + 1, 0,
                IsInternalFrame(isolate, frame)};
    v8::Local<v8::String> name = frame->GetFunctionName();
    if (!name.IsEmpty() && name->Length() > 0) position.function_name = name->GetIdentityHash();
    if (i >= ErrorSite::kHashedFrames) continue;
    MixIntoSite(&site.hash, position.script_id);
    MixIntoSite(&site.hash, position.line);
    MixIntoSite(&site.hash, position.column);
  }
  return site;
}

bool IsInternalFrame(v8::Isolate* isolate, v8::Local<v8::StackFrame> frame) {
  return IsInternalName(isolate, frame->GetScriptName());
}

bool IsInternalName(v8::Isolate* isolate, v8::Local<v8::Value> name) {
  constexpr char kPrefix[] = "node:";
  constexpr int kPrefixLength = sizeof(kPrefix) - 1;
  if (name.IsEmpty() || !name->IsString()) return false;
  const auto text = name.As<v8::String>();
  if (text->Length() < kPrefixLength || !text->IsOneByte()) return false;
  std::array<uint8_t, kPrefixLength> begin;
  WriteOneByte(isolate, text, begin.data(), kPrefixLength);
  return std::memcmp(begin.data(), kPrefix, kPrefixLength) == 0;
}

bool IsRunnerOnTop(v8::Isolate* isolate) {
  v8::Local<v8::StackTrace> trace = v8::StackTrace::CurrentStackTrace(isolate, 1, v8::StackTrace::kDetailed);
  if (trace->GetFrameCount() == 0) return true;
  v8::Local<v8::StackFrame> frame = trace->GetFrame(isolate, 0);
  static constexpr const char* kRunners[] = {"processTicksAndRejections", "runNextTicks", "runMicrotasks",
                                             "runInContext", "runInThisContext"};
  if (!IsInternalFrame(isolate, frame)) return false;
  const v8::String::Utf8Value name(isolate, frame->GetFunctionName());
  return *name != nullptr && std::any_of(std::begin(kRunners), std::end(kRunners),
                                         [&name](const char* runner) { return std::strcmp(*name, runner) == 0; });
}

SourcePosition PositionOfError(v8::Isolate* isolate, v8::Local<v8::Value> error) {
  SourcePosition position;
  if (!error->IsNativeError()) return position;
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  v8::Local<v8::Message> message = v8::Exception::CreateMessage(isolate, error);
  if (message.IsEmpty()) return position;
  position.script_id = message->GetScriptOrigin().ScriptId();
  position.line = message->GetLineNumber(context).FromMaybe(0);
  position.column = message->GetStartColumn(context).FromMaybe(-1) + 1;
  return position;
}

}  // namespace crash_collector
