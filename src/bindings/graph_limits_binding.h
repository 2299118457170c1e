// Reads GraphLimits from an object of JavaScript.
#ifndef SRC_BINDINGS_GRAPH_LIMITS_BINDING_H_
#define SRC_BINDINGS_GRAPH_LIMITS_BINDING_H_

#include <napi.h>

#include "bindings/plain_object.h"
#include "walk/objects/graph_limits.h"

namespace crash_collector {

// A value that is no number, or is negative, leaves the limit as it is.
template <typename Number>
void SetLimit(const Napi::Object& options, const char* name, Number* limit) {
  constexpr double kMost = 4e9;
  const Napi::Value value = OwnProperty(options, name);
  if (!value.IsNumber()) return;
  const double number = value.As<Napi::Number>().DoubleValue();
  if (number >= 0) *limit = static_cast<Number>(number < kMost ? number : kMost);
}

inline GraphLimits GraphLimitsFrom(const Napi::Object& options) {
  GraphLimits limits;
  SetLimit(options, "maxObjects", &limits.max_objects);
  SetLimit(options, "maxRecords", &limits.max_records);
  SetLimit(options, "maxDepth", &limits.max_depth);
  SetLimit(options, "deepShare", &limits.deep_share);
  SetLimit(options, "maxProperties", &limits.max_properties);
  SetLimit(options, "maxEntries", &limits.max_entries);
  SetLimit(options, "maxStringLength", &limits.max_string_length);
  SetLimit(options, "maxNestedStringLength", &limits.max_nested_string_length);
  SetLimit(options, "maxBufferBytes", &limits.max_buffer_bytes);
  SetLimit(options, "maxBytes", &limits.max_bytes);
  SetLimit(options, "deadlineMs", &limits.deadline_ms);
  limits.is_gone_on_with = ToV8(OwnProperty(options, "isGoneOnWith"))->IsTrue();
  return limits;
}

}  // namespace crash_collector

#endif  // SRC_BINDINGS_GRAPH_LIMITS_BINDING_H_
