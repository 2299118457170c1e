#include "v8_internals/heap/current_settling.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>

namespace crash_collector {

namespace {

// V8 has about 1,000 roots, more in each version. The roots that never change come first.
constexpr size_t kRoots = 2048;
// A microtask is its map and five or six fields.
constexpr size_t kLeastTaskWords = 5;
constexpr size_t kMostTaskWords = 8;
// A search takes a part of a millisecond, and finds nothing while a microtask of another kind runs.
constexpr int kMostSearches = 16;
constexpr int32_t kMostFields = 100;
// V8's mark of a generator that runs (kGeneratorExecuting in
// https://github.com/nodejs/node/blob/0101e8b2c2/deps/v8/src/objects/js-generator.h).
constexpr int32_t kRunning = -2;
constexpr size_t kAwaitContextWords = 8;

// Reads objects that V8 itself holds, and the objects that these hold.
struct LiveMemory {
  static uintptr_t Word(Tagged object, size_t index) { return WordOf(object, index); }
  static bool Shape(const HeapLayout&, uintptr_t map, uint16_t* type, uint8_t* words) {
    *type = HeapLayout::TypeOfMap(map);
    *words = *reinterpret_cast<const uint8_t*>(map - 1 + HeapLayout::kSizeInWordsOffset);
    return true;
  }
};

// Reads words that may be no object.
struct AnyMemory {
  static uintptr_t Word(Tagged object, size_t index) { return ReadWord(object, index); }
  static bool Shape(const HeapLayout& layout, uintptr_t map, uint16_t* type, uint8_t* words) {
    return layout.ReadShape(map, type, words);
  }
};

// The suspended call that a function of V8's own resumes, which stands in the function's context. Zero for any other
// function.
template <typename Memory>
Tagged ResumedBy(const HeapLayout& layout, Tagged function) {
  const uintptr_t context = Memory::Word(function, layout.function_context);
  const uintptr_t length = IsObject(context) ? Memory::Word(context, 1) : 0;
  if (!IsSmi(length) || SmiValue(length) <= 0) return 0;
  for (size_t i = 2; i < std::min(static_cast<size_t>(SmiValue(length)) + 2, kAwaitContextWords); i++) {
    const uintptr_t call = Memory::Word(context, i);
    uint16_t type = 0;
    uint8_t size = 0;
    if (!IsObject(call) || !Memory::Shape(layout, Memory::Word(call, 0), &type, &size) || !layout.IsTaskType(type))
      continue;
    const uintptr_t continuation = Memory::Word(call, HeapLayout::kGeneratorContinuation);
    if (IsSmi(continuation) && SmiValue(continuation) == kRunning) return call;
  }
  return 0;
}

template <typename Memory>
Microtask MicrotaskOf(const HeapLayout& layout, Tagged object) {
  uint16_t type = 0;
  uint8_t size = 0;
  if (!Memory::Shape(layout, Memory::Word(object, 0), &type, &size) || size < kLeastTaskWords ||
      size > kMostTaskWords || type == layout.promise_type || type == layout.function_type) {
    return {};
  }
  Microtask task;
  bool has_handler = false;
  for (size_t i = 1; i < size; i++) {
    uint16_t type_of_field = 0;
    uint8_t ignored = 0;
    const uintptr_t field = Memory::Word(object, i);
    const uintptr_t map = IsObject(field) ? Memory::Word(field, 0) : 0;
    if (map == 0 || !Memory::Shape(layout, map, &type_of_field, &ignored)) continue;
    if (type_of_field == layout.function_type) {
      has_handler = true;
      if (task.resumes == 0) task.resumes = ResumedBy<Memory>(layout, field);
    }
    // The last promise counts, because the value that the reaction was called with may be a promise, too.
    if (type_of_field == layout.promise_type) task.settles = field;
    if (map == layout.capability_map && layout.IsPromise(WordOf(field, 1))) task.settles = WordOf(field, 1);
  }
  // The promise is one of V8's own then, or the value with which the call is resumed.
  if (!has_handler || task.resumes != 0) task.settles = 0;
  return task;
}

bool IsKnown(const Microtask& task) { return task.settles != 0 || task.resumes != 0; }

// A word that may be an object, and the index where it was found.
struct Candidate {
  size_t index;
  uintptr_t object;
};

// Keeps the candidates of which `size` bytes can be read, and reads the bytes to `contents`.
void KeepReadable(std::vector<Candidate>* candidates, void* contents, size_t size) {
  std::vector<uintptr_t> addresses;
  for (const Candidate& each : *candidates) addresses.push_back(each.object - 1);
  const std::vector<bool> is_readable = ReadMemoryAt(addresses, contents, size);
  size_t kept = 0;
  for (size_t i = 0; i < candidates->size(); i++) {
    if (!is_readable[i]) continue;
    std::memmove(static_cast<char*>(contents) + kept * size, static_cast<char*>(contents) + i * size, size);
    (*candidates)[kept++] = (*candidates)[i];
  }
  candidates->resize(kept);
}

// Indexes of those words that may be an object of a microtask's size.
std::vector<size_t> ObjectsOfTaskSize(const std::vector<uintptr_t>& words) {
  using MapStart = std::array<uint8_t, HeapLayout::kSizeInWordsOffset + 1>;
  std::vector<Candidate> objects;
  for (size_t i = 0; i < words.size(); i++) {
    if (IsObject(words[i])) objects.push_back({i, words[i]});
  }
  std::vector<uintptr_t> maps(objects.size());
  KeepReadable(&objects, maps.data(), sizeof(uintptr_t));
  std::vector<Candidate> with_map;
  for (size_t i = 0; i < objects.size(); i++) {
    if (IsObject(maps[i])) with_map.push_back({objects[i].index, maps[i]});
  }
  std::vector<MapStart> starts(with_map.size());
  KeepReadable(&with_map, starts.data(), sizeof(MapStart));
  std::vector<size_t> indexes;
  for (size_t i = 0; i < with_map.size(); i++) {
    const uint8_t size = starts[i][HeapLayout::kSizeInWordsOffset];
    if (size >= kLeastTaskWords && size <= kMostTaskWords) indexes.push_back(with_map[i].index);
  }
  return indexes;
}

// Those of the indexes whose objects have a function among their fields. All are read together, because to ask for each
// word would take a thousand system calls.
std::vector<size_t> WithFunctions(const std::vector<uintptr_t>& words, const std::vector<size_t>& indexes,
                                  const HeapLayout& layout) {
  using Fields = std::array<uintptr_t, kMostTaskWords>;
  std::vector<Candidate> objects;
  for (const size_t i : indexes) objects.push_back({i, words[i]});
  std::vector<Fields> contents(objects.size());
  KeepReadable(&objects, contents.data(), sizeof(Fields));
  std::vector<Candidate> fields;
  for (size_t i = 0; i < objects.size(); i++) {
    for (size_t field = 1; field < kMostTaskWords; field++) {
      if (IsObject(contents[i][field])) fields.push_back({objects[i].index, contents[i][field]});
    }
  }
  std::vector<uintptr_t> maps(fields.size());
  KeepReadable(&fields, maps.data(), sizeof(uintptr_t));
  std::vector<Candidate> types_at;
  for (size_t i = 0; i < fields.size(); i++) {
    if (IsObject(maps[i])) types_at.push_back({fields[i].index, maps[i] + HeapLayout::kInstanceTypeOffset});
  }
  std::vector<uint16_t> types(types_at.size());
  KeepReadable(&types_at, types.data(), sizeof(uint16_t));
  std::vector<size_t> found;
  for (size_t i = 0; i < types_at.size(); i++) {
    if (types[i] != layout.function_type) continue;
    if (found.empty() || found.back() != types_at[i].index) found.push_back(types_at[i].index);
  }
  return found;
}

// The index of the only root that is a microtask; 0 if there is none, or more than one.
size_t FindRoot(uintptr_t roots, const HeapLayout& layout, Microtask* task) {
  std::vector<uintptr_t> words(kRoots);
  if (!ReadMemory(roots, words.data(), kRoots * sizeof(uintptr_t))) return 0;
  size_t found = 0;
  for (const size_t i : WithFunctions(words, ObjectsOfTaskSize(words), layout)) {
    const Microtask read = MicrotaskOf<AnyMemory>(layout, words[i]);
    if (!IsKnown(read)) continue;
    if (found != 0) return 0;
    found = i;
    *task = read;
  }
  return found;
}

}  // namespace

Microtask CurrentMicrotask(v8::Isolate* isolate, const HeapLayout& layout) {
  // The same in every isolate of the process.
  static std::atomic<size_t> known_root{0};
  static std::atomic<int> searches{0};
  if (!v8::MicrotasksScope::IsRunningMicrotasks(isolate)) return {};
  const uintptr_t roots = reinterpret_cast<uintptr_t>(isolate) + v8::internal::Internals::kIsolateRootsOffset;
  Microtask task;
  if (const size_t known = known_root; known != 0) {
    const uintptr_t object = reinterpret_cast<const uintptr_t*>(roots)[known];
    return IsObject(object) ? MicrotaskOf<LiveMemory>(layout, object) : task;
  }
  if (searches.fetch_add(1) >= kMostSearches) return {};
  const size_t found = FindRoot(roots, layout, &task);
  if (found == 0) return {};
  known_root = found;
  return task;
}

namespace {

// True if all fields are values. They are in ordinary objects, and in objects that stand for something in C++, but not
// in those with raw bytes.
bool HasValueFields(v8::Local<v8::Object> object, const HeapLayout& layout) {
  if (HeapLayout::TypeOf(TaggedOf(object)) == layout.ordinary_type) return true;
  // The fields of C++ are Smis or addresses, which aren't tagged.
  return object->InternalFieldCount() > 0 && !object->IsArrayBuffer() && !object->IsSharedArrayBuffer() &&
         !object->IsArrayBufferView() && !object->IsPromise();
}

// Visits the properties that have no place in the object itself but in a list, or in a dictionary. The length of a list
// shares its word with a hash (kLengthFieldSize in
// https://github.com/nodejs/node/blob/0206da73d3/deps/v8/src/objects/property-array.h).
template <typename Add>
void ForEachFurtherField(Tagged object, const HeapLayout& layout, Add add) {
  constexpr int32_t kLengthBits = 0x3ff;
  const uintptr_t list = WordOf(object, 1);
  if (!IsObject(list) || list == layout.empty_array || !IsSmi(WordOf(list, 1))) return;
  const int32_t length = SmiValue(WordOf(list, 1)) & kLengthBits;
  for (int32_t i = 0; i < length && i < kMostFields; i++) add(WordOf(list, 2 + static_cast<size_t>(i)));
}

}  // namespace

std::vector<Tagged> CausesAmong(const std::vector<v8::Local<v8::Object>>& values, const HeapLayout& layout,
                                size_t most) {
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
