// Gives new `vm` contexts the Error.stackTraceLimit that they would have without the collector. V8 gives each new
// context the value of the flag --stack-trace-limit, which the hooks need to be another one
// (test/workarounds/worker-stack-trace-limit.js, Node.js 20 to 26). V8 tells nobody that it has made a context, but it
// tells each call from C++ into JavaScript, and the first of these runs before any code of the context.
#ifndef SRC_HOOKS_CONTEXTS_NEW_CONTEXTS_H_
#define SRC_HOOKS_CONTEXTS_NEW_CONTEXTS_H_

#include <v8.h>

#include <cstddef>
#include <vector>

namespace crash_collector {

class NewContexts {
 public:
  // `flag`: the limit that V8 gives a new context; `usual`: the one that it gets instead.
  NewContexts(v8::Isolate* isolate, int flag, int usual);
  NewContexts(const NewContexts&) = delete;
  NewContexts& operator=(const NewContexts&) = delete;

  // Call this at each call from C++ into JavaScript, with the context that is entered. Runs no code of the application.
  void Entered(v8::Local<v8::Context> context) {
    if (newest_ != context && !Knows(context)) Add(context);
  }

 private:
  bool Knows(v8::Local<v8::Context> context);
  void Add(v8::Local<v8::Context> context);
  void SetLimit(v8::Local<v8::Context> context);

  v8::Isolate* const isolate_;
  const int flag_;
  const int usual_;
  v8::Global<v8::Context> newest_;              // weak, the context that was entered last
  std::vector<v8::Global<v8::Context>> known_;  // weak, all that were entered; the one that is in newest_ not always
  size_t sweep_at_;                             // number of contexts at which those that are gone are left out
};

}  // namespace crash_collector

#endif  // SRC_HOOKS_CONTEXTS_NEW_CONTEXTS_H_
