#include "addon.h"

namespace crash_collector {

namespace {

Napi::Object Init(Napi::Env env, Napi::Object exports) {
  env.SetInstanceData(new Addon);  // Node-API deletes it with the environment
  InitThrowHooks(env, exports);
  InitFatalException(env, exports);
  InitGzip(env, exports);
  InitStackScripts(env, exports);
  InitRedactor(env, exports);
  InitGraphWriter(env, exports);
  return exports;
}

}  // namespace

NODE_API_MODULE(crash_collector, Init)

}  // namespace crash_collector
