// Converts MissingCounts to an object of JavaScript.
#ifndef SRC_BINDINGS_MISSING_COUNTS_BINDING_H_
#define SRC_BINDINGS_MISSING_COUNTS_BINDING_H_

#include <napi.h>

#include "bindings/plain_object.h"
#include "walk/objects/missing_counts.h"

namespace crash_collector {

// The number of objects that are missing, by reason.
inline Napi::Object MissingOf(Napi::Env env, const MissingCounts& missing) {
  Napi::Object object = NewPlainObject(env);
  for (size_t i = 1; i < MissingCounts::kNames.size(); i++) {
    if (missing.counts[i] > 0) object.Set(MissingCounts::kNames[i].data(), static_cast<double>(missing.counts[i]));
  }
  return object;
}

}  // namespace crash_collector

#endif  // SRC_BINDINGS_MISSING_COUNTS_BINDING_H_
