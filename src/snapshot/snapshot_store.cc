#include "snapshot/snapshot_store.h"

#include <uv.h>

#include <algorithm>
#include <utility>

#include "base/clock.h"

namespace crash_collector {

namespace {
// Indexes in a pair of scripts_.
constexpr uint32_t kScripts = 0;
constexpr uint32_t kId = 1;
constexpr double kHoldsForMs = 100;
constexpr v8::GCType kFull = static_cast<v8::GCType>(v8::kGCTypeMarkSweepCompact | v8::kGCTypeIncrementalMarking);

bool IsNearlyFull(v8::Isolate* isolate) {
  v8::HeapStatistics heap;
  isolate->GetHeapStatistics(&heap);
  return heap.used_heap_size() > heap.heap_size_limit() / 4 * 3;
}
}  // namespace

bool StoredCapture::BelongsTo(v8::Isolate* isolate, v8::Local<v8::Value> value) const {
  return std::any_of(values.begin(), values.end(), [&](const v8::Global<v8::Value>& each) {
    if (each.IsEmpty()) return false;
    return value->IsObject() ? each == value : each.Get(isolate)->SameValue(value);
  });
}

bool StoredCapture::IsGarbage() const {
  return !values.empty() &&
         std::all_of(values.begin(), values.end(), [](const v8::Global<v8::Value>& each) { return each.IsEmpty(); });
}

SnapshotStore::SnapshotStore(v8::Isolate* isolate, const StoreLimits& limits)
    : isolate_(isolate), limits_(limits), scripts_(isolate) {
  isolate_->AddGCPrologueCallback(BeforeCollection, this, kFull);
}

SnapshotStore::~SnapshotStore() { isolate_->RemoveGCPrologueCallback(BeforeCollection, this); }

void SnapshotStore::BeforeCollection(v8::Isolate* isolate, v8::GCType type, v8::GCCallbackFlags flags, void* self) {
  auto* store = static_cast<SnapshotStore*>(self);
  if (IsNearlyFull(isolate)) return store->LetGo();
  store->LetGoOfOld();
  if (type != v8::kGCTypeMarkSweepCompact) return;
  for (StoredCapture& capture : store->captures_) capture.outlived_collection = true;
}

void SnapshotStore::LetGo() {
  for (StoredCapture& capture : captures_) capture.held.Reset();
}

void SnapshotStore::LetGoOfOld() {
  const uint64_t since_ns = NsAgo(kHoldsForMs);
  for (StoredCapture& capture : captures_) {
    if (capture.outlived_collection || capture.held_since_ns < since_ns) capture.held.Reset();
  }
}

void SnapshotStore::LetGoOfMost() {
  size_t holding = 0;
  for (auto capture = captures_.rbegin(); capture != captures_.rend(); ++capture) {
    if (!capture->held.IsEmpty() && ++holding > limits_.most_holding) capture->held.Reset();
  }
}

void SnapshotStore::Add(StoredCapture capture, const std::vector<v8::Local<v8::Value>>& values,
                        v8::Local<v8::Array> scripts) {
  v8::HandleScope handles(isolate_);
  v8::Local<v8::Context> context = isolate_->GetCurrentContext();
  capture.bytes = sizeof(capture) + (capture.snapshot == nullptr ? 0 : capture.snapshot->bytes());
  bool has_holder = false;
  for (v8::Local<v8::Value> value : values) {
    capture.values.emplace_back(isolate_, value);
    if (!value->IsObject()) continue;
    capture.values.back().SetWeak();
    if (scripts.IsEmpty()) continue;
    has_holder = true;
    v8::Local<v8::Value> known = scripts_.Get(value.As<v8::Object>());
    v8::Local<v8::Array> list = !known.IsEmpty() && known->IsArray() ? known.As<v8::Array>() : v8::Array::New(isolate_);
    v8::Local<v8::Value> pair[] = {scripts, v8::Integer::NewFromUnsigned(isolate_, capture.id)};
    (void)list->CreateDataProperty(context, list->Length(), v8::Array::New(isolate_, pair, 2)).FromMaybe(false);
    scripts_.Set(value.As<v8::Object>(), list);
  }
  if (!scripts.IsEmpty() && !has_holder) {
    scripts_of_primitive_.Reset(isolate_, scripts);
    scripts_of_primitive_id_ = capture.id;
  }
  if (capture.IsWhole()) {
    MakeRoomForWhole();
    bytes_of_whole_ += capture.bytes;
  } else {
    MakeRoom(capture.bytes);
  }
  bytes_ += capture.bytes;
  capture.held_since_ns = uv_hrtime();
  captures_.push_back(std::move(capture));
  LetGoOfMost();
}

void SnapshotStore::MakeRoom(size_t bytes) {
  const auto is_full = [&] {
    return captures_.size() >= limits_.most_entries || bytes_ - bytes_of_whole_ + bytes > limits_.most_bytes;
  };
  for (size_t i = captures_.size(); i-- > 0 && is_full();) {
    if (captures_[i].IsGarbage()) Drop(i);
  }
  for (size_t i = 0; i < captures_.size() && is_full();) {
    if (captures_[i].IsWhole()) {
      i++;
    } else {
      Drop(i);
    }
  }
}

void SnapshotStore::MakeRoomForWhole() {
  size_t kept = 1;
  for (size_t i = captures_.size(); i-- > 0;) {
    if (captures_[i].IsWhole() && ++kept > kMostWhole) Drop(i);
  }
}

void SnapshotStore::Drop(size_t index) {
  const StoredCapture& capture = captures_[index];
  bytes_ -= capture.bytes;
  if (capture.IsWhole()) bytes_of_whole_ -= capture.bytes;
  for (const v8::Global<v8::Value>& value : capture.values) {
    if (value.IsEmpty()) continue;
    v8::Local<v8::Value> held = value.Get(isolate_);
    // If another capture of the same object is there, the list stays with the object.
    if (!held->IsObject()) continue;
    v8::Local<v8::Value> list = scripts_.Get(held.As<v8::Object>());
    if (!list.IsEmpty() && list->IsArray() && list.As<v8::Array>()->Length() == 1) {
      scripts_.Set(held.As<v8::Object>(), v8::Undefined(isolate_));
    }
  }
  captures_.erase(captures_.begin() + static_cast<std::ptrdiff_t>(index));
}

void SnapshotStore::Clear() {
  v8::HandleScope handles(isolate_);
  while (!captures_.empty()) Drop(captures_.size() - 1);
  scripts_of_primitive_.Reset();
}

const StoredCapture* SnapshotStore::Find(uint32_t id) const {
  const auto found = std::find_if(captures_.rbegin(), captures_.rend(),
                                  [id](const StoredCapture& capture) { return capture.id == id; });
  return found == captures_.rend() ? nullptr : &*found;
}

const StoredCapture* SnapshotStore::FindLatest(Hook hook, v8::Local<v8::Value> value, size_t most) const {
  v8::HandleScope handles(isolate_);
  const auto end = captures_.rbegin() + static_cast<std::ptrdiff_t>(std::min(most, captures_.size()));
  const auto found = std::find_if(captures_.rbegin(), end, [&](const StoredCapture& capture) {
    return capture.hook == hook && capture.BelongsTo(isolate_, value);
  });
  return found == end ? nullptr : &*found;
}

std::vector<v8::Local<v8::Object>> SnapshotStore::NewestErrors(uint64_t since_ns) const {
  std::vector<v8::Local<v8::Object>> errors;
  for (auto capture = captures_.rbegin(); capture != captures_.rend(); ++capture) {
    const bool is_of_error = capture->hook == Hook::kErrorCreated || capture->hook == Hook::kPromiseReject;
    if (!is_of_error || capture->snapshot == nullptr || capture->snapshot->taken_at_ns < since_ns) continue;
    for (const v8::Global<v8::Value>& value : capture->values) {
      if (value.IsEmpty() || !value.Get(isolate_)->IsObject()) continue;
      const auto error = value.Get(isolate_).As<v8::Object>();
      if (std::find(errors.begin(), errors.end(), error) == errors.end()) errors.push_back(error);
    }
  }
  return errors;
}

const StoredCapture* SnapshotStore::FindWaiting(v8::Local<v8::Value> value) const {
  v8::HandleScope handles(isolate_);
  const auto is_rejected = [&](const AwaitingFrame& awaiting) {
    v8::Local<v8::Value> awaited = awaiting.awaited.Get(isolate_);
    if (awaited.IsEmpty() || !awaited->IsPromise()) return false;
    const auto promise = awaited.As<v8::Promise>();
    return promise->State() == v8::Promise::kRejected && promise->Result()->SameValue(value);
  };
  const StoredCapture* found = nullptr;
  std::ptrdiff_t most = 0;
  for (auto capture = captures_.rbegin(); capture != captures_.rend(); ++capture) {
    if (capture->snapshot == nullptr || capture->IsWhole() || capture->BelongsTo(isolate_, value)) continue;
    const std::vector<AwaitingFrame>& awaiting = capture->snapshot->awaiting;
    const std::ptrdiff_t rejected = std::count_if(awaiting.begin(), awaiting.end(), is_rejected);
    if (rejected <= most) continue;
    most = rejected;
    found = &*capture;
  }
  return found;
}

const StoredCapture* SnapshotStore::FindUncaught(uint64_t sequence) const {
  const auto found = std::find_if(captures_.rbegin(), captures_.rend(), [sequence](const StoredCapture& capture) {
    return capture.hook == Hook::kUncaught && capture.uncaught_sequence == sequence;
  });
  return found == captures_.rend() ? nullptr : &*found;
}

v8::Local<v8::Array> SnapshotStore::ScriptsOf(const StoredCapture& capture) const {
  v8::Local<v8::Context> context = isolate_->GetCurrentContext();
  for (const v8::Global<v8::Value>& value : capture.values) {
    if (value.IsEmpty() || !value.Get(isolate_)->IsObject()) continue;
    v8::Local<v8::Value> list = scripts_.Get(value.Get(isolate_).As<v8::Object>());
    if (list.IsEmpty() || !list->IsArray()) continue;
    const auto pairs = list.As<v8::Array>();
    for (uint32_t i = 0; i < pairs->Length(); i++) {
      v8::Local<v8::Value> pair;
      v8::Local<v8::Value> id;
      v8::Local<v8::Value> scripts;
      if (pairs->Get(context, i).ToLocal(&pair) && pair->IsArray() &&
          pair.As<v8::Array>()->Get(context, kId).ToLocal(&id) && id->IsUint32() &&
          id.As<v8::Uint32>()->Value() == capture.id &&
          pair.As<v8::Array>()->Get(context, kScripts).ToLocal(&scripts) && scripts->IsArray()) {
        return scripts.As<v8::Array>();
      }
    }
  }
  if (scripts_of_primitive_id_ == capture.id && !scripts_of_primitive_.IsEmpty())
    return scripts_of_primitive_.Get(isolate_);
  return {};
}

}  // namespace crash_collector
