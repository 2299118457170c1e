// stackScripts(): the texts of the scripts on the stack. V8 hands out the string that it compiled, so this copies
// nothing and needs no debugger.
#include <napi.h>
#include <v8.h>

#include <unordered_set>
#include <vector>

#include "bindings/addon.h"
#include "bindings/napi_v8.h"

namespace crash_collector {

namespace {

v8::Local<v8::Value> OrUndefined(v8::Isolate* isolate, v8::Local<v8::String> text) {
  if (text.IsEmpty()) return v8::Undefined(isolate);
  return text;
}

// stackScripts(maxFrames) -> flat array: scriptId, url, source, sourceMapURL, … each script once, innermost first
Napi::Value StackScripts(const Napi::CallbackInfo& info) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  const int max_frames = info[0].As<Napi::Number>().Int32Value();
  v8::Local<v8::StackTrace> trace = v8::StackTrace::CurrentStackTrace(isolate, max_frames, v8::StackTrace::kDetailed);
  std::vector<v8::Local<v8::Value>> scripts;
  std::unordered_set<int> seen;
  for (int i = 0; i < trace->GetFrameCount(); i++) {
    v8::Local<v8::StackFrame> frame = trace->GetFrame(isolate, i);
    const int script_id = frame->GetScriptId();
    if (script_id == 0 || !seen.insert(script_id).second) continue;
    scripts.push_back(v8::Integer::New(isolate, script_id));
    scripts.push_back(OrUndefined(isolate, frame->GetScriptNameOrSourceURL()));
    scripts.push_back(OrUndefined(isolate, frame->GetScriptSource()));
    scripts.push_back(OrUndefined(isolate, frame->GetScriptSourceMappingURL()));
  }
  return Napi::Value(info.Env(), FromV8(v8::Array::New(isolate, scripts.data(), scripts.size())));
}

}  // namespace

void InitStackScripts(Napi::Env env, Napi::Object exports) {
  exports.Set("stackScripts", Napi::Function::New<StackScripts>(env));
}

}  // namespace crash_collector
