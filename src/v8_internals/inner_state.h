// Reads private members and internal properties of objects, as V8's inspector does. The debug interface must be usable.
// A list is empty if this build has no symbol for it.
#ifndef SRC_V8_INTERNALS_INNER_STATE_H_
#define SRC_V8_INTERNALS_INNER_STATE_H_

#include <v8.h>

#include <string>
#include <utility>
#include <vector>

namespace crash_collector::v8_internals {

struct PrivateMember {
  v8::Local<v8::Value> name;   // with its `#`
  v8::Local<v8::Value> value;  // of a field or method; empty for an accessor
  v8::Local<v8::Value> getter;
  v8::Local<v8::Value> setter;
};

std::vector<PrivateMember> PrivateMembers(v8::Isolate* isolate, v8::Local<v8::Object> object);

// The internal properties of bound functions and generators, under CDP's names: [[BoundThis]], [[GeneratorState]] and
// the like.
std::vector<std::pair<std::string, v8::Local<v8::Value>>> InternalProperties(v8::Isolate* isolate,
                                                                             v8::Local<v8::Object> object);

}  // namespace crash_collector::v8_internals

#endif  // SRC_V8_INTERNALS_INNER_STATE_H_
