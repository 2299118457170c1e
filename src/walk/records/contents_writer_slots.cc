// The part of ContentsWriter that reads the internal slots of objects of WebAssembly and Temporal.
#include "v8_internals/heap/heap_layout.h"
#include "walk/records/contents_writer.h"

namespace crash_collector {

void ContentsWriter::InnerSlots(v8::Local<v8::Object> object, v8::Local<v8::Value> prototype, NameFlags flags) {
  using v8::internal::Internals;
  // Most objects are made by literals and classes, and have no internal slots.
  if (prototype.IsEmpty() || Internals::GetInstanceType(TaggedOf(object)) == Internals::kJSObjectType) return;
  if (object->IsWasmMemoryObject()) {
    constexpr size_t kPage = 65536;
    v8::Local<v8::Value> buffer = object.As<v8::WasmMemoryObject>()->Buffer();
    const size_t bytes = buffer->IsSharedArrayBuffer() ? buffer.As<v8::SharedArrayBuffer>()->ByteLength()
                         : buffer->IsArrayBuffer()     ? buffer.As<v8::ArrayBuffer>()->ByteLength()
                                                       : 0;
    Internal("[[Pages]]", v8::Number::New(values_->isolate, static_cast<double>(bytes / kPage)));
    return Internal("[[Buffer]]", buffer, flags);
  }
  if (values_->intrinsics == nullptr) return;
  for (const InnerSlot& slot : values_->intrinsics->slots()) {
    if (slot.prototype != prototype) continue;
    v8::Local<v8::Value> argument = object;
    v8::Local<v8::Value> value;
    if (CallBuiltin(slot.read, slot.takes_object ? v8::Undefined(values_->isolate).As<v8::Value>() : argument,
                    slot.takes_object ? 1 : 0, &argument)
            .ToLocal(&value)) {
      Internal(slot.name, value, flags);
    }
  }
}

}  // namespace crash_collector
