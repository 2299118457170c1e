// The part of ContentsWriter that reads the internal slots of objects of WebAssembly and Temporal.
#include <string_view>

#include "base/v8_compat.h"
#include "v8_internals/heap/heap_layout.h"
#include "walk/objects/data_property.h"
#include "walk/records/contents_writer.h"

namespace crash_collector {

namespace {

// Temporal's prototypes are recognised by their tag, because V8 makes the namespace only when a program first reads
// the global `Temporal` (test/workarounds/lazy-temporal.js, Node.js 26), which takes most of a millisecond.
constexpr std::string_view kTemporalTag = "Temporal.";

// A function that the application has put in the place of one of V8's has a script.
bool IsBuiltin(v8::Local<v8::Value> value) {
  if (value.IsEmpty() || !value->IsFunction() || value->IsProxy()) return false;
  const auto function = value.As<v8::Function>();
  return function->ScriptId() == v8::UnboundScript::kNoScriptId && !function->GetBoundFunction()->IsFunction();
}

}  // namespace

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
  TemporalText(prototype, object, flags);
}

void ContentsWriter::TemporalText(v8::Local<v8::Value> prototype, v8::Local<v8::Object> object, NameFlags flags) {
  if (!prototype->IsObject() || prototype->IsProxy() || HasInterceptor(prototype.As<v8::Object>())) return;
  const auto of_class = prototype.As<v8::Object>();
  v8::Isolate* isolate = values_->isolate;
  v8::Local<v8::Value> tag = OwnDataProperty(values_->context, of_class, v8::Symbol::GetToStringTag(isolate));
  if (tag.IsEmpty() || !tag->IsString()) return;
  if (!values_->strings.ReadUtf8(tag.As<v8::String>(), kTemporalTag.size(), &text_) || text_ != kTemporalTag) return;
  v8::Local<v8::String> key = v8::String::NewFromUtf8Literal(isolate, "toString");
  v8::Local<v8::Value> read = OwnDataProperty(values_->context, of_class, key);
  if (!IsBuiltin(read)) return;
  v8::Local<v8::Value> text;
  if (CallBuiltin(v8::Global<v8::Function>(isolate, read.As<v8::Function>()), object).ToLocal(&text)) {
    Internal("[[ISOString]]", text, flags);
  }
}

}  // namespace crash_collector
