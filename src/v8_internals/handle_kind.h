// Tells how V8 hands objects to the addon.
#ifndef SRC_V8_INTERNALS_HANDLE_KIND_H_
#define SRC_V8_INTERNALS_HANDLE_KIND_H_

#include <node_api.h>

#include <cstdint>

namespace crash_collector::v8_internals {

// Returns whether a handle is the tagged word of its object itself, as in a V8 that was built with direct handles
// (V8_ENABLE_DIRECT_HANDLE), and not the address of a slot that holds the word. Node-API passes V8's handles on as they
// are. Slots are aligned, and the word of an object has its lowest bit set, so nothing is read here. `object` must not
// be a small integer.
inline bool IsDirectHandle(napi_value object) { return (reinterpret_cast<uintptr_t>(object) & 1) != 0; }

}  // namespace crash_collector::v8_internals

#endif  // SRC_V8_INTERNALS_HANDLE_KIND_H_
