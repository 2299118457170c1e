// Suspended async functions, generators and async generators, found by V8's own search of the heap, which collects garbage first:
// what is found is alive. Its time grows with the heap, 27 ms for each MB on the machine that it was measured on.
#include <napi.h>
#include <v8-profiler.h>
#include <v8.h>

#include <vector>

#include "addon.h"
#include "napi_v8.h"

namespace crash_collector {

namespace {

class IsGenerator : public v8::QueryObjectPredicate {
 public:
  bool Filter(v8::Local<v8::Object> object) override { return object->IsGeneratorObject(); }
};

// generatorObjects() -> object[]
Napi::Value GeneratorObjects(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  std::vector<v8::Global<v8::Object>> found;
  IsGenerator predicate;
  isolate->GetHeapProfiler()->QueryObjects(isolate->GetCurrentContext(), &predicate, &found);
  Napi::Array list = Napi::Array::New(env, found.size());
  for (uint32_t i = 0; i < found.size(); i++) {
    const Napi::HandleScope scope(env);
    list.Set(i, Napi::Value(env, FromV8(found[i].Get(isolate))));
  }
  return list;
}

// functionPlace(function) -> { url, functionName }
Napi::Value FunctionPlace(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  v8::Local<v8::Value> value = ToV8(info[0]);
  if (!value->IsFunction() || value->IsProxy()) return env.Undefined();
  const auto function = value.As<v8::Function>();
  Napi::Object place = Napi::Object::New(env);
  v8::Local<v8::Value> url = function->GetScriptOrigin().ResourceName();
  if (!url.IsEmpty() && url->IsString()) place.Set("url", Napi::Value(env, FromV8(url)));
  place.Set("functionName", Napi::Value(env, FromV8(function->GetDebugName())));
  return place;
}

}  // namespace

void InitAsyncTasks(Napi::Env env, Napi::Object exports) {
  exports.Set("generatorObjects", Napi::Function::New<GeneratorObjects>(env));
  exports.Set("functionPlace", Napi::Function::New<FunctionPlace>(env));
}

}  // namespace crash_collector
