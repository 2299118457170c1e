#include "base/settled_promises.h"

#include <utility>

namespace crash_collector {

namespace {

SettledPromises::State StateOf(v8::Local<v8::Promise> promise) {
  switch (promise->State()) {
    case v8::Promise::kPending: return SettledPromises::State::kPending;
    case v8::Promise::kFulfilled: return SettledPromises::State::kFulfilled;
    case v8::Promise::kRejected: return SettledPromises::State::kRejected;
  }
  return SettledPromises::State::kGone;
}

}  // namespace

SettledPromises::SettledPromises(v8::Isolate* isolate) : isolate_(isolate) {
  isolate_->AddGCPrologueCallback(&SettledPromises::BeforeCollection, this, v8::kGCTypeAll);
}

SettledPromises::~SettledPromises() { isolate_->RemoveGCPrologueCallback(&SettledPromises::BeforeCollection, this); }

void SettledPromises::Watch(v8::Local<v8::Promise> promise, int32_t number) {
  if (entries_.size() == kMost) entries_.pop_front();
  Entry entry{v8::Global<v8::Promise>(isolate_, promise), number};
  entry.promise.SetWeak();
  entries_.push_back(std::move(entry));
}

std::vector<SettledPromises::Settled> SettledPromises::Take() {
  Look();
  std::vector<Settled> settled;
  std::deque<Entry> pending;
  for (Entry& entry : entries_) {
    if (entry.state == State::kPending)
      pending.push_back(std::move(entry));
    else
      settled.push_back({entry.number, entry.state});
  }
  entries_ = std::move(pending);
  return settled;
}

void SettledPromises::Look() {
  const v8::HandleScope scope(isolate_);
  for (Entry& entry : entries_) {
    if (entry.state != State::kPending) continue;
    entry.state = entry.promise.IsEmpty() ? State::kGone : StateOf(entry.promise.Get(isolate_));
    if (entry.state != State::kPending) entry.promise.Reset();
  }
}

void SettledPromises::BeforeCollection(v8::Isolate*, v8::GCType, v8::GCCallbackFlags, void* data) {
  static_cast<SettledPromises*>(data)->Look();
}

}  // namespace crash_collector
