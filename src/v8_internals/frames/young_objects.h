// Tells which objects are in V8's young generation.
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

}  // namespace crash_collector::v8_internals

#endif  // SRC_V8_INTERNALS_FRAMES_YOUNG_OBJECTS_H_
