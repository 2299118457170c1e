// Symbols of an executable or shared object, from the tables in its file.
#ifndef SRC_V8_INTERNALS_BUILDS_SYMBOL_FILE_H_
#define SRC_V8_INTERNALS_BUILDS_SYMBOL_FILE_H_

#include <cstdint>
#include <string>

#include "v8_internals/builds/symbol_names.h"

namespace crash_collector {
namespace v8_internals {

// Empty, or a short clause: why the file can't be used. It may be broken, or another one than was loaded, which its
// build id tells. It is read, not mapped: a mapped file that somebody shortens meanwhile ends the process. Names that
// it does not have stay 0.
std::string ReadSymbolFile(const std::string& file, const std::string& build_id, uintptr_t base,
                           NamedAddresses* addresses);

}  // namespace v8_internals
}  // namespace crash_collector

#endif  // SRC_V8_INTERNALS_BUILDS_SYMBOL_FILE_H_
