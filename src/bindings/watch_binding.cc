// The JavaScript bindings of watch_thread.h and ask.h.
#include <napi.h>
#include <uv.h>
#include <v8.h>

#include <cerrno>
#include <cstdlib>
#include <memory>
#include <string>

#include "bindings/addon.h"
#include "bindings/napi_v8.h"
#include "watch/termination.h"
#include "watch/thread_entry.h"
#include "watch/watch_thread.h"

namespace crash_collector {

namespace {

// watchThread(onEnter, blockedMs, takesAsks, signal, terminated, memoryPercent) -> false if this thread cannot be
// watched
Napi::Value Watch(const Napi::CallbackInfo& info) {
  Addon* addon = info.Env().GetInstanceData<Addon>();
  WatchOptions options;
  options.blocked_ms = info[1].As<Napi::Number>().Uint32Value();
  options.takes_asks = ToV8(info[2])->IsTrue();
  options.signal = info[3].As<Napi::Number>().Int32Value();
  options.memory_percent = info[5].As<Napi::Number>().Uint32Value();
  if (options.memory_percent != 0) options.memory = MemoryGroup::FindAll();
  if (!addon->entry) {
    uv_loop_t* loop = nullptr;
    if (napi_get_uv_event_loop(info.Env(), &loop) != napi_ok) return Napi::Boolean::New(info.Env(), false);
    addon->entry = std::make_shared<ThreadEntry>(
        v8::Isolate::GetCurrent(), loop, [addon] { return addon->throw_hooks.get(); },
        ToV8(info[0].As<Napi::Function>()));
  }
  if (info[4].IsObject()) {
    const Napi::Object limits = info[4].As<Napi::Object>();
    Termination::Shared().Watch(addon->entry, limits.Get("enterMs").As<Napi::Number>().Uint32Value(),
                                limits.Get("writeMs").As<Napi::Number>().Uint32Value());
  }
  return Napi::Boolean::New(info.Env(), WatchThread::Shared().Watch(addon->entry, options));
}

// askProcess(pid, tid, nonce, allTasks) -> 0 or an errno. `nonce`: 11 hexadecimal digits
Napi::Value Ask(const Napi::CallbackInfo& info) {
  Message message;
  message.kind = ToV8(info[3])->IsTrue() ? MessageKind::kAskForAllTasks : MessageKind::kAsk;
  message.nonce = std::strtoull(info[2].As<Napi::String>().Utf8Value().c_str(), nullptr, 16);
  const int problem =
      QueueMessage(info[0].As<Napi::Number>().Int32Value(), info[1].As<Napi::Number>().Int32Value(), message);
  return Napi::Number::New(info.Env(), problem);
}

}  // namespace

void InitWatch(Napi::Env env, Napi::Object exports) {
  exports.Set("watchThread", Napi::Function::New<Watch>(env));
  exports.Set("askProcess", Napi::Function::New<Ask>(env));
}

}  // namespace crash_collector
