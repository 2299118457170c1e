// The table of the objects that a walk has met: the number of each, in order of discovery, and its state.
#ifndef SRC_WALK_OBJECTS_OBJECT_TABLE_H_
#define SRC_WALK_OBJECTS_OBJECT_TABLE_H_

#include <v8.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "redaction/redactor.h"
#include "walk/objects/object_kind.h"

namespace crash_collector {

enum class ObjectState : uint8_t {
  kReference,  // known, not to be written: a symbol, or an object deeper than the limit
  kIntrinsic,
  kInternal,  // the collector's, or the prototype of a class of Node.js's own
  kQueued,
  kWritten,
  kGivenUp,  // it was queued, and a limit of its part of the walk came first
  kGone,     // garbage since an earlier walk met it, or no object of JavaScript
};

struct ObjectEntry {
  v8::Global<v8::Value> value;
  int hash = 0;
  uint32_t depth = 0;
  uint32_t class_name = 0;  // in the NameCache; of an intrinsic object, its number
  uint32_t other_id =
      0;  // of an object that has the id of another capture: its place in ValueWriter::other_ids, from 1
  ObjectKind kind = ObjectKind::kObject;
  ObjectState state = ObjectState::kReference;
  NameFlags flags = kNameHarmless;
  bool is_cut = false;          // its record lacks a part
  bool read_later = false;      // true: read at the report, and not by a capture
  uint8_t prototype_facts = 0;  // of the object as a prototype; PrototypeFacts of graph_walk.h
};

class ObjectTable {
 public:
  // Bounds the memory of a walk: an entry takes about 80 bytes with its handle.
  static constexpr uint32_t kMaxEntries = 1 << 18;

  explicit ObjectTable(v8::Isolate* isolate) : isolate_(isolate), slots_(kFirstSlots) {}
  ObjectTable(const ObjectTable&) = delete;
  ObjectTable& operator=(const ObjectTable&) = delete;

  // Number of the entry, from 1 on, or 0.
  uint32_t Find(v8::Local<v8::Value> value, int hash) const;
  bool full() const { return size_ >= kMaxEntries; }
  uint32_t Add(v8::Local<v8::Value> value, int hash);
  // Takes a number, and returns it, for an object that is gone, or for what is no object of JavaScript.
  uint32_t AddGone();
  ObjectEntry& At(uint32_t number) { return chunks_[(number - 1) / kChunk][(number - 1) % kChunk]; }
  const ObjectEntry& At(uint32_t number) const { return chunks_[(number - 1) / kChunk][(number - 1) % kChunk]; }
  uint32_t size() const { return size_; }
  // Lets go of all objects, and of most memory.
  void Clear();

 private:
  // Open addressing. A part of the hash stands above the number, so that a search seldom touches an entry that it does
  // not want. Slots are small, because most searches miss the processor's cache.
  using Slot = uint32_t;
  static constexpr uint32_t kNumberBits = 19;
  static_assert(kMaxEntries < 1 << kNumberBits);
  static constexpr uint32_t NumberIn(Slot slot) { return slot & ((1 << kNumberBits) - 1); }
  void Put(int hash, uint32_t number);

  // Entries stay where they are, as in a std::deque, but in larger pieces, which are found with one step less.
  static constexpr uint32_t kChunk = 1 << 9;
  static constexpr size_t kChunksKept = 8;
  static constexpr size_t kFirstSlots = 1 << 12;

  v8::Isolate* isolate_;
  std::vector<std::unique_ptr<ObjectEntry[]>> chunks_;
  uint32_t size_ = 0;
  std::vector<Slot> slots_;  // a power of two, at most half full
};

}  // namespace crash_collector

#endif  // SRC_WALK_OBJECTS_OBJECT_TABLE_H_
