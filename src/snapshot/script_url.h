// The URL of a script, as the inspector of Node.js says it.
#ifndef SRC_SNAPSHOT_SCRIPT_URL_H_
#define SRC_SNAPSHOT_SCRIPT_URL_H_

#include <string>

namespace crash_collector {

// A CommonJS module is known to V8 by its path, which becomes a `file:` URL. Everything else stays as it is.
std::string ScriptUrl(std::string name);

}  // namespace crash_collector

#endif  // SRC_SNAPSHOT_SCRIPT_URL_H_
