// The objects that a walk has met, for a walk that goes on where it ended, so that the same objects get the same ids.
#ifndef SRC_WALK_OBJECTS_MET_OBJECTS_H_
#define SRC_WALK_OBJECTS_MET_OBJECTS_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "walk/objects/object_table.h"

namespace crash_collector {

// In the order of their numbers, from 1 on. The handles are weak, so that no object lives longer because it was met.
struct MetObjects {
  struct Object {
    v8::Global<v8::Value> value;  // empty once it is garbage
    uint32_t depth = 0;
    ObjectState state = ObjectState::kReference;
    NameFlags flags = kNameHarmless;
    bool is_cut = false;
  };
  std::vector<Object> objects;

  // V8 has a node of 32 bytes for each handle.
  size_t bytes() const { return objects.size() * (sizeof(Object) + 32); }
};

}  // namespace crash_collector

#endif  // SRC_WALK_OBJECTS_MET_OBJECTS_H_
