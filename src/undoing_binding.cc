// JavaScript that V8 may end at any place, as it does where a time limit of node:vm is over, and what has to be undone then:
// lib/capture/undoing.js.
#include <v8.h>

#include <tuple>

#include "addon.h"
#include "napi_v8.h"

namespace crash_collector {

namespace {

// callUndoing(work, undo): calls the first, and the second when V8 has ended the first
void CallUndoing(const Napi::CallbackInfo& info) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  v8::Local<v8::Value> undefined = v8::Undefined(isolate);
  const v8::Local<v8::Function> work = ToV8(info[0].As<Napi::Function>());
  const v8::Local<v8::Function> undo = ToV8(info[1].As<Napi::Function>());
  {
    v8::TryCatch try_catch(isolate);
    if (!work->Call(context, undefined, 0, nullptr).IsEmpty()) return;
    if (!try_catch.HasTerminated()) {
      try_catch.ReThrow();
      return;
    }
    isolate->CancelTerminateExecution();
    std::ignore = undo->Call(context, undefined, 0, nullptr);
  }
  isolate->TerminateExecution();
  // V8 looks at the request when a function is entered: this one is not run, and the caller goes on as little as without us.
  std::ignore = undo->Call(context, undefined, 0, nullptr);
}

}  // namespace

void InitUndoing(Napi::Env env, Napi::Object exports) { exports.Set("callUndoing", Napi::Function::New<CallUndoing>(env)); }

}  // namespace crash_collector
