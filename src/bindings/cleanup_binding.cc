// The way into the collector's JavaScript, which V8 may end at any place, as it does when a time limit of node:vm is
// over. No `finally` runs then (test/workarounds/termination-skips-finally.js, Node.js 20 to 26), so the addon calls
// for the cleanup: lib/safe/enter-collector.js.
#include <v8.h>

#include <optional>
#include <tuple>

#include "bindings/addon.h"
#include "bindings/napi_v8.h"
#include "hooks/hook_scopes.h"

namespace crash_collector {

namespace {

// callWithCleanup(work, cleanUp): calls the first while the throw hooks are suspended, and the second when V8 has ended
// the first. `work` must not throw: V8 takes for uncaught what C++ catches and throws again
// (https://github.com/nodejs/node/issues/13258).
void CallWithCleanup(const Napi::CallbackInfo& info) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  v8::Local<v8::Value> undefined = v8::Undefined(isolate);
  const v8::Local<v8::Function> work = ToV8(info[0].As<Napi::Function>());
  const v8::Local<v8::Function> clean_up = ToV8(info[1].As<Napi::Function>());
  std::optional<Suspended> suspended;
  if (const auto& hooks = info.Env().GetInstanceData<Addon>()->throw_hooks) suspended.emplace(hooks->suspended());
  {
    v8::TryCatch try_catch(isolate);
    if (!work->Call(context, undefined, 0, nullptr).IsEmpty()) return;
    if (!try_catch.HasTerminated()) {
      try_catch.ReThrow();
      return;
    }
    isolate->CancelTerminateExecution();
    std::ignore = clean_up->Call(context, undefined, 0, nullptr);
  }
  isolate->TerminateExecution();
  // V8 looks at the request when a function is entered: this one is not run, and the caller goes on as little as
  // without us.
  std::ignore = clean_up->Call(context, undefined, 0, nullptr);
}

}  // namespace

void InitCleanup(Napi::Env env, Napi::Object exports) {
  exports.Set("callWithCleanup", Napi::Function::New<CallWithCleanup>(env));
}

}  // namespace crash_collector
