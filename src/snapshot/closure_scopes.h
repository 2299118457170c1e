// Scopes of functions and of suspended ones -> JSON of Scope[]. Kept for one walk, because functions share scopes.
#ifndef SRC_SNAPSHOT_CLOSURE_SCOPES_H_
#define SRC_SNAPSHOT_CLOSURE_SCOPES_H_

#include <cstdint>
#include <string>
#include <utility>

#include "snapshot/scope_writer.h"
#include "v8_internals/debug_interface.h"
#include "walk/graph_walk.h"

namespace crash_collector {

class ClosureScopes {
 public:
  // `id_prefix`: of the scopes' ids.
  ClosureScopes(v8::Isolate* isolate, GraphWalk* walk, std::string id_prefix)
      : isolate_(isolate), walk_(walk), writer_(std::move(id_prefix)) {}

  // Innermost first, without the brackets. `holder`: number of the function in the walk, 0 for none. Global scopes,
  // which are every function's, are left out, and that of a module, which stands in the dump with the frames of the
  // module.
  std::string Write(v8_internals::ScopeIterator* scopes, uint32_t holder);

 private:
  v8::Isolate* const isolate_;
  GraphWalk* const walk_;
  ScopeWriter writer_;
};

}  // namespace crash_collector

#endif  // SRC_SNAPSHOT_CLOSURE_SCOPES_H_
