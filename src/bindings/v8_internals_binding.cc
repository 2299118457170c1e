// v8Symbols() and tryWalk(): tell if the stack can be read through V8's debug interface, and where its symbols were
// found.
#include <napi.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <string>

#include "bindings/addon.h"
#include "v8_internals/builds/symbols.h"
#include "v8_internals/debug_interface.h"

namespace crash_collector {

namespace {

using v8_internals::Symbols;
using v8_internals::SymbolSource;

constexpr const char* kSources[] = {"none", "knownBuild", "dynamicLinker", "symbolTable"};

// The SymbolSource with this name; kNone for any other word.
SymbolSource SourceOf(const std::string& word) {
  for (uint8_t i = 0; i < 4; i++) {
    if (word == kSources[i]) return static_cast<SymbolSource>(i);
  }
  return SymbolSource::kNone;
}

Napi::Object Describe(Napi::Env env, const Symbols& symbols) {
  Napi::Object answer = Napi::Object::New(env);
  answer.Set("source", kSources[static_cast<uint8_t>(symbols.source)]);
  answer.Set("buildId", symbols.build_id);
  answer.Set("problem", symbols.problem);
  return answer;
}

// v8Symbols() -> the symbols that the process uses. For tests, v8Symbols(source, file?) looks for them anew, beginning
// with that source and reading that file, and tells their addresses, too.
Napi::Value V8Symbols(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  if (!info[0].IsString()) return Describe(env, v8_internals::FindSymbols());
  const std::string file = info[1].IsString() ? info[1].As<Napi::String>().Utf8Value() : "";
  const Symbols symbols = v8_internals::LookForSymbols(SourceOf(info[0].As<Napi::String>().Utf8Value()), file);
  Napi::Object answer = Describe(env, symbols);
  Napi::Array addresses = Napi::Array::New(env, symbols.addresses.size());
  for (uint32_t i = 0; i < symbols.addresses.size(); i++) {
    char hex[24];
    snprintf(hex, sizeof(hex), "%" PRIxPTR, symbols.addresses[i]);
    addresses.Set(i, hex);
  }
  answer.Set("addresses", addresses);
  return answer;
}

// tryWalk() -> true if a walk over known frames found what it should
Napi::Value TryWalk(const Napi::CallbackInfo& info) {
#if defined(__linux__)
  // If the walk crashes, the parent process takes that for the answer, and no core file is wanted.
  prctl(PR_SET_DUMPABLE, 0);
#endif
  return Napi::Boolean::New(info.Env(), v8_internals::PrepareDebugInterface(v8::Isolate::GetCurrent()).empty());
}

}  // namespace

void InitV8Internals(Napi::Env env, Napi::Object exports) {
  exports.Set("v8Symbols", Napi::Function::New<V8Symbols>(env));
  exports.Set("tryWalk", Napi::Function::New<TryWalk>(env));
}

}  // namespace crash_collector
