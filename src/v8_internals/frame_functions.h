// Reads which JavaScript function a frame of a stack belongs to, without entering V8, for a signal handler: the words
// of the frame and of V8's objects are read through the system, so that a damaged heap or a heap in the middle of a
// garbage collection gives no answer and no second fault.
//
// V8 exports where the fields of its objects are, for debuggers that look at core files (v8dbg_…,
// https://github.com/nodejs/node/blob/0101e8b2c2/deps/v8/tools/gen-postmortem-metadata.py). What it does not export,
// the layout of a ScopeInfo, is found in that of a function whose contents are known. An object is believed only if its
// map is the one that objects of its class had then.
#ifndef SRC_V8_INTERNALS_FRAME_FUNCTIONS_H_
#define SRC_V8_INTERNALS_FRAME_FUNCTIONS_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>

namespace crash_collector {
namespace v8_internals {

// Where the fields are. Offsets are from an object's address.
struct FrameFunctionLayout {
  bool known = false;
  uintptr_t shared_map = 0;  // maps of the classes
  uintptr_t scope_map = 0;
  uintptr_t script_map = 0;
  intptr_t frame_function = 0;  // from the frame pointer
  intptr_t frame_context = 0;
  size_t function_shared = 0;
  size_t shared_name = 0;
  size_t shared_script = 0;
  size_t scope_local_count = 0;
  size_t scope_start = 0;   // position of the function in its script; 0: behind its name
  size_t scope_locals = 0;  // names of the variables, and behind them a word for each, and then the function's name
  size_t script_name = 0;
  size_t script_source = 0;
  size_t map_type = 0;
  size_t string_length = 0;
  size_t one_byte_chars = 0;
  size_t two_byte_chars = 0;
  size_t thin_actual = 0;
  uint16_t not_string = 0;
  uint16_t encoding_mask = 0;
  uint16_t one_byte = 0;
  uint16_t representation_mask = 0;
  uint16_t sequential = 0;
  uint16_t thin = 0;
};

struct FrameFunction {
  char name[256];  // UTF-8; empty for an anonymous function, or if the name cannot be read
  size_t name_size;
  char url[1024];
  size_t url_size;
  uint32_t line;  // where the function begins, from 0
  uint32_t column;
  bool has_position;
};

// Compiles and calls a function in the current context, and reads its objects. The layout is not `known` on builds that
// do not have what is looked for.
FrameFunctionLayout FindFrameFunctionLayout(v8::Isolate* isolate, v8::Local<v8::Context> context);

// Async-signal-safe. `frame`: the frame pointer. False if the frame is not that of a JavaScript function, or one that
// cannot be read. `scratch`: room for the work.
bool ReadFrameFunction(const FrameFunctionLayout& layout, uintptr_t frame, char* scratch, size_t scratch_size,
                       FrameFunction* function);

}  // namespace v8_internals
}  // namespace crash_collector

#endif  // SRC_V8_INTERNALS_FRAME_FUNCTIONS_H_
