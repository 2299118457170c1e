// Finds all maps in the heap. Each object begins with the address of its map, and V8 stores that address hardly
// anywhere else, so a word that is the address of a map tells where an object begins, its kind and its size.
#ifndef SRC_V8_INTERNALS_HISTOGRAM_MAP_INDEX_H_
#define SRC_V8_INTERNALS_HISTOGRAM_MAP_INDEX_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "v8_internals/heap/heap_layout.h"
#include "v8_internals/heap/heap_pages.h"

namespace crash_collector {

enum class MapKind : uint8_t { kObject, kFunction, kString, kArray, kNumber, kOther };

struct MapEntry {
  Tagged map = 0;
  MapKind kind = MapKind::kOther;
  uint8_t words = 0;         // of each object; 0 if they differ
  uint8_t bytes_a_unit = 0;  // of the text of strings; 0 for those that refer to another text
};

class MapIndex {
 public:
  // Learns from objects that it makes, and reads the heap's pages. It makes no objects after the pages were read.
  MapIndex(v8::Isolate* isolate, uint64_t deadline_ns);

  bool known() const { return known_; }
  bool complete() const { return complete_; }
  const HeapPages& pages() const { return pages_; }
  size_t size() const { return entries_.size(); }
  const MapEntry& entry(size_t index) const { return entries_[index]; }

  static constexpr size_t kNone = SIZE_MAX;
  // The index of the entry of this map; `word` may be any word.
  size_t Find(uintptr_t word) const {
    if (!IsObject(word) || !MayHoldMaps(word)) return kNone;
    for (size_t slot = SlotOf(word);; slot = (slot + 1) & slot_mask_) {
      if (slots_[slot].map == word) return slots_[slot].index;
      if (slots_[slot].map == 0) return kNone;
    }
  }

  // Number of elements of an array, and of units of a string, from the object's second word.
  size_t ArrayLength(uintptr_t word) const { return array_length_is_smi_ ? word >> 32 : word & 0xffffffff; }
  static size_t StringLength(uintptr_t word) { return word >> 32; }

  // Reads the type of an object; `object` may be any word. False if it is no object of JavaScript.
  bool ReadsAsJsObject(uintptr_t object) const;

 private:
  struct Slot {
    Tagged map = 0;
    size_t index = 0;
  };
  struct Probes;
  static constexpr size_t kPageBits = 1 << 16;

  bool Learn(v8::Isolate* isolate, const Probes& probes);
  // False if `deadline_ns` has passed.
  bool Collect(uint64_t deadline_ns);
  void CollectFrom(uintptr_t page, const uintptr_t* words, std::vector<MapEntry>* found,
                   std::vector<Tagged>* new_roots) const;
  void Add(const std::vector<MapEntry>& found);
  MapEntry Describe(Tagged map, const uintptr_t* words) const;

  static size_t PageBitOf(uintptr_t word) { return (word / HeapPages::kPageBytes) & (kPageBits - 1); }
  bool MayHoldMaps(uintptr_t word) const { return page_bits_[PageBitOf(word)]; }
  size_t SlotOf(uintptr_t word) const { return ((word >> 3) ^ (word >> 15)) & slot_mask_; }

  HeapPages pages_;
  bool known_ = false;
  bool complete_ = false;
  bool array_length_is_smi_ = true;
  uint16_t map_type_ = 0;
  uint16_t function_type_ = 0;
  Tagged number_map_ = 0;
  std::vector<Tagged> array_maps_;
  std::vector<Tagged> roots_;            // the maps of maps
  std::vector<uintptr_t> shared_pages_;  // of the read-only part of the heap, which all isolates share
  std::vector<MapEntry> entries_;
  std::vector<Slot> slots_;
  size_t slot_mask_ = 0;
  std::vector<uint8_t> page_bits_;
};

}  // namespace crash_collector

#endif  // SRC_V8_INTERNALS_HISTOGRAM_MAP_INDEX_H_
