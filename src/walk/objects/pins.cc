#include "walk/objects/pins.h"

#include <cstdint>
#include <utility>

namespace crash_collector {

Pins::Pins(v8::Isolate* isolate) : isolate_(isolate) {
  isolate_->AddGCPrologueCallback(&Pins::BeforeCollection, this, v8::kGCTypeMarkSweepCompact);
}

Pins::~Pins() { isolate_->RemoveGCPrologueCallback(&Pins::BeforeCollection, this); }

void Pins::Keep(ObjectTable* table) {
  Batch batch;
  batch.since = std::chrono::steady_clock::now();
  for (uint32_t number = 1; number <= table->size(); number++) {
    ObjectEntry& entry = table->At(number);
    if (entry.kind == ObjectKind::kSymbol || entry.state == ObjectState::kIntrinsic ||
        entry.state == ObjectState::kInternal || entry.state == ObjectState::kGone)
      continue;
    batch.values.push_back(std::move(entry.value));
  }
  if (batch.values.empty()) return;
  objects_ += batch.values.size();
  batches_.push_back(std::move(batch));
  while (batches_.size() > 1 && (batches_.size() > kMostBatches || objects_ > kMostObjects)) {
    objects_ -= batches_.front().values.size();
    batches_.pop_front();
  }
}

void Pins::BeforeCollection(v8::Isolate*, v8::GCType, v8::GCCallbackFlags, void* data) {
  const auto now = std::chrono::steady_clock::now();
  for (Batch& batch : static_cast<Pins*>(data)->batches_) {
    if (batch.weak || now - batch.since < kGrace) continue;
    batch.weak = true;
    for (v8::Global<v8::Value>& value : batch.values) value.SetWeak();
  }
}

}  // namespace crash_collector
