#include "v8_internals/heap/awaiting_tasks.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>

#include "v8_internals/heap/current_settling.h"
#include "v8_internals/heap/heap_layout.h"
#include "v8_internals/heap/task_links.h"

namespace crash_collector {

namespace {

constexpr size_t kMostCauses = 200;
constexpr size_t kMostSteps = 100'000;
constexpr size_t kMostFunctions = 500;
constexpr size_t kMostVariables = 40;

// The receiver is the word after a generator's function and context
// (https://github.com/nodejs/node/blob/0101e8b2c2/deps/v8/src/objects/js-generator.h).
v8::Local<v8::Value> ReceiverOf(v8::Isolate* isolate, Tagged task) {
  const Tagged receiver = WordOf(task, HeapLayout::kGeneratorFunction + 2);
  if (!IsObject(receiver)) return v8::Undefined(isolate);
  return v8::Local<v8::Value>::New(isolate, HandleAt(receiver).As<v8::Value>());
}

// `awaited` is the promise, or zero.
void Add(v8::Isolate* isolate, Tagged task, Tagged awaited, AwaitingTasks* found) {
  const auto object_at = [isolate](const Tagged& place) {
    return v8::Local<v8::Object>::New(isolate, HandleAt(place));
  };
  found->tasks.push_back(object_at(task));
  found->functions.push_back(object_at(WordOf(task, HeapLayout::kGeneratorFunction)));
  found->receivers.push_back(ReceiverOf(isolate, task));
  found->awaited.push_back(awaited == 0 ? v8::Undefined(isolate).As<v8::Value>() : object_at(awaited).As<v8::Value>());
}

// Adds the functions among the variables of a suspended function: pipeline() passes one to its function that waits for
// a generator.
void AddFunctionsOf(Tagged task, const HeapLayout& layout, std::vector<Tagged>* functions) {
  const uintptr_t variables = WordOf(task, HeapLayout::kGeneratorContinuation + 1);
  if (!IsObject(variables) || HeapLayout::WordsOf(variables) != 0 || !IsSmi(WordOf(variables, 1))) return;
  const size_t count =
      std::min<size_t>(static_cast<size_t>(std::max(SmiValue(WordOf(variables, 1)), 0)), kMostVariables);
  for (size_t i = 2; i < count + 2; i++) {
    const uintptr_t word = WordOf(variables, i);
    if (layout.IsFunction(word)) functions->push_back(word);
  }
}

}  // namespace

AwaitingTasks FindAwaitingTasks(v8::Isolate* isolate, const HeapLayout& layout, size_t most,
                                const std::vector<v8::Local<v8::Object>>& values, SearchReach reach) {
  AwaitingTasks found;
  TaskLinks links(isolate, layout, kMostSteps);
  const Microtask microtask = CurrentMicrotask(isolate, layout);
  std::vector<Tagged> open;
  if (microtask.resumes != 0) open.push_back(microtask.resumes);
  std::unordered_set<Tagged> seen(open.begin(), open.end());
  const auto add = [&](const std::vector<Awaiter>& awaiters) {
    for (const auto& [task, awaited] : awaiters) {
      if (found.tasks.size() >= most || !seen.insert(task).second) continue;
      open.push_back(task);
      Add(isolate, task, awaited, &found);
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
  const std::vector<Tagged> causes = CausesAmong(values, layout, kMostCauses);
  for (const Tagged cause : causes) add(links.AwaitersOfCause(cause));
  follow();
  if (reach == SearchReach::kNear) return found;
  // The streams of pipeline() call functions that call its callback in the end.
  std::vector<Tagged> functions;
  std::copy_if(causes.begin(), causes.end(), std::back_inserter(functions),
               [&](Tagged cause) { return layout.IsFunction(cause); });
  for (const Tagged task : open) AddFunctionsOf(task, layout, &functions);
  add(links.AwaitersBehind(std::move(functions), kMostFunctions));
  follow();
  return found;
}

AwaitingTasks AsAwaitingTasks(v8::Isolate* isolate, const std::vector<v8::Local<v8::Object>>& tasks) {
  AwaitingTasks found;
  for (const v8::Local<v8::Object>& task : tasks) Add(isolate, TaggedOf(task), 0, &found);
  return found;
}

}  // namespace crash_collector
