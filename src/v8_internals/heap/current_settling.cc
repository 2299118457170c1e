#include "v8_internals/heap/current_settling.h"

#include <algorithm>
#include <atomic>
#include <utility>

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
    const uintptr_t promise = map == layout.capability_map ? Memory::Word(field, 1) : 0;
    if (IsObject(promise) && Memory::Shape(layout, Memory::Word(promise, 0), &type_of_field, &ignored) &&
        type_of_field == layout.promise_type) {
      task.settles = promise;
    }
  }
  // The promise is one of V8's own then, or the value with which the call is resumed.
  if (!has_handler || task.resumes != 0) task.settles = 0;
  return task;
}

bool IsKnown(const Microtask& task) { return task.settles != 0 || task.resumes != 0; }

// True if the word, which may be any, is an object of a microtask's size.
bool HasTaskSize(uintptr_t word) {
  const uintptr_t map = IsObject(word) ? ReadWord(word, 0) : 0;
  uint8_t size = 0;
  return IsObject(map) && ReadWithCopies(map - 1 + HeapLayout::kSizeInWordsOffset, &size, sizeof(size)) &&
         size >= kLeastTaskWords && size <= kMostTaskWords;
}

// The index of the only root that is a microtask; 0 if there is none, or more than one.
size_t FindRoot(uintptr_t roots, const HeapLayout& layout, Microtask* task) {
  const PageCopies copies;
  std::vector<uintptr_t> words(kRoots);
  if (!ReadWithCopies(roots, words.data(), kRoots * sizeof(uintptr_t))) return 0;
  size_t found = 0;
  for (size_t i = 0; i < kRoots; i++) {
    if (!HasTaskSize(words[i])) continue;
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

// The objects that a search has met. A node of a std::unordered_set for each of them took as long as the search itself.
class MetObjects {
 public:
  MetObjects() : slots_(kLeastSlots) {}

  // False if it was met before.
  bool Add(Tagged object) {
    if (2 * count_ == slots_.size()) Grow();
    uintptr_t& slot = SlotOf(object);
    if (slot == object) return false;
    slot = object;
    count_++;
    return true;
  }

 private:
  static constexpr size_t kLeastSlots = 512;  // a power of two
  static constexpr uint64_t kGoldenRatio = 0x9e3779b97f4a7c15;

  // Where the object is, or where it has its place.
  uintptr_t& SlotOf(Tagged object) {
    const size_t mask = slots_.size() - 1;
    size_t at = static_cast<size_t>(object * kGoldenRatio >> 32) & mask;
    while (slots_[at] != 0 && slots_[at] != object) at = (at + 1) & mask;
    return slots_[at];
  }

  void Grow() {
    const std::vector<uintptr_t> before = std::exchange(slots_, std::vector<uintptr_t>(2 * slots_.size()));
    for (const uintptr_t object : before) {
      if (object != 0) SlotOf(object) = object;
    }
  }

  std::vector<uintptr_t> slots_;
  size_t count_ = 0;
};

// Looks from values further into the objects that they hold, the nearest first: a batch, a queue or a map of requests
// keeps promises, or what settles them, for those who wait.
class CauseSearch {
 public:
  CauseSearch(const HeapLayout& layout, size_t most) : layout_(layout), most_(most) {
    objects_.reserve(kMostObjects);  // it never moves, so handles may point to its places
  }

  std::vector<Tagged> Find(const std::vector<v8::Local<v8::Object>>& values) {
    for (const v8::Local<v8::Object>& value : values) Add(TaggedOf(value));
    size_t end = objects_.size();
    for (size_t i = 0, depth = 0; i < objects_.size() && causes_.size() < most_ && words_left_ > 0; i++) {
      if (i == end) {
        if (++depth == kMostHolders) break;
        end = objects_.size();
      }
      Look(objects_[i]);
    }
    return std::move(causes_);
  }

 private:
  // client -> pool -> list -> entry -> { resolve, reject }
  static constexpr size_t kMostHolders = 5;
  static constexpr size_t kMostObjects = 400;
  static constexpr size_t kMostWords = 8000;
  static constexpr size_t kMostElements = 200;

  void Add(uintptr_t word) {
    if (!IsObject(word)) return;
    const bool is_cause = layout_.IsPromise(word) || layout_.IsFunction(word);
    std::vector<Tagged>& list = is_cause ? causes_ : objects_;
    if (list.size() >= (is_cause ? most_ : kMostObjects)) return;
    if (!is_cause && !HandleAt(word).As<v8::Value>()->IsObject()) return;
    if (met_.Add(word)) list.push_back(word);
  }

  void Look(Tagged object) {
    const v8::Local<v8::Object> handle = HandleAt(object);
    const auto value = handle.As<v8::Value>();
    if (value->IsProxy()) return;
    if (value->IsArray()) {
      LookAtElements(object);
    } else if (value->IsMap() || value->IsSet()) {
      LookAtList(WordOf(object, HeapLayout::kFirstField));  // its table
    } else if (HasValueFields(handle, layout_)) {
      for (size_t i = HeapLayout::kFirstField; i < HeapLayout::WordsOf(object); i++) AddWord(WordOf(object, i));
      LookAtFurtherFields(object);
      LookAtElements(object);
    }
  }

  void AddWord(uintptr_t word) {
    if (words_left_ == 0) return;
    words_left_--;
    Add(word);
  }

  // A list of numbers is of another type.
  void LookAtElements(Tagged object) {
    const uintptr_t elements = WordOf(object, kElements);
    if (IsObject(elements) && HeapLayout::TypeOf(elements) == HeapLayout::TypeOf(layout_.empty_array))
      LookAtList(elements);
  }

  void LookAtList(uintptr_t list) {
    if (!IsObject(list) || !IsSmi(WordOf(list, 1))) return;
    const size_t length = static_cast<size_t>(std::max(SmiValue(WordOf(list, 1)), 0));
    for (size_t i = 0; i < std::min(length, kMostElements); i++) AddWord(WordOf(list, 2 + i));
  }

  // The properties that have no place in the object itself but in a list, or in a dictionary. The length of a list
  // shares its word with a hash (kLengthFieldSize in
  // https://github.com/nodejs/node/blob/0206da73d3/deps/v8/src/objects/property-array.h).
  void LookAtFurtherFields(Tagged object) {
    constexpr int32_t kLengthBits = 0x3ff;
    const uintptr_t list = WordOf(object, 1);
    if (!IsObject(list) || list == layout_.empty_array || !IsSmi(WordOf(list, 1))) return;
    const int32_t length = SmiValue(WordOf(list, 1)) & kLengthBits;
    for (int32_t i = 0; i < length && i < kMostFields; i++) AddWord(WordOf(list, 2 + static_cast<size_t>(i)));
  }

  static constexpr size_t kElements = 2;

  const HeapLayout& layout_;
  const size_t most_;
  size_t words_left_ = kMostWords;
  MetObjects met_;
  std::vector<Tagged> objects_;
  std::vector<Tagged> causes_;
};

}  // namespace

std::vector<Tagged> CausesAmong(const std::vector<v8::Local<v8::Object>>& values, const HeapLayout& layout,
                                size_t most) {
  return CauseSearch(layout, most).Find(values);
}

}  // namespace crash_collector
