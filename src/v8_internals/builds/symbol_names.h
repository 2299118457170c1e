// Lists the symbols that are looked for, by the names that the compiler gave them.
#ifndef SRC_V8_INTERNALS_BUILDS_SYMBOL_NAMES_H_
#define SRC_V8_INTERNALS_BUILDS_SYMBOL_NAMES_H_

#include <v8-version.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "v8_internals/builds/symbols.h"

namespace crash_collector {
namespace v8_internals {

struct SymbolName {
  const char* name;
  const char* other;  // the name that is taken if there is no symbol of the first one; empty for none
  bool required;
};

#define V8_FRAME_SLOT(name, other) +1
#define V8_SCOPE_SLOT(name, other)
#define V8_SYMBOL(member, required, name, before_v8_12)
constexpr size_t kFrameSlots = 0
#include "v8_internals/builds/symbol_names.inc"
    ;
#undef V8_FRAME_SLOT
#undef V8_SCOPE_SLOT
#define V8_FRAME_SLOT(name, other)
#define V8_SCOPE_SLOT(name, other) +1
constexpr size_t kScopeSlots = 0
#include "v8_internals/builds/symbol_names.inc"
    ;
#undef V8_FRAME_SLOT
#undef V8_SCOPE_SLOT
#undef V8_SYMBOL

// The members of Symbol, then the methods of the frame iterator, then those of the scope iterator.
constexpr size_t kFirstFrameSlot = static_cast<size_t>(Symbol::kCount);
constexpr size_t kFirstScopeSlot = kFirstFrameSlot + kFrameSlots;
constexpr size_t kNames = kFirstScopeSlot + kScopeSlots;

#if V8_MAJOR_VERSION < 12
#define V8_SYMBOL(member, required, name, before_v8_12) {sizeof(before_v8_12) > 1 ? before_v8_12 : name, "", required},
#else
#define V8_SYMBOL(member, required, name, before_v8_12) {name, "", required},
#endif
#define V8_FRAME_SLOT(name, other) {name, other, true},
#define V8_SCOPE_SLOT(name, other) {name, other, true},
constexpr SymbolName kSymbolNames[kNames] = {
#include "v8_internals/builds/symbol_names.inc"
};
#undef V8_FRAME_SLOT
#undef V8_SCOPE_SLOT
#undef V8_SYMBOL

// The list is in the order of the enumeration.
#define V8_SYMBOL(member, required, name, before_v8_12) Symbol::member,
#define V8_FRAME_SLOT(name, other)
#define V8_SCOPE_SLOT(name, other)
constexpr Symbol kSymbolOrder[] = {
#include "v8_internals/builds/symbol_names.inc"
};
#undef V8_FRAME_SLOT
#undef V8_SCOPE_SLOT
#undef V8_SYMBOL

constexpr bool IsInOrder() {
  for (size_t i = 0; i < kFirstFrameSlot; i++) {
    if (static_cast<size_t>(kSymbolOrder[i]) != i) return false;
  }
  return sizeof(kSymbolOrder) / sizeof(*kSymbolOrder) == kFirstFrameSlot;
}
static_assert(IsInOrder(), "symbol_names.inc lists the members of Symbol in another order");

using NamedAddresses = std::array<uintptr_t, kNames>;

}  // namespace v8_internals
}  // namespace crash_collector

#endif  // SRC_V8_INTERNALS_BUILDS_SYMBOL_NAMES_H_
