// Writes a dump when a signal ends the process: SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP and SIGABRT. The handler runs
// on a stack of its own in each thread that has a collector, and on the thread's stack elsewhere. When the dump is on
// disk, the signal takes the way that it would have taken without the collector, so that Node.js prints what it prints,
// and exit status and core file stay as they are. Linux on x64.
//
// Process-wide. A signal handler that is installed later replaces this one for its signal, unless it calls the handler
// that it has found. One that was there before gets the signal afterwards.
#ifndef SRC_SIGNALS_FATAL_SIGNALS_H_
#define SRC_SIGNALS_FATAL_SIGNALS_H_

#include <cstdint>
#include <string>

#include "signals/signal_dump.h"

namespace crash_collector {

// Installs the handlers; if they are installed, changes what they write. Any thread may call it. `prints`: a line on
// stderr names the dump. Returns why there are no handlers, a short clause, or an empty text.
std::string WatchSignals(SignalDumpParts parts, bool prints);

// From now on no dump is written, and every signal takes its usual way at once.
void ForgetSignals();

// Gives the calling thread a stack for signal handlers, if it has none, and lists it with Node.js's number of it.
// False if there are no handlers.
bool AddSignalThread(uint64_t thread_id);
// Call this on a thread that was added, before it ends.
void RemoveSignalThread();

}  // namespace crash_collector

#endif  // SRC_SIGNALS_FATAL_SIGNALS_H_
