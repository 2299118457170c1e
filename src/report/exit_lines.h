// A worker dies, and perhaps its parent of the same error, because nobody listened: one dump and one line are enough,
// and the line comes last. So workers hand their lines to the main thread, which prints one shortly after, or takes it
// along when it dies of the same error itself.
//
// Process-wide; every function may be called on any thread unless it says otherwise.
#ifndef SRC_REPORT_EXIT_LINES_H_
#define SRC_REPORT_EXIT_LINES_H_

#include <uv.h>

#include <optional>
#include <string>

namespace crash_collector {

// On the main thread, once: from now on it prints what workers hand over. The loop is not kept alive.
void AttachExitLines(uv_loop_t* main_loop);

// On the main thread: prints what is left, and takes no more.
void DetachExitLines();

// `key` is the same for the same error in worker and parent. False when there is no main thread to print.
[[nodiscard]] bool HandOverExitLine(std::string key, std::string line);

// On the main thread: the line that a worker handed over for this error, empty when there is none to print; nothing
// when no worker died of it lately. Whoever claims a line has it alone: another death of the same error is another one.
std::optional<std::string> ClaimExitLine(const std::string& key);

}  // namespace crash_collector

#endif  // SRC_REPORT_EXIT_LINES_H_
