#include "v8_internals/histogram/map_index.h"

#include <v8-internal.h>

#include <algorithm>
#include <array>

#include "base/process_memory.h"

namespace crash_collector {

namespace {

// Instance types below this are those of strings; the first type of ordinary objects is the one of special API objects.
constexpr uint16_t kFirstNonstringType = v8::internal::Internals::kFirstNonstringType;
constexpr uint16_t kFirstObjectType = v8::internal::Internals::kJSSpecialApiObjectType;

// Bits of the instance types of strings: if the text is in the string itself, and of how many bytes its units are.
constexpr uint16_t kRepresentationMask = 0x07;
constexpr uint16_t kOneByteBit = 0x08;

constexpr size_t kMapWords = 9;
constexpr size_t kMostMaps = 1 << 18;
constexpr size_t kProbeLength = 3;

uint16_t TypeIn(const uintptr_t* map_words) {
  uint16_t type;
  std::memcpy(&type, reinterpret_cast<const char*>(map_words) + HeapLayout::kInstanceTypeOffset, sizeof(type));
  return type;
}

uint8_t SizeIn(const uintptr_t* map_words) {
  return reinterpret_cast<const uint8_t*>(map_words)[HeapLayout::kSizeInWordsOffset];
}

// V8 has cut off what a page of the shared part of the heap did not need.
std::vector<uintptr_t> ReadShared(uintptr_t page) {
  constexpr size_t kStep = 4096;
  std::vector<uintptr_t> words(HeapPages::kPageWords);
  char* to = reinterpret_cast<char*>(words.data());
  for (size_t at = 0; at < HeapPages::kPageBytes && ReadMemory(page + at, to + at, kStep); at += kStep) continue;
  return words;
}

Tagged MapOf(Tagged object) { return WordOf(object, 0); }

}  // namespace

// Objects of which it is known what they hold.
struct MapIndex::Probes {
  explicit Probes(v8::Isolate* isolate)
      : object(v8::Object::New(isolate)),
        number(v8::Number::New(isolate, 0.5)),
        text(v8::String::NewFromUtf8Literal(isolate, "crash-collector")),
        map(v8::Map::New(isolate)),
        set(v8::Set::New(isolate)) {
    v8::Local<v8::Context> context = isolate->GetCurrentContext();
    v8::Local<v8::Value> elements[kProbeLength] = {object, object, object};
    array = v8::Array::New(isolate, elements, kProbeLength);
    doubles = v8::Array::New(isolate);
    (void)doubles->CreateDataProperty(context, 0, number).FromMaybe(false);
    v8::Local<v8::Name> name = text;
    v8::Local<v8::Value> value = number;
    dictionary = v8::Object::New(isolate, v8::Null(isolate), &name, &value, 1);
  }

