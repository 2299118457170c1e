// Makes one capture: the stack, the objects that it reaches, the functions that wait for it, and the stores of
// AsyncLocalStorages. The stack is the live one, or a copy of one.
#ifndef SRC_SNAPSHOT_CAPTURE_STACK_H_
#define SRC_SNAPSHOT_CAPTURE_STACK_H_

#include <v8.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "snapshot/capture_limits.h"
#include "snapshot/snapshot.h"
#include "v8_internals/heap/awaiting_tasks.h"

namespace crash_collector {

class FunctionTexts;
class Intrinsics;
class Pins;
class Redactor;
class StackCopies;

// Finds the functions that wait for the running code (awaiting_tasks.h).
using SearchForAwaiting =
    std::function<AwaitingTasks(const std::vector<v8::Local<v8::Object>>& values, SearchReach reach)>;

// The sources that all captures of one isolate share. Pointers and functions may be null.
struct CaptureSources {
  v8::Isolate* isolate = nullptr;
  // These point to where the environment keeps the two, because both may be replaced.
  const std::shared_ptr<const Intrinsics>* intrinsics = nullptr;
  const std::shared_ptr<const Redactor>* redactor = nullptr;
  FunctionTexts* texts = nullptr;
  std::vector<std::string> own_code;
  // Points to where the environment keeps objects for the report of a test runner.
  std::unique_ptr<Pins>* pins = nullptr;
  // Returns [storage, name, store, …] of the AsyncLocalStorages of the running code; empty if there are none. Runs the
  // collector's own JavaScript, and is not called if that could be noticed.
  std::function<v8::Local<v8::Array>()> async_stores;
  SearchForAwaiting awaiting;
  std::function<bool()> is_heard;  // a listener of the application would receive an uncaught exception
  StackCopies* copies = nullptr;   // if it is ready, what V8's optimiser has removed is told from undefined
};

struct TakenSnapshot {
  std::unique_ptr<Snapshot> snapshot;
  // Both live in the caller's HandleScope. [scriptId, url, source, sourceMappingUrl, …] of the scripts of the stack
  v8::Local<v8::Array> scripts;
  // What may be garbage before the report: the awaited promises, which tell which functions the error reached, and the
  // objects that are left to the report or go on there.
  v8::Local<v8::Array> held;
  // Objects that the innermost functions, and those that wait for them, have as variables, in the caller's HandleScope.
  std::vector<v8::Local<v8::Object>> at_hand;
  v8::Local<v8::Object> error_at_hand;  // see ErrorAtHand()
};

// Needs a HandleScope, the context of the running code, and a usable interface of v8_internals. Runs no JavaScript of
// the application, and leaves V8's pending exceptions as they are.
TakenSnapshot CaptureStack(const CaptureSources& sources, uint32_t id, int hook, const CaptureLimits& limits);

// A copy of a stack (stack_copies.h), and what V8 needs to read it.
struct CopiedStack {
  v8::Local<v8::Array> words;
  v8::Local<v8::Object> generator;  // any suspended one
  v8::Local<v8::Object> gone;       // stands for values that were collected
};

// The same from a copy. What the objects hold is marked as read at the report.
TakenSnapshot CaptureCopy(const CaptureSources& sources, uint32_t id, int hook, const CaptureLimits& limits,
                          const CopiedStack& copy);

}  // namespace crash_collector

#endif  // SRC_SNAPSHOT_CAPTURE_STACK_H_
