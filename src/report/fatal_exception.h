// Learns of each exception that the process reports, before anything is printed, and prints one line after everything.
//
// Node.js calls the function `process._fatalException` for an uncaught exception and for an unhandled rejection
// (test/workarounds/fatal-exception.js, Node.js 20 to 26), then prints the error, then runs its AtExit callbacks. We
// put a native function before the one that is there: unlike a listener on `uncaughtExceptionMonitor` it shows in no
// listenerCount, and being native it shows in no stack. Called with the symbol Symbol.for('crash-collector.api') it
// answers with the running collector's API, so that a second copy of the package finds it.
#ifndef SRC_REPORT_FATAL_EXCEPTION_H_
#define SRC_REPORT_FATAL_EXCEPTION_H_

#include <v8.h>

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "report/end_watch.h"
#include "report/survived_errors.h"

namespace crash_collector {

class FatalException {
 public:
  // `on_report(error, fromPromise)` is called before Node.js's own handling, `on_handled(handled)` after it (false also
  // when a handler of the application throws), `on_exit(late)` when process.exit() runs, while JavaScript is still
  // possible, and as WatchEnd() and WatchModule() say, `on_unsettled()` as WatchModule() says. None may throw.
  FatalException(v8::Isolate* isolate, v8::Local<v8::Object> process, v8::Local<v8::Function> on_report,
                 v8::Local<v8::Function> on_handled, v8::Local<v8::Function> on_exit,
                 v8::Local<v8::Function> on_unsettled);
  ~FatalException();
  FatalException(const FatalException&) = delete;
  FatalException& operator=(const FatalException&) = delete;

  // Returns false, and changes nothing, if this Node.js has no such function.
  [[nodiscard]] bool Install();

  void SetApi(v8::Local<v8::Value> api) { api_.Reset(isolate_, api); }

  // For this time `on_exit(false)` is also called at a natural end, after the 'exit' listeners. If something runs after
  // that time, the watch ends and `on_exit(true)` is called.
  void WatchEnd(uint64_t ms) { end_watch_.WatchFor(ms); }

  // `on_exit(false, unsettled)` is also called at the natural end of a program that is a module, and `on_unsettled()`
  // before the listeners on 'exit' if a top-level await is pending (end_watch.h).
  void WatchModule() { end_watch_.WatchModule(); }

  // `on_late` is called when a watch ends because its time is over.
  void SetOnLate(std::function<void()> on_late) { on_late_ = std::move(on_late); }

  // From now on an exception that a listener receives is noted, and neither `on_report` nor `on_handled` is called for
  // it if the listeners return (survived_errors.h). The end is watched for `watch_ms` after each; 0: no more.
  // `is_held`: the callbacks hold an earlier error, and `on_exit(true)` is to let go of it when the next one is noted.
  void NoteSurvived(uint64_t watch_ms, bool is_held, std::vector<v8::Local<v8::String>> cause_fields);
  SurvivedErrors* survived() { return &survived_; }
  void SetHooks(std::function<ThrowHooks*()> hooks) { hooks_ = std::move(hooks); }

  // The line is written to file descriptor 2 when the environment or the process ends.
  void SetExitLine(std::string line);

 private:
  static void OnFatalException(const v8::FunctionCallbackInfo<v8::Value>& info);
  static void OnExit(void* self);
  void OnEnd(bool unsettled);
  void OnLate();
  [[nodiscard]] bool NoteOrReport(v8::Local<v8::Value> error, v8::Local<v8::Value> from_promise);
  // Gives the property another value, unless the application has put a function of its own there.
  void Replace(const v8::Global<v8::Function>& from, const v8::Global<v8::Function>& to);
  void Call(const v8::Global<v8::Function>& function, int argc, v8::Local<v8::Value> argv[]);

  v8::Isolate* const isolate_;
  v8::Global<v8::Context> context_;
  v8::Global<v8::Object> process_;
  v8::Global<v8::Function> on_report_;
  v8::Global<v8::Function> on_handled_;
  v8::Global<v8::Function> on_exit_;
  v8::Global<v8::Function> on_unsettled_;
  v8::Global<v8::Function> original_;
  v8::Global<v8::Function> ours_;
  v8::Global<v8::Value> api_;
  std::string exit_line_;
  std::function<void()> on_late_;
  std::function<ThrowHooks*()> hooks_;
  v8::Global<v8::String> property_;
  SurvivedErrors survived_;
  uint64_t watch_ms_ = 0;
  bool is_held_ = false;
  EndWatch end_watch_;
};

}  // namespace crash_collector

#endif  // SRC_REPORT_FATAL_EXCEPTION_H_
