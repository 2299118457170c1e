// Calls a function of the application that is to help with a dump, such as an annotation, and ends it when its time is
// over.
#ifndef SRC_WATCH_BOUNDED_CALL_H_
#define SRC_WATCH_BOUNDED_CALL_H_

#include <v8.h>

#include <cstdint>

namespace crash_collector {

enum class CallEnd { kReturned, kThrew, kTimeIsOver, kNotCalled };

struct BoundedCall {
  CallEnd end = CallEnd::kNotCalled;
  v8::Local<v8::Value> value;  // what the function has returned or thrown; otherwise undefined
};

// Needs a HandleScope. JavaScript is ended after `ms`; a system call, such as that of execSync(), is not. Microtasks do
// not run. A termination by somebody else, such as worker.terminate(), stays pending.
BoundedCall CallBounded(v8::Isolate* isolate, v8::Local<v8::Function> function, int argc, v8::Local<v8::Value> argv[],
                        uint64_t ms);

}  // namespace crash_collector

#endif  // SRC_WATCH_BOUNDED_CALL_H_
