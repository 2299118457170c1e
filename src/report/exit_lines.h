// Lets the main thread print the exit lines of workers. If nobody listens to a worker that dies, its parent dies of the
// same error: one dump and one line are enough, and the line comes last. So workers hand their lines to the main
// thread, which prints a line shortly after, or takes it over if it dies of the same error itself.
//
// Process-wide; every function may be called on any thread unless it says otherwise.
#ifndef SRC_REPORT_EXIT_LINES_H_
#define SRC_REPORT_EXIT_LINES_H_

#include <uv.h>

#include <optional>
#include <string>

namespace crash_collector {

// Call this on the main thread, once. From now on it prints the lines that workers hand over. The loop is not kept
// alive.
void AttachExitLines(uv_loop_t* main_loop);

// Call this on the main thread. Prints the lines that are left, and takes no more.
void DetachExitLines();

// `key` is the same for the same error in worker and parent. False if there is no main thread to print it.
[[nodiscard]] bool HandOverExitLine(std::string key, std::string line);

// Call this on the main thread. The line that a worker handed over for this error: empty if there is none left to
// print, nothing if no worker died of the error lately. Each line can be claimed once, because another death of the
// same error has a line of its own.
std::optional<std::string> ClaimExitLine(const std::string& key);

}  // namespace crash_collector

#endif  // SRC_REPORT_EXIT_LINES_H_
