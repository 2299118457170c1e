// Tells if V8 throws before a function has begun, at its check for room on the stack. worker.terminate() and the
// timeout of node:vm stop a program there, too. A function whose variables outlive it has no context yet at that place,
// and V8 ends the process if a debugger asks for the context. Observed on Node.js 20 to 26 (with `npm run
// test:fallback`: stack-overflow-closure.js in test/triggers/uncaught-language.test.js, terminated-at-calls.js in
// test/triggers/workers.test.js).
#ifndef SRC_HOOKS_FUNCTION_ENTRY_H_
#define SRC_HOOKS_FUNCTION_ENTRY_H_

#include <v8.h>

namespace crash_collector {

enum class FunctionEntry {
  kNo,
  kPlain,           // nothing in the function can use its variables later
  kMayHaveContext,  // something might
};

// Judges the innermost frame; `stack` may have none. Reads the function's text, because such a frame stands where the
// function's parameters begin (test/workarounds/function-entry-place.js, Node.js 20 to 26).
FunctionEntry EntryOf(v8::Isolate* isolate, v8::Local<v8::StackTrace> stack);

}  // namespace crash_collector

#endif  // SRC_HOOKS_FUNCTION_ENTRY_H_
