// The URL of a script, as the inspector of Node.js says it.
#ifndef SRC_SNAPSHOT_SCRIPT_URL_H_
#define SRC_SNAPSHOT_SCRIPT_URL_H_

#include <string>

namespace crash_collector {

// V8 knows a CommonJS module by its path, and its debugger by a `file:` URL (test/workarounds/debugger-file-url.js,
// Node.js 20 to 26). Everything else stays as it is.
std::string ScriptUrl(std::string name);

}  // namespace crash_collector

#endif  // SRC_SNAPSHOT_SCRIPT_URL_H_
