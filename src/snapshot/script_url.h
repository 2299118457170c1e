// Converts a script's name to the URL that the inspector of Node.js gives to it.
#ifndef SRC_SNAPSHOT_SCRIPT_URL_H_
#define SRC_SNAPSHOT_SCRIPT_URL_H_

#include <string>

namespace crash_collector {

// V8 names a CommonJS module by its path, and V8's debugger names it by a `file:` URL
// (test/workarounds/debugger-file-url.js, Node.js 20 to 26). Other names stay as they are.
std::string ScriptUrl(std::string name);

}  // namespace crash_collector

#endif  // SRC_SNAPSHOT_SCRIPT_URL_H_
