#include "snapshot/snapshot_store.h"

#include <algorithm>
#include <utility>

#include "base/clock.h"
#include "v8_internals/frames/young_objects.h"

namespace crash_collector {

namespace {
// Indexes in a pair of scripts_.
constexpr uint32_t kScripts = 0;
constexpr uint32_t kId = 1;
// An error that is kept for longer is seldom reported.
constexpr double kMostAgeMs = 60'000;
constexpr double kHoldsForMs = 1000;
// Microtasks may end once by C++ of Node.js, and once before it reports the rejections.
constexpr uint64_t kTurnsToReport = 2;
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
    : isolate_(isolate),
      limits_(limits),
      scripts_(isolate),
      collections_(
          isolate, [this] { return !captures_.empty(); },
          [this](Collection collection) { LetGoOfPastTurns(collection); }) {}

void SnapshotStore::LetGoOfPastTurns(Collection collection) {
  may_have_garbage_ = true;
  const uint64_t since_ns = NsAgo(kHoldsForMs);
  for (StoredCapture& capture : captures_) {
    if (!capture.is_of_past_turn) {
      MoveCopyOut(&capture);
      continue;
    }
    const bool is_second = collection == Collection::kFull && std::exchange(capture.has_met_full, true);
    if (is_second || capture.taken_at_ns < since_ns) EndHold(&capture);
    MoveCopyOut(&capture);
    if (collection == Collection::kYoung || capture.is_held_over) continue;
    LetGoOf(&capture);
  }
}

void SnapshotStore::Add(StoredCapture capture, const std::vector<v8::Local<v8::Value>>& values,
                        v8::Local<v8::Array> scripts) {
  v8::HandleScope handles(isolate_);
  capture.bytes = sizeof(capture) + (capture.snapshot == nullptr ? 0 : capture.snapshot->bytes());
  if (!capture.copy.IsEmpty()) capture.bytes += capture.copy.Get(isolate_)->Length() * sizeof(void*);
  for (v8::Local<v8::Value> value : values) {
    capture.values.emplace_back(isolate_, value);
    if (IsHeldWeakly(value)) capture.values.back().SetWeak();
  }
  if (!scripts.IsEmpty()) KeepScripts(capture, scripts);
  if (capture.IsWhole()) {
    MakeRoomForWhole();
    bytes_of_whole_ += capture.bytes;
  } else {
    MakeRoom(capture);
  }
  bytes_ += capture.bytes;
  if (capture.IsHolding()) holding_++;
  Place& place = places_[capture.site.hash];
  capture.is_first_of_turn = place.captures == 0 || place.turn != capture.turn;
  place.turn = capture.turn;
  place.captures++;
  captures_.push_back(std::move(capture));
  HoldNewest();
}

void SnapshotStore::KeepScripts(const StoredCapture& capture, v8::Local<v8::Array> scripts) {
  v8::Local<v8::Context> context = isolate_->GetCurrentContext();
  bool has_holder = false;
  for (const v8::Global<v8::Value>& each : capture.values) {
    v8::Local<v8::Value> value = each.Get(isolate_);
    if (value.IsEmpty() || !value->IsObject()) continue;
    has_holder = true;
    v8::Local<v8::Value> known = scripts_.Get(value.As<v8::Object>());
    v8::Local<v8::Array> list = !known.IsEmpty() && known->IsArray() ? known.As<v8::Array>() : v8::Array::New(isolate_);
    v8::Local<v8::Value> pair[] = {scripts, v8::Integer::NewFromUnsigned(isolate_, capture.id)};
    (void)list->CreateDataProperty(context, list->Length(), v8::Array::New(isolate_, pair, 2)).FromMaybe(false);
    scripts_.Set(value.As<v8::Object>(), list);
  }
  if (has_holder) return;
  scripts_of_primitive_.Reset(isolate_, scripts);
  scripts_of_primitive_id_ = capture.id;
}

void SnapshotStore::SetBytes(StoredCapture* capture, size_t bytes) {
  bytes_ = bytes_ - capture->bytes + bytes;
  if (capture->IsWhole()) bytes_of_whole_ = bytes_of_whole_ - capture->bytes + bytes;
  capture->bytes = bytes;
}

void SnapshotStore::SetSnapshot(uint32_t id, std::unique_ptr<Snapshot> snapshot, v8::Local<v8::Array> scripts) {
  v8::HandleScope handles(isolate_);
  for (StoredCapture& capture : captures_) {
    if (capture.id != id) continue;
    LetGoOf(&capture);
    capture.copy.Reset();
    capture.weak_copy.reset();
    SetBytes(&capture, sizeof(capture) + snapshot->bytes());
    capture.snapshot = std::move(snapshot);
    return KeepScripts(capture, scripts);
  }
}

v8::Local<v8::Array> SnapshotStore::CopyOf(const StoredCapture& capture, v8::Local<v8::Value> gone) const {
  v8::Local<v8::Array> copy = capture.copy.Get(isolate_);
  return capture.weak_copy == nullptr ? copy : capture.weak_copy->Restore(isolate_, copy, gone);
}

// What only the copy holds stays until V8 collects garbage, so it can still be read soon after the work is over.
void SnapshotStore::WeakenCopy(StoredCapture* capture) {
  if (capture->copy.IsEmpty() || capture->weak_copy != nullptr) return;
  const v8::HandleScope handles(isolate_);
  capture->weak_copy = std::make_unique<v8_internals::WeakCopy>(isolate_, capture->copy.Get(isolate_));
  if (capture->held.IsEmpty()) holding_--;
  SetBytes(capture, capture->bytes + capture->weak_copy->bytes());
}

// A young copy would survive collections of young garbage, and V8 enlarges its young generation if much survives.
void SnapshotStore::MoveCopyOut(StoredCapture* capture) {
  if (capture->weak_copy == nullptr || capture->copy.IsEmpty()) return;
  const v8::HandleScope handles(isolate_);
  v8::Local<v8::Array> copy = capture->copy.Get(isolate_);
  if (!v8_internals::IsYoung(*v8_internals::SlotOf(copy))) return;
  const size_t before = capture->weak_copy->bytes() + copy->Length() * sizeof(void*);
  capture->weak_copy->TakeWords(isolate_, copy);
  SetBytes(capture, capture->bytes - before + capture->weak_copy->bytes());
  capture->copy.Reset();
}

void SnapshotStore::HoldNewest() {
  const uint64_t since_ns = NsAgo(kHoldsForMs);
  size_t newer = 0;
  size_t left = holding_;
  for (auto capture = captures_.rbegin(); left > 0 && capture != captures_.rend(); ++capture) {
    if (!capture->IsHolding()) continue;
    left--;
    const bool is_past = capture->is_of_past_turn && capture->taken_at_ns < since_ns;
    if (++newer <= limits_.most_holding && !is_past) continue;
    WeakenCopy(&*capture);
    LetGoOf(&*capture);
  }
}

// Loading what reports a rejection makes enough garbage for a collection, and even a young one takes what is held
// weakly.
void SnapshotStore::HoldOver(StoredCapture* capture) {
  if (!capture->IsHolding()) holding_++;
  held_over_++;
  capture->is_held_over = true;
  if (capture->weak_copy != nullptr) capture->weak_copy->SetHolds(true);
}

void SnapshotStore::EndHold(StoredCapture* capture) {
  if (!std::exchange(capture->is_held_over, false)) return;
  held_over_--;
  if (capture->weak_copy != nullptr) capture->weak_copy->SetHolds(false);
  if (!capture->IsHolding()) holding_--;
}

void SnapshotStore::LetGoOf(StoredCapture* capture) {
  EndHold(capture);
  if (!capture->IsHolding()) return;
  holding_--;
  if (capture->weak_copy == nullptr) capture->copy.Reset();
  capture->held.Reset();
}

void SnapshotStore::DropOld() {
  const uint64_t since_ns = NsAgo(kMostAgeMs);
  while (!captures_.empty() && captures_.front().taken_at_ns < since_ns) Drop(0);
}

bool SnapshotStore::EndTurn(uint64_t turn, bool reports_follow) {
  collections_.NoteBetween();
  for (auto capture = captures_.rbegin(); held_over_ > 0 && capture != captures_.rend(); ++capture) {
    if (capture->turn + kTurnsToReport <= turn) EndHold(&*capture);
  }
  bool has_other = held_over_ > 0;
  for (auto capture = captures_.rbegin(); capture != captures_.rend() && !capture->is_of_past_turn; ++capture) {
    if (capture->turn > turn) {
      has_other = true;
      continue;
    }
    const bool holds_over = reports_follow && capture->IsHolding();
    WeakenCopy(&*capture);
    capture->is_of_past_turn = true;
    if (!holds_over) continue;
    HoldOver(&*capture);
    has_other = true;
  }
  return has_other;
}

void SnapshotStore::HoldForReport(v8::Local<v8::Value> value) const {
  size_t newer = 0;
  for (auto capture = captures_.rbegin(); capture != captures_.rend(); ++capture) {
    const bool is_newest = newer++ < limits_.most_holding;
    if (capture->weak_copy == nullptr || (!is_newest && !capture->BelongsTo(isolate_, value))) continue;
    capture->weak_copy->HoldInScope(isolate_);
  }
}

bool SnapshotStore::LetGo() {
  const bool has_held = holding_ > 0;
  for (StoredCapture& capture : captures_) LetGoOf(&capture);
  return has_held;
}

bool SnapshotStore::IsLastOfPlace(const StoredCapture& capture) const {
  const auto found = places_.find(capture.site.hash);
  return found == places_.end() || found->second.captures < 2;
}

void SnapshotStore::MakeRoom(const StoredCapture& next) {
  const auto is_full = [&] {
    return captures_.size() >= limits_.most_entries || bytes_ - bytes_of_whole_ + next.bytes > limits_.most_bytes;
  };
  // If many promises are rejected in one turn, Node.js ends the process with the first that nobody handles.
  const auto may_be_next = [&](const StoredCapture& capture) {
    return IsLastOfPlace(capture) || (capture.is_first_of_turn && capture.turn == next.turn);
  };
  if (!is_full()) return;
  // Only V8's collections make garbage of captures.
  for (size_t i = may_have_garbage_ ? captures_.size() : 0; i-- > 0;) {
    if (captures_[i].IsGarbage()) Drop(i);
  }
  may_have_garbage_ = false;
  // A place that fails often takes nothing from the others, as long as it has more than one.
  for (const bool drops_last : {false, true}) {
    for (size_t i = 0; i < captures_.size() && is_full();) {
      if (captures_[i].IsWhole() || (!drops_last && may_be_next(captures_[i]))) {
        i++;
      } else {
        Drop(i);
      }
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
  StoredCapture& capture = captures_[index];
  LetGoOf(&capture);
  bytes_ -= capture.bytes;
  const auto place = places_.find(capture.site.hash);
  if (place != places_.end() && --place->second.captures == 0) places_.erase(place);
  if (capture.IsWhole()) bytes_of_whole_ -= capture.bytes;
  // What was not read has no scripts.
  for (const v8::Global<v8::Value>& value : capture.values) {
    if (value.IsEmpty() || capture.snapshot == nullptr) continue;
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
    if (!is_of_error || capture->taken_at_ns < since_ns) continue;
    for (const v8::Global<v8::Value>& value : capture->values) {
      if (value.IsEmpty() || !value.Get(isolate_)->IsObject()) continue;
      const auto error = value.Get(isolate_).As<v8::Object>();
      if (std::find(errors.begin(), errors.end(), error) == errors.end()) errors.push_back(error);
    }
  }
  return errors;
}

std::vector<v8::Local<v8::Value>> SnapshotStore::AwaitedAt(const StoredCapture& capture) const {
  if (!capture.copy.IsEmpty() || capture.weak_copy != nullptr)
    return v8_internals::WeakCopy::AwaitedIn(isolate_, capture.copy.Get(isolate_), capture.weak_copy.get());
  std::vector<v8::Local<v8::Value>> awaited;
  if (capture.snapshot == nullptr) return awaited;
  for (const AwaitingFrame& awaiting : capture.snapshot->awaiting) awaited.push_back(awaiting.awaited.Get(isolate_));
  return awaited;
}

const StoredCapture* SnapshotStore::FindWaiting(v8::Local<v8::Value> value) const {
  v8::HandleScope handles(isolate_);
  const auto is_rejected = [&](v8::Local<v8::Value> awaited) {
    if (awaited.IsEmpty() || !awaited->IsPromise()) return false;
    const auto promise = awaited.As<v8::Promise>();
    return promise->State() == v8::Promise::kRejected && promise->Result()->SameValue(value);
  };
  const StoredCapture* found = nullptr;
  std::ptrdiff_t most = 0;
  for (auto capture = captures_.rbegin(); capture != captures_.rend(); ++capture) {
    if (capture->IsWhole() || capture->BelongsTo(isolate_, value)) continue;
    const std::vector<v8::Local<v8::Value>> awaited = AwaitedAt(*capture);
    const std::ptrdiff_t rejected = std::count_if(awaited.begin(), awaited.end(), is_rejected);
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
      v8::Local<v8::Value> live;
      if (pairs->Get(context, i).ToLocal(&pair) && pair->IsArray() &&
          pair.As<v8::Array>()->Get(context, kId).ToLocal(&id) && id->IsUint32() &&
          id.As<v8::Uint32>()->Value() == capture.id && pair.As<v8::Array>()->Get(context, kScripts).ToLocal(&live) &&
          live->IsArray()) {
        return live.As<v8::Array>();
      }
    }
  }
  if (scripts_of_primitive_id_ == capture.id && !scripts_of_primitive_.IsEmpty())
    return scripts_of_primitive_.Get(isolate_);
  return {};
}

}  // namespace crash_collector
