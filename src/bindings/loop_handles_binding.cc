// The JavaScript bindings of loop_handles.h.
#include <napi.h>
#include <uv.h>

#include "bindings/addon.h"
#include "bindings/plain_object.h"
#include "report/loop_handles.h"

namespace crash_collector {

namespace {

// loopState(mostHandles) -> { handles, leftOut, idleMs, turns, turnMs }
Napi::Value State(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  uv_loop_t* loop = nullptr;
  if (napi_get_uv_event_loop(env, &loop) != napi_ok) return env.Undefined();
  const LoopState state = ReadLoop(loop, info[0].As<Napi::Number>().Uint32Value());
  Napi::Array handles = Napi::Array::New(env, state.handles.size());
  for (uint32_t i = 0; i < state.handles.size(); i++) {
    const Napi::HandleScope scope(env);
    const LoopHandle& handle = state.handles[i];
    Napi::Object described = NewPlainObject(env);
    const auto add = [&described](const char* name, const std::string& text) {
      if (!text.empty()) described.Set(name, text);
    };
    add("type", handle.type);
    described.Set("active", handle.active);
    described.Set("referenced", handle.referenced);
    add("local", handle.local);
    add("peer", handle.peer);
    add("path", handle.path);
    if (handle.number >= 0) described.Set(handle.type == "process" ? "pid" : "signal", handle.number);
    if (handle.fd >= 0) described.Set("fd", handle.fd);
    if (handle.silent_ms >= 0) described.Set("silentMs", handle.silent_ms);
    SetElement(handles, i, described);
  }
  Napi::Object answer = NewPlainObject(env);
  answer.Set("handles", handles);
  answer.Set("leftOut", static_cast<double>(state.left_out));
  answer.Set("idleMs", state.idle_ms);
  answer.Set("turns", state.turns);
  answer.Set("turnMs", state.turn_ms);
  return answer;
}

}  // namespace

void InitLoopHandles(Napi::Env env, Napi::Object exports) { exports.Set("loopState", Napi::Function::New<State>(env)); }

}  // namespace crash_collector
