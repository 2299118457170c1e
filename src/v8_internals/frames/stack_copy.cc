#include "v8_internals/frames/stack_copy.h"

#include <algorithm>
#include <cstring>
#include <memory>

#include "v8_internals/debug_interface.h"
#include "v8_internals/frames/frame_slots.h"
#include "v8_internals/frames/saved_registers.h"
#include "v8_internals/frames/tagged_words.h"

namespace crash_collector::v8_internals {

namespace {

// Larger contexts are those of modules and of generated code, and are not copied.
constexpr int kMostContextWords = 256;

// Of the contexts that a function closes over, those whose objects are given to the search for functions that wait.
constexpr int kOuterContexts = 2;
constexpr size_t kMostObjects = 200;

// In the cell of a variable of V8 14 (https://github.com/nodejs/node/blob/main/deps/v8/src/objects/contexts.h).
constexpr size_t kCellValue = 1;
constexpr size_t kCellState = 3;
constexpr size_t kCellNumber = 4;
constexpr int kLastStateOfTagged = 1;

// The memory of the last copy is used again, because that of a new one would be cold.
struct Memory {
  std::vector<v8::Local<v8::Value>> words;
  std::vector<uintptr_t> integers;
  std::vector<SeenFrame> seen;
};
thread_local Memory memory;
constexpr size_t kReserved = 4096;

int CellState(uintptr_t cell) { return static_cast<int>(WordOf(cell, kCellState) & 0xffffffff); }

}  // namespace

StackCopier::StackCopier(v8::Isolate* isolate, FrameMemo* memo)
    : isolate_(isolate), layout_(KnownFrameLayout()), memo_(memo), words_(memory.words), integers_(memory.integers) {
  words_.clear();
  integers_.clear();
  words_.reserve(kReserved);
  integers_.reserve(kReserved);
  for (size_t i = 0; i < kCopyHeadSize; i++) AddInteger(0);
}

void StackCopier::CopyStack(const CopyLimits& limits) {
  const std::vector<PlainFrame>* known = memo_->Walk();
  if (known != nullptr) {
    CopyKnown(*known, limits);
  } else {
    CopyByIterator(limits);
  }
}

void StackCopier::CopyKnown(const std::vector<PlainFrame>& frames, const CopyLimits& limits) {
  const size_t outermost = limits.OutermostOf(frames.size());
  for (size_t i = 0; i < frames.size(); i++) {
    if (i < limits.most_first || i >= outermost) Copy(FrameSlots(layout_, frames[i]));
  }
  omitted_ = limits.OmittedOf(frames.size());
}

void StackCopier::CopyByIterator(const CopyLimits& limits) {
  std::vector<SeenFrame>& seen = memory.seen;
  seen.clear();
  for (auto frames = StackFrames(isolate_); !frames->Done(); frames->Advance())
    seen.push_back(CopyFrame(InspectorOf(layout_, *frames), seen.size() < limits.most_first));
  omitted_ = limits.OmittedOf(seen.size());
  memo_->Learn(seen);
  const size_t outermost = limits.OutermostOf(seen.size());
  if (outermost >= seen.size()) return;
  // The outermost frames need a second pass, because only now their first number is known.
  size_t index = 0;
  for (auto frames = StackFrames(isolate_); !frames->Done(); frames->Advance(), index++) {
    if (index >= outermost) (void)CopyFrame(InspectorOf(layout_, *frames), true);
  }
}

SeenFrame StackCopier::CopyFrame(const FrameInspector& inspector, bool is_wanted) {
  if (is_wanted && inspector.function != nullptr) Copy(FrameSlots(layout_, inspector));
  return FrameMemo::Seen(inspector);
}

void StackCopier::Copy(const FrameSlots& frame) {
  const uintptr_t context = *frame.context;
  BeginFrame(frame.function, frame.context, frame.receiver);
  if (frame.is_constructor) counts_.flags |= FrameCounts::kConstructor;
  if (!IsContext(layout_, context) || frame.parameters > FrameCounts::kMostParameters ||
      frame.registers > FrameCounts::kMostRegisters) {
    counts_.flags |= FrameCounts::kNoContext;
  } else {
    for (size_t i = 0; i < frame.parameters; i++) AddSlot(frame.Parameter(i));
    for (size_t i = 0; i < frame.registers; i++) AddSlot(frame.Register(i));
    counts_.parameters = static_cast<uint32_t>(frame.parameters);
    counts_.registers = static_cast<uint32_t>(frame.registers);
    AddContexts(context, *frame.function);
  }
  EndFrame(frame.position);
  frames_++;
}

void StackCopier::CopySuspended(v8::Local<v8::Object> generator, v8::Local<v8::Value> awaited, bool is_certain,
                                uintptr_t restored) {
  constexpr size_t kFunctionWord = HeapLayout::kGeneratorFunction;
  const uintptr_t task = WordIn(generator);
  const uintptr_t list = WordOf(task, HeapLayout::kGeneratorContinuation + 1);
  const uintptr_t function = WordOf(task, kFunctionWord);
  const uintptr_t context = WordOf(task, kFunctionWord + 1);
  const auto registers = static_cast<size_t>(std::max(SmiValue(WordOf(list, kContextLength)), 0));
  if (!IsContext(layout_, context) || registers > FrameCounts::kMostRegisters) return;
  v8::Local<v8::Value> function_handle = NewHandle(isolate_, function);
  const bool is_async = function_handle->IsAsyncFunction();
  v8::Local<v8::Value> context_handle = NewHandle(isolate_, context);
  v8::Local<v8::Value> receiver = NewHandle(isolate_, WordOf(task, kFunctionWord + 2));
  BeginFrame(SlotOf(function_handle), SlotOf(context_handle), SlotOf(receiver));
  counts_.flags = FrameCounts::kSuspended;
  const Saved saved = HowSaved(isolate_, generator, restored, is_async ? WaitsAt::kAwait : WaitsAt::kYield);
  if (saved == Saved::kOnlyLive) counts_.flags |= FrameCounts::kOnlyLive;
  if (saved == Saved::kUnknown) counts_.flags |= FrameCounts::kUnknownSaved;
  words_[frame_begin_ + kAwaited] = awaited;
  for (size_t i = 0; i < registers; i++) AddWord(WordOf(list, kFirstElement + i));
  counts_.registers = static_cast<uint32_t>(registers);
  AddContexts(context, function);
  EndFrame(SmiValue(WordOf(task, kFunctionWord + 3)));
  suspended_++;
  if (is_certain) certain_++;
}

void StackCopier::BeginFrame(const uintptr_t* function, const uintptr_t* context, const uintptr_t* receiver) {
  counts_ = {};
  frame_begin_ = words_.size();
  begins_.push_back(frame_begin_);
  const uintptr_t shared = WordOf(*function, layout_.function_shared);
  AddSlot(function);
  AddSlot(context);
  AddSlot(receiver);
  AddWord(WordOf(shared, layout_.shared_data));
  AddWord(shared);
  AddInteger(0);
  AddInteger(0);
  AddInteger(0);
}

void StackCopier::EndFrame(int64_t position) {
  SetInteger(frame_begin_ + kPosition, position);
  SetInteger(frame_begin_ + kCounts, counts_.Packed());
}

// The contexts from the place of the frame out to that which the function closes over hold its variables that inner
// functions close over.
void StackCopier::AddContexts(uintptr_t context, uintptr_t function) {
  const uintptr_t outer = WordOf(function, layout_.function_context);
  while (context != outer && counts_.contexts < FrameCounts::kMostContexts && IsContext(layout_, context)) {
    const int length = SmiValue(WordOf(context, kContextLength));
    if (length < 2 || length > kMostContextWords) return;
    AddWord(context);
    AddWord(WordOf(context, 0));
    AddInteger(length);
    for (int i = 0; i < length; i++) AddContextWord(WordOf(context, kContextSlots + static_cast<size_t>(i)));
    counts_.contexts++;
    context = WordOf(context, kContextPrevious);
  }
}

void StackCopier::AddContextWord(uintptr_t word) {
  if (layout_.cell_type == 0 || !IsObject(word) || HeapLayout::TypeOf(word) != layout_.cell_type) return AddWord(word);
  const int state = CellState(word);
  if (state == layout_.cell_of_double) {
    double number;
    const uintptr_t bits = WordOf(word, kCellNumber);
    std::memcpy(&number, &bits, sizeof(number));
    numbers_.emplace_back(words_.size(), number);
    return AddInteger(0);
  }
  AddWord(state >= 0 && state <= kLastStateOfTagged ? WordOf(word, kCellValue) : word);
}

std::vector<v8::Local<v8::Object>> StackCopier::ObjectsOfInnermost(size_t frames, bool closes_over) const {
  std::vector<v8::Local<v8::Object>> objects;
  const auto add = [&](v8::Local<v8::Value> value) {
    if (objects.size() < kMostObjects && value->IsObject() && !value->IsProxy())
      objects.push_back(value.As<v8::Object>());
  };
  for (size_t f = 0; f < std::min(frames, frames_); f++) {
    const size_t begin = begins_[f];
    const size_t end = f + 1 < begins_.size() ? begins_[f + 1] : words_.size();
    add(words_[begin + kReceiver]);
    for (size_t i = begin + kFrameHeadSize; i < end; i++) add(words_[i]);
    uintptr_t context = WordOf(WordIn(words_[begin + kFunction]), layout_.function_context);
    for (int n = 0; closes_over && n < kOuterContexts && IsContext(layout_, context); n++) {
      const int length = std::min(SmiValue(WordOf(context, kContextLength)), kMostContextWords);
      for (int i = 2; i < length; i++) {
        uintptr_t word = WordOf(context, kContextSlots + static_cast<size_t>(i));
        if (layout_.cell_type != 0 && IsObject(word) && HeapLayout::TypeOf(word) == layout_.cell_type)
          word = WordOf(word, kCellValue);
        if (IsObject(word) && LocalAt<v8::Value>(&word)->IsObject()) add(NewHandle(isolate_, word));
      }
      context = WordOf(context, kContextPrevious);
    }
  }
  return objects;
}

v8::Local<v8::Array> StackCopier::Finish(v8::Local<v8::Array> stores) {
  v8::Local<v8::Context> context = isolate_->GetCurrentContext();
  const uint32_t store_count = stores.IsEmpty() ? 0 : stores->Length();
  for (uint32_t i = 0; i < store_count; i++) {
    v8::Local<v8::Value> store;
    words_.push_back(stores->Get(context, i).ToLocal(&store) ? store : v8::Undefined(isolate_).As<v8::Value>());
  }
  SetInteger(kFrameCount, static_cast<int64_t>(frames_));
  SetInteger(kOmittedCount, static_cast<int64_t>(omitted_));
  SetInteger(kSuspendedCount, static_cast<int64_t>(suspended_));
  SetInteger(kCertainCount, static_cast<int64_t>(certain_));
  SetInteger(kStoreCount, store_count);
  for (const auto& [at, number] : numbers_) words_[at] = v8::Number::New(isolate_, number);
  return v8::Array::New(isolate_, words_.data(), words_.size());
}

void StackCopier::AddWord(uintptr_t word) {
  if (IsSmi(word)) return AddInteger(SmiValue(word));
  words_.push_back(NewHandle(isolate_, word));
}

void StackCopier::AddInteger(int64_t number) {
  // Handles are the addresses of these integers, so the list must not grow beyond what it has reserved.
  if (integers_.size() == integers_.capacity()) {
    words_.push_back(NewHandle(isolate_, SmiOf(number)));
    return;
  }
  integers_.push_back(SmiOf(number));
  AddSlot(&integers_.back());
}

void StackCopier::SetInteger(size_t at, int64_t number) { *SlotOf(words_[at]) = SmiOf(number); }

v8::Local<v8::Value> StackCopier::SlotAsLocal(const uintptr_t* slot) { return LocalAt<v8::Value>(slot); }

}  // namespace crash_collector::v8_internals
