// Collects the live objects that the innermost functions of a stack have at hand. One of them may be, or hold, the
// promise that is rejected next, or be the error that is why the process ends.
#ifndef SRC_SNAPSHOT_VALUES_AT_HAND_H_
#define SRC_SNAPSHOT_VALUES_AT_HAND_H_

#include <v8.h>

#include <vector>

#include "v8_internals/debug_interface.h"

namespace crash_collector {

// The receiver and the scopes of a function of the stack, as handles of the caller's HandleScope.
struct LiveFrame {
  v8::Local<v8::Value> receiver;
  std::vector<std::pair<v8_internals::ScopeType, v8::Local<v8::Object>>> scopes;  // V8's copies of them
};

// Runs no getter and no trap.
std::vector<v8::Local<v8::Object>> ValuesAtHand(v8::Isolate* isolate, const std::vector<LiveFrame>& frames);

// Adds the listeners of emitters among the objects, as ValuesAtHand() does.
std::vector<v8::Local<v8::Object>> WithListeners(v8::Isolate* isolate, std::vector<v8::Local<v8::Object>> objects);

// The first error among the variables of the innermost functions, without those of the functions around them; empty for
// none.
v8::Local<v8::Object> ErrorAtHand(v8::Isolate* isolate, const std::vector<LiveFrame>& frames);

}  // namespace crash_collector

#endif  // SRC_SNAPSHOT_VALUES_AT_HAND_H_
