// The JavaScript bindings of fatal_exception.h and exit_lines.h.
#include <napi.h>
#include <uv.h>
#include <v8.h>

#include <memory>
#include <optional>
#include <string>

#include "bindings/addon.h"
#include "bindings/napi_v8.h"
#include "hooks/throw_hooks.h"
#include "report/exit_lines.h"
#include "report/fatal_exception.h"
#include "report/printed_errors.h"

namespace crash_collector {

namespace {

// installFatalException(process, onReport, onHandled, onExit, onUnsettled) -> true if it was installed
Napi::Value Install(const Napi::CallbackInfo& info) {
  Addon* addon = info.Env().GetInstanceData<Addon>();
  addon->fatal_exception = std::make_unique<FatalException>(
      v8::Isolate::GetCurrent(), ToV8(info[0]).As<v8::Object>(), ToV8(info[1].As<Napi::Function>()),
      ToV8(info[2].As<Napi::Function>()), ToV8(info[3].As<Napi::Function>()), ToV8(info[4].As<Napi::Function>()));
  addon->fatal_exception->SetHooks([addon] { return addon->throw_hooks.get(); });
  const bool installed = addon->fatal_exception->Install();
  return Napi::Boolean::New(info.Env(), installed);
}

// setApi(object): the API that another copy of the package gets
Napi::Value SetApi(const Napi::CallbackInfo& info) {
  Addon* addon = info.Env().GetInstanceData<Addon>();
  if (addon->fatal_exception) addon->fatal_exception->SetApi(ToV8(info[0]));
  return info.Env().Undefined();
}

// watchEnd(ms)
Napi::Value WatchEnd(const Napi::CallbackInfo& info) {
  Addon* addon = info.Env().GetInstanceData<Addon>();
  if (addon->fatal_exception) addon->fatal_exception->WatchEnd(info[0].As<Napi::Number>().Uint32Value());
  return info.Env().Undefined();
}

// watchModule()
Napi::Value WatchModule(const Napi::CallbackInfo& info) {
  Addon* addon = info.Env().GetInstanceData<Addon>();
  if (addon->fatal_exception) addon->fatal_exception->WatchModule();
  return info.Env().Undefined();
}

// watchPrintedErrors(ms): remembers the errors that are printed; each begins watchEnd(ms). 0: ends that
Napi::Value WatchPrinted(const Napi::CallbackInfo& info) {
  Addon* addon = info.Env().GetInstanceData<Addon>();
  const auto ms = info[0].As<Napi::Number>().Uint32Value();
  addon->printed_errors.reset();
  if (ms == 0 || !addon->fatal_exception) return info.Env().Undefined();
  addon->printed_errors =
      std::make_unique<PrintedErrors>(v8::Isolate::GetCurrent(), [addon, ms] { addon->fatal_exception->WatchEnd(ms); });
  addon->fatal_exception->SetOnLate([addon] {
    if (addon->printed_errors) addon->printed_errors->Forget();
  });
  return info.Env().Undefined();
}

// printedErrors(maxAgeMs) -> the errors that were printed in this time, newest first; none if there are too many
Napi::Value Printed(const Napi::CallbackInfo& info) {
  const Addon* addon = info.Env().GetInstanceData<Addon>();
  if (!addon->printed_errors) return Napi::Array::New(info.Env());
  return Napi::Value(info.Env(), FromV8(addon->printed_errors->Newest(info[0].As<Napi::Number>().DoubleValue())));
}

// setExitLine(text)
Napi::Value SetExitLine(const Napi::CallbackInfo& info) {
  Addon* addon = info.Env().GetInstanceData<Addon>();
  if (addon->fatal_exception) addon->fatal_exception->SetExitLine(info[0].As<Napi::String>().Utf8Value());
  return info.Env().Undefined();
}

// attachExitLines(): the main thread prints the lines of workers
Napi::Value Attach(const Napi::CallbackInfo& info) {
  uv_loop_t* loop = nullptr;
  if (napi_get_uv_event_loop(info.Env(), &loop) == napi_ok) {
    AttachExitLines(loop);
    info.Env().GetInstanceData<Addon>()->prints_exit_lines = true;
  }
  return info.Env().Undefined();
}

// handOverExitLine(key, line) -> true if the main thread will print it
Napi::Value HandOver(const Napi::CallbackInfo& info) {
  const bool handed = HandOverExitLine(info[0].As<Napi::String>().Utf8Value(), info[1].As<Napi::String>().Utf8Value());
  return Napi::Boolean::New(info.Env(), handed);
}

// claimExitLine(key) -> line of a worker that died of the same error, '' if it was printed already, or undefined
Napi::Value Claim(const Napi::CallbackInfo& info) {
  const std::optional<std::string> line = ClaimExitLine(info[0].As<Napi::String>().Utf8Value());
  return line.has_value() ? Napi::Value(Napi::String::New(info.Env(), *line)) : info.Env().Undefined();
}

}  // namespace

void InitFatalException(Napi::Env env, Napi::Object exports) {
  exports.Set("installFatalException", Napi::Function::New<Install>(env));
  exports.Set("setApi", Napi::Function::New<SetApi>(env));
  exports.Set("attachExitLines", Napi::Function::New<Attach>(env));
  exports.Set("handOverExitLine", Napi::Function::New<HandOver>(env));
  exports.Set("claimExitLine", Napi::Function::New<Claim>(env));
  exports.Set("setExitLine", Napi::Function::New<SetExitLine>(env));
  exports.Set("watchEnd", Napi::Function::New<WatchEnd>(env));
  exports.Set("watchModule", Napi::Function::New<WatchModule>(env));
  exports.Set("watchPrintedErrors", Napi::Function::New<WatchPrinted>(env));
  exports.Set("printedErrors", Napi::Function::New<Printed>(env));
}

}  // namespace crash_collector
