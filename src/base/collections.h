// When to let go of objects that are held only in case they are needed: as late as this takes hardly more memory than
// garbage would.
#ifndef SRC_BASE_COLLECTIONS_H_
#define SRC_BASE_COLLECTIONS_H_

#include <v8.h>

#include <array>
#include <cstddef>
#include <functional>

namespace crash_collector {

// kMuchYoung: of young garbage, while much of it may be large objects, and what lies outside of the heap.
enum class Collection { kYoung, kMuchYoung, kFull };

// Calls a function when V8 begins a collection. What has weak handles alone goes in each, also in one of young garbage.
// The function must not make anything in V8's heap, and may make handles, reset them and make them weak. Nothing is
// done while `holds` returns false. One for an isolate and owner, on the isolate's thread.
class BeforeCollections {
 public:
  BeforeCollections(v8::Isolate* isolate, std::function<bool()> holds, std::function<void(Collection)> let_go);
  ~BeforeCollections();
  BeforeCollections(const BeforeCollections&) = delete;
  BeforeCollections& operator=(const BeforeCollections&) = delete;

  // Call this now and then between collections, while objects are held.
  void NoteBetween();

 private:
  static void OnBegin(v8::Isolate* isolate, v8::GCType type, v8::GCCallbackFlags flags, void* self);
  static void OnEnd(v8::Isolate* isolate, v8::GCType type, v8::GCCallbackFlags flags, void* self);
  void NoteExternal();
  size_t ExternalBytes() const;
  bool IsMuchYoung() const;

  v8::Isolate* const isolate_;
  const std::function<bool()> holds_;
  const std::function<void(Collection)> let_go_;
  // The bytes outside of the heap at the begin and at the end of the last collections, the latter at their lowest until
  // the next one begins: V8 frees such memory on other threads, and the number at the end may be much too high.
  std::array<size_t, 8> external_{};
  size_t external_now_ = 0;
  size_t next_external_ = 0;
  size_t notes_between_ = 0;
  size_t young_large_ = 0;  // index of the space of young large objects; of no space if there is none
};

}  // namespace crash_collector

#endif  // SRC_BASE_COLLECTIONS_H_
