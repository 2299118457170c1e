#include "v8_internals/builds/known_builds.h"

#include <node_version.h>

#include <cstddef>

namespace crash_collector {
namespace v8_internals {

namespace {

struct KnownBuild {
  char build_id[41];  // characters, not a pointer: the dynamic linker has nothing to fill in when the addon is loaded
  uint32_t addresses[kNames];
};

// An addon is loaded by one major version of Node.js only, so it has the rows of that version only.
constexpr KnownBuild kBuilds[] = {
#if NODE_MODULE_VERSION == 115
#include "v8_internals/builds/known_builds_20.inc"
#elif NODE_MODULE_VERSION == 127
#include "v8_internals/builds/known_builds_22.inc"
#elif NODE_MODULE_VERSION == 137
#include "v8_internals/builds/known_builds_24.inc"
#elif NODE_MODULE_VERSION == 147
#include "v8_internals/builds/known_builds_26.inc"
#endif
    {"", {}}  // an array is never empty
};

}  // namespace

bool FindKnownBuild(const std::string& build_id, uintptr_t base, NamedAddresses* addresses) {
  if (build_id.empty()) return false;
  for (const KnownBuild& build : kBuilds) {
    if (build_id != build.build_id) continue;
    for (size_t i = 0; i < kNames; i++) (*addresses)[i] = build.addresses[i] == 0 ? 0 : base + build.addresses[i];
    return true;
  }
  return false;
}

}  // namespace v8_internals
}  // namespace crash_collector
