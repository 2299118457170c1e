// Writes one line on standard error, past everything that Node.js buffers.
#ifndef SRC_REPORT_STDERR_LINE_H_
#define SRC_REPORT_STDERR_LINE_H_

#include <string>

namespace crash_collector {

// Writes the line and a newline; nothing for an empty line. Gives up if nobody reads for 200 ms.
void WriteStderrLine(const std::string& line);

}  // namespace crash_collector

#endif  // SRC_REPORT_STDERR_LINE_H_
