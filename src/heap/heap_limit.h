// Makes the dump of a heap that is full. V8 calls near-heap-limit callbacks when it would end the process otherwise, in
// the midst of an allocation, where the stack cannot be read and no JavaScript may run. So the limit is raised by a
// bounded amount, and the dump is written at the next interrupt of the running JavaScript. Then the rest of the raised
// limit is used up, and V8 ends the process as it would have.
//
// One per isolate, on its thread; removed with its Node.js environment. Until V8 calls back it costs nothing: V8 keeps
// the callback in a list that it reads when the limit is reached, and the handler of its last moment in a pointer
// (`Heap::InvokeNearHeapLimitCallback` in https://github.com/nodejs/node/blob/0101e8b2c2/deps/v8/src/heap/heap.cc).
#ifndef SRC_HEAP_HEAP_LIMIT_H_
#define SRC_HEAP_HEAP_LIMIT_H_

#include <v8.h>

#include <cstddef>
#include <utility>

#include "heap/collection_log.h"
#include "heap/out_of_memory_dump.h"

namespace crash_collector {

class ThrowHooks;

class HeapLimit {
 public:
  // `on_limit(captureId, limitBytes, usedBytes)` writes the dump, and must not throw. `captureId` is 0 if the stack
  // could not be read. `hooks` and `collections` must live as long as this.
  HeapLimit(v8::Isolate* isolate, ThrowHooks* hooks, const CollectionLog& collections,
            v8::Local<v8::Function> on_limit);
  ~HeapLimit();
  HeapLimit(const HeapLimit&) = delete;
  HeapLimit& operator=(const HeapLimit&) = delete;

  // Of the dump that is written if V8 ends the process before the running code could be interrupted.
  void SetPrepared(PreparedDump prepared) { prepared_ = std::move(prepared); }

 private:
  enum class State { kWatching, kAsked, kWriting, kDying, kOver };

  static size_t OnNearLimit(void* data, size_t current, size_t initial);
  static void OnInterrupt(v8::Isolate* isolate, void* data);
  static void OnPromise(v8::PromiseHookType type, v8::Local<v8::Promise> promise, v8::Local<v8::Value> parent);
  static void OnMicrotasksCompleted(v8::Isolate* isolate, void* data);
  static void OnOutOfMemory(const char* location, const v8::OOMDetails& details);

  size_t Raise(size_t current);
  void Handle();
  // False if no function is on the stack, or only one whose variables are not there yet, and one may be soon.
  bool IsPlaceGood();
  // Waits for a better place than that of the interrupt.
  void WatchPlaces();
  void WatchPlacesNoLonger();
  void Remove();
  // Allocates until V8 ends the process. Returns if another near-heap-limit callback lets the program live on, as that
  // of a worker and that of --heapsnapshot-near-heap-limit do.
  void UseUp();

  v8::Isolate* const isolate_;
  ThrowHooks* const hooks_;
  const CollectionLog& collections_;
  v8::Global<v8::Context> context_;
  v8::Global<v8::Function> on_limit_;
  PreparedDump prepared_;
  State state_ = State::kWatching;
  bool installed_ = false;
  bool has_let_go_ = false;       // of what captures held
  const char* reason_ = nullptr;  // for which V8 would have ended the process when the limit was reached
  size_t limit_ = 0;              // that was reached first
  size_t used_ = 0;               // at that moment
  size_t extra_ = 0;              // by which it was raised
  bool watches_places_ = false;
  bool takes_any_place_ = false;
  int places_ = 0;  // that were no good
};

}  // namespace crash_collector

#endif  // SRC_HEAP_HEAP_LIMIT_H_
