#include "v8_internals/heap/task_links.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace crash_collector {

namespace {

// Limits for a promise that many wait for, and for chains of promises.
constexpr size_t kMostPromises = 10'000;
constexpr size_t kMostReactions = 10'000;
// The clock is looked at about each tenth of a millisecond.
constexpr size_t kStepsPerLookAtClock = 512;
// The contexts of V8's own functions are short; those of the application's functions are read as far as this.
constexpr size_t kContextWords = 24;
// Indexes of words in a context, the same in V8 11.3, 12.4, 13.6 and 14.6. IsContext() checks the first.
constexpr size_t kScopeInfo = 2;
constexpr size_t kOuterContext = 3;

size_t ContextWords(Tagged context) {
  const uintptr_t length = WordOf(context, 1);
  if (!IsSmi(length) || SmiValue(length) <= 0) return 0;
  return std::min<size_t>(static_cast<size_t>(SmiValue(length)) + 2, kContextWords);
}

// `scope_info` is that of another context.
bool IsContext(uintptr_t word, uintptr_t scope_info) {
  if (!IsObject(word) || !IsObject(scope_info) || HeapLayout::WordsOf(word) != 0 ||
      ContextWords(word) <= kOuterContext) {
    return false;
  }
  const uintptr_t own = WordOf(word, kScopeInfo);
  return IsObject(own) && HeapLayout::TypeOf(own) == HeapLayout::TypeOf(scope_info);
}

}  // namespace

bool TaskLinks::Step() {
  if (steps_left_ != 0 && --steps_left_ % kStepsPerLookAtClock == 0 && watch_.IsOver()) steps_left_ = 0;
  if (steps_left_ == 0) complete_ = false;
  return steps_left_ != 0;
}

std::vector<Awaiter> TaskLinks::AwaitersOfTask(Tagged object) {
  const uint16_t type = HeapLayout::TypeOf(object);
  std::vector<Tagged> promises;
  if (type == layout_.async_function_type) {
    promises.push_back(WordOf(object, layout_.async_promise));
  } else if (type == layout_.async_generator_type) {
    uintptr_t request = WordOf(object, layout_.requests);
    while (IsObject(request) && WordOf(request, 0) == layout_.request_map && Step()) {
      uintptr_t next = 0;
      for (size_t i = 1; i < HeapLayout::WordsOf(request); i++) {
        const uintptr_t word = WordOf(request, i);
        if (layout_.IsPromise(word))
          promises.push_back(word);
        else if (IsObject(word) && WordOf(word, 0) == layout_.request_map)
          next = word;
      }
      request = next;
    }
  }
  return Follow(std::move(promises));
}

std::vector<Awaiter> TaskLinks::AwaitersOfCause(Tagged object) {
  if (layout_.IsPromise(object)) return Follow({object});
  Found found;
  if (layout_.IsFunction(object)) AddFunction(object, &found);
  return Follow(std::move(found.promises));
}

std::vector<Awaiter> TaskLinks::AwaitersBehind(std::vector<Tagged> functions, size_t most) {
  Found found;
  std::unordered_set<Tagged> seen(functions.begin(), functions.end());
  const auto add_functions = [&](Tagged context) {
    const size_t words = ContextWords(context);
    for (size_t i = 2; i < words && functions.size() < most; i++) {
      const uintptr_t word = WordOf(context, i);
      if (layout_.IsFunction(word) && seen.insert(word).second) functions.push_back(word);
    }
  };
  for (size_t i = 0; i < functions.size() && i < most; i++) {
    AddFunction(functions[i], &found);
    const uintptr_t context = WordOf(functions[i], layout_.function_context);
    if (!IsObject(context) || ContextWords(context) == 0 || !IsOfApplication(functions[i])) continue;
    add_functions(context);
    // A function that is made in a loop has a context of that iteration. The next context is that of the function that
    // made it.
    const uintptr_t outer = WordOf(context, kOuterContext);
    if (IsContext(outer, WordOf(context, kScopeInfo))) add_functions(outer);
  }
  return Follow(std::move(found.promises));
}

