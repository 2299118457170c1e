// Where V8 keeps the words of a frame, and how its iterator reads them. Nothing is assumed but the order of the fields
// of the two structures; frame_trial.h finds the rest, and tries all of it out.
#ifndef SRC_V8_INTERNALS_FRAMES_FRAME_LAYOUT_H_
#define SRC_V8_INTERNALS_FRAMES_FRAME_LAYOUT_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace crash_collector::v8_internals {

// v8::internal::DeoptimizedFrameInfo (https://github.com/nodejs/node/blob/c7964bc02b/deps/v8/src/deoptimizer): handles
// to the values of an optimised frame. The same in V8 11.3, 12.4, 13.6 and 14.6.
struct OptimizedValues {
  const uintptr_t* context;
  const uintptr_t** parameters;
  const uintptr_t** parameters_end;
  const uintptr_t** parameters_room;
  const uintptr_t** registers;
  const uintptr_t** registers_end;
  const uintptr_t** registers_room;
  int position;
};

// v8::internal::FrameInspector (https://github.com/nodejs/node/blob/c7964bc02b/deps/v8/src/debug/debug-frames.h), which
// answers for a frame of V8's StackTraceIterator. The same in these versions.
struct FrameInspector {
  const void* frame;
  int inlined_index;
  const OptimizedValues* optimized;
  const void* isolate;
  const uintptr_t* script;
  const uintptr_t* receiver;
  const uintptr_t* function;
  int position;
  bool is_optimized;
  bool is_constructor;
};

struct FrameLayout {
  // Of the iterator, in bytes.
  size_t inspector = 0;
  size_t frame = 0;
  size_t iterator_bytes = 0;
  uintptr_t iterator_vtable = 0;
  // Of the frame, in bytes.
  size_t frame_pointer = 0;
  size_t stack_pointer = 0;
  int interpreted_type = 0;  // what type() of an interpreted frame returns
  int optimized_type = 0;    // what type() of a frame of V8's last compiler returns
  // From the frame pointer, in words. Registers follow downwards, parameters upwards.
  int bytecode = 0;
  int register_0 = 0;
  // Of the isolate, in bytes: the frame by which V8 was left last.
  size_t exit_frame = 0;
  // Of a frame by which V8 was entered: its mark, and where it has the exit frame before, in words from the frame
  // pointer. 0: not found, so frames are read by V8's iterator alone.
  uintptr_t entry_marker = 0;
  int next_exit = 0;
  // In a BytecodeArray, in bytes.
  size_t frame_size = 0;
  size_t parameter_count = 0;
  bool counts_bytes = false;  // of parameters
  size_t new_target = 0;      // the register that gets `new.target`. 0: not found
  // In objects, in words.
  size_t function_shared = 0;
  size_t function_context = 0;
  size_t feedback_cell = 0;  // of a function: notes for the optimising compilers. 0: not found
  size_t shared_data = 0;
  size_t shared_script = 0;
  // Of an iterator of scopes, in bytes: its context.
  size_t scope_context = 0;
  // In a ScopeInfo of a function, in words: how many variables its contexts have, and their names. 0: not found
  size_t scope_name_count = 0;
  size_t scope_names = 0;
  // Instance types.
  uint16_t script_type = 0;
  uint16_t bytecode_type = 0;
  uint16_t function_context_type = 0;
  uint16_t feedback_type = 0;  // in the cell, once V8 makes notes
  uint16_t first_context_type = 0;
  uint16_t last_context_type = 0;
  uint16_t cell_type = 0;   // in which V8 14 keeps a variable that is written to; 0 before
  int cell_of_double = -1;  // its state if it holds a number that is no object
};

// Words in contexts. The first two are those of any array of V8.
constexpr size_t kContextLength = 1;
constexpr size_t kContextSlots = 2;
constexpr size_t kContextPrevious = 3;

// The layout of this process. TryFrameCopies() (frame_trial.h) must have found one.
const FrameLayout& KnownFrameLayout();

}  // namespace crash_collector::v8_internals

#endif  // SRC_V8_INTERNALS_FRAMES_FRAME_LAYOUT_H_
