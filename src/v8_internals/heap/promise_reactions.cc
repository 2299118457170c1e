#include "v8_internals/heap/promise_reactions.h"

#include <algorithm>

namespace crash_collector {

namespace {

// Reading this many takes a part of a millisecond.
constexpr size_t kMostRead = 10'000;
// The contexts of V8's own callbacks have two to five variables. Other functions of V8 have the context of the whole
// realm, which has hundreds.
constexpr int32_t kMostHeldVariables = 6;

// What the context of one of V8's own callbacks holds; zero for what it does not.
struct Held {
  Tagged task = 0;
  Tagged promise = 0;
  Tagged promise_of_capability = 0;
  Tagged function = 0;  // the first one

  Tagged settles() const { return promise != 0 ? promise : promise_of_capability; }
};

class Reader {
 public:
  Reader(v8::Isolate* isolate, const HeapLayout& layout) : isolate_(isolate), layout_(layout) {}

  // The reaction that was added before this one; zero for the first.
  Tagged Earlier(Tagged reaction) const {
    for (size_t i = 1; i < HeapLayout::WordsOf(reaction); i++) {
      if (IsReaction(WordOf(reaction, i))) return WordOf(reaction, i);
    }
    return 0;
  }

  bool IsReaction(uintptr_t word) const { return IsObject(word) && WordOf(word, 0) == layout_.reaction_map; }

  PromiseReaction Read(Tagged object) const {
    const Tagged fulfilled = WordOf(object, layout_.reaction_on_fulfilled);
    const Tagged rejected = WordOf(object, layout_.reaction_on_rejected);
    const Held by_value = HeldBy(fulfilled);
    const Held by_reason = HeldBy(rejected);
    PromiseReaction reaction;
    if (by_value.task != 0 && by_value.task == by_reason.task) {
      reaction.awaited_by = HandleOf(WordOf(by_value.task, HeapLayout::kGeneratorFunction));
      if (HeapLayout::TypeOf(by_value.task) == layout_.async_function_type)
        reaction.promise = HandleOf(WordOf(by_value.task, layout_.async_promise));
      return reaction;
    }
    Tagged settles = by_value.settles() != 0 ? by_value.settles() : by_reason.settles();
    if (settles == 0) {
      settles = ReturnedBy(object);
      if (by_value.function != 0 && by_value.function == by_reason.function) {
        reaction.on_finally = HandleOf(by_value.function);
        reaction.promise = HandleOf(settles);
        return reaction;
      }
    }
    reaction.combinator = CombinatorOf(by_value, by_reason);
    if (by_value.settles() == 0) reaction.on_fulfilled = FunctionAt(fulfilled);
    if (by_reason.settles() == 0) reaction.on_rejected = FunctionAt(rejected);
    reaction.promise = HandleOf(settles);
    return reaction;
  }

 private:
  // A callback for one element has the capability of the promise for all of them. The other callback, if it is not for
  // the element, settles that promise itself.
  static const char* CombinatorOf(const Held& by_value, const Held& by_reason) {
    const Tagged value = by_value.promise_of_capability;
    const Tagged reason = by_reason.promise_of_capability;
    if (value != 0 && value == reason) return "Promise.allSettled";
    if (value != 0 && value == by_reason.promise) return "Promise.all";
    if (reason != 0 && reason == by_value.promise) return "Promise.any";
    return nullptr;
  }

  // `function` may be any word of a reaction.
  Held HeldBy(uintptr_t function) const {
    Held held;
    if (!layout_.IsFunction(function) || IsOfApplication(function)) return held;
    const uintptr_t context = WordOf(function, layout_.function_context);
    if (!IsObject(context)) return held;
    const uintptr_t length = WordOf(context, 1);
    if (!IsSmi(length) || SmiValue(length) <= 0 || SmiValue(length) > kMostHeldVariables) return held;
    for (size_t i = 2; i < static_cast<size_t>(SmiValue(length)) + 2; i++) {
      const uintptr_t word = WordOf(context, i);
      if (!IsObject(word)) continue;
      const uint16_t type = HeapLayout::TypeOf(word);
      if (type == layout_.async_function_type || type == layout_.async_generator_type) {
        held.task = word;
      } else if (type == layout_.promise_type) {
        held.promise = word;
      } else if (WordOf(word, 0) == layout_.capability_map) {
        if (layout_.IsPromise(WordOf(word, 1))) held.promise_of_capability = WordOf(word, 1);
      } else if (held.function == 0 && HandleAt(word).As<v8::Value>()->IsFunction()) {
        held.function = word;
      }
    }
    return held;
  }

  // The promise that then() has returned, or that was resolved with the one that has the reaction.
  Tagged ReturnedBy(Tagged reaction) const {
    for (size_t i = 1; i < HeapLayout::WordsOf(reaction); i++) {
      if (i == layout_.reaction_on_fulfilled || i == layout_.reaction_on_rejected) continue;
      const uintptr_t word = WordOf(reaction, i);
      if (!IsObject(word)) continue;
      if (layout_.IsPromise(word)) return word;
      if (WordOf(word, 0) == layout_.capability_map && layout_.IsPromise(WordOf(word, 1))) return WordOf(word, 1);
    }
    return 0;
  }

  // Asks V8, which allocates nothing for the answer.
  bool IsOfApplication(Tagged function) const {
    return HandleAt(function).As<v8::Function>()->ScriptId() != v8::UnboundScript::kNoScriptId;
  }

  v8::Local<v8::Value> FunctionAt(uintptr_t word) const {
    if (!IsObject(word) || !HandleAt(word).As<v8::Value>()->IsFunction()) return {};
    return HandleOf(word);
  }

  v8::Local<v8::Value> HandleOf(const Tagged& object) const {
    if (object == 0) return {};
    return v8::Local<v8::Object>::New(isolate_, HandleAt(object));
  }

  v8::Isolate* const isolate_;
  const HeapLayout& layout_;
};

}  // namespace

PromiseReactions ReactionsOf(v8::Isolate* isolate, const HeapLayout& layout, v8::Local<v8::Promise> promise,
                             size_t most) {
  PromiseReactions reactions;
  const Tagged object = TaggedOf(promise);
  if (!layout.knows_callbacks() || promise->State() != v8::Promise::kPending || !layout.IsPromise(object))
    return reactions;
  const Reader reader(isolate, layout);
  std::vector<Tagged> found;
  Tagged next = WordOf(object, layout.promise_reactions);
  for (; found.size() < kMostRead && reader.IsReaction(next); next = reader.Earlier(next)) found.push_back(next);
  // V8 has the newest first.
  std::reverse(found.begin(), found.end());
  reactions.is_counted = !reader.IsReaction(next);
  reactions.more = found.size() - std::min(found.size(), most);
  found.resize(found.size() - reactions.more);
  for (const Tagged each : found) reactions.list.push_back(reader.Read(each));
  return reactions;
}

}  // namespace crash_collector
