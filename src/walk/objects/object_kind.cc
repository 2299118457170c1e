#include "walk/objects/object_kind.h"

namespace crash_collector {

ObjectKind KindOf(v8::Local<v8::Object> object) {
  // A Proxy comes first: many questions to it would be answered by its traps.
  if (object->IsProxy()) return ObjectKind::kProxy;
  if (object->IsArray()) return ObjectKind::kArray;
  if (object->IsFunction()) return ObjectKind::kFunction;
  if (object->IsMap()) return ObjectKind::kMap;
  if (object->IsSet()) return ObjectKind::kSet;
  if (object->IsDate()) return ObjectKind::kDate;
  if (object->IsNativeError()) return ObjectKind::kError;
  if (object->IsRegExp()) return ObjectKind::kRegExp;
  if (object->IsPromise()) return ObjectKind::kPromise;
  if (object->IsArrayBufferView()) {
    return object->IsDataView() ? ObjectKind::kDataView : ObjectKind::kTypedArray;
  }
  if (object->IsArrayBuffer()) return ObjectKind::kArrayBuffer;
  if (object->IsSharedArrayBuffer()) return ObjectKind::kSharedArrayBuffer;
  if (object->IsWeakMap()) return ObjectKind::kWeakMap;
  if (object->IsWeakSet()) return ObjectKind::kWeakSet;
  if (object->IsWeakRef()) return ObjectKind::kWeakRef;
  if (object->IsMapIterator()) return ObjectKind::kMapIterator;
  if (object->IsSetIterator()) return ObjectKind::kSetIterator;
  if (object->IsGeneratorObject()) return ObjectKind::kGenerator;
  if (object->IsArgumentsObject()) return ObjectKind::kArguments;
  if (object->IsStringObject()) return ObjectKind::kBoxedString;
  if (object->IsNumberObject()) return ObjectKind::kBoxedNumber;
  if (object->IsBooleanObject()) return ObjectKind::kBoxedBoolean;
  if (object->IsBigIntObject()) return ObjectKind::kBoxedBigInt;
  if (object->IsSymbolObject()) return ObjectKind::kBoxedSymbol;
  if (object->IsModuleNamespaceObject()) return ObjectKind::kModuleNamespace;
  if (object->IsExternal()) return ObjectKind::kExternal;
  return ObjectKind::kObject;
}

std::string_view TypeMembers(ObjectKind kind) {
  switch (kind) {
    case ObjectKind::kFunction: return R"("type":"function")";
    case ObjectKind::kArray:
    case ObjectKind::kArguments: return R"("type":"object","subtype":"array")";
    case ObjectKind::kError: return R"("type":"object","subtype":"error")";
    case ObjectKind::kDate: return R"("type":"object","subtype":"date")";
    case ObjectKind::kRegExp: return R"("type":"object","subtype":"regexp")";
    case ObjectKind::kMap: return R"("type":"object","subtype":"map")";
    case ObjectKind::kSet: return R"("type":"object","subtype":"set")";
    case ObjectKind::kWeakMap: return R"("type":"object","subtype":"weakmap")";
    case ObjectKind::kWeakSet: return R"("type":"object","subtype":"weakset")";
    case ObjectKind::kMapIterator:
    case ObjectKind::kSetIterator: return R"("type":"object","subtype":"iterator")";
    case ObjectKind::kGenerator: return R"("type":"object","subtype":"generator")";
    case ObjectKind::kPromise: return R"("type":"object","subtype":"promise")";
    case ObjectKind::kProxy: return R"("type":"object","subtype":"proxy")";
    case ObjectKind::kTypedArray: return R"("type":"object","subtype":"typedarray")";
    case ObjectKind::kArrayBuffer:
    case ObjectKind::kSharedArrayBuffer: return R"("type":"object","subtype":"arraybuffer")";
    case ObjectKind::kDataView: return R"("type":"object","subtype":"dataview")";
    case ObjectKind::kWeakRef: return R"("type":"object","subtype":"weakref")";
    case ObjectKind::kSymbol: return R"("type":"symbol")";
    default: return R"("type":"object")";
  }
}

}  // namespace crash_collector
