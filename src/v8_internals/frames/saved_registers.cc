#include "v8_internals/frames/saved_registers.h"

#include <v8-internal.h>

#include <algorithm>
#include <cstddef>

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

// True if a function that awaits `value` may wait for the promise. V8 makes a promise for what is none, or is one of
// another class.
bool MayBeAwaited(uintptr_t value, v8::Local<v8::Value> promise) {
  if (!promise->IsPromise() || value == WordIn(promise)) return true;
  v8::Local<v8::Value> local = LocalAt<v8::Value>(&value);
  if (IsSmi(value) || !local->IsObject()) return promise.As<v8::Promise>()->State() == v8::Promise::kFulfilled;
  return WordOf(value, 0) != WordOf(WordIn(promise), 0);
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

// A mark of what was restored is left by TurboFan alone: other code saves each register again. Before it waits, code puts
// the generator and what is awaited into two registers that follow each other. Nothing reads them afterwards, so if they
// are in the list, other code has saved them; it does not save them if no variable of the function stands behind them.
// Another register before them has the generator as long as the function runs.
bool HasSavedOnlyLive(v8::Isolate* isolate, v8::Local<v8::Object> generator, v8::Local<v8::Value> awaited,
                      uintptr_t restored) {
  const List list(generator);
  bool is_first = true;
  bool has_restored = false;
  for (size_t i = 0; i < list.size; i++) {
    const uintptr_t word = list.At(i);
    has_restored = has_restored || word == restored;
    if (word != restored && IsRegisterMark(isolate, word)) return false;  // of Maglev
    if (word != WordIn(generator)) continue;
    if (!is_first && i + 1 < list.size && MayBeAwaited(list.At(i + 1), awaited)) return false;
    is_first = false;
  }
  return has_restored;
}

}  // namespace crash_collector::v8_internals
