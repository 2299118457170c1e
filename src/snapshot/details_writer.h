// Writes objectDetails records after a walk, with what V8's public API does not tell of objects: private members, the
// scopes that functions close over, the insides of generators and bound functions.
#ifndef SRC_SNAPSHOT_DETAILS_WRITER_H_
#define SRC_SNAPSHOT_DETAILS_WRITER_H_

#include <v8.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "text/json_out.h"
#include "walk/graph_walk.h"

namespace crash_collector {

struct DetailLimits {
  size_t most_objects = 500;  // of each kind
  std::chrono::steady_clock::time_point deadline;
};

// Reads the details of all objects that the walk has written since the last call, walks on over the objects in the
// details, and returns the records. The interface of v8_internals must be usable. `scope_prefix`: a part of the scopes'
// ids that is different for each call on the same walk.
TextBuffer WriteDetails(v8::Isolate* isolate, GraphWalk* walk, const std::string& id_prefix,
                        const std::string& scope_prefix, const DetailLimits& limits);

}  // namespace crash_collector

#endif  // SRC_SNAPSHOT_DETAILS_WRITER_H_
