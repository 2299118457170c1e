// heapState(): V8's statistics of its heap, of each space in it, and of the collections until now, in bytes.
#include <napi.h>
#include <uv.h>
#include <v8.h>

#include "base/clock.h"
#include "bindings/addon.h"
#include "bindings/plain_object.h"
#include "heap/collection_log.h"

namespace crash_collector {

namespace {

Napi::Array Collections(Napi::Env env, const CollectionLog& log) {
  Napi::Array list = Napi::Array::New(env, log.entries().size());
  const uint64_t now_ns = uv_hrtime();
  for (uint32_t i = 0; i < log.entries().size(); i++) {
    const Napi::HandleScope scope(env);
    const CollectionLog::Entry& entry = log.entries()[i];
    Napi::Object described = NewPlainObject(env);
    described.Set("ageMs", MsOf(now_ns - entry.time_ns));
    described.Set("usedBytes", static_cast<double>(entry.used_bytes));
    described.Set("externalBytes", static_cast<double>(entry.external_bytes));
    SetElement(list, i, described);
  }
  return list;
}

Napi::Value HeapState(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::HeapStatistics heap;
  isolate->GetHeapStatistics(&heap);
  Napi::Object answer = NewPlainObject(env);
  const auto set = [](Napi::Object* object, const char* name, size_t value) {
    object->Set(name, static_cast<double>(value));
  };
  set(&answer, "limitBytes", heap.heap_size_limit());
  set(&answer, "totalBytes", heap.total_heap_size());
  set(&answer, "usedBytes", heap.used_heap_size());
  set(&answer, "externalBytes", heap.external_memory());
  set(&answer, "mallocedBytes", heap.malloced_memory());
  set(&answer, "nativeContexts", heap.number_of_native_contexts());
  set(&answer, "detachedContexts", heap.number_of_detached_contexts());
  Napi::Array spaces = Napi::Array::New(env);
  for (size_t i = 0; i < isolate->NumberOfHeapSpaces(); i++) {
    const Napi::HandleScope scope(env);
    v8::HeapSpaceStatistics space;
    if (!isolate->GetHeapSpaceStatistics(&space, i) || space.space_size() == 0) continue;
    Napi::Object described = NewPlainObject(env);
    described.Set("name", space.space_name());
    set(&described, "totalBytes", space.space_size());
    set(&described, "usedBytes", space.space_used_size());
    SetElement(spaces, spaces.Length(), described);
  }
  answer.Set("spaces", spaces);
  const Addon* addon = env.GetInstanceData<Addon>();
  if (addon->collections) answer.Set("afterCollections", Collections(env, *addon->collections));
  return answer;
}

}  // namespace

void InitHeapSpaces(Napi::Env env, Napi::Object exports) {
  exports.Set("heapState", Napi::Function::New<HeapState>(env));
}

}  // namespace crash_collector
