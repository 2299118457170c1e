// The JavaScript bindings of fatal_signals.h.
#include <napi.h>
#include <time.h>
#include <uv.h>
#include <v8.h>

#include <string>
#include <utility>

#include "bindings/addon.h"
#include "signals/fatal_signals.h"

namespace crash_collector {

namespace {

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
  const bool added = AddSignalThread(info[0].As<Napi::Number>().Uint32Value());
  if (added) info.Env().GetInstanceData<Addon>()->handles_signals = true;
  return Napi::Boolean::New(info.Env(), added);
}

// forgetSignals()
void Forget(const Napi::CallbackInfo&) { ForgetSignals(); }

}  // namespace

void InitSignals(Napi::Env env, Napi::Object exports) {
  exports.Set("watchSignals", Napi::Function::New<Watch>(env));
  exports.Set("addSignalThread", Napi::Function::New<AddThreadOfSignals>(env));
  exports.Set("forgetSignals", Napi::Function::New<Forget>(env));
}

}  // namespace crash_collector
