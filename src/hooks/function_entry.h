// Whether V8 throws before a function has begun: at its check for room on the stack, which is where worker.terminate()
// and the timeout of node:vm stop a program, too. A function whose variables outlive it has no context yet there, and
// V8 ends the process when a debugger asks for one.
#ifndef SRC_HOOKS_FUNCTION_ENTRY_H_
#define SRC_HOOKS_FUNCTION_ENTRY_H_

#include <v8.h>

namespace crash_collector {

enum class FunctionEntry {
  kNo,
  kPlain,           // nothing in the function can use its variables later
  kMayHaveContext,  // something might
};

// Tells it of the innermost frame, which may be missing. Reads the function's text, because V8 gives the begin of the
// parameters as the place of such a frame.
FunctionEntry EntryOf(v8::Isolate* isolate, v8::Local<v8::StackTrace> stack);

}  // namespace crash_collector

#endif  // SRC_HOOKS_FUNCTION_ENTRY_H_
