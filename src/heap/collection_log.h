// Notes how much each full garbage collection has left, so that a dump tells how the heap came to be as full as it is.
// V8 calls this after such a collection, which takes milliseconds; the note takes some microseconds. Nothing runs in
// between.
#ifndef SRC_HEAP_COLLECTION_LOG_H_
#define SRC_HEAP_COLLECTION_LOG_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace crash_collector {

// One per isolate, on its thread.
class CollectionLog {
 public:
  struct Entry {
    uint64_t time_ns;       // of uv_hrtime
    size_t used_bytes;      // of the heap
    size_t external_bytes;  // outside of the heap, held by objects in it, such as ArrayBuffers
  };

  explicit CollectionLog(v8::Isolate* isolate);
  ~CollectionLog();
  CollectionLog(const CollectionLog&) = delete;
  CollectionLog& operator=(const CollectionLog&) = delete;

  // Oldest first. The first collection of the process is among them; later ones stand the closer together, the later
  // they are.
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  static void OnCollected(v8::Isolate* isolate, v8::GCType type, v8::GCCallbackFlags flags, void* data);
  void ForgetOne();

  v8::Isolate* const isolate_;
  std::vector<Entry> entries_;
};

}  // namespace crash_collector

#endif  // SRC_HEAP_COLLECTION_LOG_H_
