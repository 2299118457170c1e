// Tells when the main thread, or a worker, comes to its natural end, that is when nothing is left in its event loop.
//
// At a natural end Node.js calls nothing but listeners on 'beforeExit' and 'exit', and the application would see a
// listener of ours. But Node.js runs microtasks after them, as after everything that it calls
// (test/workarounds/microtasks-after-exit.js, Node.js 20 to 26), and V8 tells the addon each time.
#ifndef SRC_REPORT_END_WATCH_H_
#define SRC_REPORT_END_WATCH_H_

#include <uv.h>
#include <v8.h>

#include <cstdint>
#include <functional>

namespace crash_collector {

class EndWatch {
 public:
  // `on_end(unsettled)` is called once, after the listeners on 'exit', while JavaScript is still possible. `unsettled`:
  // Node.js itself has set the exit code 13, because a top-level await is pending. `on_unsettled` is called before the
  // listeners on 'exit', which may settle what is awaited, if it is. `on_late` is called when a watch of WatchFor()
  // ends because its time is over.
  EndWatch(v8::Isolate* isolate, v8::Local<v8::Object> process, std::function<void(bool unsettled)> on_end,
           std::function<void()> on_unsettled, std::function<void()> on_late);
  ~EndWatch();
  EndWatch(const EndWatch&) = delete;
  EndWatch& operator=(const EndWatch&) = delete;

  void WatchFor(uint64_t ms);

  // Watches without a limit, unless the program turns out to be a CommonJS module, which has no top-level await.
  //
  // V8's calls cost some 100 ns each, so they are on only while the end may be near. A uv_check_t looks at that once in
  // each turn of the loop: the end of a turn cannot be the end of the process while a request, or a further handle than
  // Node.js's own two for timers and immediates, keeps the loop alive.
  void WatchModule();

 private:
  static void OnMicrotasksCompleted(v8::Isolate* isolate, void* self);
  static void OnCall(v8::Isolate* isolate);
  static void OnCheck(uv_check_t* check);
  void CloseCheck();
  // Has V8 call OnMicrotasksCompleted(), or not, as it is needed now.
  void Update();
  // Has V8 call OnCall() before it enters JavaScript, or not. Must not be called by OnCall().
  void WatchCalls(bool is_needed);
  v8::Local<v8::Value> Call(const v8::Global<v8::Function>& getter) const;
  bool IsUnsettledCode(v8::Local<v8::Value> code) const;
  bool WillSetUnsettledCode();

  v8::Isolate* const isolate_;
  v8::Global<v8::Context> context_;
  v8::Global<v8::Object> process_;
  // Node.js's own, because an application may replace the accessors of `process`. Empty if there are none.
  v8::Global<v8::Function> is_exiting_;
  v8::Global<v8::Function> exit_code_;
  const std::function<void(bool)> on_end_;
  const std::function<void()> on_unsettled_;
  const std::function<void()> on_late_;
  uv_loop_t* const loop_;
  uint64_t until_ns_ = 0;        // 0 without a watch of WatchFor()
  uv_check_t* check_ = nullptr;  // libuv frees it; null without a watch of WatchModule()
  bool is_near_ = false;         // of WatchModule(): the end may be near
  bool is_known_ = false;        // of WatchModule(): the program was looked at when the loop had made a turn
  bool is_called_ = false;       // V8 calls OnMicrotasksCompleted()
  bool loop_is_done_ = false;
  bool watches_calls_ = false;     // V8 calls OnCall()
  bool looks_at_call_ = false;     // OnCall() runs, or has nothing more to do
  bool program_set_code_ = false;  // the application itself had set the exit code 13 before the listeners on 'exit'
};

}  // namespace crash_collector

#endif  // SRC_REPORT_END_WATCH_H_
