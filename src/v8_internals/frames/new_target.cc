#include "v8_internals/frames/new_target.h"

#include <malloc.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <tuple>
#include <vector>

#include "base/process_memory.h"
#include "v8_internals/frames/dead_stack.h"
#include "v8_internals/frames/frame_memo.h"
#include "v8_internals/frames/frame_slots.h"
#include "v8_internals/frames/saved_registers.h"
#include "v8_internals/frames/stack_copy.h"
#include "v8_internals/frames/tagged_words.h"

namespace crash_collector::v8_internals {

namespace {

// The first words of a context, before its variables, are its ScopeInfo and the next context. A context with an
// extension, or with the name of a function expression, has one word more and is not read.
constexpr int kContextHead = 2;
// V8 keeps more names than this in a table (`kScopeInfoMaxInlinedLocalNamesSize` in
// https://github.com/nodejs/node/blob/c7964bc02b/deps/v8/src/objects/scope-info.h), which is not read.
constexpr int kMostNames = 75;

// Names are one object for each text. Words of objects that were read before may be outdated afterwards.
v8::Local<v8::Value> NameOfVariable(v8::Isolate* isolate) {
  return v8::String::NewFromUtf8Literal(isolate, ".new.target", v8::NewStringType::kInternalized);
}

// Of a function with baseline code, or with --interpreted-frames-native-stack, an object of V8 is between. 0 for none.
uintptr_t BytecodeOf(const FrameLayout& layout, uintptr_t function) {
  const uintptr_t data = WordOf(WordOf(function, layout.function_shared), layout.shared_data);
  if (!IsObject(data) || HeapLayout::TypeOf(data) == layout.bytecode_type) return IsObject(data) ? data : 0;
  const size_t words = std::min<size_t>(HeapLayout::WordsOf(data), 8);
  for (size_t i = 1; i < words; i++) {
    const uintptr_t word = WordOf(data, i);
    if (IsObject(word) && HeapLayout::TypeOf(word) == layout.bytecode_type) return word;
  }
  return 0;
}

bool IsNewTarget(v8::Local<v8::Value> value) {
  return value->IsUndefined() || (value->IsFunction() && value.As<v8::Object>()->IsConstructor());
}

// `context` may be any context, and `name` is that of the variable. Empty if it is not the context of a function, or
// has no such variable.
v8::Local<v8::Value> InContext(v8::Isolate* isolate, const FrameLayout& layout, uintptr_t context,
                               v8::Local<v8::Value> name) {
  if (layout.scope_names == 0 || HeapLayout::TypeOf(context) != layout.function_context_type) return {};
  const uintptr_t scope = WordOf(context, kContextSlots);
  const int names = SmiValue(WordOf(scope, layout.scope_name_count));
  if (names <= 0 || names > kMostNames || SmiValue(WordOf(context, kContextLength)) != kContextHead + names) return {};
  for (size_t i = 0; i < static_cast<size_t>(names); i++) {
    if (WordOf(scope, layout.scope_names + i) != WordIn(name)) continue;
    const uintptr_t word = WordOf(context, kContextSlots + kContextHead + i);
    if (!IsObject(word)) return {};
    v8::Local<v8::Value> value = NewHandle(isolate, word);
    return IsNewTarget(value) ? value : v8::Local<v8::Value>();
  }
  return {};
}

// From the place of a frame out to the context that its function closes over.
v8::Local<v8::Value> InContextsOf(v8::Isolate* isolate, const FrameLayout& layout, const FrameSlots& frame) {
  v8::Local<v8::Value> name = NameOfVariable(isolate);
  const uintptr_t outer = WordOf(*frame.function, layout.function_context);
  for (uintptr_t context = *frame.context; context != outer && IsContext(layout, context);
       context = WordOf(context, kContextPrevious)) {
    v8::Local<v8::Value> value = InContext(isolate, layout, context, name);
    if (!value.IsEmpty()) return value;
  }
  return {};
}

// The number of the register that the bytecode names; -1 for none. The name is the place of the register, in words from
// the frame pointer.
int RegisterIn(const FrameLayout& layout, uintptr_t bytecode, size_t at) {
  int32_t place;
  std::memcpy(&place, reinterpret_cast<const char*>(bytecode - 1) + at, sizeof(place));
  return place < 0 ? layout.register_0 - place : -1;
}

uintptr_t ContextIn(const FrameLayout& layout, const ScopeIterator* scopes) {
  const uintptr_t slot = WordAt(scopes, layout.scope_context);
  return slot == 0 ? 0 : WordAt(reinterpret_cast<const void*>(slot), 0);
}

}  // namespace

v8::Local<v8::Value> NewTargetOf(v8::Isolate* isolate, const StackTraceIterator& frame, v8::Local<v8::Object> removed) {
  const FrameLayout& layout = KnownFrameLayout();
  if (layout.new_target == 0) return {};
  const FrameInspector& inspector = InspectorOf(layout, frame);
  if (inspector.function == nullptr) return {};  // of WebAssembly
  v8::Local<v8::Value> function = NewHandle(isolate, *inspector.function);
  // Functions that can be suspended get their generator in this register.
  if (!function->IsFunction() || function->IsAsyncFunction() || function->IsGeneratorFunction()) return {};
  const FrameSlots slots(layout, inspector);
  const uintptr_t bytecode = slots.bytecode() != 0 ? slots.bytecode() : BytecodeOf(layout, *inspector.function);
  const int at = bytecode == 0 ? -1 : RegisterIn(layout, bytecode, layout.new_target);
  if (at < 0 || static_cast<size_t>(at) >= slots.registers || !IsContext(layout, *slots.context)) return {};
  const uintptr_t word = *slots.Register(static_cast<size_t>(at));
  if (!IsObject(word)) return {};
  v8::Local<v8::Value> value = NewHandle(isolate, word);
  const bool is_removed = (!removed.IsEmpty() && value == removed) || IsRegisterMark(isolate, word);
  if (!is_removed) return IsNewTarget(value) ? value : v8::Local<v8::Value>();
  // So is the generator of a module, whose function is no constructor.
  if (!function.As<v8::Object>()->IsConstructor()) return {};
  v8::Local<v8::Value> in_context = InContextsOf(isolate, layout, slots);
  return in_context.IsEmpty() ? removed.As<v8::Value>() : in_context;
}

v8::Local<v8::Object> VariablesOf(v8::Isolate* isolate, ScopeIterator* scopes, v8::Local<v8::Value> own) {
  v8::Local<v8::Object> variables = scopes->GetObject();
  const ScopeType type = scopes->GetType();
  const FrameLayout& layout = KnownFrameLayout();
  v8::Local<v8::Value> value;
  if (type == ScopeType::kLocal) value = own;
  if (type == ScopeType::kClosure && layout.scope_names != 0) {
    v8::Local<v8::Value> name = NameOfVariable(isolate);
    const uintptr_t context = ContextIn(layout, scopes);
    if (IsContext(layout, context)) value = InContext(isolate, layout, context, name);
  }
  if (!value.IsEmpty()) {
    v8::Local<v8::String> name = v8::String::NewFromUtf8Literal(isolate, "new.target");
    std::ignore = variables->CreateDataProperty(isolate->GetCurrentContext(), name, value);
  }
  return variables;
}

namespace {

// What the two constructors of the trial show.
class NewTargetFinder {
 public:
  NewTargetFinder(const CodeHead& small, const CodeHead& large, v8::Local<v8::Object> generator, FrameLayout* layout)
      : generator_(generator), layout_(layout) {
    for (size_t i = 0; i < small.ints.size(); i++) {
      if (small.ints[i] == 0 && large.ints[i] == 0) places_.push_back(i * sizeof(int32_t));
    }
  }

