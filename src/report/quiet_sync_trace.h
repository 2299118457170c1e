// With --trace-sync-io, Node.js writes a warning and a stack for each synchronous operation, also for those of the
// collector, to the C library's `stderr` (test/workarounds/trace-sync-io.js, Node.js 20 to 26). With glibc, `stderr` is
// a variable that a program may set, so what is written there meanwhile goes nowhere. JavaScript and the collector's
// own lines use the descriptor.
#ifndef SRC_REPORT_QUIET_SYNC_TRACE_H_
#define SRC_REPORT_QUIET_SYNC_TRACE_H_

namespace crash_collector {

class QuietSyncTrace {
 public:
  QuietSyncTrace();
  ~QuietSyncTrace();
  QuietSyncTrace(const QuietSyncTrace&) = delete;
  QuietSyncTrace& operator=(const QuietSyncTrace&) = delete;
};

}  // namespace crash_collector

#endif  // SRC_REPORT_QUIET_SYNC_TRACE_H_
