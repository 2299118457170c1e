// What V8's public API does not tell of objects: private members, the scopes that functions close over, the insides of
// generators and bound functions. Written as objectDetails records after a walk.
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

// Asks for the details of all that the walk has written since it was last asked, and walks on over what they hold. The
// interface of v8_internals must be usable. Returns the records. `scope_prefix`: of the scopes' ids, where not all of a
// walk's functions are asked at once.
TextBuffer WriteDetails(v8::Isolate* isolate, GraphWalk* walk, const std::string& id_prefix,
                        const std::string& scope_prefix, const DetailLimits& limits);

}  // namespace crash_collector

#endif  // SRC_SNAPSHOT_DETAILS_WRITER_H_
