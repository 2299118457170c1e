// Learns how promises settle, without a reaction of its own: that would mark a rejection as handled, and take a turn of
// the microtasks.
#ifndef SRC_BASE_SETTLED_PROMISES_H_
#define SRC_BASE_SETTLED_PROMISES_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace crash_collector {

// For one isolate, on its thread. The handles are weak. A promise that is garbage has settled before, if it ever does,
// so its state is looked at when V8 begins a collection, also one of young garbage, which clears weak handles, too.
class SettledPromises {
 public:
  // kGone: it was garbage while it was pending, so nobody can learn any more how it ends.
  enum class State : uint8_t { kPending, kFulfilled, kRejected, kGone };
  struct Settled {
    int32_t number;
    State state;
  };

  explicit SettledPromises(v8::Isolate* isolate);
  ~SettledPromises();
  SettledPromises(const SettledPromises&) = delete;
  SettledPromises& operator=(const SettledPromises&) = delete;

  // Of too many promises the oldest are forgotten.
  void Watch(v8::Local<v8::Promise> promise, int32_t number);

  // Those that have settled since, by the order in which they were given.
  std::vector<Settled> Take();

 private:
  static constexpr size_t kMost = 256;

  struct Entry {
    v8::Global<v8::Promise> promise;
    int32_t number;
    State state = State::kPending;
  };

  static void BeforeCollection(v8::Isolate* isolate, v8::GCType type, v8::GCCallbackFlags flags, void* data);
  void Look();

  v8::Isolate* const isolate_;
  std::deque<Entry> entries_;
};

}  // namespace crash_collector

#endif  // SRC_BASE_SETTLED_PROMISES_H_
