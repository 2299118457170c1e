#include "v8_internals/frames/frame_finder.h"

#include <malloc.h>
#include <v8-internal.h>

#include <cstddef>
#include <cstring>
#include <vector>

#include "base/process_memory.h"
#include "v8_internals/frames/frame_chain.h"
#include "v8_internals/frames/tagged_words.h"

namespace crash_collector::v8_internals {

namespace {

constexpr size_t kWord = sizeof(uintptr_t);
constexpr int kMoreRegisters = 7;
constexpr int kParametersOfSmall = 4;  // with the receiver
constexpr int kParametersOfLarge = 6;

uintptr_t SafeWord(uintptr_t at) {
  uintptr_t word = 0;
  return at % kWord == 0 && ReadMemory(at, &word, kWord) ? word : 0;
}

class Finder {
 public:
  Finder(v8::Isolate* isolate, const v8::FunctionCallbackInfo<v8::Value>& info, FrameLayout* layout)
      : isolate_(isolate), info_(info), layout_(layout) {}

  // Returns what is not as expected; empty if nothing.
  const char* Find(const StackTraceIterator* frames, CodeHead* head) {
    function_ = WordIn(frames->GetFunction());
    if (!FindInspector(frames)) return "no frame inspector";
    const auto* inspector = reinterpret_cast<const FrameInspector*>(WordAt(frames, layout_->inspector));
    if (!FindFrameOfIterator()) return "the iterator's frame is not known";
    if (inspector->is_optimized || inspector->optimized != nullptr || inspector->position <= 0)
      return "the trial is optimised";
    if (!FindFramePointer(inspector)) return "no frame pointer";
    fp_ = reinterpret_cast<const uintptr_t*>(WordAt(inspector->frame, layout_->frame_pointer));
    const uintptr_t sp = WordAt(inspector->frame, layout_->stack_pointer);
    const auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
    if (sp % kWord != 0 || sp >= reinterpret_cast<uintptr_t>(fp_) || sp < here) return "no stack pointer";
    if (fp_[3] != WordIn(info_[3])) return "another argument";
    if (!FindRegisters()) return "no registers";
    if (!FindScript(*inspector->script)) return "no script of the function";
    return FindCode(inspector, head);
  }

 private:
  bool FindInspector(const StackTraceIterator* frames) {
    const size_t size = malloc_usable_size(const_cast<StackTraceIterator*>(frames));
    layout_->iterator_vtable = WordAt(frames, 0);
    layout_->iterator_bytes = size / kWord * kWord;
    if (WordAt(frames, kWord) != reinterpret_cast<uintptr_t>(isolate_)) return false;
    for (size_t at = 2 * kWord; at + kWord <= size; at += kWord) {
      const uintptr_t candidate = WordAt(frames, at);
      if (SafeWord(candidate + offsetof(FrameInspector, isolate)) != reinterpret_cast<uintptr_t>(isolate_)) continue;
      const uintptr_t function = SafeWord(candidate + offsetof(FrameInspector, function));
      const uintptr_t receiver = SafeWord(candidate + offsetof(FrameInspector, receiver));
      if (SafeWord(function) != function_ || SafeWord(receiver) != WordIn(info_[4])) continue;
      layout_->inspector = at;
      return true;
    }
    return false;
  }

  // Exactly one word of an iterator is its frame, and null at the end. V8 leaves words unset, so that others may be the
  // frame of an earlier iterator, which was at the same place.
  bool FindFrameOfIterator() {
    const auto frames = StackFrames(isolate_);
    const auto* inspector = reinterpret_cast<const FrameInspector*>(WordAt(frames.get(), layout_->inspector));
    const auto frame = reinterpret_cast<uintptr_t>(inspector->frame);
    std::vector<size_t> places;
    for (size_t at = kWord; at + kWord <= layout_->iterator_bytes; at += kWord) {
      if (WordAt(frames.get(), at) == frame) places.push_back(at);
    }
    while (!frames->Done()) frames->Advance();
    int found = 0;
    for (const size_t at : places) {
      if (WordAt(frames.get(), at) != 0) continue;
      layout_->frame = at;
      found++;
    }
    return found == 1;
  }

  bool FindFramePointer(const FrameInspector* inspector) {
    constexpr size_t kLastOffset = 0x60;
    for (size_t at = kWord; at <= kLastOffset; at += kWord) {
      const uintptr_t fp = WordAt(inspector->frame, at);
      if (SafeWord(fp - 2 * kWord) != function_ || SafeWord(fp + 2 * kWord) != WordIn(info_[4]) ||
          !IsObject(SafeWord(fp - kWord))) {
        continue;
      }
      layout_->frame_pointer = at;
      layout_->stack_pointer = at - kWord;
      return true;
    }
    return false;
  }

