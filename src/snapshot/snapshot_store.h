// The captures that may belong to an error which the process survives. Each belongs to one object, weakly: it is
// dropped when the object is garbage, or when it is pushed out of its place. One for an isolate, on its thread.
#ifndef SRC_SNAPSHOT_SNAPSHOT_STORE_H_
#define SRC_SNAPSHOT_SNAPSHOT_STORE_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "hooks/error_site.h"
#include "snapshot/snapshot.h"
#include "v8_internals/ephemeron_table.h"

namespace crash_collector {

enum class Hook : int { kErrorCreated = 0, kUncaught = 1, kPromiseReject = 2, kApi = 3 };

struct StoreLimits {
  size_t most_entries = 256;
  size_t most_bytes = 8 << 20;
};

struct StoredCapture {
  uint32_t id = 0;
  Hook hook = Hook::kErrorCreated;
  ErrorSite site;
  uint64_t uncaught_sequence = 0;
  // Whose capture it is. Weak where it is an object. Of an uncaught throw, several among which the thrown one is.
  std::vector<v8::Global<v8::Value>> values;
  std::unique_ptr<Snapshot> snapshot;  // null where the capture was made by way of JavaScript, which has it
  size_t bytes = 0;

  bool BelongsTo(v8::Isolate* isolate, v8::Local<v8::Value> value) const;
  // Whether nothing can be reported any more that it belongs to.
  bool IsGarbage() const;
  // Whether it was made to be written, with as many bytes as a dump may have.
  bool IsWhole() const { return hook == Hook::kUncaught || hook == Hook::kApi; }
};

class SnapshotStore {
 public:
  SnapshotStore(v8::Isolate* isolate, const StoreLimits& limits) : isolate_(isolate), limits_(limits), live_(isolate) {}
  SnapshotStore(const SnapshotStore&) = delete;
  SnapshotStore& operator=(const SnapshotStore&) = delete;

  // `live` may be empty; it is kept alive by the values.
  void Add(StoredCapture capture, const std::vector<v8::Local<v8::Value>>& values, v8::Local<v8::Array> live);

  const StoredCapture* Find(uint32_t id) const;
  // The latest of that hook which belongs to the value, among the newest `most` of all captures; null for none.
  const StoredCapture* FindLatest(Hook hook, v8::Local<v8::Value> value, size_t most = SIZE_MAX) const;
  // The latest uncaught throw, if it is the one with that number.
  const StoredCapture* FindUncaught(uint64_t sequence) const;
  // What was given to Add, or empty.
  v8::Local<v8::Array> LiveOf(const StoredCapture& capture) const;

  void Clear();
  size_t size() const { return captures_.size(); }
  size_t bytes() const { return bytes_; }

 private:
  // What is whole takes nothing from the others: those of the errors that a reported one stands on are among them.
  static constexpr size_t kMostWhole = 2;
  void MakeRoom(size_t bytes);
  void MakeRoomForWhole();
  void Drop(size_t index);

  v8::Isolate* const isolate_;
  const StoreLimits limits_;
  std::deque<StoredCapture> captures_;  // oldest first
  size_t bytes_ = 0;
  size_t bytes_of_whole_ = 0;
  v8_internals::EphemeronTable
      live_;  // value -> an array of what was given with it, each with the capture's id at its end
  v8::Global<v8::Array> live_of_primitive_;
  uint32_t live_of_primitive_id_ = 0;
};

}  // namespace crash_collector

#endif  // SRC_SNAPSHOT_SNAPSHOT_STORE_H_
