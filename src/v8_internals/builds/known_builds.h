// Tells where the symbols are in published releases of Node.js, by the GNU build id of the executable.
#ifndef SRC_V8_INTERNALS_BUILDS_KNOWN_BUILDS_H_
#define SRC_V8_INTERNALS_BUILDS_KNOWN_BUILDS_H_

#include <cstdint>
#include <string>

#include "v8_internals/builds/symbol_names.h"

namespace crash_collector {
namespace v8_internals {

// False if the build is not known. `base` is the distance by which the object was moved when it was loaded.
bool FindKnownBuild(const std::string& build_id, uintptr_t base, NamedAddresses* addresses);

}  // namespace v8_internals
}  // namespace crash_collector

#endif  // SRC_V8_INTERNALS_BUILDS_KNOWN_BUILDS_H_
