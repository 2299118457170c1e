// Registers the functions of the addon, if this Node.js is one that the addon can be used with.
#include "bindings/addon.h"

#include "base/settled_promises.h"
#include "bindings/why_unfit.h"
#include "heap/collection_log.h"
#include "heap/heap_limit.h"
#include "hooks/throw_hooks.h"
#include "report/exit_lines.h"
#include "report/fatal_exception.h"
#include "report/printed_errors.h"
#include "walk/objects/pins.h"
#include "watch/termination.h"
#include "watch/thread_entry.h"
#include "watch/thread_list.h"
#include "watch/thread_stacks.h"
#include "watch/watch_thread.h"

namespace crash_collector {

Addon::Addon() = default;

Addon::~Addon() {
  if (entry) {
    WatchThread::Shared().Forget();
    Termination::Shared().Forget();
    entry->Close();
  }
  if (throw_hooks) RemoveStackThread();
  if (prints_exit_lines) DetachExitLines();
  if (listed_loop != nullptr) RemoveThread(listed_loop);
}

namespace {

Napi::Object Init(Napi::Env env, Napi::Object exports) {
  if (const char* reason = WhyUnfit(exports)) {
    Napi::Error::New(env, reason).ThrowAsJavaScriptException();
    return exports;
  }
  env.SetInstanceData(new Addon);  // Node-API deletes it with the environment
  uv_loop_t* loop = nullptr;
  napi_get_uv_event_loop(env, &loop);
  exports.Set("isMainThread", loop == uv_default_loop());  // workers have a loop of their own
  InitThrowHooks(env, exports);
  InitFatalException(env, exports);
  InitGzip(env, exports);
  InitAsyncContext(env, exports);
  InitAsyncTasks(env, exports);
  InitCleanup(env, exports);
  InitDetachedProgram(env, exports);
  InitExecutionPath(env, exports);
  InitHeapLimit(env, exports);
  InitHeapSnapshot(env, exports);
  InitHeapSpaces(env, exports);
  InitLoopHandles(env, exports);
  InitMachine(env, exports);
  InitOwnScript(env, exports);
  InitSnapshot(env, exports);
  InitStackFormatting(env, exports);
  InitStackScripts(env, exports);
  InitThreadList(env, exports);
  InitThreadStacks(env, exports);
  InitRedactor(env, exports);
  InitGraphWriter(env, exports);
  InitV8Internals(env, exports);
  InitWatch(env, exports);
  return exports;
}

}  // namespace

NODE_API_MODULE(crash_collector, Init)

}  // namespace crash_collector