  v8::Local<v8::Object> object;
  v8::Local<v8::Value> number;
  v8::Local<v8::String> text;
  v8::Local<v8::Object> map;
  v8::Local<v8::Object> set;
  v8::Local<v8::Array> array;
  v8::Local<v8::Array> doubles;
  v8::Local<v8::Object> dictionary;
};

MapIndex::MapIndex(v8::Isolate* isolate, uint64_t deadline_ns) : pages_(0, 0), page_bits_(kPageBits) {
  const Probes probes(isolate);
  // The object is in the space for young ones. Its map is not, because it is made with its context.
  pages_ = HeapPages(TaggedOf(probes.object), MapOf(TaggedOf(probes.object)));
  known_ = sizeof(uintptr_t) == 8 && pages_.known() && Learn(isolate, probes);
  if (!known_) return;
  complete_ = Collect(deadline_ns);
}

bool MapIndex::Learn(v8::Isolate* isolate, const Probes& probes) {
  constexpr size_t kProperties = 1;
  constexpr size_t kElements = 2;
  constexpr size_t kTable = 3;
  const Tagged object_map = MapOf(TaggedOf(probes.object));
  const Tagged elements = WordOf(TaggedOf(probes.array), kElements);
  const Tagged root = MapOf(object_map);
  const Tagged shared_root = MapOf(MapOf(elements));
  map_type_ = HeapLayout::TypeOfMap(root);
  roots_ = {root};
  if (shared_root != root) roots_.push_back(shared_root);
  v8::Local<v8::Function> function;
  if (!v8::Function::New(isolate->GetCurrentContext(), [](const v8::FunctionCallbackInfo<v8::Value>&) {
       }).ToLocal(&function)) {
    return false;
  }
  function_type_ = HeapLayout::TypeOf(TaggedOf(function));
  number_map_ = MapOf(TaggedOf(probes.number));
  for (const Tagged table :
       {elements, WordOf(TaggedOf(probes.doubles), kElements), WordOf(TaggedOf(probes.map), kTable),
        WordOf(TaggedOf(probes.set), kTable), WordOf(TaggedOf(probes.dictionary), kProperties)}) {
    if (IsObject(table)) array_maps_.push_back(MapOf(table));
  }
  const uintptr_t length = WordOf(elements, 1);
  array_length_is_smi_ = IsSmi(length) && SmiValue(length) == static_cast<int32_t>(kProbeLength);
  for (const Tagged shared : {shared_root, MapOf(elements), number_map_, MapOf(TaggedOf(probes.text))}) {
    const uintptr_t page = HeapPages::PageOf(shared);
    if (std::find(shared_pages_.begin(), shared_pages_.end(), page) == shared_pages_.end())
      shared_pages_.push_back(page);
  }
  return HeapLayout::TypeOfMap(shared_root) == map_type_ && ArrayLength(length) == kProbeLength &&
         StringLength(WordOf(TaggedOf(probes.text), 1)) == static_cast<size_t>(probes.text->Length()) &&
         HeapLayout::TypeOf(TaggedOf(probes.text)) < kFirstNonstringType &&
         HeapLayout::TypeOf(TaggedOf(probes.object)) >= kFirstObjectType && map_type_ < kFirstObjectType;
}

bool MapIndex::Collect(uint64_t deadline_ns) {
  bool in_time = true;
  // Each context of node:vm may have a map of maps of its own. It is its own map, and is found in the first pass.
  for (size_t known_roots = 0; in_time && known_roots < roots_.size();) {
    known_roots = roots_.size();
    std::array<std::vector<MapEntry>, HeapPages::kMostWorkers> found;
    std::array<std::vector<Tagged>, HeapPages::kMostWorkers> new_roots;
    in_time = pages_.ForEach({deadline_ns}, [&](size_t worker, uintptr_t page, const uintptr_t* words) {
      CollectFrom(page, words, &found[worker], &new_roots[worker]);
    });
    for (const uintptr_t page : shared_pages_) CollectFrom(page, ReadShared(page).data(), &found[0], &new_roots[0]);
    for (const std::vector<Tagged>& roots : new_roots) {
      for (const Tagged root : roots) {
        if (std::find(roots_.begin(), roots_.end(), root) == roots_.end()) roots_.push_back(root);
      }
    }
    if (roots_.size() > known_roots && in_time) continue;
    std::vector<MapEntry> all;
    for (const std::vector<MapEntry>& some : found) all.insert(all.end(), some.begin(), some.end());
    Add(all);
  }
  return in_time;
}

void MapIndex::CollectFrom(uintptr_t page, const uintptr_t* words, std::vector<MapEntry>* found,
                           std::vector<Tagged>* new_roots) const {
  for (size_t i = 0; i + kMapWords < HeapPages::kPageWords; i++) {
    const uintptr_t word = words[i];
    if (!IsObject(word)) continue;
    const Tagged object = page + i * sizeof(uintptr_t) + 1;
    if (std::find(roots_.begin(), roots_.end(), word) != roots_.end()) {
      if (found->size() < kMostMaps) found->push_back(Describe(object, words + i));
    } else if (word == object && TypeIn(words + i) == map_type_) {
      new_roots->push_back(object);
    }
  }
}

MapEntry MapIndex::Describe(Tagged map, const uintptr_t* words) const {
  const uint16_t type = TypeIn(words);
  MapEntry entry;
  entry.map = map;
  entry.words = SizeIn(words);
  if (type < kFirstNonstringType) {
    entry.kind = MapKind::kString;
    entry.bytes_a_unit = (type & kRepresentationMask) != 0 ? 0 : (type & kOneByteBit) != 0 ? 1 : 2;
  } else if (std::find(array_maps_.begin(), array_maps_.end(), map) != array_maps_.end()) {
    entry.kind = MapKind::kArray;
  } else if (map == number_map_) {
    entry.kind = MapKind::kNumber;
  } else if (type == function_type_) {
    entry.kind = MapKind::kFunction;
  } else if (type >= kFirstObjectType) {
    entry.kind = MapKind::kObject;
  }
  return entry;
}

void MapIndex::Add(const std::vector<MapEntry>& found) {
  size_t slots = 64;
  while (slots < found.size() * 2 + 1) slots *= 2;
  slots_.assign(slots, Slot());
  slot_mask_ = slots - 1;
  for (const MapEntry& entry : found) {
    size_t slot = SlotOf(entry.map);
    while (slots_[slot].map != 0 && slots_[slot].map != entry.map) slot = (slot + 1) & slot_mask_;
    if (slots_[slot].map != 0) continue;
    slots_[slot] = {entry.map, entries_.size()};
    entries_.push_back(entry);
    page_bits_[PageBitOf(entry.map)] = 1;
  }
}

bool MapIndex::ReadsAsJsObject(uintptr_t object) const {
  const uintptr_t map = ReadWord(object, 0);
  std::array<uintptr_t, 2> words = {};
  std::array<uintptr_t, 2> map_of_map = {};
  // The collection may have moved the maps of maps, so roots_ tells nothing any more.
  return IsObject(map) && ReadMemory(map - 1, words.data(), sizeof(words)) && IsObject(words[0]) &&
         ReadMemory(words[0] - 1, map_of_map.data(), sizeof(map_of_map)) && TypeIn(map_of_map.data()) == map_type_ &&
         TypeIn(words.data()) >= kFirstObjectType;
}

}  // namespace crash_collector
