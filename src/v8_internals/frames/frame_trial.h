// Finds the layout of frames in functions whose variables are known, copies one of their frames, and reads the copy.
// A build where anything is not as expected is refused, and stacks are read at the throw.
#ifndef SRC_V8_INTERNALS_FRAMES_FRAME_TRIAL_H_
#define SRC_V8_INTERNALS_FRAMES_FRAME_TRIAL_H_

#include <v8.h>

#include <cstdint>
#include <string>

namespace crash_collector::v8_internals {

struct FrameTrial {
  std::string problem;              // why frames cannot be copied, a short clause; empty if they can
  v8::Local<v8::Object> generator;  // suspended, of the current context; in the caller's HandleScope
  uintptr_t restored;               // see MarkOfRestored() (saved_registers.h)
};

// Compiles and calls functions of its own in the current context, so JavaScript must be allowed. The debug interface
// must be usable.
FrameTrial TryFrameCopies(v8::Isolate* isolate);

}  // namespace crash_collector::v8_internals

#endif  // SRC_V8_INTERNALS_FRAMES_FRAME_TRIAL_H_
