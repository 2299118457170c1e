#include "walk/objects/pins.h"

#include <utility>

namespace crash_collector {

Pins::Pins(v8::Isolate* isolate) : isolate_(isolate) {
  isolate_->AddGCPrologueCallback(&Pins::BeforeCollection, this, v8::kGCTypeMarkSweepCompact);
}

Pins::~Pins() { isolate_->RemoveGCPrologueCallback(&Pins::BeforeCollection, this); }

void Pins::Keep(std::string id_prefix, ObjectTable* table) {
  Batch batch;
  batch.id_prefix = std::move(id_prefix);
  batch.since = std::chrono::steady_clock::now();
  batch.of_report = held_;
  for (uint32_t number = 1; number <= table->size(); number++) {
    ObjectEntry& entry = table->At(number);
    if (entry.kind == ObjectKind::kSymbol || entry.state == ObjectState::kIntrinsic ||
        entry.state == ObjectState::kInternal)
      continue;
    // The heap snapshot must not lead to contents that redaction would have hidden.
    if (entry.state != ObjectState::kWritten && entry.flags != kNameHarmless) continue;
    batch.numbers.push_back(number);
    batch.values.push_back(std::move(entry.value));
  }
  // The objects of a report get new numbers under the same prefix in each dump.
  for (auto old = batches_.begin(); old != batches_.end();) {
    if (old->id_prefix == batch.id_prefix) {
      objects_ -= old->values.size();
      old = batches_.erase(old);
    } else {
      ++old;
    }
  }
  if (batch.values.empty()) return;
  objects_ += batch.values.size();
  batches_.push_back(std::move(batch));
  while (batches_.size() > 1 && (batches_.size() > kMostBatches || objects_ > kMostObjects)) DropOldest();
}

void Pins::Release() {
  held_ = false;
  while (!batches_.empty() && batches_.back().of_report) {
    objects_ -= batches_.back().values.size();
    batches_.pop_back();
  }
}

void Pins::DropOldest() {
  objects_ -= batches_.front().values.size();
  batches_.pop_front();
}

void Pins::BeforeCollection(v8::Isolate*, v8::GCType, v8::GCCallbackFlags, void* data) {
  auto* kept = static_cast<Pins*>(data);
  if (kept->held_) return;
  const auto now = std::chrono::steady_clock::now();
  for (Batch& batch : kept->batches_) {
    if (batch.weak || now - batch.since < kGrace) continue;
    batch.weak = true;
    for (v8::Global<v8::Value>& value : batch.values) value.SetWeak();
  }
}

}  // namespace crash_collector
