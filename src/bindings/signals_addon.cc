// The addon of the trigger `signal`: the JavaScript bindings of fatal_signals.h. It shares no state with the other one.
#include <napi.h>
#include <uv.h>
#include <v8.h>

#include <string>
#include <utility>

#include "bindings/why_unfit.h"
#include "signals/fatal_signals.h"

namespace crash_collector {

namespace {

// Of one Node.js environment, on whose thread it is deleted.
struct SignalThread {
  ~SignalThread() { RemoveSignalThread(); }
};

// watchSignals({ directory, nameStart, header, process, uptimeMs, prints }) -> why there are no handlers; '' if there
// are
Napi::Value Watch(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const Napi::Object options = info[0].As<Napi::Object>();
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  static const v8_internals::FrameFunctionLayout layout =
      v8_internals::FindFrameFunctionLayout(isolate, isolate->GetCurrentContext());
  SignalDumpParts parts;
  parts.directory = options.Get("directory").As<Napi::String>().Utf8Value();
  parts.name_start = options.Get("nameStart").As<Napi::String>().Utf8Value();
  parts.header = options.Get("header").As<Napi::String>().Utf8Value();
  parts.process = options.Get("process").As<Napi::String>().Utf8Value();
  const double uptime_ms = options.Get("uptimeMs").As<Napi::Number>().DoubleValue();
  parts.started_ns = uv_hrtime() - static_cast<uint64_t>(uptime_ms * 1e6);  // uv_hrtime() reads CLOCK_MONOTONIC
  parts.layout = layout;
  return Napi::String::New(env, WatchSignals(std::move(parts), options.Get("prints").As<Napi::Boolean>().Value()));
}

// addSignalThread(threadId) -> true if the process has the handlers
Napi::Value AddThreadOfSignals(const Napi::CallbackInfo& info) {
  return Napi::Boolean::New(info.Env(), AddSignalThread(info[0].As<Napi::Number>().Uint32Value()));
}

// forgetSignals()
void Forget(const Napi::CallbackInfo&) { ForgetSignals(); }

Napi::Object Init(Napi::Env env, Napi::Object exports) {
  if (const char* reason = WhyUnfit(exports)) {
    Napi::Error::New(env, reason).ThrowAsJavaScriptException();
    return exports;
  }
  env.SetInstanceData(new SignalThread);
  exports.Set("watchSignals", Napi::Function::New<Watch>(env));
  exports.Set("addSignalThread", Napi::Function::New<AddThreadOfSignals>(env));
  exports.Set("forgetSignals", Napi::Function::New<Forget>(env));
  return exports;
}

}  // namespace

NODE_API_MODULE(crash_collector_signals, Init)

}  // namespace crash_collector