  // Called by a constructor with its `new.target`, and, by the second one, with an arrow function that uses it.
  void Look(v8::Isolate* isolate, v8::Local<v8::Value> expected, v8::Local<v8::Value> arrow) {
    calls_++;
    const DebugScope scope(isolate);
    const auto frames = StackFrames(isolate);
    const FrameInspector& inspector = InspectorOf(*layout_, *frames);
    if (inspector.is_optimized) return;
    const FrameSlots slots(*layout_, inspector);
    layout_->bytecode_type = HeapLayout::TypeOf(slots.bytecode());
    const auto leads_elsewhere = [&](size_t place) {
      const int at = RegisterIn(*layout_, slots.bytecode(), place);
      return at < 0 || static_cast<size_t>(at) >= slots.registers ||
             *slots.Register(static_cast<size_t>(at)) != WordIn(expected);
    };
    places_.erase(std::remove_if(places_.begin(), places_.end(), leads_elsewhere), places_.end());
    if (calls_ != 2 || places_.size() != 1) return;
    layout_->new_target = places_[0];
    if (!Shows(isolate, *frames, expected)) layout_->new_target = 0;
    if (layout_->new_target != 0) FindInScopes(isolate, arrow, expected);
  }

 private:
  // True if the frame and its copy have the value.
  bool Shows(v8::Isolate* isolate, const StackTraceIterator& frame, v8::Local<v8::Value> expected) const {
    FrameMemo memo(isolate);
    StackCopier copier(isolate, &memo);
    copier.CopyStack({});
    const DeadStack dead(isolate, copier.Finish({}), generator_);
    return NewTargetOf(isolate, frame, {}) == expected && !dead.frames().empty() &&
           NewTargetOf(isolate, dead.frames()[0]->iterator(), dead.removed()) == expected;
  }

