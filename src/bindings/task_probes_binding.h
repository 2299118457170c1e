// Reads the probes of heap_layout.h from an object of JavaScript.
#ifndef SRC_BINDINGS_TASK_PROBES_BINDING_H_
#define SRC_BINDINGS_TASK_PROBES_BINDING_H_

#include <napi.h>
#include <v8.h>

#include <optional>

#include "bindings/napi_v8.h"
#include "bindings/plain_object.h"
#include "v8_internals/heap/task_probes.h"

namespace crash_collector {

// Nothing if one of them is no object.
inline std::optional<TaskProbes> TaskProbesFrom(const Napi::Value& described) {
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

}  // namespace crash_collector

#endif  // SRC_BINDINGS_TASK_PROBES_BINDING_H_
