// Where the symbols are in releases of Node.js, by the GNU build id of the executable.
#ifndef SRC_V8_INTERNALS_BUILDS_KNOWN_BUILDS_H_
#define SRC_V8_INTERNALS_BUILDS_KNOWN_BUILDS_H_

#include <cstdint>
#include <string>

#include "v8_internals/builds/symbol_names.h"

namespace crash_collector {
namespace v8_internals {

// False when the build isn't known. `base` is what the object was moved by when it was loaded.
bool FindKnownBuild(const std::string& build_id, uintptr_t base, NamedAddresses* addresses);

}  // namespace v8_internals
}  // namespace crash_collector

#endif  // SRC_V8_INTERNALS_BUILDS_KNOWN_BUILDS_H_
