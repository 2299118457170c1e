// Reads the symbols of an executable or shared object from the tables in its file.
#ifndef SRC_V8_INTERNALS_BUILDS_SYMBOL_FILE_H_
#define SRC_V8_INTERNALS_BUILDS_SYMBOL_FILE_H_

#include <cstdint>
#include <string>

#include "v8_internals/builds/symbol_names.h"

namespace crash_collector {
namespace v8_internals {

// Returns an empty text, or a short clause that says why the file cannot be used. It may be broken, or another file
// than the one that was loaded, which its build id tells. The file is read and not mapped, because a mapped file that
// is shortened meanwhile ends the process. The addresses of names that it does not have stay 0.
std::string ReadSymbolFile(const std::string& file, const std::string& build_id, uintptr_t base,
                           NamedAddresses* addresses);

}  // namespace v8_internals
}  // namespace crash_collector

#endif  // SRC_V8_INTERNALS_BUILDS_SYMBOL_FILE_H_
