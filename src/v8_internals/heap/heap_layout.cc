#include "v8_internals/heap/heap_layout.h"

#include <algorithm>
#include <array>
#include <atomic>

#include "base/v8_compat.h"

namespace crash_collector {

namespace {

// Number of words of an object that are searched for an expected word.
constexpr size_t kMostWords = 9;
constexpr size_t kMostGeneratorWords = 16;
constexpr int32_t kMostProbeVariables = 6;

// The same in every isolate of the process.
std::atomic<size_t> known_reactions{0};
std::atomic<size_t> known_context{0};

// Tries the words of all handlers in a promise's reactions, until `accept` says that one is the right context.
template <typename Accept>
bool FindContext(Tagged promise, HeapLayout* layout, Accept accept) {
  // If an index is known from an earlier time, only that one is tried, because each word takes a system call.
  const auto first = [](size_t known, size_t least) { return known == 0 ? least : known; };
  const auto end = [](size_t known) { return known == 0 ? kMostWords : known + 1; };
  const size_t known_reactions = layout->promise_reactions;
  const size_t known_context = layout->function_context;
  for (size_t p = first(known_reactions, 1); p < end(known_reactions); p++) {
    const uintptr_t reaction = ReadWord(promise, p);
    if (!IsObject(reaction)) continue;
    for (size_t r = 1; r < kMostWords; r++) {
      const uintptr_t handler = ReadWord(reaction, r);
      if (!IsObject(handler)) continue;
      for (size_t h = first(known_context, 3); h < end(known_context); h++) {
        const uintptr_t context = ReadWord(handler, h);
        if (!IsObject(context) || !accept(context, handler)) continue;
        layout->promise_reactions = p;
        layout->reaction_map = ReadWord(reaction, 0);
        layout->function_context = h;
        return true;
      }
    }
  }
  return false;
}

// Finds the suspended call of `async_function`.
bool LearnTask(const TaskProbes& probes, HeapLayout* layout) {
  const Tagged function = TaggedOf(probes.async_function);
  return FindContext(TaggedOf(probes.awaited), layout, [=](Tagged context, Tagged handler) {
    for (size_t c = 1; c < kMostWords; c++) {
      const uintptr_t task = ReadWord(context, c);
      if (!IsObject(task) || task == handler || ReadWord(task, HeapLayout::kGeneratorFunction) != function) continue;
      layout->async_probe = task;
      return true;
    }
    return false;
  });
}

bool LearnCapability(const TaskProbes& probes, HeapLayout* layout) {
  const Tagged all = TaggedOf(probes.all);
  HeapLayout again;
  again.promise_reactions = layout->promise_reactions;
  again.function_context = layout->function_context;
  return FindContext(TaggedOf(probes.awaited_by_all), &again,
                     [=](Tagged context, Tagged) {
                       for (size_t c = 1; c < kMostWords; c++) {
                         const uintptr_t capability = ReadWord(context, c);
                         if (!IsObject(capability) || ReadWord(capability, 1) != all) continue;
                         layout->capability_map = ReadWord(capability, 0);
                         return true;
                       }
                       return false;
                     }) &&
         again.reaction_map == layout->reaction_map && again.function_context == layout->function_context;
}

bool LearnRequests(const TaskProbes& probes, HeapLayout* layout) {
  const Tagged promise = TaggedOf(probes.async_next);
  for (size_t i = HeapLayout::kGeneratorContinuation + 1; i < kMostGeneratorWords; i++) {
    const uintptr_t request = ReadWord(TaggedOf(probes.async_generator), i);
    for (size_t r = 1; IsObject(request) && r < kMostWords; r++) {
      if (ReadWord(request, r) != promise) continue;
      layout->requests = i;
      layout->request_map = ReadWord(request, 0);
      return true;
    }
  }
  return false;
}

// Promise.all() waits by two callbacks. That for a value has the capability of the promise for all values, the other
// one has the promise itself. The reaction is known, so only its own words are read: behind it may be the capability,
// which has that callback, too.
void LearnCallbacks(const TaskProbes& probes, HeapLayout* layout) {
  const Tagged all = TaggedOf(probes.all);
  const Tagged reaction = WordOf(TaggedOf(probes.awaited_by_all), layout->promise_reactions);
  size_t on_fulfilled = 0;
  size_t on_rejected = 0;
  for (size_t r = 1; r < HeapLayout::WordsOf(reaction); r++) {
    const uintptr_t callback = WordOf(reaction, r);
    if (!layout->IsFunction(callback)) continue;
    const uintptr_t context = WordOf(callback, layout->function_context);
    const uintptr_t length = IsObject(context) ? WordOf(context, 1) : 0;
    if (!IsSmi(length)) continue;
    for (int32_t i = 0; i < std::min(SmiValue(length), kMostProbeVariables); i++) {
      const uintptr_t word = WordOf(context, static_cast<size_t>(i) + 2);
      if (!IsObject(word)) continue;
      if (word == all) on_rejected = r;
      if (WordOf(word, 0) == layout->capability_map && WordOf(word, 1) == all) on_fulfilled = r;
    }
  }
  if (on_fulfilled == on_rejected) return;
  layout->reaction_on_fulfilled = on_fulfilled;
  layout->reaction_on_rejected = on_rejected;
}

size_t IndexOf(Tagged object, uintptr_t wanted, size_t from, size_t to) {
  for (size_t i = from; i < to; i++) {
    if (ReadWord(object, i) == wanted) return i;
  }
  return 0;
}

bool IsSuspended(Tagged generator) {
  const uintptr_t continuation = WordOf(generator, HeapLayout::kGeneratorContinuation);
  return IsSmi(continuation) && SmiValue(continuation) >= 0;
}

}  // namespace

std::optional<HeapLayout> HeapLayout::Learn(const TaskProbes& probes) {
  const PageCopies copies;
  HeapLayout layout;
  layout.promise_reactions = known_reactions;
  layout.function_context = known_context;
  if (sizeof(uintptr_t) != 8 || !LearnTask(probes, &layout) || !LearnCapability(probes, &layout) ||
      !LearnRequests(probes, &layout)) {
    return std::nullopt;
  }
  const Tagged promise = TaggedOf(probes.awaited);
  const Tagged generator = TaggedOf(probes.generator);
  const Tagged async_generator = TaggedOf(probes.async_generator);
  const Tagged timer = TaggedOf(probes.timer);
  layout.async_promise =
      IndexOf(layout.async_probe, TaggedOf(probes.async_promise), kGeneratorContinuation + 1, kMostGeneratorWords);
  layout.promise_type = TypeOf(promise);
  layout.function_type = TypeOf(TaggedOf(probes.async_function));
  layout.async_function_type = TypeOf(layout.async_probe);
  layout.generator_type = TypeOf(generator);
  layout.async_generator_type = TypeOf(async_generator);
  layout.map_type = TypeOf(WordOf(promise, 0));
  layout.ordinary_type = TypeOf(timer);
  layout.empty_array = WordOf(promise, 2);
  v8::Local<v8::Value> prototype = PrototypeOf(probes.timer);
  layout.timer_prototype = TaggedOf(prototype);
  layout.map_prototype = IndexOf(WordOf(timer, 0), layout.timer_prototype, 1, kMostWords);

  const bool is_as_expected =
      layout.async_promise != 0 && layout.map_prototype != 0 && IsSuspended(layout.async_probe) &&
      IsSuspended(generator) && IsSuspended(async_generator) &&
      WordOf(generator, kGeneratorFunction) == TaggedOf(probes.generator_function) &&
      TypeOf(TaggedOf(probes.async_promise)) == layout.promise_type &&
      layout.generator_type != layout.async_function_type && layout.generator_type != layout.async_generator_type &&
      layout.async_function_type != layout.async_generator_type && layout.promise_type != layout.generator_type &&
      layout.function_type != layout.promise_type && TypeOf(WordOf(generator, 0)) == layout.map_type &&
      WordOf(generator, 1) == layout.empty_array && WordOf(generator, 2) == layout.empty_array &&
      WordsOf(promise) >= 5 && WordsOf(generator) > kGeneratorContinuation &&
      WordsOf(layout.async_probe) > layout.async_promise;
  if (!is_as_expected) return std::nullopt;
  LearnCallbacks(probes, &layout);
  known_reactions = layout.promise_reactions;
  known_context = layout.function_context;
  return layout;
}

size_t HeapLayout::KnownFunctionContext() { return known_context; }

bool HeapLayout::ReadShape(uintptr_t map, uint16_t map_type, uint16_t* type, uint8_t* words) {
  std::array<uint8_t, kInstanceTypeOffset + sizeof(uint16_t)> bytes;
  uintptr_t map_of_map = 0;
  uint16_t type_of_map = 0;
  if (!IsObject(map) || !ReadWithCopies(map - 1, bytes.data(), bytes.size())) return false;
  std::memcpy(&map_of_map, bytes.data(), sizeof(map_of_map));
  if (!IsObject(map_of_map) ||
      !ReadWithCopies(map_of_map - 1 + kInstanceTypeOffset, &type_of_map, sizeof(type_of_map)) ||
      type_of_map != map_type) {
    return false;
  }
  std::memcpy(type, bytes.data() + kInstanceTypeOffset, sizeof(*type));
  *words = bytes[kSizeInWordsOffset];
  return true;
}

bool HeapLayout::ReadsAs(uintptr_t word, uint16_t type) const {
  uint16_t read = 0;
  uint8_t words = 0;
  return IsObject(word) && ReadShape(ReadWord(word, 0), &read, &words) && read == type;
}

}  // namespace crash_collector
