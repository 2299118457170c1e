// Keeps the captures of errors that may be reported later. Each belongs to one object, weakly: it is dropped when the
// object is garbage, or when newer captures need its place. One for an isolate, on its thread.
//
// What captures hold of the application is bounded: the newest hold what they show, until V8 collects garbage after the
// turn of the event loop in which they were made (collections.h). Then each keeps texts and numbers, and objects only
// as long as something else does (weak_copy.h).
#ifndef SRC_SNAPSHOT_SNAPSHOT_STORE_H_
#define SRC_SNAPSHOT_SNAPSHOT_STORE_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

#include "base/collections.h"
#include "snapshot/error_site.h"
#include "snapshot/snapshot.h"
#include "v8_internals/ephemeron_table.h"
#include "v8_internals/frames/weak_copy.h"

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
  // Captures that may hold what they show. More errors of one turn are reported together seldom.
  size_t most_holding = 8;
};

struct StoredCapture {
  uint32_t id = 0;
  Hook hook = Hook::kErrorCreated;
  ErrorSite site;
  uint64_t uncaught_sequence = 0;
  // The values that the capture belongs to, weak if IsHeldWeakly(). For an uncaught throw there are several, one
  // of which was thrown.
  std::vector<v8::Global<v8::Value>> values;
  uint64_t taken_at_ns = 0;  // of uv_hrtime()
  bool overflow = false;     // the stack was used up
  // Neither the stores of AsyncLocalStorages nor functions that wait by a callback were looked for.
  bool is_brief = false;
  // A snapshot or a copy is there, unless the capture was made by a pause, in JavaScript, which keeps it.
  std::unique_ptr<Snapshot> snapshot;
  // Of the stack, without its objects if these are in `weak_copy`; empty if that has all of it.
  v8::Global<v8::Array> copy;
  std::unique_ptr<v8_internals::WeakCopy> weak_copy;
  v8::Global<v8::Array> held;     // the objects that a snapshot leaves to the report
  uint64_t turn = 0;              // of the work in which it was made (TurnEnd)
  bool is_first_of_turn = false;  // of its place
  bool is_of_past_turn = false;
  // It is of a past turn and holds its objects until Node.js has reported the rejections of that turn.
  bool is_held_over = false;
  bool has_met_full = false;  // a full collection, after its turn
  size_t bytes = 0;

  // True while it keeps objects of the application alive.
  bool IsHolding() const { return (!copy.IsEmpty() && weak_copy == nullptr) || !held.IsEmpty() || is_held_over; }
  bool BelongsTo(v8::Isolate* isolate, v8::Local<v8::Value> value) const;
  // True if all values that it belongs to are gone, so that none can be reported any more.
  bool IsGarbage() const;
  // True if it was made to be written, with as many bytes as a dump may have.
  bool IsWhole() const { return hook != Hook::kErrorCreated && hook != Hook::kPromiseReject; }
};

// True for what is held weakly: objects, and long texts. Who reports such a text has the same one.
inline bool IsHeldWeakly(v8::Local<v8::Value> value) {
  constexpr int kMostUnits = 1000;
  return value->IsObject() || (value->IsString() && value.As<v8::String>()->Length() > kMostUnits);
}

class SnapshotStore {
 public:
  SnapshotStore(v8::Isolate* isolate, const StoreLimits& limits);
  SnapshotStore(const SnapshotStore&) = delete;
  SnapshotStore& operator=(const SnapshotStore&) = delete;

  // `scripts` may be empty; they are kept alive by the values.
  void Add(StoredCapture capture, const std::vector<v8::Local<v8::Value>>& values, v8::Local<v8::Array> scripts);

  const StoredCapture* Find(uint32_t id) const;
  // Puts what was read from a copy in its place. `scripts` as for Add.
  void SetSnapshot(uint32_t id, std::unique_ptr<Snapshot> snapshot, v8::Local<v8::Array> scripts);
  // An error that was captured a moment ago is among so many of the newest captures.
  static constexpr size_t kNewest = 8;
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

  // The work of that number is over, and so is that of smaller ones. False if there is no other end to wait for.
  // `reports_follow`: Node.js reports rejections of this work when its microtasks are over.
  bool EndTurn(uint64_t turn, bool reports_follow);
  // Lets go of all that captures hold, without making anything, so that it can be called where V8 has no memory left.
  // False if nothing was held.
  bool LetGo();
  // The copy of a capture, in the caller's HandleScope. `gone` stands for what nothing holds any more.
  v8::Local<v8::Array> CopyOf(const StoredCapture& capture, v8::Local<v8::Value> gone) const;
  // Makes handles, in the caller's HandleScope, of the objects in the copies of the value and in the newest ones. The
  // work of a rejected promise is over before Node.js reports it, and loading what reports it makes enough garbage for
  // a collection.
  void HoldForReport(v8::Local<v8::Value> value) const;
  void HoldMore(size_t most_holding) { limits_.most_holding = most_holding; }

  void Clear();
  size_t size() const { return captures_.size(); }
  size_t bytes() const { return bytes_; }

 private:
  // Whole captures take no place from the others, which may belong to the causes of a reported error.
  static constexpr size_t kMostWhole = 2;
  void MakeRoom(const StoredCapture& next);
  void MakeRoomForWhole();
  void Drop(size_t index);
  void LetGoOfPastTurns(Collection collection);
  void LetGoOf(StoredCapture* capture);
  void HoldOver(StoredCapture* capture);
  void EndHold(StoredCapture* capture);
  void KeepScripts(const StoredCapture& capture, v8::Local<v8::Array> scripts);
  void WeakenCopy(StoredCapture* capture);
  void MoveCopyOut(StoredCapture* capture);
  void HoldNewest();
  void DropOld();
  void SetBytes(StoredCapture* capture, size_t bytes);
  // The promises that the functions awaited which waited for the stack. Needs a HandleScope.
  std::vector<v8::Local<v8::Value>> AwaitedAt(const StoredCapture& capture) const;
  bool IsLastOfPlace(const StoredCapture& capture) const;

  struct Place {
    size_t captures = 0;
    uint64_t turn = 0;  // of the newest
  };

  v8::Isolate* const isolate_;
  StoreLimits limits_;
  std::deque<StoredCapture> captures_;          // oldest first
  std::unordered_map<uint64_t, Place> places_;  // by its hash
  size_t holding_ = 0;                          // captures that hold what they show
  size_t held_over_ = 0;
  size_t bytes_ = 0;
  size_t bytes_of_whole_ = 0;
  bool may_have_garbage_ = false;
  v8_internals::EphemeronTable scripts_;  // value -> [[scripts, id of its capture], …]
  v8::Global<v8::Array> scripts_of_primitive_;
  uint32_t scripts_of_primitive_id_ = 0;
  BeforeCollections collections_;
};

}  // namespace crash_collector

#endif  // SRC_SNAPSHOT_SNAPSHOT_STORE_H_
