#include "addon.h"

#include <uv.h>

namespace crash_collector {

namespace {

Napi::Object Init(Napi::Env env, Napi::Object exports) {
  env.SetInstanceData(new Addon);  // Node-API deletes it with the environment
  uv_loop_t* loop = nullptr;
  napi_get_uv_event_loop(env, &loop);
  exports.Set("isMainThread", loop == uv_default_loop());  // workers have a loop of their own
  InitThrowHooks(env, exports);
  InitFatalException(env, exports);
  InitGzip(env, exports);
  InitAsyncContext(env, exports);
  InitAsyncTasks(env, exports);
  InitHeap(env, exports);
  InitHeapSpaces(env, exports);
  InitLoopHandles(env, exports);
  InitOwnScript(env, exports);
  InitStackFormatting(env, exports);
  InitStackScripts(env, exports);
  InitThreadList(env, exports);
  InitRedactor(env, exports);
  InitGraphWriter(env, exports);
  return exports;
}

}  // namespace

NODE_API_MODULE(crash_collector, Init)

}  // namespace crash_collector
