// Says if this Node.js is one that an addon can be used with.
#ifndef SRC_BINDINGS_WHY_UNFIT_H_
#define SRC_BINDINGS_WHY_UNFIT_H_

#include <node_api.h>
#include <v8-version.h>
#include <v8.h>

#include <cstdint>
#include <cstdio>
#include <cstring>

#include "v8_internals/handle_kind.h"

namespace crash_collector {

// Returns why this Node.js is not one that the addon can be used with, or null. Node-API loads an addon that was
// compiled for another Node.js, but this addon relies on how V8 lays out its objects. V8's version does not tell if a
// build compresses pointers, but such a build has small integers in other bits (SmiTagging in v8-internal.h). Nor does
// it tell what handles are.
inline const char* WhyUnfit(napi_value exports) {
  char expected[32];
  const int length = snprintf(expected, sizeof(expected), "%d.%d.", V8_MAJOR_VERSION, V8_MINOR_VERSION);
  if (strncmp(v8::V8::GetVersion(), expected, static_cast<size_t>(length)) != 0)
    return "the addon was compiled against a different Node.js version";
  // The next check reads what a handle points to, so this one comes before it.
  if (v8_internals::IsDirectHandle(exports))
    return "this Node.js was built with direct handles, which the addon does not support";
  constexpr uint64_t kOne = sizeof(uintptr_t) == 8 ? uint64_t{1} << 32 : 2;
  v8::Local<v8::Integer> one = v8::Integer::New(v8::Isolate::GetCurrent(), 1);
  if (*reinterpret_cast<const uintptr_t*>(*one) != kOne)
    return "this Node.js was built to compress pointers, which the addon does not support";
  return nullptr;
}

}  // namespace crash_collector

#endif  // SRC_BINDINGS_WHY_UNFIT_H_
