// Helpers that the hooks and their captures share.
#ifndef SRC_HOOKS_HOOK_SCOPES_H_
#define SRC_HOOKS_HOOK_SCOPES_H_

#include <v8.h>

namespace crash_collector {

// Turns a termination that is pending as an exception into a request for one again. V8 goes on with the application's
// error, which reaches Node.js; with the exception pending, Node.js could run no JavaScript at once, and would abort
// the process (test/workarounds/terminated-rejection.js, Node.js 20).
inline void RequestTerminationAgain(v8::Isolate* isolate) {
  isolate->CancelTerminateExecution();
  isolate->TerminateExecution();
}

// Marks the hooks as busy while it lives, so that errors of the collector's own are not captured.
class Suspended {
 public:
  explicit Suspended(bool* flag) : flag_(flag), before_(*flag) { *flag_ = true; }
  ~Suspended() { *flag_ = before_; }
  Suspended(const Suspended&) = delete;
  Suspended& operator=(const Suspended&) = delete;

 private:
  bool* const flag_;
  const bool before_;
};

}  // namespace crash_collector

#endif  // SRC_HOOKS_HOOK_SCOPES_H_
