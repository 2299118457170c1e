// Tells the kind of an object as V8's API tells it. No property is looked at.
#ifndef SRC_WALK_OBJECTS_OBJECT_KIND_H_
#define SRC_WALK_OBJECTS_OBJECT_KIND_H_

#include <v8.h>

#include <cstdint>
#include <string_view>

namespace crash_collector {

enum class ObjectKind : uint8_t {
  kObject,
  kArray,
  kArguments,
  kFunction,
  kError,
  kDate,
  kRegExp,
  kMap,
  kSet,
  kWeakMap,
  kWeakSet,
  kMapIterator,
  kSetIterator,
  kGenerator,
  kPromise,
  kProxy,  // callable ones too: CDP calls them objects
  kTypedArray,
  kArrayBuffer,
  kSharedArrayBuffer,
  kDataView,
  kWeakRef,
  kBoxedNumber,
  kBoxedString,
  kBoxedBoolean,
  kBoxedBigInt,
  kBoxedSymbol,
  kModuleNamespace,
  kExternal,
  kSymbol,  // not an object, but it has an identity
};

ObjectKind KindOf(v8::Local<v8::Object> object);

// CDP's `type` and `subtype` of the kind as JSON members: `"type":"object","subtype":"map"`.
std::string_view TypeMembers(ObjectKind kind);

}  // namespace crash_collector

#endif  // SRC_WALK_OBJECTS_OBJECT_KIND_H_
