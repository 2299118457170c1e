#include "settling.h"

#include <algorithm>
#include <array>
#include <atomic>

namespace crash_collector {

namespace {

// The roots that don't change come first; with what is added from version to version there are about 1,000.
constexpr size_t kRoots = 2048;
// A microtask is its map and five or six fields.
constexpr size_t kLeastTaskWords = 5;
constexpr size_t kMostTaskWords = 8;
// A search takes about a millisecond, and finds nothing while a microtask runs that settles no promise.
constexpr int kMostSearches = 8;
constexpr int32_t kMostFields = 100;

using TaskWords = std::array<uintptr_t, kMostTaskWords>;

// What a reaction under way holds: the one promise, itself or in a capability, that it settles in the end. Zero for anything else.
Tagged SettledBy(const HeapLayout& layout, uintptr_t task) {
  TaskWords words;
  uint16_t type = 0;
  uint8_t size = 0;
  if (!IsObject(task) || !ReadMemory(task - 1, words.data(), sizeof(words)) || !layout.ReadShape(words[0], &type, &size) ||
      size < kLeastTaskWords || size > kMostTaskWords || type == layout.promise_type || type == layout.function_type) {
    return 0;
  }
  Tagged promise = 0;
  bool has_handler = false;
  for (size_t i = 1; i < size; i++) {
    uint16_t type_of_field = 0;
    uint8_t ignored = 0;
    const uintptr_t map = IsObject(words[i]) ? ReadWord(words[i], 0) : 0;
    if (map == 0 || !layout.ReadShape(map, &type_of_field, &ignored)) continue;
    has_handler = has_handler || type_of_field == layout.function_type;
    // The last of them: a promise may be the value that the reaction was called with, too.
    if (type_of_field == layout.promise_type) promise = words[i];
    if (map == layout.capability_map && layout.IsPromise(WordOf(words[i], 1))) promise = WordOf(words[i], 1);
  }
  return has_handler ? promise : 0;
}

}  // namespace

std::optional<Tagged> PromiseOfMicrotask(v8::Isolate* isolate, const HeapLayout& layout) {
  // The same in every isolate of the process.
  static std::atomic<size_t> known_root{0};
  static std::atomic<int> searches{0};
  if (!v8::MicrotasksScope::IsRunningMicrotasks(isolate)) return std::nullopt;
  const uintptr_t roots = reinterpret_cast<uintptr_t>(isolate) + v8::internal::Internals::kIsolateRootsOffset;
  const size_t known = known_root;
  if (known != 0) {
    uintptr_t task = 0;
    const Tagged promise =
        ReadMemory(roots + known * sizeof(task), &task, sizeof(task)) && IsObject(task) ? SettledBy(layout, task) : 0;
    return promise == 0 ? std::nullopt : std::optional<Tagged>(promise);
  }
  if (searches.fetch_add(1) >= kMostSearches) return std::nullopt;
  std::array<uintptr_t, kRoots> words;
  if (!ReadMemory(roots, words.data(), sizeof(words))) return std::nullopt;
  size_t found = 0;
  Tagged settled = 0;
  for (size_t i = 0; i < kRoots; i++) {
    const Tagged promise = SettledBy(layout, words[i]);
    if (promise == 0) continue;
    if (found != 0) return std::nullopt;  // which of them it is can't be told
    found = i;
    settled = promise;
  }
  if (found == 0) return std::nullopt;
  known_root = found;
  return settled;
}

namespace {

// Whether all fields are values: of ordinary objects and of those that stand for something in C++, but not of those with raw bytes.
bool HasValueFields(v8::Local<v8::Object> object, const HeapLayout& layout) {
  if (HeapLayout::TypeOf(TaggedOf(object)) == layout.ordinary_type) return true;
  // The fields of C++ are Smis or addresses, which aren't tagged.
  return object->InternalFieldCount() > 0 && !object->IsArrayBuffer() && !object->IsSharedArrayBuffer() &&
         !object->IsArrayBufferView() && !object->IsPromise();
}

// What has no place in the object itself, in a list or a dictionary. Of a list the length shares its word with a hash.
template <typename Add>
void ForEachFurtherField(Tagged object, const HeapLayout& layout, Add add) {
  constexpr int32_t kLengthBits = 0x3ff;
  const uintptr_t list = WordOf(object, 1);
  if (!IsObject(list) || list == layout.empty_array || !IsSmi(WordOf(list, 1))) return;
  const int32_t length = SmiValue(WordOf(list, 1)) & kLengthBits;
  for (int32_t i = 0; i < length && i < kMostFields; i++) add(WordOf(list, 2 + static_cast<size_t>(i)));
}

}  // namespace

std::vector<Tagged> CausesAmong(const std::vector<v8::Local<v8::Object>>& values, const HeapLayout& layout, size_t most) {
  std::vector<Tagged> causes;
  const auto add = [&](uintptr_t word) {
    if (causes.size() >= most || !(layout.IsPromise(word) || layout.IsFunction(word))) return;
    if (std::find(causes.begin(), causes.end(), word) == causes.end()) causes.push_back(word);
  };
  for (const v8::Local<v8::Object>& value : values) add(TaggedOf(value));
  for (const v8::Local<v8::Object>& value : values) {
    if (!HasValueFields(value, layout)) continue;
    const Tagged object = TaggedOf(value);
    for (size_t i = HeapLayout::kFirstField; i < HeapLayout::WordsOf(object); i++) add(WordOf(object, i));
    ForEachFurtherField(object, layout, add);
  }
  return causes;
}

}  // namespace crash_collector
