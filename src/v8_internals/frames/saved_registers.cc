#include "v8_internals/frames/saved_registers.h"

#include <v8-internal.h>

#include <algorithm>
#include <cstddef>

#include "v8_internals/frames/frame_layout.h"
#include "v8_internals/frames/tagged_words.h"

namespace crash_collector::v8_internals {

namespace {

struct List {
  explicit List(v8::Local<v8::Object> generator)
      : words(WordOf(WordIn(generator), HeapLayout::kGeneratorContinuation + 1)),
        size(IsObject(words) ? static_cast<size_t>(std::max(SmiValue(WordOf(words, 1)), 0)) : 0) {}
  uintptr_t At(size_t i) const { return WordOf(words, kFirstElement + i); }

  const uintptr_t words;
  const size_t size;
};

// The optimising compilers compile by what V8 has noted about a function, which it does from about the eighth call on.
bool MayBeOptimized(uintptr_t function) {
  const FrameLayout& layout = KnownFrameLayout();
  if (layout.feedback_cell == 0) return false;
  return HeapLayout::TypeOf(WordOf(WordOf(function, layout.feedback_cell), 1)) == layout.feedback_type;
}

}  // namespace

bool IsRegisterMark(v8::Isolate* isolate, uintptr_t word) {
  using v8::internal::Internals;
  if (!IsObject(word)) return false;
  const uint16_t type = HeapLayout::TypeOf(word);
  const uintptr_t undefined = *Internals::GetRootSlot(isolate, Internals::kUndefinedValueRootIndex);
  const uintptr_t hole = *Internals::GetRootSlot(isolate, Internals::kTheHoleValueRootIndex);
  if (word == undefined || word == hole) return false;
  if (type != HeapLayout::TypeOf(undefined) && type != HeapLayout::TypeOf(hole)) return false;
  v8::Local<v8::Value> value = LocalAt<v8::Value>(&word);
  return !value->IsNull() && !value->IsBoolean();
}

uintptr_t MarkOfRestored(v8::Isolate* isolate, v8::Local<v8::Object> done, v8::Local<v8::Object> suspended) {
  const List list(done);
  const List known(suspended);
  if (!IsObject(list.words) || WordOf(list.words, 0) != WordOf(known.words, 0) || list.size != known.size) return 0;
  for (size_t i = 0; i < list.size; i++) {
    if (IsRegisterMark(isolate, list.At(i))) return list.At(i);
  }
  return 0;
}

Saved HowSaved(v8::Isolate* isolate, v8::Local<v8::Object> generator, uintptr_t restored, WaitsAt waits_at) {
  const uintptr_t undefined = WordIn(v8::Undefined(isolate));
  const List list(generator);
  bool has_restored = false;
  bool has_undefined = false;
  bool has_removed = false;
  bool may_lack = false;
  for (size_t i = 0; i < list.size; i++) {
    const uintptr_t word = list.At(i);
    if (word == undefined) {
      has_undefined = true;
    } else if (restored != 0 && word == restored) {
      has_restored = true;
    } else if (IsRegisterMark(isolate, word)) {
      has_removed = true;
    } else if (has_restored) {
      return Saved::kOnlyLive;
    } else {
      may_lack = has_undefined;
    }
  }
  if (waits_at == WaitsAt::kYield) may_lack = has_undefined;
  // Maglev has left a mark for what it has not saved.
  if (!may_lack || has_removed) return Saved::kAll;
  return MayBeOptimized(WordOf(WordIn(generator), HeapLayout::kGeneratorFunction)) ? Saved::kUnknown : Saved::kAll;
}

void FindFeedback(v8::Local<v8::Value> warm, v8::Local<v8::Value> cold, FrameLayout* layout) {
  const size_t cell = layout->function_context + 1;
  const uintptr_t cells[] = {WordOf(WordIn(warm), cell), WordOf(WordIn(cold), cell)};
  uint16_t types[2];
  for (size_t i = 0; i < 2; i++) {
    if (!IsObject(cells[i]) || HeapLayout::TypeOf(cells[i]) != HeapLayout::TypeOf(cells[0])) return;
    const uintptr_t feedback = WordOf(cells[i], 1);
    if (!IsObject(feedback)) return;
    types[i] = HeapLayout::TypeOf(feedback);
  }
  if (types[0] == types[1]) return;
  layout->feedback_cell = cell;
  layout->feedback_type = types[0];
}

}  // namespace crash_collector::v8_internals