  // The arrow function closes over three variables of a function that has two parameters.
  void FindInScopes(v8::Isolate* isolate, v8::Local<v8::Value> arrow, v8::Local<v8::Value> expected) {
    constexpr int kVariables = 3;
    constexpr size_t kFirstCount = 2;
    constexpr size_t kMostHead = 8;
    if (!arrow->IsFunction()) return;
    v8::Local<v8::Value> name = NameOfVariable(isolate);
    v8::Local<v8::Value> context = NewHandle(isolate, WordOf(WordIn(arrow), layout_->function_context));
    if (!IsContext(*layout_, WordIn(context))) return;
    const uintptr_t scope = WordOf(WordIn(context), kContextSlots);
    size_t first = kFirstCount;
    size_t count = 0;
    for (; first < kMostHead && IsSmi(WordOf(scope, first)); first++) {
      if (count == 0 && SmiValue(WordOf(scope, first)) == kVariables) count = first;
    }
    bool is_there = false;
    for (size_t i = 0; i < kVariables; i++) is_there = is_there || WordOf(scope, first + i) == WordIn(name);
    if (count == 0 || !is_there) return;
    layout_->function_context_type = HeapLayout::TypeOf(WordIn(context));
    const auto scopes = ScopesOfFunction(isolate, arrow.As<v8::Function>());
    if (scopes == nullptr || !FindContext(scopes.get(), context)) return;
    layout_->scope_name_count = count;
    layout_->scope_names = first;
    if (InContext(isolate, *layout_, WordIn(context), name) != expected) layout_->scope_names = 0;
  }

  // Exactly one word of the iterator leads to the context at which it stands, and to the next one when it goes on.
  bool FindContext(ScopeIterator* scopes, v8::Local<v8::Value> context) {
    std::vector<size_t> places;
    const size_t size = malloc_usable_size(scopes);
    const auto read = [](uintptr_t slot) {
      uintptr_t word = 0;
      return slot % sizeof(word) == 0 && ReadMemory(slot, &word, sizeof(word)) ? word : 0;
    };
    for (size_t at = sizeof(uintptr_t); at + sizeof(uintptr_t) <= size; at += sizeof(uintptr_t)) {
      if (read(WordAt(scopes, at)) == WordIn(context)) places.push_back(at);
    }
    scopes->Advance();
    const uintptr_t next = WordOf(WordIn(context), kContextPrevious);
    const auto leads_elsewhere = [&](size_t at) { return read(WordAt(scopes, at)) != next; };
    places.erase(std::remove_if(places.begin(), places.end(), leads_elsewhere), places.end());
    if (places.size() != 1) return false;
    layout_->scope_context = places[0];
    return true;
  }

  const v8::Local<v8::Object> generator_;
  FrameLayout* const layout_;
  std::vector<size_t> places_;  // in bytecode
  int calls_ = 0;
};
thread_local NewTargetFinder* constructing = nullptr;

void OnConstruct(const v8::FunctionCallbackInfo<v8::Value>& info) {
  const v8::HandleScope handles(info.GetIsolate());
  if (constructing != nullptr) constructing->Look(info.GetIsolate(), info[0], info[1]);
}

}  // namespace

void FindNewTarget(v8::Isolate* isolate, v8::Local<v8::Function> build, const CodeHead& small, const CodeHead& large,
                   v8::Local<v8::Object> generator, FrameLayout* layout) {
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  v8::Local<v8::Function> probe;
  if (!v8::Function::New(context, OnConstruct, {}, 0, v8::ConstructorBehavior::kThrow).ToLocal(&probe)) return;
  NewTargetFinder finder(small, large, generator, layout);
  v8::Local<v8::Value> argument = probe;
  constructing = &finder;
  std::ignore = build->Call(context, v8::Undefined(isolate), 1, &argument);
  constructing = nullptr;
}

}  // namespace crash_collector::v8_internals
