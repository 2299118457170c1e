// startDetached(): starts a program that outlives this process.
#include <napi.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "bindings/addon.h"
#include "report/detached_program.h"

namespace crash_collector {

namespace {

// Empty in a worker that is being terminated, where Node-API reads no elements.
std::vector<std::string> Texts(const Napi::Array& list) {
  std::vector<std::string> texts;
  for (uint32_t i = 0; i < list.Length(); i++) {
    const Napi::Value text = list.Get(i);
    if (!text.IsString()) return {};
    texts.push_back(text.As<Napi::String>().Utf8Value());
  }
  return texts;
}

// startDetached(command, variables, onlyOne) -> false if no program was started
Napi::Value StartDetached(const Napi::CallbackInfo& info) {
  std::vector<std::string> command = Texts(info[0].As<Napi::Array>());
  const std::vector<std::string> variables = Texts(info[1].As<Napi::Array>());
  const bool only_one = info[2].As<Napi::Boolean>();
  return Napi::Boolean::New(info.Env(), StartDetachedProgram(std::move(command), variables, only_one));
}

}  // namespace

void InitDetachedProgram(Napi::Env env, Napi::Object exports) {
  exports.Set("startDetached", Napi::Function::New<StartDetached>(env));
}

}  // namespace crash_collector
