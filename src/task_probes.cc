#include "task_probes.h"

#include "napi_v8.h"
#include "plain_object.h"

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

KeptTaskProbes::KeptTaskProbes(v8::Isolate* isolate, const TaskProbes& probes) {
  for (size_t i = 0; i < kTaskProbes.size(); i++) objects_[i].Reset(isolate, probes.*kTaskProbes[i].second);
}

std::optional<HeapLayout> KeptTaskProbes::Learn(v8::Isolate* isolate) const {
  TaskProbes probes;
  for (size_t i = 0; i < kTaskProbes.size(); i++) probes.*kTaskProbes[i].second = objects_[i].Get(isolate);
  return HeapLayout::Learn(probes);
}

}  // namespace crash_collector
