// V8's weak map from objects to values, used without JavaScript. A value is alive as long as its key and the table are,
// also if the value leads back to the key. Nothing is written on the key.
#ifndef SRC_V8_INTERNALS_EPHEMERON_TABLE_H_
#define SRC_V8_INTERNALS_EPHEMERON_TABLE_H_

#include <v8.h>

namespace crash_collector::v8_internals {

class EphemeronTable {
 public:
  // The debug interface must be usable.
  explicit EphemeronTable(v8::Isolate* isolate) : isolate_(isolate) {}
  EphemeronTable(const EphemeronTable&) = delete;
  EphemeronTable& operator=(const EphemeronTable&) = delete;

  // Empty if there is none. Both need a HandleScope.
  v8::Local<v8::Value> Get(v8::Local<v8::Object> key) const;
  void Set(v8::Local<v8::Object> key, v8::Local<v8::Value> value);

 private:
  v8::Isolate* const isolate_;
  v8::Global<v8::Value> table_;  // no JavaScript value; V8 makes a new one when it grows
};

}  // namespace crash_collector::v8_internals

#endif  // SRC_V8_INTERNALS_EPHEMERON_TABLE_H_
