// Keeps the captures of errors that may be reported later. Each belongs to one object, weakly: it is dropped when the
// object is garbage, or when newer captures need its place. One for an isolate, on its thread.
//
// The newest captures hold what they leave to the report, which comes mostly in the same turn of the event loop. They
// let go of it at the first full collection of garbage after a moment, at the second one in any case, and as soon as
// the heap is nearly full.
#ifndef SRC_SNAPSHOT_SNAPSHOT_STORE_H_
#define SRC_SNAPSHOT_SNAPSHOT_STORE_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "snapshot/error_site.h"
#include "snapshot/snapshot.h"
#include "v8_internals/ephemeron_table.h"

namespace crash_collector {

enum class Hook : int {
  kErrorCreated = 0,
  kUncaught = 1,
  kPromiseReject = 2,
  kApi = 3,
  kExit = 4,
  kOutOfMemory = 5,
  kInterrupt = 6,
  kLoopEmpty = 7
};

struct StoreLimits {
  size_t most_entries = 256;
  size_t most_bytes = 8 << 20;
  size_t most_holding = 8;  // captures that hold objects
};

struct StoredCapture {
  uint32_t id = 0;
  Hook hook = Hook::kErrorCreated;
  ErrorSite site;
  uint64_t uncaught_sequence = 0;
  // The values that the capture belongs to. Handles of objects are weak. For an uncaught throw there are several, one
  // of which was thrown.
  std::vector<v8::Global<v8::Value>> values;
  v8::Global<v8::Array> held;          // what it leaves to the report; empty if it holds nothing
  uint64_t held_since_ns = 0;          // of uv_hrtime()
  bool outlived_collection = false;    // a full collection has begun while it was held
  std::unique_ptr<Snapshot> snapshot;  // null if the capture was made by a pause, in JavaScript, which keeps it
  size_t bytes = 0;

  bool BelongsTo(v8::Isolate* isolate, v8::Local<v8::Value> value) const;
  // True if all values that it belongs to are gone, so that none can be reported any more.
  bool IsGarbage() const;
  // True if it was made to be written, with as many bytes as a dump may have.
  bool IsWhole() const { return hook != Hook::kErrorCreated && hook != Hook::kPromiseReject; }
};

class SnapshotStore {
 public:
  SnapshotStore(v8::Isolate* isolate, const StoreLimits& limits);
  ~SnapshotStore();
  SnapshotStore(const SnapshotStore&) = delete;
  SnapshotStore& operator=(const SnapshotStore&) = delete;

  // `scripts` may be empty; they are kept alive by the values.
  void Add(StoredCapture capture, const std::vector<v8::Local<v8::Value>>& values, v8::Local<v8::Array> scripts);
  // Lets go of all that captures hold. Makes nothing, so that it can be called where V8 has no memory left.
  void LetGo();

  const StoredCapture* Find(uint32_t id) const;
  // The latest capture of that hook that belongs to the value, among the newest `most` of all captures; null for none.
  const StoredCapture* FindLatest(Hook hook, v8::Local<v8::Value> value, size_t most = SIZE_MAX) const;
  // The objects of the captures since then of errors that were made or rejected, newest first.
  std::vector<v8::Local<v8::Object>> NewestErrors(uint64_t since_ns) const;
  // The capture of another value at which most functions awaited a promise that was rejected with the value since, the
  // newest of several; null for none.
  const StoredCapture* FindWaiting(v8::Local<v8::Value> value) const;
  // The capture of the uncaught throw with that number; null for none.
  const StoredCapture* FindUncaught(uint64_t sequence) const;
  // The list that was given to Add, or empty.
  v8::Local<v8::Array> ScriptsOf(const StoredCapture& capture) const;

  void Clear();
  size_t size() const { return captures_.size(); }
  size_t bytes() const { return bytes_; }

 private:
  // Whole captures take no place from the others, which may belong to the causes of a reported error.
  static constexpr size_t kMostWhole = 2;
  static void BeforeCollection(v8::Isolate* isolate, v8::GCType type, v8::GCCallbackFlags flags, void* self);
  void LetGoOfOld();
  void LetGoOfMost();
  void MakeRoom(size_t bytes);
  void MakeRoomForWhole();
  void Drop(size_t index);

  v8::Isolate* const isolate_;
  const StoreLimits limits_;
  std::deque<StoredCapture> captures_;  // oldest first
  size_t bytes_ = 0;
  size_t bytes_of_whole_ = 0;
  v8_internals::EphemeronTable scripts_;  // value -> [[scripts, id of its capture], …]
  v8::Global<v8::Array> scripts_of_primitive_;
  uint32_t scripts_of_primitive_id_ = 0;
};

}  // namespace crash_collector

#endif  // SRC_SNAPSHOT_SNAPSHOT_STORE_H_
