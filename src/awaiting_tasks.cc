#include "awaiting_tasks.h"

#include <algorithm>
#include <unordered_set>

#include "settling.h"
#include "task_links.h"

namespace crash_collector {

namespace {

constexpr size_t kMostCauses = 200;
constexpr size_t kMostSteps = 100'000;

// The word behind a generator's function and context.
v8::Local<v8::Value> ReceiverOf(v8::Isolate* isolate, Tagged task) {
  const Tagged receiver = WordOf(task, HeapLayout::kGeneratorFunction + 2);
  if (!IsObject(receiver)) return v8::Undefined(isolate);
  return v8::Local<v8::Value>::New(isolate, HandleAt(receiver).As<v8::Value>());
}

}  // namespace

AwaitingTasks FindAwaitingTasks(v8::Isolate* isolate, const HeapLayout& layout, size_t most,
                                const std::vector<v8::Local<v8::Object>>& values) {
  AwaitingTasks found;
  TaskLinks links(isolate, layout, kMostSteps);
  const Microtask microtask = CurrentMicrotask(isolate, layout);
  std::vector<Tagged> open;
  if (microtask.resumes != 0) open.push_back(microtask.resumes);
  std::unordered_set<Tagged> seen(open.begin(), open.end());
  const auto object_at = [isolate](const Tagged& place) { return v8::Local<v8::Object>::New(isolate, HandleAt(place)); };
  const auto add = [&](const std::vector<Awaiter>& awaiters) {
    for (const auto& [task, awaited] : awaiters) {
      if (found.tasks.size() >= most || !seen.insert(task).second) continue;
      open.push_back(task);
      found.tasks.push_back(object_at(task));
      found.functions.push_back(object_at(WordOf(task, HeapLayout::kGeneratorFunction)));
      found.receivers.push_back(ReceiverOf(isolate, task));
      found.awaited.push_back(awaited == 0 ? v8::Undefined(isolate).As<v8::Value>() : object_at(awaited).As<v8::Value>());
    }
  };
  size_t next = 0;
  const auto follow = [&] {
    for (; next < open.size() && found.tasks.size() < most; next++) add(links.AwaitersOfTask(open[next]));
  };
  follow();
  found.certain = found.tasks.size();
  if (microtask.settles != 0) add(links.AwaitersOfCause(microtask.settles));
  follow();
  for (const Tagged cause : CausesAmong(values, layout, kMostCauses)) add(links.AwaitersOfCause(cause));
  follow();
  return found;
}

}  // namespace crash_collector
