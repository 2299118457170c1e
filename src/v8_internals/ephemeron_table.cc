#include "v8_internals/ephemeron_table.h"

#include "v8_internals/builds/symbols.h"

namespace crash_collector::v8_internals {

v8::Local<v8::Value> EphemeronTable::Get(v8::Local<v8::Object> key) const {
  using GetFunction = v8::MaybeLocal<v8::Value>(const void*, v8::Isolate*, v8::Local<v8::Value>);
  v8::Local<v8::Value> value;
  if (table_.IsEmpty()) return value;
  v8::Local<v8::Value> table = table_.Get(isolate_);
  return FunctionAt<GetFunction>(Symbol::kEphemeronTableGet)(*table, isolate_, key).ToLocal(&value)
             ? value
             : v8::Local<v8::Value>();
}

void EphemeronTable::Set(v8::Local<v8::Object> key, v8::Local<v8::Value> value) {
  using NewFunction = v8::Local<v8::Value>(v8::Isolate*);
  using SetFunction = v8::Local<v8::Value>(const void*, v8::Isolate*, v8::Local<v8::Value>, v8::Local<v8::Value>);
  v8::Local<v8::Value> table =
      table_.IsEmpty() ? FunctionAt<NewFunction>(Symbol::kEphemeronTableNew)(isolate_) : table_.Get(isolate_);
  table_.Reset(isolate_, FunctionAt<SetFunction>(Symbol::kEphemeronTableSet)(*table, isolate_, key, value));
}

}  // namespace crash_collector::v8_internals
