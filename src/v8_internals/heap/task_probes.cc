#include "v8_internals/heap/task_probes.h"

#include "bindings/napi_v8.h"
#include "bindings/plain_object.h"

namespace crash_collector {

std::optional<TaskProbes> TaskProbesOf(const Napi::Value& described) {
  if (!described.IsObject()) return std::nullopt;
  const Napi::Object object = described.As<Napi::Object>();
  TaskProbes probes;
  for (const auto& [name, probe] : kTaskProbes) {
    v8::Local<v8::Value> value = ToV8(OwnProperty(object, name));
    if (!value->IsObject()) return std::nullopt;
    probes.*probe = value.As<v8::Object>();
  }
  return probes;
}

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
