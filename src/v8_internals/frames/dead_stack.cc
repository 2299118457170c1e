#include "v8_internals/frames/dead_stack.h"

#include <algorithm>
#include <cstdlib>

#include "v8_internals/frames/frame_slots.h"
#include "v8_internals/frames/tagged_words.h"

namespace crash_collector::v8_internals {

namespace {

// V8's iterator asks for more values than there are if a function ran out of stack at its entry.
constexpr size_t kSpareValues = 64;

int TypeOfDeadFrame(const void*) { return KnownFrameLayout().optimized_type; }

// The trial has shown that V8 calls nothing but type(). A frame that cannot answer must not go on.
[[noreturn]] void NoSuchMethod() { std::abort(); }

// In the order of V8's CommonFrame, whose first method is type().
constexpr size_t kMethods = 64;
struct Methods {
  const void* table[kMethods];
  Methods() {
    std::fill_n(table, kMethods, reinterpret_cast<const void*>(NoSuchMethod));
    table[0] = reinterpret_cast<const void*>(TypeOfDeadFrame);
  }
};
const Methods& DeadFrameMethods() {
  static const Methods methods;
  return methods;
}

void PutMap(v8::Local<v8::Object> object, uintptr_t map) {
  __atomic_store_n(reinterpret_cast<uintptr_t*>(WordIn(object) - 1), map, __ATOMIC_RELEASE);
}

}  // namespace

DeadFrame::DeadFrame(v8::Isolate* isolate, const Words& words)
    : space_(KnownFrameLayout().iterator_bytes / sizeof(uintptr_t)) {
  const FrameLayout& layout = KnownFrameLayout();
  frame_.vtable = DeadFrameMethods().table;
  slots_.reserve(words.values.size() + kSpareValues);
  for (const v8::Local<v8::Value>& value : words.values) slots_.push_back(SlotOf(value));
  v8::Local<v8::Value> undefined = v8::Undefined(isolate);
  for (size_t i = 0; i < kSpareValues; i++) slots_.push_back(SlotOf(undefined));
  const uintptr_t** begin = slots_.data();
  const uintptr_t** end = begin + slots_.size();
  const uintptr_t** registers = begin + words.parameters;
  optimized_ = {SlotOf(words.context), begin, registers, registers, registers, end, end, words.position};
  script_ = NewHandle(isolate, ScriptOf(layout, WordOf(WordIn(words.function), layout.function_shared)));
  inspector_ = {&frame_,
                0,
                &optimized_,
                isolate,
                SlotOf(script_),
                SlotOf(words.receiver),
                SlotOf(words.function),
                words.position,
                true,
                words.is_constructor};
  space_[0] = layout.iterator_vtable;
  space_[1] = reinterpret_cast<uintptr_t>(isolate);
  space_[layout.inspector / sizeof(uintptr_t)] = reinterpret_cast<uintptr_t>(&inspector_);
  space_[layout.frame / sizeof(uintptr_t)] = reinterpret_cast<uintptr_t>(&frame_);
}

std::unique_ptr<DeadFrame> WithRemoved(v8::Isolate* isolate, const StackTraceIterator& frame,
                                       v8::Local<v8::Object> removed) {
  const FrameLayout& layout = KnownFrameLayout();
  const auto& inspector = *reinterpret_cast<const FrameInspector*>(WordAt(&frame, layout.inspector));
  if (inspector.function == nullptr) return nullptr;  // of WebAssembly
  const FrameSlots slots(layout, inspector);
  // V8 shows no variables of a frame without a context.
  if (!IsContext(layout, *slots.context)) return nullptr;
  DeadFrame::Words words;
  bool has_removed = false;
  const auto add = [&](const uintptr_t* slot) {
    const bool is_removed = IsRegisterMark(isolate, *slot);
    has_removed = has_removed || is_removed;
    words.values.push_back(is_removed ? removed.As<v8::Value>() : NewHandle(isolate, *slot));
  };
  for (size_t i = 0; i < slots.parameters; i++) add(slots.Parameter(i));
  for (size_t i = 0; i < slots.registers; i++) add(slots.Register(i));
  if (!has_removed) return nullptr;
  words.function = NewHandle(isolate, *slots.function).As<v8::Function>();
  words.context = NewHandle(isolate, *slots.context);
  words.receiver = NewHandle(isolate, *slots.receiver);
  words.position = slots.position;
  words.is_constructor = slots.is_constructor;
  words.parameters = slots.parameters;
  return std::make_unique<DeadFrame>(isolate, words);
}

DeadStack::DeadStack(v8::Isolate* isolate, v8::Local<v8::Array> copy, v8::Local<v8::Object> generator)
    : isolate_(isolate), copy_(copy), removed_(v8::Object::New(isolate)) {
  struct Place {
    size_t begin;
    FrameCounts counts;
  };
  std::vector<Place> places;
  const size_t end = copy->Length() - static_cast<size_t>(Integer(kStoreCount));
  for (size_t begin = kCopyHeadSize; begin < end;) {
    const FrameCounts counts = FrameCounts::Of(Integer(begin + kCounts));
    places.push_back({begin, counts});
    begin += kFrameHeadSize + counts.parameters + counts.registers;
    for (uint32_t i = 0; i < counts.contexts; i++)
      begin += kContextHeadSize + static_cast<size_t>(Integer(begin + kLength));
  }
  // The outermost first, because the contexts of inner functions lead to theirs.
  frames_.resize(static_cast<size_t>(Integer(kFrameCount)));
  for (size_t i = places.size(); i-- > 0;) {
    if (places[i].counts.flags & FrameCounts::kSuspended) {
      tasks_.push_back(TaskAt(places[i].begin, places[i].counts, generator));
    } else {
      frames_[i] = FrameAt(places[i].begin, places[i].counts);
    }
  }
  std::reverse(tasks_.begin(), tasks_.end());
}

DeadStack::~DeadStack() {
  for (const Disguise& each : disguises_) PutMap(each.object, WordIn(each.own_map));
}

std::unique_ptr<DeadFrame> DeadStack::FrameAt(size_t begin, const FrameCounts& counts) {
  DeadFrame::Words words;
  words.function = HandleOf(begin + kFunction).As<v8::Function>();
  words.context = ContextAt(begin, counts);
  words.receiver = HandleOf(begin + kReceiver);
  words.position = static_cast<int>(Integer(begin + kPosition));
  words.is_constructor = (counts.flags & FrameCounts::kConstructor) != 0;
  words.parameters = counts.parameters;
  for (size_t i = 0; i < counts.parameters + counts.registers; i++)
    words.values.push_back(RegisterAt(begin + kFrameHeadSize + i, false));
  return std::make_unique<DeadFrame>(isolate_, words);
}

DeadTask DeadStack::TaskAt(size_t begin, const FrameCounts& counts, v8::Local<v8::Object> generator) {
  constexpr size_t kFields = 8;  // of a generator, from its elements on
  DeadTask task;
  task.function = HandleOf(begin + kFunction).As<v8::Function>();
  task.receiver = HandleOf(begin + kReceiver);
  task.awaited = HandleOf(begin + kAwaited);
  if (counts.flags & FrameCounts::kOnlyLive) task.saved = Saved::kOnlyLive;
  if (counts.flags & FrameCounts::kUnknownSaved) task.saved = Saved::kUnknown;
  std::vector<v8::Local<v8::Value>> registers;
  for (size_t i = 0; i < counts.registers; i++)
    registers.push_back(RegisterAt(begin + kFrameHeadSize + i, task.saved == Saved::kOnlyLive));
  for (size_t i = 0; i < kSpareValues; i++) registers.push_back(v8::Undefined(isolate_));
  v8::Local<v8::Array> holder = v8::Array::New(isolate_, registers.data(), registers.size());
  v8::Local<v8::Value> zero = v8::Integer::New(isolate_, 0);
  v8::Local<v8::Value> no_elements = NewHandle(isolate_, WordOf(WordIn(generator), 2));
  std::vector<v8::Local<v8::Value>> fields = {no_elements,
                                              task.function,
                                              ContextAt(begin, counts),
                                              task.receiver,
                                              HandleOf(begin + kPosition),
                                              zero,
                                              zero,
                                              NewHandle(isolate_, ElementsOf(holder))};
  static_assert(kFields == HeapLayout::kGeneratorContinuation, "the fields end with the list of registers");
  // V8 leaves room for properties in the first generators of a function. The size is always that of the map.
  fields.resize(HeapLayout::WordsOf(WordIn(generator)) - kFirstElement, v8::Undefined(isolate_));
  task.generator = DisguiseAs(fields, NewHandle(isolate_, WordOf(WordIn(generator), 0)));
  return task;
}

// The context at the place of the frame: a rebuilt one, if it is one of the function's own.
v8::Local<v8::Value> DeadStack::ContextAt(size_t begin, const FrameCounts& counts) {
  if (counts.flags & FrameCounts::kNoContext) return v8::Undefined(isolate_);
  struct Place {
    size_t at;
    size_t length;
  };
  std::vector<Place> places;  // innermost first
  size_t at = begin + kFrameHeadSize + counts.parameters + counts.registers;
  for (uint32_t i = 0; i < counts.contexts; i++) {
    places.push_back({at, static_cast<size_t>(Integer(at + kLength))});
    at += kContextHeadSize + places.back().length;
  }
  if (places.empty()) return Rebuilt(HandleOf(begin + kContext));
  v8::Local<v8::Value> context;
  for (size_t i = places.size(); i-- > 0;) {
    const auto [place, length] = places[i];
    std::vector<v8::Local<v8::Value>> slots;
    for (size_t k = 0; k < length; k++) slots.push_back(HandleOf(place + kContextHeadSize + k));
    constexpr size_t kPrevious = kContextPrevious - kContextSlots;
    slots[kPrevious] = context.IsEmpty() ? Rebuilt(slots[kPrevious]) : context;
    context = DisguiseAs(slots, HandleOf(place + kMap));
    // The original may be gone.
    v8::Local<v8::Value> original = HandleOf(place + kOriginal);
    if (IsContext(KnownFrameLayout(), WordIn(original))) contexts_.emplace_back(original, context);
  }
  return context;
}

// A copy of the context from a frame further out, or the context itself.
v8::Local<v8::Value> DeadStack::Rebuilt(v8::Local<v8::Value> context) const {
  for (auto each = contexts_.rbegin(); each != contexts_.rend(); ++each) {
    if (WordIn(each->first) == WordIn(context)) return each->second;
  }
  return context;
}

v8::Local<v8::Object> DeadStack::DisguiseAs(const std::vector<v8::Local<v8::Value>>& words, v8::Local<v8::Value> map) {
  v8::Local<v8::Array> holder = v8::Array::New(isolate_, const_cast<v8::Local<v8::Value>*>(words.data()), words.size());
  v8::Local<v8::Object> list = NewHandle(isolate_, ElementsOf(holder)).As<v8::Object>();
  disguises_.push_back({list, NewHandle(isolate_, WordOf(WordIn(list), 0))});
  PutMap(list, WordIn(map));
  return list;
}

v8::Local<v8::Array> DeadStack::stores() const {
  const size_t end = copy_->Length();
  std::vector<v8::Local<v8::Value>> words;
  for (size_t at = end - static_cast<size_t>(Integer(kStoreCount)); at < end; at++) words.push_back(HandleOf(at));
  return v8::Array::New(isolate_, words.data(), words.size());
}

// Words are read anew each time, because the array moves.
uintptr_t DeadStack::WordAtIndex(size_t at) const { return WordOf(ElementsOf(copy_), kFirstElement + at); }

v8::Local<v8::Value> DeadStack::HandleOf(size_t at) const { return NewHandle(isolate_, WordAtIndex(at)); }

v8::Local<v8::Value> DeadStack::RegisterAt(size_t at, bool is_of_only_live) const {
  v8::Local<v8::Value> value = HandleOf(at);
  const bool may_be_removed = is_of_only_live && WordIn(value) == WordIn(v8::Undefined(isolate_));
  return may_be_removed || IsRegisterMark(isolate_, WordIn(value)) ? removed_.As<v8::Value>() : value;
}

int64_t DeadStack::Integer(size_t at) const { return SmiValue(WordAtIndex(at)); }

}  // namespace crash_collector::v8_internals
