#include "v8_internals/heap/task_probes.h"

namespace crash_collector {

KeptTaskProbes::KeptTaskProbes(v8::Isolate* isolate, const TaskProbes& probes) : isolate_(isolate) {
  for (size_t i = 0; i < kTaskProbes.size(); i++) objects_[i].Reset(isolate, probes.*kTaskProbes[i].second);
  isolate_->AddGCEpilogueCallback(&KeptTaskProbes::AfterCollection, this);
}

KeptTaskProbes::~KeptTaskProbes() { isolate_->RemoveGCEpilogueCallback(&KeptTaskProbes::AfterCollection, this); }

void KeptTaskProbes::AfterCollection(v8::Isolate*, v8::GCType, v8::GCCallbackFlags, void* data) {
  static_cast<KeptTaskProbes*>(data)->is_current_ = false;
}

const std::optional<HeapLayout>& KeptTaskProbes::Learn() {
  if (is_current_) return layout_;
  TaskProbes probes;
  for (size_t i = 0; i < kTaskProbes.size(); i++) probes.*kTaskProbes[i].second = objects_[i].Get(isolate_);
  layout_ = HeapLayout::Learn(probes);
  is_current_ = true;
  return layout_;
}

}  // namespace crash_collector
