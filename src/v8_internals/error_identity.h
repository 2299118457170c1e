// Finds the Error that V8 is constructing while it counts kErrorStackTraceLimit. The object stands in the handle scope,
// because V8's ErrorUtils::Construct makes it before it captures the stack. Error.captureStackTrace(object) has its
// object among the arguments of the builtin. No private symbol is needed: offsets come from v8-internal.h, or Prepare()
// finds them by trying known objects.
//
// One for an isolate, on its thread. An error that cannot be identified is left out, never guessed.
#ifndef SRC_V8_INTERNALS_ERROR_IDENTITY_H_
#define SRC_V8_INTERNALS_ERROR_IDENTITY_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace crash_collector::v8_internals {

class ErrorIdentity {
 public:
  explicit ErrorIdentity(v8::Isolate* isolate) : isolate_(isolate) {}
  ErrorIdentity(const ErrorIdentity&) = delete;
  ErrorIdentity& operator=(const ErrorIdentity&) = delete;

  // Tries it out on errors of its own. Call this once, when JavaScript may run, while V8 counts
  // kErrorStackTraceLimit; replaces the isolate's use counter callback. Returns why errors cannot be identified; empty
  // if they can.
  std::string Prepare();

  // Call this in the use counter callback, in a HandleScope. Empty if the error cannot be identified.
  v8::Local<v8::Object> ErrorUnderConstruction() const;

  // The JavaScript values among the newest handles. When V8 asks whether to abort, one of them is the thrown value.
  // Empty if Prepare() has not found the handle scope, which it looks for first.
  std::vector<v8::Local<v8::Value>> NewestValues(size_t most) const;
  bool knows_handles() const { return knows_handles_; }

  // True if C++ has thrown and has not returned to JavaScript yet. A call into V8 may lose that exception
  // (test/workarounds/pending-exception.js, Node.js 20 to 24).
  bool HasPendingException() const;

  // Called by the trial, inside V8's callbacks.
  void OnTrialOfConstruction();
  void OnTrialOfThrow(v8::Local<v8::Value> thrown);

 private:
  std::string FindHandleScopeData();
  std::string FindStackSymbol();
  bool IsStackSymbol(v8::Local<v8::Object> error, v8::Local<v8::Object> object, size_t root) const;
  std::string TryConstruction();
  std::string TryThrow();
  void AddPendingException();

  // The object of an Error.captureStackTrace() under way.
  v8::Local<v8::Value> Target() const;
  bool IsOfOtherRealm(const uintptr_t* function) const;
  bool HasStack(v8::Local<v8::Object> error) const;
  uintptr_t* RootAt(size_t index) const;

  v8::Isolate* const isolate_;
  v8::Global<v8::Context> context_;               // the main one
  v8::Global<v8::Function> capture_stack_trace_;  // of the main context
  std::vector<uintptr_t> resting_;                // the words of pending exceptions while there is none
  // During the trial.
  const uintptr_t* expected_target_ = nullptr;
  bool knows_handles_ = false;
  bool is_looking_ = false;
  v8::Global<v8::Object> found_in_trial_;
};

}  // namespace crash_collector::v8_internals

#endif  // SRC_V8_INTERNALS_ERROR_IDENTITY_H_