  // The first three variables are consecutive registers.
  bool FindRegisters() {
    constexpr int kFarthest = -12;
    for (int at = -4; at > kFarthest; at--) {
      if (fp_[at] != WordIn(info_[0]) || fp_[at - 1] != WordIn(info_[1]) || fp_[at - 2] != WordIn(info_[2])) continue;
      layout_->register_0 = at;
      return true;
    }
    return false;
  }

  bool FindScript(uintptr_t script) {
    constexpr size_t kFirst = 3;
    // A word behind the function may be behind its page, where no memory is.
    const size_t end = HeapLayout::WordsOf(function_);
    layout_->script_type = HeapLayout::TypeOf(script);
    for (size_t at = kFirst; at < end; at++) {
      const uintptr_t shared = WordOf(function_, at);
      for (size_t k = 2; IsObject(shared) && k < 8; k++) {
        if (SafeWord(shared - 1 + k * kWord) != script) continue;
        layout_->function_shared = at;
        layout_->shared_script = k;
      }
      if (layout_->function_shared != 0) break;
    }
    for (size_t at = kFirst; at < end; at++) {
      const bool is_context = at != layout_->function_shared && WordOf(function_, at) == OuterContext();
      if (layout_->function_context == 0 && is_context) layout_->function_context = at;
    }
    return layout_->function_shared != 0 && layout_->function_context != 0;
  }

  // The probe is called in a block with a context of its own, which the function's context follows, if it has one.
  uintptr_t OuterContext() const { return WordOf(fp_[-1], kContextPrevious); }

  const char* FindCode(const FrameInspector* inspector, CodeHead* head) {
    constexpr int kBytecode = -4;
    layout_->bytecode = kBytecode;
    layout_->shared_data = 1;
    const uintptr_t bytecode = fp_[kBytecode];
    const uintptr_t offset = fp_[kBytecode - 1];
    if (layout_->register_0 >= kBytecode - 1 || !IsObject(bytecode)) return "no bytecode";
    // With --interpreted-frames-native-stack, and for a function with baseline code, an object of V8 is between.
    const uintptr_t data = WordOf(WordOf(function_, layout_->function_shared), layout_->shared_data);
    bool leads_there = data == bytecode;
    for (size_t k = 1; k < 4 && IsObject(data) && !leads_there; k++)
      leads_there = SafeWord(data - 1 + k * kWord) == bytecode;
    const bool is_interpreted = IsSmi(offset);
    if (is_interpreted && !leads_there) return "another bytecode";
    using TypeMethod = int(const void*);
    const auto type =
        reinterpret_cast<TypeMethod*>(WordAt(reinterpret_cast<const void*>(WordAt(inspector->frame, 0)), 0));
    // In the enumeration of frames that of V8's last compiler comes third after that of interpreted ones, and second
    // after that of V8's first compiler (`STACK_FRAME_TYPE_LIST` in
    // https://github.com/nodejs/node/blob/c7964bc02b/deps/v8/src/execution/frames.h).
    layout_->interpreted_type = type(inspector->frame) - (is_interpreted ? 0 : 1);
    layout_->optimized_type = layout_->interpreted_type + 3;
    if (!ReadMemory(bytecode - 1, head->ints.data(), sizeof(head->ints)) ||
        !ReadMemory(bytecode - 1, head->shorts.data(), sizeof(head->shorts))) {
      return "bytecode that cannot be read";
    }
    return "";
  }

