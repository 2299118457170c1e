// asyncContext(): what AsyncLocalStorage keeps for the code that is running, where it keeps it in V8 (Node.js 24 on).
#include <napi.h>
#include <v8.h>

#include "base/v8_compat.h"
#include "bindings/addon.h"
#include "bindings/napi_v8.h"

namespace crash_collector {

namespace {

// asyncContext() -> [storage, store, …], undefined where there is none. Node.js keeps a Map, which is read without
// running code.
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
