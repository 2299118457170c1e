#include "awaiting_tasks.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "error_site.h"
#include "running_tasks.h"
#include "settling.h"
#include "task_links.h"

namespace crash_collector {

namespace {

constexpr size_t kMostCauses = 200;
// The innermost frames; with more the time would show.
constexpr size_t kMostStackBytes = 256 * 1024;
constexpr size_t kMostSteps = 100'000;
// For a site: the innermost functions, and as many who wait as lie before those of the application.
constexpr size_t kSiteStackBytes = 12 * 1024;
constexpr size_t kSiteTasks = 10;
constexpr size_t kSiteSteps = 5'000;
constexpr int kSiteFunctions = 4;

AwaitingTasks Find(v8::Isolate* isolate, const HeapLayout& layout, size_t most, size_t stack_bytes, size_t steps,
                   const std::vector<v8::Local<v8::Object>>& values) {
  AwaitingTasks found;
  TaskLinks links(isolate, layout, steps);
  std::vector<Tagged> open = RunningTasks(layout, stack_bytes);
  std::unordered_set<Tagged> seen(open.begin(), open.end());
  const auto object_at = [isolate](const Tagged& place) { return v8::Local<v8::Object>::New(isolate, HandleAt(place)); };
  const auto add = [&](const std::vector<Awaiter>& awaiters) {
    for (const auto& [task, awaited] : awaiters) {
      if (found.tasks.size() >= most || !seen.insert(task).second) continue;
      open.push_back(task);
      found.tasks.push_back(object_at(task));
      found.functions.push_back(object_at(WordOf(task, HeapLayout::kGeneratorFunction)));
      found.awaited.push_back(awaited == 0 ? v8::Undefined(isolate).As<v8::Value>() : object_at(awaited).As<v8::Value>());
    }
  };
  size_t next = 0;
  const auto follow = [&] {
    for (; next < open.size() && found.tasks.size() < most; next++) add(links.AwaitersOfTask(open[next]));
  };
  follow();
  found.certain = found.tasks.size();
  if (const std::optional<Tagged> promise = PromiseOfMicrotask(isolate, layout)) add(links.AwaitersOfCause(*promise));
  follow();
  for (const Tagged cause : CausesAmong(values, layout, kMostCauses)) add(links.AwaitersOfCause(cause));
  follow();
  return found;
}

}  // namespace

AwaitingTasks FindAwaitingTasks(v8::Isolate* isolate, const HeapLayout& layout, size_t most,
                                const std::vector<v8::Local<v8::Object>>& values) {
  return Find(isolate, layout, most, kMostStackBytes, kMostSteps, values);
}

uint64_t AwaitingSite(v8::Isolate* isolate, const HeapLayout& layout) {
  const AwaitingTasks found = Find(isolate, layout, kSiteTasks, kSiteStackBytes, kSiteSteps, {});
  uint64_t hash = 0;
  int functions = 0;
  for (size_t i = 0; i < found.tasks.size() && functions < kSiteFunctions; i++) {
    const auto function = found.functions[i].As<v8::Function>();
    if (IsInternalName(isolate, function->GetScriptOrigin().ResourceName())) continue;
    const uintptr_t continuation = WordOf(TaggedOf(found.tasks[i]), HeapLayout::kGeneratorContinuation);
    const int place[] = {function->ScriptId(), function->GetScriptLineNumber(), function->GetScriptColumnNumber(),
                         SmiValue(continuation)};
    for (const int part : place) MixIntoSite(&hash, part);
    functions++;
  }
  return hash;
}

}  // namespace crash_collector
