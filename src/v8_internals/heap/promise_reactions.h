// Reads what waits for a promise that is pending, which V8's public API does not tell.
#ifndef SRC_V8_INTERNALS_HEAP_PROMISE_REACTIONS_H_
#define SRC_V8_INTERNALS_HEAP_PROMISE_REACTIONS_H_

#include <v8.h>

#include <cstddef>
#include <vector>

#include "v8_internals/heap/heap_layout.h"

namespace crash_collector {

// What happens when a promise is settled. A handle is empty if there is no such thing.
struct PromiseReaction {
  v8::Local<v8::Value> on_fulfilled;  // the callbacks of then() and catch()
  v8::Local<v8::Value> on_rejected;
  v8::Local<v8::Value> on_finally;   // that of finally()
  v8::Local<v8::Value> awaited_by;   // the async function, or async generator function, that goes on
  const char* combinator = nullptr;  // the function that waits for several promises, such as "Promise.all"
  v8::Local<v8::Value> promise;      // is settled by this reaction
};

struct PromiseReactions {
  std::vector<PromiseReaction> list;  // in the order in which they will run
  size_t more = 0;                    // further ones
  bool is_counted = true;             // false: there are more than `more` tells
};

// `most`: of the list. Nothing if the promise is settled, or if the layout does not tell. Allocates nothing in V8's
// heap. The handles belong to the caller's scope.
PromiseReactions ReactionsOf(v8::Isolate* isolate, const HeapLayout& layout, v8::Local<v8::Promise> promise,
                             size_t most);

}  // namespace crash_collector

#endif  // SRC_V8_INTERNALS_HEAP_PROMISE_REACTIONS_H_
