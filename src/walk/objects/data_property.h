// Reads a property without running code of the application.
#ifndef SRC_WALK_OBJECTS_DATA_PROPERTY_H_
#define SRC_WALK_OBJECTS_DATA_PROPERTY_H_

#include <v8.h>

namespace crash_collector {

// Empty if the object itself has no property of that name, or an accessor. `object` must be no Proxy and have no
// interceptors, which would run code.
inline v8::Local<v8::Value> OwnDataProperty(v8::Local<v8::Context> context, v8::Local<v8::Object> object,
                                            v8::Local<v8::Name> key) {
  v8::Local<v8::Value> value;
  const bool is_data = object->HasRealNamedProperty(context, key).FromMaybe(false) &&
                       !object->HasRealNamedCallbackProperty(context, key).FromMaybe(true);
  return is_data && object->GetRealNamedProperty(context, key).ToLocal(&value) ? value : v8::Local<v8::Value>();
}

}  // namespace crash_collector

#endif  // SRC_WALK_OBJECTS_DATA_PROPERTY_H_
