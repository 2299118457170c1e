// asyncContext(): the stores of all AsyncLocalStorages for the running code, on versions of Node.js that keep them in
// V8, as a Map (test/workarounds/async-context-map.js, Node.js 24 and 26).
#include <napi.h>
#include <v8.h>

#include "base/v8_compat.h"
#include "bindings/addon.h"
#include "bindings/napi_v8.h"

namespace crash_collector {

namespace {

// asyncContext() -> [storage, store, …]; undefined if V8 holds no Map. Reading the Map runs no code.
Napi::Value AsyncContext(const Napi::CallbackInfo& info) {
  v8::Local<v8::Value> data;
  if (!ContinuationDataOf(v8::Isolate::GetCurrent()).ToLocal(&data) || !data->IsMap()) return info.Env().Undefined();
  return Napi::Value(info.Env(), FromV8(data.As<v8::Map>()->AsArray()));
}

}  // namespace

void InitAsyncContext(Napi::Env env, Napi::Object exports) {
  exports.Set("asyncContext", Napi::Function::New<AsyncContext>(env));
}

}  // namespace crash_collector
