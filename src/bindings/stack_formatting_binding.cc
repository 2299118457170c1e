// refuseStacks(): lets JavaScript forbid V8 to format the stacks of errors. lib/fallback/deferred-stacks.js says when,
// and why. correctStacks(): lets JavaScript correct the call sites of a stack before it is formatted.
#include "bindings/addon.h"
#include "bindings/napi_v8.h"
#include "report/format_stack.h"

namespace crash_collector {

namespace {

v8::MaybeLocal<v8::Value> Refuse(v8::Local<v8::Context> context, v8::Local<v8::Value> error,
                                 v8::Local<v8::Array> sites) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  // A string, because an error would have a stack itself.
  isolate->ThrowException(v8::String::NewFromUtf8Literal(isolate, "not now"));
  return {};
}

// refuseStacks(refused): if true, V8 throws when it is asked for a stack that is not formatted yet. The error keeps its
// unformatted stack then (test/workarounds/failed-formatting.js, Node.js 20 to 26).
void RefuseStacks(const Napi::CallbackInfo& info) {
  v8::Isolate::GetCurrent()->SetPrepareStackTraceCallback(ToV8(info[0])->IsTrue() ? Refuse : FormatStack);
}

// correctStacks(correct): calls `correct` with the call sites of each stack that is formatted from now on
void CorrectStacks(const Napi::CallbackInfo& info) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  SetCallSiteCorrector(isolate, ToV8(info[0].As<Napi::Function>()));
  napi_add_env_cleanup_hook(
      info.Env(), [](void*) { ForgetCallSiteCorrector(); }, nullptr);
  isolate->SetPrepareStackTraceCallback(FormatStack);
}

}  // namespace

void InitStackFormatting(Napi::Env env, Napi::Object exports) {
  exports.Set("refuseStacks", Napi::Function::New<RefuseStacks>(env));
  exports.Set("correctStacks", Napi::Function::New<CorrectStacks>(env));
}

}  // namespace crash_collector
