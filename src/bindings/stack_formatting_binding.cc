// JavaScript decides whether V8 may format the stacks of errors: lib/fallback/deferred-stacks.js says when not, and
// why.
#include <node.h>

#include "bindings/addon.h"
#include "bindings/napi_v8.h"

namespace crash_collector {

namespace {

v8::MaybeLocal<v8::Value> Refuse(v8::Local<v8::Context> context, v8::Local<v8::Value> error,
                                 v8::Local<v8::Array> sites) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  // In place of an error, which would have a stack itself.
  isolate->ThrowException(v8::String::NewFromUtf8Literal(isolate, "not now"));
  return {};
}

// refuseStacks(refused): whether V8, asked for an error's stack that isn't formatted yet, throws and leaves no trace
void RefuseStacks(const Napi::CallbackInfo& info) {
  v8::Isolate::GetCurrent()->SetPrepareStackTraceCallback(ToV8(info[0])->IsTrue() ? Refuse
                                                                                  : node::PrepareStackTraceCallback);
}

}  // namespace

void InitStackFormatting(Napi::Env env, Napi::Object exports) {
  exports.Set("refuseStacks", Napi::Function::New<RefuseStacks>(env));
}

}  // namespace crash_collector