std::vector<Awaiter> TaskLinks::Follow(std::vector<Tagged> promises) {
  std::vector<Awaiter> awaiters;
  std::unordered_set<Tagged> seen(promises.begin(), promises.end());
  for (size_t i = 0; i < promises.size() && Step(); i++) {
    if (i == kMostPromises) {
      complete_ = false;
      break;
    }
    Found next;
    AddReactions(promises[i], &next);
    for (const Tagged task : next.tasks) awaiters.push_back({task, promises[i]});
    for (const Tagged promise : next.promises) {
      if (seen.insert(promise).second) promises.push_back(promise);
    }
  }
  // If a task was found twice, the first promise stays.
  const auto is_less = [](const Awaiter& a, const Awaiter& b) { return a.task < b.task; };
  std::stable_sort(awaiters.begin(), awaiters.end(), is_less);
  const auto is_same = [](const Awaiter& a, const Awaiter& b) { return a.task == b.task; };
  awaiters.erase(std::unique(awaiters.begin(), awaiters.end(), is_same), awaiters.end());
  return awaiters;
}

void TaskLinks::AddReactions(Tagged promise, Found* found) {
  uintptr_t reaction = WordOf(promise, layout_.promise_reactions);
  for (size_t n = 0; IsObject(reaction) && WordOf(reaction, 0) == layout_.reaction_map && Step(); n++) {
    if (n == kMostReactions) {
      complete_ = false;
      break;
    }
    uintptr_t next = 0;
    for (size_t i = 1; i < HeapLayout::WordsOf(reaction); i++) {
      const uintptr_t word = WordOf(reaction, i);
      if (!IsObject(word)) continue;
      if (WordOf(word, 0) == layout_.reaction_map)
        next = word;
      else if (layout_.IsPromise(word))
        found->promises.push_back(word);
      else if (layout_.IsFunction(word))
        AddFunction(word, found);
      else if (WordOf(word, 0) == layout_.capability_map)
        AddCapability(word, found);
    }
    reaction = next;
  }
}

// V8's own functions hold the tasks that they resume and the promises that they resolve. Functions of the application
// may hold functions that resolve a promise, and much else.
void TaskLinks::AddFunction(Tagged function, Found* found) const {
  const uintptr_t context = WordOf(function, layout_.function_context);
  if (!IsObject(context)) return;
  const size_t words = ContextWords(context);
  if (!IsOfApplication(function)) {
    AddContents(context, words, found);
    return;
  }
  for (size_t i = 2; i < words; i++) {
    const uintptr_t word = WordOf(context, i);
    if (layout_.IsFunction(word) && !IsOfApplication(word)) AddFunction(word, found);
  }
}

void TaskLinks::AddContents(Tagged object, size_t words, Found* found) const {
  for (size_t i = 1; i < words; i++) {
    const uintptr_t word = WordOf(object, i);
    if (!IsObject(word)) continue;
    const uint16_t type = HeapLayout::TypeOf(word);
    if (type == layout_.async_function_type || type == layout_.async_generator_type)
      found->tasks.push_back(word);
    else if (type == layout_.promise_type)
      found->promises.push_back(word);
    else if (WordOf(word, 0) == layout_.capability_map)
      AddCapability(word, found);
  }
}

// A constructor other than Promise may have made any object in place of a promise, and until it returns there is none.
// Only V8's own promises have reactions where they are looked for.
void TaskLinks::AddCapability(Tagged capability, Found* found) const {
  const uintptr_t promise = WordOf(capability, 1);
  if (layout_.IsPromise(promise)) found->promises.push_back(promise);
}

// Asks V8, which allocates nothing for the answer.
bool TaskLinks::IsOfApplication(Tagged function) const {
  const v8::HandleScope scope(isolate_);
  return v8::Local<v8::Object>::New(isolate_, HandleAt(function)).As<v8::Function>()->ScriptId() !=
         v8::UnboundScript::kNoScriptId;
}

}  // namespace crash_collector
