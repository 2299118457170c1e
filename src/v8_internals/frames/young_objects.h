// Tells which objects are in V8's young generation. A weak handle keeps such an object alive while V8 collects only
// young garbage (`GlobalHandles::IterateYoungStrongAndDependentRoots` in
// https://github.com/nodejs/node/blob/c7964bc02b/deps/v8/src/handles/global-handles.cc).
#ifndef SRC_V8_INTERNALS_FRAMES_YOUNG_OBJECTS_H_
#define SRC_V8_INTERNALS_FRAMES_YOUNG_OBJECTS_H_

#include <v8.h>

#include <cstdint>

#include "v8_internals/words.h"

namespace crash_collector::v8_internals {

// Looks for the flags of V8's pages, with an object that is old and one that is new. Without it, every object counts as
// young.
void FindPageFlags(v8::Local<v8::Object> old_object, v8::Local<v8::Object> new_object);

// `word`: of an object of V8's heap.
bool IsYoung(uintptr_t word);

// Empties the handle if its object is young. Makes nothing, so that it can be called when a collection begins.
template <typename T>
void ResetIfYoung(v8::Global<T>* handle) {
  if (handle->IsEmpty()) return;
  const uintptr_t* slot;
  std::memcpy(&slot, static_cast<const void*>(handle), sizeof(slot));
  if (IsYoung(*slot)) handle->Reset();
}

}  // namespace crash_collector::v8_internals

#endif  // SRC_V8_INTERNALS_FRAMES_YOUNG_OBJECTS_H_
