// Keeps what objects of one shape (V8's hidden class) have in common: their kind, the name of their class, and the
// names and sorts of their own properties. So V8 is asked once for each shape and not for each object. Valid while no
// JavaScript runs.
#ifndef SRC_WALK_RECORDS_SHAPE_CACHE_H_
#define SRC_WALK_RECORDS_SHAPE_CACHE_H_

#include <v8.h>

#include <cstdint>
#include <vector>

#include "v8_internals/heap/heap_layout.h"
#include "walk/objects/object_kind.h"

namespace crash_collector {

struct ShapeProperty {
  uint32_t name = 0;  // in the NameCache
  bool is_data = false;
  bool is_enumerable = false;
};

struct Shape {
  enum class Listed : uint8_t { kNotYet, kYes, kNever };

  v8::Global<v8::Object> example;  // has the shape, also after a garbage collection has moved it
  ObjectKind kind = ObjectKind::kObject;
  uint32_t class_name = 0;  // in the NameCache
  Listed listed = Listed::kNotYet;
  std::vector<ShapeProperty> properties;  // those that are shown, in order
};

class ShapeCache {
 public:
  explicit ShapeCache(v8::Isolate* isolate) : isolate_(isolate), shapes_(kSlots) {}
  ShapeCache(const ShapeCache&) = delete;
  ShapeCache& operator=(const ShapeCache&) = delete;

  // Null if the shape is not known, or if the object may have elements or properties of which its shape does not tell.
  // `hash`: the object's identity hash. Valid until Clear().
  Shape* Find(v8::Local<v8::Object> object, int hash) {
    const Tagged address = TaggedOf(object);
    if (!in_use_ || !IsBare(address, hash)) return nullptr;
    const uintptr_t map = WordOf(address, 0);
    for (size_t at = SlotOf(map), end = at + kProbes; at < end; at++) {
      Shape& shape = shapes_[at];
      if (shape.example.IsEmpty()) return nullptr;
      if (WordOf(TaggedOf(shape.example.Get(isolate_)), 0) != map) continue;
      return shape.kind == ObjectKind::kArray || WordOf(address, 2) == no_elements_ ? &shape : nullptr;
    }
    return nullptr;
  }

  // Adds the shape of an ordinary object, which a literal or a class made, or of an array. No effect if there is no
  // room.
  void Add(v8::Local<v8::Context> context, v8::Local<v8::Object> object, int hash, ObjectKind kind,
           uint32_t class_name);

  // Call this before JavaScript runs again, which can change the examples.
  void Clear();

 private:
  static constexpr size_t kSlotBits = 9;
  static constexpr size_t kProbes = 8;
  static constexpr size_t kSlots = (1 << kSlotBits) + kProbes;
  static size_t SlotOf(uintptr_t map) { return static_cast<uint32_t>(map >> 3) * 2654435769u >> (32 - kSlotBits); }

  // True if all properties of the object stand in the object itself, where its shape says: V8 keeps the identity hash
  // in the place of a list or a dictionary of further properties. Learn() checks that this V8 does.
  static bool IsBare(Tagged object, int hash) { return WordOf(object, 1) == static_cast<uintptr_t>(hash) << 32; }
  // Checks on objects whose contents are known that they are laid out in this way.
  bool Learn(v8::Local<v8::Context> context);

  v8::Isolate* isolate_;
  std::vector<Shape> shapes_;
  std::vector<size_t> used_;
  bool learnt_ = false;
  bool in_use_ = false;
  uintptr_t no_elements_ = 0;
};

}  // namespace crash_collector

#endif  // SRC_WALK_RECORDS_SHAPE_CACHE_H_
