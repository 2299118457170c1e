// Finds the layout of frames in a frame whose function, receiver and variables are known. Memory that may be anything
// is read through the system.
#ifndef SRC_V8_INTERNALS_FRAMES_FRAME_FINDER_H_
#define SRC_V8_INTERNALS_FRAMES_FRAME_FINDER_H_

#include <v8.h>

#include <array>
#include <cstdint>

#include "v8_internals/debug_interface.h"
#include "v8_internals/frames/frame_layout.h"

namespace crash_collector::v8_internals {

// What a BytecodeArray of the trial begins with.
struct CodeHead {
  std::array<int32_t, 24> ints{};
  std::array<uint16_t, 48> shorts{};
};

// `info`: of a native function that the function of the innermost frame has called. Its arguments are the first three
// variables, the first argument and the receiver of that function. Returns what is not as expected; empty if nothing.
const char* FindFrame(v8::Isolate* isolate, const v8::FunctionCallbackInfo<v8::Value>& info,
                      const StackTraceIterator* frames, FrameLayout* layout, CodeHead* head);

// Finds where the isolate has the frame by which V8 was left last. `fp`: of the innermost function. False if there is
// no such word, or more than one.
bool FindExitFrame(v8::Isolate* isolate, const uintptr_t* fp, FrameLayout* layout);

// Finds where a frame by which V8 was entered has the exit frame before. Called by a function that was called by V8's
// API, when `exit` was the last exit frame. False if it is not found.
bool FindEntryFrame(v8::Isolate* isolate, uintptr_t exit, FrameLayout* layout);

// `small` and `large`: of two functions, of which the second has seven variables and two parameters more.
bool FindSizes(const CodeHead& small, const CodeHead& large, FrameLayout* layout);

// `inner`: a function that closes over a block, around which is a `with`. `integer` and `number` close over a variable
// that was 5 or 5.25, and was incremented twice.
bool FindContexts(v8::Local<v8::Value> inner, v8::Local<v8::Value> integer, v8::Local<v8::Value> number,
                  FrameLayout* layout);

}  // namespace crash_collector::v8_internals

#endif  // SRC_V8_INTERNALS_FRAMES_FRAME_FINDER_H_
