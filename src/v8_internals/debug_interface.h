// Calls V8's own iterators over the stack and over scopes, which its debugger uses, with the debugger off. They are
// private: symbols.h finds them, PrepareDebugInterface() tries them out before the first use, and if a check fails
// nothing else here may be called.
//
// The layout of the classes below is the same in V8 11.3, 12.4, 13.6 and 14.6
// (https://github.com/nodejs/node/blob/c7964bc02b/deps/v8/src/debug/debug-interface.h is that of 13.6). symbols.cc
// compares the vtables.
#ifndef SRC_V8_INTERNALS_DEBUG_INTERFACE_H_
#define SRC_V8_INTERNALS_DEBUG_INTERFACE_H_

#include <v8.h>

#include <cstddef>
#include <memory>
#include <string>

namespace crash_collector::v8_internals {

// v8::debug::Location; 0-based.
struct Location {
  int line;
  int column;
  bool empty;
};

enum class ScopeType : int {
  kGlobal = 0,
  kLocal,
  kWith,
  kClosure,
  kCatch,
  kBlock,
  kScript,
  kEval,
  kModule,
  kWasmExpressionStack,
};

// v8::debug::ScopeIterator. It must not stand in an anonymous namespace: there GCC would know that nothing derives from
// the class, and call its pure virtual functions directly.
class ScopeIterator {
 public:
  virtual ~ScopeIterator() = default;
  virtual bool Done() = 0;
  virtual void Advance() = 0;
  virtual ScopeType GetType() = 0;
  // A copy of the variables, which V8 makes at each call (test/workarounds/scope-copies.js, Node.js 20 to 26). A
  // variable that is not available is an accessor; in V8 11 one without a value is undefined
  // (test/workarounds/uninitialised-as-undefined.js, Node.js 20).
  virtual v8::Local<v8::Object> GetObject() = 0;
  virtual v8::Local<v8::Value> GetFunctionDebugName() = 0;
  virtual int GetScriptId() = 0;
  virtual bool HasLocationInfo() = 0;
  virtual Location GetStartLocation() = 0;
  virtual Location GetEndLocation() = 0;
  virtual bool SetVariableValue(v8::Local<v8::String>, v8::Local<v8::Value>) = 0;
};

// v8::debug::StackTraceIterator, innermost frame first.
class StackTraceIterator {
 public:
  virtual ~StackTraceIterator() = default;
  virtual bool Done() const = 0;
  virtual void Advance() = 0;
  virtual int GetContextId() const = 0;
  virtual v8::MaybeLocal<v8::Value> GetReceiver() const = 0;
  virtual v8::Local<v8::Value> GetReturnValue() const = 0;
  virtual v8::Local<v8::String> GetFunctionDebugName() const = 0;
  virtual v8::Local<v8::Data> GetScript() const = 0;
  virtual Location GetSourceLocation() const = 0;
  virtual Location GetFunctionLocation() const = 0;
  virtual v8::Local<v8::Function> GetFunction() const = 0;
  // Parses the function's text again. Null for a frame without scopes.
  virtual std::unique_ptr<ScopeIterator> GetScopeIterator() const = 0;
  virtual bool CanBeRestarted() const = 0;
  virtual v8::MaybeLocal<v8::Value> Evaluate(v8::Local<v8::String>, bool) = 0;
};

// Tries out everything below on a function whose frames and variables are known. Call this when JavaScript may run,
// with the isolate's context entered. Returns why the interface cannot be used in this isolate; empty if it can.
std::string PrepareDebugInterface(v8::Isolate* isolate);

// v8::internal::DebugScope (https://github.com/nodejs/node/blob/c7964bc02b/deps/v8/src/debug/debug.h). While one is
// alive the stack may be read, and V8's interrupts wait. With the debugger off, and with one attached, it changes
// nothing but the frame at which V8 takes itself to stand; the trial compares the rest.
class DebugScope {
 public:
  explicit DebugScope(v8::Isolate* isolate);
  ~DebugScope();
  DebugScope(const DebugScope&) = delete;
  DebugScope& operator=(const DebugScope&) = delete;

 private:
  // V8 14.6 uses 57 bytes, the others 72.
  static constexpr size_t kBytes = 512;
  alignas(16) char space_[kBytes];
};

// True if V8's debugger looks at each call, because it steps or because it evaluates an expression that must have no
// side effects. Such an evaluation fails if a function with side effects is called. False if the interface is not
// prepared.
bool IsStoppingAtCalls(v8::Isolate* isolate);

// True if a debugger is attached, which may have set breakpoints. True, too, if the interface is not prepared.
bool IsDebuggerActive(v8::Isolate* isolate);

// Needs a DebugScope and a HandleScope, and stack for V8's parser.
std::unique_ptr<StackTraceIterator> StackFrames(v8::Isolate* isolate);

// The scopes that a function closes over, which V8 tells without parsing; null for a function that has none.
std::unique_ptr<ScopeIterator> ScopesOfFunction(v8::Isolate* isolate, v8::Local<v8::Function> function);
// The context that a function closes over, only to be compared with ==: functions of one context close over the same
// scopes. Empty if V8's layout is not known (heap_layout.h).
v8::Local<v8::Value> ContextOfFunction(v8::Isolate* isolate, v8::Local<v8::Function> function);
// The scopes of a suspended generator or async function at its await or yield.
std::unique_ptr<ScopeIterator> ScopesOfGenerator(v8::Isolate* isolate, v8::Local<v8::Object> generator);
// The place where it waits; empty if that is not known.
Location SuspendedLocation(v8::Local<v8::Object> generator);
bool IsSuspended(v8::Local<v8::Object> generator);
// Empty if this build does not tell.
v8::Local<v8::Data> ScriptOfGenerator(v8::Local<v8::Object> generator);

// These read a v8::debug::Script, which GetScript() returns.
int ScriptId(v8::Local<v8::Data> script);
v8::MaybeLocal<v8::String> ScriptSource(v8::Local<v8::Data> script);
v8::MaybeLocal<v8::String> ScriptSourceMappingUrl(v8::Local<v8::Data> script);

}  // namespace crash_collector::v8_internals

#endif  // SRC_V8_INTERNALS_DEBUG_INTERFACE_H_
