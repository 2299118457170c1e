// The JavaScript bindings of thread_list.h, and the flag that says if the process is inspected.
#include <napi.h>
#include <uv.h>
#include <v8.h>

#include <atomic>
#include <vector>

#include "base/clock.h"
#include "bindings/addon.h"
#include "bindings/napi_v8.h"
#include "bindings/plain_object.h"
#include "watch/thread_list.h"

namespace crash_collector {

namespace {

// One flag for the process. Only the main thread can ask whether the inspector is open
// (test/workarounds/inspector-url-in-worker.js, Node.js 20 to 26), and a debugger of the process debugs its workers,
// too.
std::atomic<bool> is_inspected{false};

uv_loop_t* LoopOf(Napi::Env env) {
  uv_loop_t* loop = nullptr;
  napi_get_uv_event_loop(env, &loop);
  return loop;
}

// addThread(threadId, onStarted): calls the function as soon as the running code has ended, as a microtask of V8, which
// the application's async hooks do not see.
void Add(const Napi::CallbackInfo& info) {
  Addon* addon = info.Env().GetInstanceData<Addon>();
  uv_loop_t* loop = LoopOf(info.Env());
  if (loop == nullptr || addon->listed_loop != nullptr) return;
  addon->thread_id = info[0].As<Napi::Number>().Uint32Value();
  AddThread(addon->thread_id, loop);
  addon->listed_loop = loop;
  if (info[1].IsFunction()) v8::Isolate::GetCurrent()->EnqueueMicrotask(ToV8(info[1].As<Napi::Function>()));
}

// nameThread(file)
void Name(const Napi::CallbackInfo& info) {
  if (info[0].IsString()) NameThread(LoopOf(info.Env()), info[0].As<Napi::String>().Utf8Value());
}

// threads() -> [{ threadId, file?, uptimeMs, waiting }, …]
Napi::Value Threads(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const uint64_t now_ns = uv_hrtime();
  const std::vector<ListedThread> threads = ListThreads();
  Napi::Array list = Napi::Array::New(env, threads.size());
  for (uint32_t i = 0; i < threads.size(); i++) {
    const Napi::HandleScope scope(env);
    Napi::Object described = NewPlainObject(env);
    described.Set("threadId", static_cast<double>(threads[i].id));
    if (!threads[i].file.empty()) described.Set("file", threads[i].file);
    described.Set("uptimeMs", MsOf(now_ns - threads[i].started_ns));
    described.Set("waiting", threads[i].waiting);
    SetElement(list, i, described);
  }
  return list;
}

// setInspected(open)
void SetInspected(const Napi::CallbackInfo& info) { is_inspected = ToV8(info[0])->IsTrue(); }

// isInspected()
Napi::Value IsInspected(const Napi::CallbackInfo& info) { return Napi::Boolean::New(info.Env(), is_inspected); }

}  // namespace

void InitThreadList(Napi::Env env, Napi::Object exports) {
  exports.Set("addThread", Napi::Function::New<Add>(env));
  exports.Set("nameThread", Napi::Function::New<Name>(env));
  exports.Set("threads", Napi::Function::New<Threads>(env));
  exports.Set("setInspected", Napi::Function::New<SetInspected>(env));
  exports.Set("isInspected", Napi::Function::New<IsInspected>(env));
}

}  // namespace crash_collector
