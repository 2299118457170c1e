// Whether V8 throws before a function has begun: at its check for room on the stack, which is where worker.terminate() and the timeout
// of node:vm stop a program, too. A function whose variables outlive it has no context yet there, and V8 ends the process when a
// debugger asks for one.
#ifndef SRC_FUNCTION_ENTRY_H_
#define SRC_FUNCTION_ENTRY_H_

#include <v8.h>

namespace crash_collector {

enum class FunctionEntry {
  kNo,
  kPlain,           // nothing in the function can use its variables later
  kMayHaveContext,  // something might
};

// Reads the function's text: V8 gives the place of such a frame as the begin of the parameters.
FunctionEntry EntryOf(v8::Isolate* isolate, v8::Local<v8::StackFrame> frame);

}  // namespace crash_collector

#endif  // SRC_FUNCTION_ENTRY_H_
