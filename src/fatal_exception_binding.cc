// JavaScript's side of fatal_exception.h.
#include <napi.h>
#include <v8.h>

#include "addon.h"
#include "napi_v8.h"

namespace crash_collector {

namespace {

// installFatalException(onReport, onHandled, onExit) -> whether it could be
Napi::Value Install(const Napi::CallbackInfo& info) {
  Addon* addon = info.Env().GetInstanceData<Addon>();
  addon->fatal_exception =
      std::make_unique<FatalException>(v8::Isolate::GetCurrent(), ToV8(info[0].As<Napi::Function>()),
                                       ToV8(info[1].As<Napi::Function>()), ToV8(info[2].As<Napi::Function>()));
  const bool installed = addon->fatal_exception->Install();
  return Napi::Boolean::New(info.Env(), installed);
}

// setApi(object): what another copy of the package gets
Napi::Value SetApi(const Napi::CallbackInfo& info) {
  Addon* addon = info.Env().GetInstanceData<Addon>();
  if (addon->fatal_exception) addon->fatal_exception->SetApi(ToV8(info[0]));
  return info.Env().Undefined();
}

// setExitLine(text)
Napi::Value SetExitLine(const Napi::CallbackInfo& info) {
  Addon* addon = info.Env().GetInstanceData<Addon>();
  if (addon->fatal_exception) addon->fatal_exception->SetExitLine(info[0].As<Napi::String>().Utf8Value());
  return info.Env().Undefined();
}

}  // namespace

void InitFatalException(Napi::Env env, Napi::Object exports) {
  exports.Set("installFatalException", Napi::Function::New<Install>(env));
  exports.Set("setApi", Napi::Function::New<SetApi>(env));
  exports.Set("setExitLine", Napi::Function::New<SetExitLine>(env));
}

}  // namespace crash_collector
