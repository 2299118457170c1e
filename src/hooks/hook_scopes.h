// What the hooks and their captures share.
#ifndef SRC_HOOKS_HOOK_SCOPES_H_
#define SRC_HOOKS_HOOK_SCOPES_H_

#include <v8.h>

namespace crash_collector {

// Back from a pending exception to a request: V8 goes on with the application's error, which comes to Node.js, and that
// ends the process when it is refused JavaScript at once.
inline void RequestTerminationAgain(v8::Isolate* isolate) {
  isolate->CancelTerminateExecution();
  isolate->TerminateExecution();
}

// Marks the hooks as busy, so that what they do themselves is not captured.
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
