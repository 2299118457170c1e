// The JavaScript bindings of task_finder.h and task_links.h, and of V8's own search for generators. V8's search
// collects garbage first (test/workarounds/query-objects-collects-garbage.js, Node.js 20 to 26), so that all objects
// which it finds are alive. It took 27 ms for each MB of heap when it was measured.
#include <napi.h>
#include <uv.h>
#include <v8-profiler.h>
#include <v8.h>

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "bindings/addon.h"
#include "bindings/napi_v8.h"
#include "bindings/plain_object.h"
#include "bindings/task_probes_binding.h"
#include "v8_internals/heap/awaiting_tasks.h"
#include "v8_internals/heap/heap_layout.h"
#include "v8_internals/heap/task_finder.h"
#include "v8_internals/heap/task_links.h"

namespace crash_collector {

namespace {

// A link takes 16 bytes here and as many in JavaScript.
constexpr size_t kMostLinks = 1'000'000;

class IsGenerator : public v8::QueryObjectPredicate {
 public:
  bool Filter(v8::Local<v8::Object> object) override { return object->IsGeneratorObject(); }
};

template <typename V8Value>
Napi::Array ListOf(Napi::Env env, const std::vector<v8::Local<V8Value>>& values) {
  Napi::Array list = Napi::Array::New(env, values.size());
  for (uint32_t i = 0; i < values.size(); i++) SetElement(list, i, Napi::Value(env, FromV8(values[i])));
  return list;
}

// generatorObjects() -> object[]
Napi::Value GeneratorObjects(const Napi::CallbackInfo& info) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  std::vector<v8::Global<v8::Object>> found;
  IsGenerator predicate;
  isolate->GetHeapProfiler()->QueryObjects(isolate->GetCurrentContext(), &predicate, &found);
  std::vector<v8::Local<v8::Object>> objects;
  for (const v8::Global<v8::Object>& each : found) objects.push_back(each.Get(isolate));
  return ListOf(info.Env(), objects);
}

std::optional<HeapLayout> Learn(const Napi::Value& described) {
  const std::optional<TaskProbes> probes = TaskProbesFrom(described);
  return probes ? HeapLayout::Learn(*probes) : std::nullopt;
}

// So many milliseconds of processor time, within so many of the clock.
Deadline DeadlineIn(const Napi::Value& cpu_ms, const Napi::Value& ms) {
  const auto ns = [](const Napi::Value& value) {
    return static_cast<uint64_t>(std::max(0.0, value.As<Napi::Number>().DoubleValue())) * kNsPerMs;
  };
  return {uv_hrtime() + ns(ms), ns(cpu_ms)};
}

// threadCpuMs() -> the processor time of this thread
Napi::Value CpuOfThread(const Napi::CallbackInfo& info) { return Napi::Number::New(info.Env(), MsOf(ThreadCpuNs())); }

// findTasks(probes, cpuMs, deadlineMs, most) -> { tasks, functions, continuations, timers, complete, scanMs, collectMs
// } | undefined
Napi::Value Find(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const std::optional<TaskProbes> probes = TaskProbesFrom(info[0]);
  if (!probes) return env.Undefined();
  const uint32_t most = info[3].As<Napi::Number>().Uint32Value();
  const FoundTasks found = FindTasks(v8::Isolate::GetCurrent(), *probes, DeadlineIn(info[1], info[2]), most);
  if (!found.known) return env.Undefined();
  Napi::Object answer = NewPlainObject(env);
  answer.Set("tasks", ListOf(env, found.tasks));
  answer.Set("functions", ListOf(env, found.functions));
  Napi::Array continuations = Napi::Array::New(env, found.continuations.size());
  for (uint32_t i = 0; i < found.continuations.size(); i++) SetElement(continuations, i, found.continuations[i]);
  answer.Set("continuations", continuations);
  answer.Set("timers", ListOf(env, found.timers));
  answer.Set("complete", found.complete);
  answer.Set("scanMs", found.scan_ms);
  answer.Set("collectMs", found.collect_ms);
  return answer;
}

std::vector<v8::Local<v8::Object>> ObjectsOf(const Napi::Value& list) {
  std::vector<v8::Local<v8::Object>> objects;
  const Napi::Array array = list.As<Napi::Array>();
  for (uint32_t i = 0; i < array.Length(); i++) {
    v8::Local<v8::Value> each = ToV8(array.Get(i));
    if (!each->IsObject()) return {};
    objects.push_back(each.As<v8::Object>());
  }
  return objects;
}

using Links = std::vector<std::pair<size_t, size_t>>;

Napi::Array ArrayOf(Napi::Env env, const Links& links) {
  Napi::Array list = Napi::Array::New(env, links.size() * 2);
  for (uint32_t i = 0; i < links.size(); i++) {
    SetElement(list, 2 * i, static_cast<double>(links[i].first));
    SetElement(list, 2 * i + 1, static_cast<double>(links[i].second));
  }
  return list;
}

// taskLinks(probes, tasks, causes, cpuMs, deadlineMs) -> { tasks, causes, complete } | undefined. Both lists hold pairs
// of indexes: of a task, then of the task or cause that it waits for.
Napi::Value FindLinks(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const std::vector<v8::Local<v8::Object>> tasks = ObjectsOf(info[1]);
  const std::vector<v8::Local<v8::Object>> causes = ObjectsOf(info[2]);
  const std::optional<HeapLayout> layout = Learn(info[0]);
  if (!layout) return env.Undefined();
  Links of_tasks;
  Links of_causes;
  bool complete = false;
  {
    TaskLinks links(v8::Isolate::GetCurrent(), *layout, SIZE_MAX, DeadlineIn(info[3], info[4]));
    std::unordered_map<Tagged, size_t> index_of;
    for (size_t i = 0; i < tasks.size(); i++) index_of.emplace(TaggedOf(tasks[i]), i);
    const auto add = [&index_of](const std::vector<Awaiter>& awaiters, size_t awaited, Links* to) {
      for (const Awaiter& awaiter : awaiters) {
        const auto found = index_of.find(awaiter.task);
        if (found != index_of.end()) to->emplace_back(found->second, awaited);
      }
    };
    const auto has_room = [&] { return of_tasks.size() + of_causes.size() < kMostLinks; };
    // Causes come first: there are few, and without them no chain of tasks has a known end.
    for (size_t i = 0; i < causes.size() && has_room(); i++)
      add(links.AwaitersOfCause(TaggedOf(causes[i])), i, &of_causes);
    for (size_t i = 0; i < tasks.size() && has_room(); i++) add(links.AwaitersOfTask(TaggedOf(tasks[i])), i, &of_tasks);
    complete = links.complete() && has_room();
  }
  Napi::Object answer = NewPlainObject(env);
  answer.Set("tasks", ArrayOf(env, of_tasks));
  answer.Set("causes", ArrayOf(env, of_causes));
  answer.Set("complete", complete);
  return answer;
}

// awaitingTasks(probes, most, values) -> { tasks, functions, awaited, certain } | undefined: the tasks that wait,
// directly or not, for the running code, the nearest first. The first `certain` of them surely do. The others wait for
// a promise that the callback under way, or one of the `values`, may settle.
Napi::Value Awaiting(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const uint32_t most = info[1].As<Napi::Number>().Uint32Value();
  // The values are converted first, because the layout is valid only until the next garbage collection.
  const std::vector<v8::Local<v8::Object>> values = ObjectsOf(info[2]);
  const std::optional<HeapLayout> layout = Learn(info[0]);
  if (!layout) return env.Undefined();
  const AwaitingTasks found = FindAwaitingTasks(v8::Isolate::GetCurrent(), *layout, most, values, SearchReach::kFar);
  Napi::Object answer = NewPlainObject(env);
  answer.Set("tasks", ListOf(env, found.tasks));
  answer.Set("functions", ListOf(env, found.functions));
  answer.Set("awaited", ListOf(env, found.awaited));
  answer.Set("certain", static_cast<double>(found.certain));
  return answer;
}

// isRejectedWith(promise, reason) -> boolean: with this very value
Napi::Value IsRejectedWith(const Napi::CallbackInfo& info) {
  v8::Local<v8::Value> value = ToV8(info[0]);
  if (!value->IsPromise()) return Napi::Boolean::New(info.Env(), false);
  const auto promise = value.As<v8::Promise>();
  const bool is_rejected = promise->State() == v8::Promise::kRejected && promise->Result()->SameValue(ToV8(info[1]));
  return Napi::Boolean::New(info.Env(), is_rejected);
}

// functionPlace(function) -> { url, functionName, taskType, scriptId, lineNumber, columnNumber }; 0-based
Napi::Value FunctionPlace(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  v8::Local<v8::Value> value = ToV8(info[0]);
  if (!value->IsFunction() || value->IsProxy()) return env.Undefined();
  const auto function = value.As<v8::Function>();
  Napi::Object place = NewPlainObject(env);
  v8::Local<v8::Value> url = function->GetScriptOrigin().ResourceName();
  if (!url.IsEmpty() && url->IsString()) place.Set("url", Napi::Value(env, FromV8(url)));
  if (value->IsGeneratorFunction())
    place.Set("taskType", value->IsAsyncFunction() ? "asyncGenerator" : "generator");
  else if (value->IsAsyncFunction())
    place.Set("taskType", "asyncFunction");
  place.Set("scriptId", function->ScriptId());
  place.Set("lineNumber", function->GetScriptLineNumber());
  place.Set("columnNumber", function->GetScriptColumnNumber());
  place.Set("functionName", Napi::Value(env, FromV8(function->GetDebugName())));
  return place;
}

}  // namespace

void InitAsyncTasks(Napi::Env env, Napi::Object exports) {
  exports.Set("threadCpuMs", Napi::Function::New<CpuOfThread>(env));
  exports.Set("generatorObjects", Napi::Function::New<GeneratorObjects>(env));
  exports.Set("findTasks", Napi::Function::New<Find>(env));
  exports.Set("taskLinks", Napi::Function::New<FindLinks>(env));
  exports.Set("awaitingTasks", Napi::Function::New<Awaiting>(env));
  exports.Set("isRejectedWith", Napi::Function::New<IsRejectedWith>(env));
  exports.Set("functionPlace", Napi::Function::New<FunctionPlace>(env));
}

}  // namespace crash_collector
