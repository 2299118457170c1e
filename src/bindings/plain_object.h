// Makes and reads objects and lists of the collector's own JavaScript. The application may have put a property, even an
// accessor, on Object.prototype or Array.prototype: an ordinary write would run its setter, and an ordinary read would
// find an inherited value.
#ifndef SRC_BINDINGS_PLAIN_OBJECT_H_
#define SRC_BINDINGS_PLAIN_OBJECT_H_

#include <napi.h>
#include <v8.h>

#include <cstdint>

#include "bindings/napi_v8.h"
#include "walk/objects/data_property.h"

namespace crash_collector {

// The object has no prototype, so that Set() of node-addon-api finds no setter.
inline Napi::Object NewPlainObject(Napi::Env env) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  return Napi::Object(env, FromV8(v8::Object::New(isolate, v8::Null(isolate), nullptr, nullptr, 0)));
}

// Replaces Napi::Array::Set(), which calls a setter for an index.
template <typename T>
void SetElement(Napi::Array list, uint32_t index, const T& value) {
  v8::Local<v8::Context> context = v8::Isolate::GetCurrent()->GetCurrentContext();
  (void)ToV8(list)
      .As<v8::Array>()
      ->CreateDataProperty(context, index, ToV8(Napi::Value::From(list.Env(), value)))
      .FromMaybe(false);
}

// Replaces Napi::Object::Get(). Undefined if the object itself has no such property, or an accessor.
inline Napi::Value OwnProperty(const Napi::Object& object, const char* name) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  v8::Local<v8::Object> holder = ToV8(object).As<v8::Object>();
  v8::Local<v8::String> key;
  v8::Local<v8::Value> value;
  if (!holder->IsProxy() && v8::String::NewFromUtf8(isolate, name, v8::NewStringType::kInternalized).ToLocal(&key))
    value = OwnDataProperty(context, holder, key);
  return value.IsEmpty() ? object.Env().Undefined() : Napi::Value(object.Env(), FromV8(value));
}

}  // namespace crash_collector

#endif  // SRC_BINDINGS_PLAIN_OBJECT_H_
