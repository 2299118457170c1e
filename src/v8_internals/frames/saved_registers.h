// What can be taken from the registers that a suspended function has saved. V8's interpreter and its baseline code save
// all of them. Its last compiler, TurboFan, saves those alone that are read later, and leaves the others as they are:
// undefined, or as an earlier `await` has saved them. Maglev writes a mark into those.
#ifndef SRC_V8_INTERNALS_FRAMES_SAVED_REGISTERS_H_
#define SRC_V8_INTERNALS_FRAMES_SAVED_REGISTERS_H_

#include <v8.h>

#include <cstdint>

#include "v8_internals/frames/frame_layout.h"

namespace crash_collector::v8_internals {

enum class Saved : uint8_t {
  kAll,
  kOnlyLive,  // by TurboFan, what is read later
  kUnknown,   // either; then a register that is not undefined has been saved
};

enum class WaitsAt : uint8_t { kAwait, kYield };

// Before it goes on, all code marks what it restores. Other code than TurboFan's saves all registers up to the last one
// in use, so what it leaves as it was stands behind all that it has saved. At an `await` that last one is V8's own, at
// a `yield` it may be a variable that TurboFan has not saved. `restored`: as MarkOfRestored() says.
Saved HowSaved(v8::Isolate* isolate, v8::Local<v8::Object> generator, uintptr_t restored, WaitsAt waits_at);

// What V8 has put in the place of a register's value, which is no value: it was removed by the optimiser, or the
// function goes on with it.
bool IsRegisterMark(v8::Isolate* isolate, uintptr_t word);

// What stands for a value with which the function goes on. `done`: a generator that has ended; `suspended`: one of the
// same function, whose layout is known. 0: not found.
uintptr_t MarkOfRestored(v8::Isolate* isolate, v8::Local<v8::Object> done, v8::Local<v8::Object> suspended);

// Finds how V8 notes what a function has done. `warm` was called often, `cold` a few times.
void FindFeedback(v8::Local<v8::Value> warm, v8::Local<v8::Value> cold, FrameLayout* layout);

}  // namespace crash_collector::v8_internals

#endif  // SRC_V8_INTERNALS_FRAMES_SAVED_REGISTERS_H_
