#include "heap/collection_log.h"

#include <uv.h>

namespace crash_collector {

namespace {
constexpr size_t kMost = 32;
}  // namespace

CollectionLog::CollectionLog(v8::Isolate* isolate) : isolate_(isolate) {
  entries_.reserve(kMost + 1);
  isolate_->AddGCEpilogueCallback(OnCollected, this, v8::kGCTypeMarkSweepCompact);
}

CollectionLog::~CollectionLog() { isolate_->RemoveGCEpilogueCallback(OnCollected, this); }

void CollectionLog::OnCollected(v8::Isolate* isolate, v8::GCType type, v8::GCCallbackFlags flags, void* data) {
  (void)type;
  (void)flags;
  auto* log = static_cast<CollectionLog*>(data);
  v8::HeapStatistics heap;
  isolate->GetHeapStatistics(&heap);
  log->entries_.push_back({uv_hrtime(), heap.used_heap_size(), heap.external_memory()});
  if (log->entries_.size() > kMost) log->ForgetOne();
}

// A process may run for weeks, and V8 collects many times a second when the heap is nearly full; both times count. So
// the entry goes whose neighbours are nearest to each other, measured by its age.
void CollectionLog::ForgetOne() {
  const uint64_t now_ns = entries_.back().time_ns;
  size_t least = 1;
  double least_gap = 0;
  for (size_t i = 1; i + 1 < entries_.size(); i++) {
    const auto age = static_cast<double>(now_ns - entries_[i].time_ns + 1);
    const double gap = static_cast<double>(entries_[i + 1].time_ns - entries_[i - 1].time_ns) / age;
    if (i > 1 && gap >= least_gap) continue;
    least = i;
    least_gap = gap;
  }
  entries_.erase(entries_.begin() + static_cast<ptrdiff_t>(least));
}

}  // namespace crash_collector
