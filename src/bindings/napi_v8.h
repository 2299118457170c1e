// Converts Node-API's handles to V8's and back. On Node.js a napi_value is a v8::Local, on which its own
// js_native_api_v8.h relies, too.
#ifndef SRC_BINDINGS_NAPI_V8_H_
#define SRC_BINDINGS_NAPI_V8_H_

#include <napi.h>
#include <v8.h>

#include <cstring>

namespace crash_collector {

static_assert(sizeof(napi_value) == sizeof(v8::Local<v8::Value>), "a napi_value is a v8::Local");

// Once a worker is being terminated, Node-API fails each call that might run JavaScript, at any place
// (https://github.com/nodejs/node-addon-api/pull/902). The result of the call is missing then; here it becomes
// undefined. node-addon-api ends the process if a missing value is asked for anything, so arguments are read with
// As<>() or V8, and not with ToNumber(), ToString() or ToBoolean().
inline v8::Local<v8::Value> ToV8(napi_value value) {
  if (value == nullptr) return v8::Undefined(v8::Isolate::GetCurrent());
  v8::Local<v8::Value> local;
  std::memcpy(static_cast<void*>(&local), &value, sizeof(value));
  return local;
}

inline v8::Local<v8::Function> ToV8(const Napi::Function& value) {
  return ToV8(static_cast<napi_value>(value)).As<v8::Function>();
}

inline napi_value FromV8(v8::Local<v8::Value> local) {
  napi_value value;
  std::memcpy(&value, static_cast<void*>(&local), sizeof(value));
  return value;
}

}  // namespace crash_collector

#endif  // SRC_BINDINGS_NAPI_V8_H_
