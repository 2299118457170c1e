// The only place that knows how V8's public API differs between the Node.js versions that the addon is built for.
#ifndef SRC_BASE_V8_COMPAT_H_
#define SRC_BASE_V8_COMPAT_H_

#include <v8.h>

#include <cstdint>

namespace crash_collector {

#define CRASH_COLLECTOR_V8_AT_LEAST(major, minor) \
  (V8_MAJOR_VERSION > (major) || (V8_MAJOR_VERSION == (major) && V8_MINOR_VERSION >= (minor)))

// Copies units [0, length) of a string of at least that length. V8 flattens the whole string first (see
// walk/records/string_reader.h).
inline void WriteOneByte(v8::Isolate* isolate, v8::Local<v8::String> text, uint8_t* out, uint32_t length) {
#if CRASH_COLLECTOR_V8_AT_LEAST(13, 6)
  text->WriteOneByteV2(isolate, 0, length, out);
#else
  text->WriteOneByte(isolate, out, 0, static_cast<int>(length), v8::String::NO_NULL_TERMINATION);
#endif
}

inline void WriteTwoByte(v8::Isolate* isolate, v8::Local<v8::String> text, uint16_t* out, uint32_t length) {
#if CRASH_COLLECTOR_V8_AT_LEAST(13, 6)
  text->WriteV2(isolate, 0, length, out);
#else
  text->Write(isolate, out, 0, static_cast<int>(length), v8::String::NO_NULL_TERMINATION);
#endif
}

// `object` must not be a Proxy, whose trap would run.
inline v8::Local<v8::Value> PrototypeOf(v8::Local<v8::Object> object) {
#if CRASH_COLLECTOR_V8_AT_LEAST(13, 6)
  return object->GetPrototypeV2();
#else
  return object->GetPrototype();
#endif
}

inline v8::MaybeLocal<v8::Context> CreationContextOf(v8::Isolate* isolate, v8::Local<v8::Object> object) {
#if CRASH_COLLECTOR_V8_AT_LEAST(13, 6)
  return object->GetCreationContext(isolate);
#else
  (void)isolate;
  return object->GetCreationContext();
#endif
}

inline v8::ScriptOrigin ScriptOriginOf(v8::Isolate* isolate, v8::Local<v8::Value> name) {
#if CRASH_COLLECTOR_V8_AT_LEAST(12, 0)
  (void)isolate;
  return v8::ScriptOrigin(name);
#else
  return v8::ScriptOrigin(isolate, name);
#endif
}

// The value that V8 carries from a promise to its continuations for the embedder; empty before V8 12.4.
inline v8::MaybeLocal<v8::Value> ContinuationDataOf(v8::Isolate* isolate) {
#if CRASH_COLLECTOR_V8_AT_LEAST(14, 6)
  v8::Local<v8::Data> data = isolate->GetContinuationPreservedEmbedderDataV2();
  return !data.IsEmpty() && data->IsValue() ? data.As<v8::Value>() : v8::MaybeLocal<v8::Value>();
#elif CRASH_COLLECTOR_V8_AT_LEAST(12, 4)
  return isolate->GetContinuationPreservedEmbedderData();
#else
  (void)isolate;
  return {};
#endif
}

// True if native code answers for the object's properties, as it does for process.env.
inline bool HasInterceptor(v8::Local<v8::Object> object) {
  return object->HasNamedLookupInterceptor() || object->HasIndexedLookupInterceptor();
}

// V8 11 answers that no object has an interceptor. There such an object is recognised by its keys, which are no real
// properties; its native code has been asked for the keys then. Observed on Node.js 20 (test/native/graph-fuzz.test.js,
// whose graphs hold process.env).
inline bool KeysMayBeOfInterceptor() { return !CRASH_COLLECTOR_V8_AT_LEAST(12, 0); }

// The flags PRE_FREED and UNREGISTERED in the header of a page of V8 11's heap (heap_pages.cc). Later versions unmap
// such pages before a collection ends.
#if CRASH_COLLECTOR_V8_AT_LEAST(12, 0)
constexpr uintptr_t kFlagsOfGivenUpPages = 0;
#else
constexpr uintptr_t kFlagsOfGivenUpPages = 0x84000;
#endif

}  // namespace crash_collector

#endif  // SRC_BASE_V8_COMPAT_H_
