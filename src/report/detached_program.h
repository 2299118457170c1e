// Starts a program that outlives this process. Nothing of it is visible to JavaScript: no object, no hook, no handle of
// the event loop. Not on Windows.
#ifndef SRC_REPORT_DETACHED_PROGRAM_H_
#define SRC_REPORT_DETACHED_PROGRAM_H_

#include <string>
#include <vector>

namespace crash_collector {

// Does not wait for the program, which has a session of its own, default signals, no standard streams, and the
// environment of this process with `variables` (NAME=value) in the place of those of the same names. `command` is the
// path and the arguments. With `only_one`, none is started while one from an earlier call runs. False if none was
// started.
bool StartDetachedProgram(std::vector<std::string> command, const std::vector<std::string>& variables, bool only_one);

}  // namespace crash_collector

#endif  // SRC_REPORT_DETACHED_PROGRAM_H_
