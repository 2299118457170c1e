// Registers the functions of the addon, if this Node.js is one that the addon can be used with.
#include "bindings/addon.h"

#include <v8-version.h>
#include <v8.h>

#include <cstdint>
#include <cstdio>
#include <cstring>

#include "heap/collection_log.h"
#include "heap/heap_limit.h"
#include "hooks/throw_hooks.h"
#include "report/exit_lines.h"
#include "report/fatal_exception.h"
#include "report/printed_errors.h"
#include "signals/fatal_signals.h"
#include "v8_internals/handle_kind.h"
#include "walk/objects/intrinsics.h"
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
  if (handles_signals) RemoveSignalThread();
}

namespace {

// Returns why this Node.js is not one that the addon can be used with, or null. Node-API loads an addon that was
// compiled for another Node.js, but this addon relies on how V8 lays out its objects. V8's version does not tell if a
// build compresses pointers, but such a build has small integers in other bits (SmiTagging in v8-internal.h). Nor does
// it tell what handles are.
const char* WhyUnfit(napi_value exports) {
  char expected[32];
  const int length = snprintf(expected, sizeof(expected), "%d.%d.", V8_MAJOR_VERSION, V8_MINOR_VERSION);
  if (strncmp(v8::V8::GetVersion(), expected, static_cast<size_t>(length)) != 0)
    return "the addon was compiled against a different Node.js version";
  // The next check reads what a handle points to, so this one comes before it.
  if (v8_internals::IsDirectHandle(exports))
    return "this Node.js was built with direct handles, which the addon does not support";
  constexpr uint64_t kOne = sizeof(uintptr_t) == 8 ? uint64_t{1} << 32 : 2;
  v8::Local<v8::Integer> one = v8::Integer::New(v8::Isolate::GetCurrent(), 1);
  if (*reinterpret_cast<const uintptr_t*>(*one) != kOne)
    return "this Node.js was built to compress pointers, which the addon does not support";
  return nullptr;
}

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
  InitHeap(env, exports);
  InitHeapLimit(env, exports);
  InitHeapSpaces(env, exports);
  InitLoopHandles(env, exports);
  InitMachine(env, exports);
  InitOwnScript(env, exports);
  InitSignals(env, exports);
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
