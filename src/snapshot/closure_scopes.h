// Writes the scopes of functions, and of suspended functions, as JSON of Scope[]. Kept for one walk, because functions
// share scopes.
#ifndef SRC_SNAPSHOT_CLOSURE_SCOPES_H_
#define SRC_SNAPSHOT_CLOSURE_SCOPES_H_

#include <cstdint>
#include <string>
#include <utility>

#include "snapshot/scope_writer.h"
#include "v8_internals/debug_interface.h"
#include "walk/graph_walk.h"

namespace crash_collector {

class StackCopies;

class ClosureScopes {
 public:
  // `id_prefix`: the beginning of the scopes' ids.
  ClosureScopes(v8::Isolate* isolate, GraphWalk* walk, std::string id_prefix)
      : isolate_(isolate), walk_(walk), writer_(std::move(id_prefix)) {}

  // Returns the scopes, innermost first, without the brackets. `holder`: number of the function in the walk, 0 for
  // none. Leaves out global scopes, which all functions have, and the scope of a module, which stands in the dump with
  // the frames of the module. `saved`: of a suspended function.
  std::string Write(v8_internals::ScopeIterator* scopes, uint32_t holder,
                    v8_internals::Saved saved = v8_internals::Saved::kAll);

  // The same of a suspended function at its await or yield. What V8's optimiser has removed is told from undefined if
  // suspended functions can be copied. `copies` may be null.
  std::string WriteSuspended(v8::Local<v8::Object> generator, StackCopies* copies);

 private:
  v8::Isolate* const isolate_;
  GraphWalk* const walk_;
  ScopeWriter writer_;
};

}  // namespace crash_collector

#endif  // SRC_SNAPSHOT_CLOSURE_SCOPES_H_
