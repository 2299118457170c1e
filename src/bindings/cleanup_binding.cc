// callWithCleanup(): runs the collector's JavaScript, and its cleanup also if V8 terminates it, for example when a time
// limit of node:vm is over. V8 runs no `finally` then (test/workarounds/termination-skips-finally.js, Node.js 20 to
// 26). lib/safe/enter-collector.js calls it. callBounded(): calls a function of the application.
#include <v8.h>

#include <optional>
#include <tuple>
#include <vector>

#include "bindings/addon.h"
#include "bindings/napi_v8.h"
#include "bindings/plain_object.h"
#include "hooks/hook_scopes.h"
#include "hooks/throw_hooks.h"
#include "report/quiet_sync_trace.h"
#include "watch/bounded_call.h"

namespace crash_collector {

namespace {

// callWithCleanup(work, cleanUp, isQuiet): calls `work` while the throw hooks are suspended, and Node.js's warnings of
// synchronous operations if that is asked; calls `cleanUp` if V8 has terminated `work`. `work` must not throw: V8 takes
// an exception for uncaught that C++ catches and throws again (https://github.com/nodejs/node/issues/13258).
void CallWithCleanup(const Napi::CallbackInfo& info) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  v8::Local<v8::Value> undefined = v8::Undefined(isolate);
  const v8::Local<v8::Function> work = ToV8(info[0].As<Napi::Function>());
  const v8::Local<v8::Function> clean_up = ToV8(info[1].As<Napi::Function>());
  std::optional<Suspended> suspended;
  if (const auto& hooks = info.Env().GetInstanceData<Addon>()->throw_hooks) suspended.emplace(hooks->suspended());
  std::optional<QuietSyncTrace> quiet;
  // A worker that is being terminated fails what converts a value.
  if (ToV8(info[2])->IsTrue()) quiet.emplace();
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
  // V8 handles the request when a function is entered: this call does not run it, and the termination goes on to the
  // caller as it would without the collector. Observed on Node.js 20 to 26 (the time limits in
  // test/triggers/nothing-else-changes.test.js).
  std::ignore = clean_up->Call(context, undefined, 0, nullptr);
}

// callBounded(function, arguments, ms) -> { end: 'returned' | 'threw' | 'timeIsOver' | 'notCalled', value }
Napi::Value Bounded(const Napi::CallbackInfo& info) {
  constexpr const char* kEnds[] = {"returned", "threw", "timeIsOver", "notCalled"};
  const Napi::Array list = info[1].As<Napi::Array>();
  std::vector<v8::Local<v8::Value>> arguments;
  for (uint32_t i = 0; i < list.Length(); i++) arguments.push_back(ToV8(list.Get(i)));
  const BoundedCall call =
      CallBounded(v8::Isolate::GetCurrent(), ToV8(info[0].As<Napi::Function>()), static_cast<int>(arguments.size()),
                  arguments.data(), info[2].As<Napi::Number>().Uint32Value());
  Napi::Object answer = NewPlainObject(info.Env());
  answer.Set("end", kEnds[static_cast<size_t>(call.end)]);
  answer.Set("value", Napi::Value(info.Env(), FromV8(call.value)));
  return answer;
}

}  // namespace

void InitCleanup(Napi::Env env, Napi::Object exports) {
  exports.Set("callWithCleanup", Napi::Function::New<CallWithCleanup>(env));
  exports.Set("callBounded", Napi::Function::New<Bounded>(env));
}

}  // namespace crash_collector
