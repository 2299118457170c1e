// The JavaScript bindings of heap_limit.h and heap_histogram.h.
#include <napi.h>
#include <uv.h>
#include <v8.h>

#include <memory>
#include <string>
#include <utility>

#include "bindings/addon.h"
#include "bindings/napi_v8.h"
#include "bindings/plain_object.h"
#include "heap/collection_log.h"
#include "heap/heap_limit.h"
#include "heap/out_of_memory_dump.h"
#include "v8_internals/histogram/heap_histogram.h"

namespace crash_collector {

namespace {

// watchHeapLimit(onLimit, directory, header, threadId, quiet); without arguments: no longer. In both cases the
// collections are noted, for any dump.
Napi::Value Watch(const Napi::CallbackInfo& info) {
  Addon* addon = info.Env().GetInstanceData<Addon>();
  if (!addon->collections) addon->collections = std::make_unique<CollectionLog>(v8::Isolate::GetCurrent());
  if (!info[0].IsFunction()) {
    addon->heap_limit.reset();
    return info.Env().Undefined();
  }
  if (addon->throw_hooks == nullptr) return info.Env().Undefined();
  if (addon->heap_limit == nullptr) {
    addon->heap_limit = std::make_unique<HeapLimit>(v8::Isolate::GetCurrent(), addon->throw_hooks.get(),
                                                    *addon->collections, ToV8(info[0].As<Napi::Function>()));
  }
  PreparedDump prepared;
  prepared.directory = info[1].As<Napi::String>().Utf8Value();
  prepared.header = info[2].As<Napi::String>().Utf8Value();
  prepared.thread_id = info[3].As<Napi::Number>().Uint32Value();
  prepared.quiet = info[4].As<Napi::Boolean>().Value();
  prepared.name_start = info[5].As<Napi::String>().Utf8Value();
  addon->heap_limit->SetPrepared(std::move(prepared));
  return info.Env().Undefined();
}

// heapHistogram(mostClasses, deadlineMs) -> { totalBytes, nodes, classes, classesLeftOut, complete }, or undefined if
// the heap cannot be read
Napi::Value Histogram(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const size_t most = info[0].As<Napi::Number>().Uint32Value();
  const auto ms = static_cast<uint64_t>(info[1].As<Napi::Number>().DoubleValue());
  const HeapHistogram histogram = ReadHeapHistogram(v8::Isolate::GetCurrent(), most, uv_hrtime() + ms * 1'000'000);
  if (!histogram.known) return env.Undefined();
  Napi::Object answer = NewPlainObject(env);
  answer.Set("totalBytes", static_cast<double>(histogram.bytes));
  answer.Set("nodes", static_cast<double>(histogram.count));
  Napi::Array classes = Napi::Array::New(env, histogram.rows.size());
  for (uint32_t i = 0; i < histogram.rows.size(); i++) {
    const Napi::HandleScope scope(env);
    Napi::Object row = NewPlainObject(env);
    row.Set("className", histogram.rows[i].name);
    row.Set("count", static_cast<double>(histogram.rows[i].count));
    row.Set("shallowBytes", static_cast<double>(histogram.rows[i].bytes));
    SetElement(classes, i, row);
  }
  answer.Set("classes", classes);
  answer.Set("classesLeftOut", static_cast<double>(histogram.left_out));
  answer.Set("complete", histogram.complete);
  return answer;
}

}  // namespace

void InitHeapLimit(Napi::Env env, Napi::Object exports) {
  exports.Set("watchHeapLimit", Napi::Function::New<Watch>(env));
  exports.Set("heapHistogram", Napi::Function::New<Histogram>(env));
}

}  // namespace crash_collector