  v8::Isolate* const isolate_;
  const v8::FunctionCallbackInfo<v8::Value>& info_;
  FrameLayout* const layout_;
  uintptr_t function_ = 0;
  const uintptr_t* fp_ = nullptr;
};

}  // namespace

const char* FindFrame(v8::Isolate* isolate, const v8::FunctionCallbackInfo<v8::Value>& info,
                      const StackTraceIterator* frames, FrameLayout* layout, CodeHead* head) {
  return Finder(isolate, info, layout).Find(frames, head);
}

bool FindExitFrame(v8::Isolate* isolate, const uintptr_t* fp, FrameLayout* layout) {
  using v8::internal::Internals;
  constexpr int kMostFrames = 8;
  const auto end = reinterpret_cast<uintptr_t>(fp);
  const auto leads_there = [end](uintptr_t frame) {
    uintptr_t below = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
    for (int i = 0; i < kMostFrames && frame > below && frame < end && frame % kWord == 0; i++) {
      below = frame;
      frame = WordAt(reinterpret_cast<const void*>(frame), 0);
      if (frame == end) return true;
    }
    return false;
  };
  int found = 0;
  constexpr size_t kFirst = Internals::kIsolateThreadLocalTopOffset;
  for (size_t at = kFirst; at < kFirst + Internals::kThreadLocalTopSize; at += kWord) {
    if (!leads_there(WordAt(isolate, at))) continue;
    layout->exit_frame = at;
    found++;
  }
  return found == 1;
}

bool FindEntryFrame(v8::Isolate* isolate, uintptr_t exit, FrameLayout* layout) {
  constexpr int kFarthest = -16;
  FrameChain frame(isolate, *layout, exit);
  while (frame.Next()) {
    if (frame.marker() == 0) continue;
    for (int at = -2; at >= kFarthest; at--) {
      if (frame.Word(at) != exit) continue;
      if (layout->next_exit != 0) return false;
      layout->next_exit = at;
      layout->entry_marker = frame.marker();
    }
    if (layout->next_exit != 0) return true;
  }
  return false;
}

bool FindSizes(const CodeHead& small, const CodeHead& large, FrameLayout* layout) {
  constexpr size_t kFirstInt = 4;
  constexpr int kBytes = static_cast<int>(kWord);
  for (size_t i = kFirstInt; i < small.ints.size(); i++) {
    const int registers = small.ints[i];
    if (layout->frame_size == 0 && large.ints[i] - registers == kMoreRegisters * kBytes && registers >= 3 * kBytes &&
        registers % kBytes == 0) {
      layout->frame_size = i * sizeof(int32_t);
    }
    if (layout->parameter_count == 0 && registers == kParametersOfSmall * kBytes &&
        large.ints[i] == kParametersOfLarge * kBytes) {
      layout->parameter_count = i * sizeof(int32_t);
      layout->counts_bytes = true;
    }
  }
  for (size_t i = 2 * kFirstInt; i < small.shorts.size() && layout->parameter_count == 0; i++) {
    if (small.shorts[i] == kParametersOfSmall && large.shorts[i] == kParametersOfLarge)
      layout->parameter_count = i * sizeof(uint16_t);
  }
  return layout->frame_size != 0 && layout->parameter_count != 0;
}

bool FindContexts(v8::Local<v8::Value> inner, v8::Local<v8::Value> integer, v8::Local<v8::Value> number,
                  FrameLayout* layout) {
  constexpr size_t kFirstVariable = 4;
  constexpr uint16_t kMostTypes = 20;
  const auto context_of = [layout](v8::Local<v8::Value> function) {
    return WordOf(WordIn(function), layout->function_context);
  };
  // The block of `inner` has the first type of all, and the scope of `with` around it the last.
  const uintptr_t block = context_of(inner);
  layout->first_context_type = HeapLayout::TypeOf(block);
  layout->last_context_type = HeapLayout::TypeOf(WordOf(block, kContextPrevious));
  if (layout->last_context_type <= layout->first_context_type ||
      layout->last_context_type - layout->first_context_type > kMostTypes) {
    return false;
  }
  // V8 14 keeps a variable that is written to in a cell: a tagged value, or a number in the cell itself.
  constexpr int kIncremented = 7;
  constexpr double kIncrementedNumber = 7.25;
  const uintptr_t integer_cell = WordOf(context_of(integer), kFirstVariable);
  const uintptr_t number_cell = WordOf(context_of(number), kFirstVariable);
  if (integer_cell == SmiOf(kIncremented)) return true;
  constexpr size_t kCellWords = 5;
  constexpr int kStateOfInteger = 1;
  if (!IsObject(integer_cell) || !IsObject(number_cell) || HeapLayout::WordsOf(integer_cell) != kCellWords ||
      HeapLayout::TypeOf(integer_cell) != HeapLayout::TypeOf(number_cell) ||
      WordOf(integer_cell, 1) != SmiOf(kIncremented) || (WordOf(integer_cell, 3) & 0xffffffff) != kStateOfInteger) {
    return false;
  }
  double found;
  const uintptr_t bits = WordOf(number_cell, 4);
  std::memcpy(&found, &bits, sizeof(found));
  if (found != kIncrementedNumber) return false;
  layout->cell_type = HeapLayout::TypeOf(integer_cell);
  layout->cell_of_double = static_cast<int>(WordOf(number_cell, 3) & 0xffffffff);
  return true;
}

}  // namespace crash_collector::v8_internals
