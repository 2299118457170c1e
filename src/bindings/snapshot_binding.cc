// snapshotOf(captureId) and suspendedState(generator): a capture of throw_hooks.h, and a suspended function, in the
// form in which JavaScript composes a dump.
#include <napi.h>
#include <v8.h>

#include <string>
#include <utility>

#include "bindings/addon.h"
#include "bindings/missing_counts_binding.h"
#include "bindings/napi_v8.h"
#include "bindings/plain_object.h"
#include "bindings/text_to_buffer.h"
#include "hooks/throw_hooks.h"
#include "redaction/redactor.h"
#include "v8_internals/debug_interface.h"
#include "v8_internals/inner_state.h"

namespace crash_collector {

namespace {

// The redactor that hides values which have become secret since the capture, for example because dotenv has filled the
// environment. Null if there is nothing to hide.
using Hide = const Redactor*;

std::string Hidden(Hide hide, std::string text) {
  if (hide != nullptr) hide->HideValues(text.data(), text.size());
  return text;
}

Napi::Object FrameOf(Napi::Env env, const CapturedFrame& frame, Hide hide) {
  Napi::Object object = NewPlainObject(env);
  object.Set("json", Hidden(hide, frame.json));
  object.Set("functionName", frame.function_name);
  object.Set("url", frame.url);
  object.Set("scriptId", std::to_string(frame.script_id));
  object.Set("lineNumber", frame.line);
  object.Set("columnNumber", frame.column);
  object.Set("startLine", frame.start_line);
  object.Set("startColumn", frame.start_column);
  object.Set("internal", frame.internal);
  return object;
}

Napi::Array AwaitingOf(Napi::Env env, const Snapshot& snapshot, Hide hide) {
  Napi::Array list = Napi::Array::New(env, snapshot.awaiting.size());
  for (size_t i = 0; i < snapshot.awaiting.size(); i++) {
    const AwaitingFrame& awaiting = snapshot.awaiting[i];
    Napi::Object frame = FrameOf(env, awaiting.frame, hide);
    frame.Set("inBlock", awaiting.in_block);
    frame.Set("certain", awaiting.certain);
    if (!awaiting.awaited.IsEmpty()) {
      frame.Set("awaited", Napi::Value(env, FromV8(awaiting.awaited.Get(v8::Isolate::GetCurrent()))));
    }
    list.Set(static_cast<uint32_t>(i), frame);
  }
  return list;
}

Napi::Buffer<char> Copy(Napi::Env env, const TextBuffer& text, Hide hide) {
  Napi::Buffer<char> buffer = Napi::Buffer<char>::Copy(env, text.text().data(), text.size());
  if (hide != nullptr) hide->HideValues(buffer.Data(), buffer.Length());
  return buffer;
}

// snapshotOf(captureId) -> { id, hook, frames, omittedAfter, omitted, awaiting, asyncStores, isBrief, near, far,
// missing, scripts, takenAtNs, durationMs } or undefined. `scripts`: [scriptId, url, source, sourceMappingUrl, …]
Napi::Value SnapshotOf(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  ThrowHooks* hooks = env.GetInstanceData<Addon>()->throw_hooks.get();
  const StoredCapture* capture = hooks == nullptr ? nullptr : hooks->Read(info[0].As<Napi::Number>().Uint32Value());
  if (capture == nullptr || capture->snapshot == nullptr) return env.Undefined();
  const Snapshot& snapshot = *capture->snapshot;
  const Redactor* redactor = env.GetInstanceData<Addon>()->redactor.get();
  const Hide hide =
      redactor != nullptr && redactor->enabled() && redactor->id() != snapshot.redactor_id ? redactor : nullptr;
  Napi::Object object = NewPlainObject(env);
  object.Set("id", snapshot.id);
  object.Set("hook", snapshot.hook);
  Napi::Array frames = Napi::Array::New(env, snapshot.frames.frames.size());
  for (size_t i = 0; i < snapshot.frames.frames.size(); i++) {
    frames.Set(static_cast<uint32_t>(i), FrameOf(env, snapshot.frames.frames[i], hide));
  }
  object.Set("frames", frames);
  object.Set("omittedAfter", static_cast<double>(snapshot.frames.omitted_after));
  object.Set("omitted", static_cast<double>(snapshot.frames.omitted));
  object.Set("awaiting", AwaitingOf(env, snapshot, hide));
  Napi::Array stores = Napi::Array::New(env, snapshot.async_stores.size());
  for (size_t i = 0; i < snapshot.async_stores.size(); i++)
    stores.Set(static_cast<uint32_t>(i), Hidden(hide, snapshot.async_stores[i]));
  object.Set("asyncStores", stores);
  object.Set("isBrief", capture->is_brief);
  object.Set("near", Copy(env, snapshot.near, hide));
  object.Set("far", Copy(env, snapshot.far, hide));
  object.Set("missing", MissingOf(env, snapshot.missing));
  v8::Local<v8::Array> scripts = hooks->store().ScriptsOf(*capture);
  object.Set("scripts", scripts.IsEmpty() ? Napi::Value(Napi::Array::New(env)) : Napi::Value(env, FromV8(scripts)));
  object.Set("takenAtNs", Napi::BigInt::New(env, snapshot.taken_at_ns));
  object.Set("durationMs", snapshot.duration_ms);
  return object;
}

// suspendedState(generator) -> { isSuspended, scriptId, lineNumber, columnNumber, code, receiver }, 0-based; undefined
// if the addon cannot read it
Napi::Value SuspendedState(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  ThrowHooks* hooks = env.GetInstanceData<Addon>()->throw_hooks.get();
  v8::Local<v8::Value> value = ToV8(info[0]);
  if (hooks == nullptr || !hooks->why_not_native().empty() || !value->IsGeneratorObject()) return env.Undefined();
  const auto generator = value.As<v8::Object>();
  Napi::Object state = NewPlainObject(env);
  const bool is_suspended = v8_internals::IsSuspended(generator);
  bool is_arrow = false;
  state.Set("isSuspended", is_suspended);
  for (const auto& [name, held] : v8_internals::InternalProperties(isolate, generator)) {
    if (name == "[[GeneratorFunction]]") {
      state.Set("code", Napi::Value(env, FromV8(held)));
      if (!held->IsFunction()) continue;
      const auto function = held.As<v8::Function>();
      state.Set("scriptId", std::to_string(function->ScriptId()));
      const int line = function->GetScriptLineNumber();
      is_arrow = hooks->texts()->IsArrow(isolate, function, {line, function->GetScriptColumnNumber(), line < 0});
    }
    if (name == "[[GeneratorReceiver]]" && !is_arrow) state.Set("receiver", Napi::Value(env, FromV8(held)));
  }
  const v8_internals::Location at =
      is_suspended ? v8_internals::SuspendedLocation(generator) : v8_internals::Location{0, 0, true};
  state.Set("lineNumber", at.empty ? 0 : at.line);
  state.Set("columnNumber", at.empty ? 0 : at.column);
  return state;
}

}  // namespace

void InitSnapshot(Napi::Env env, Napi::Object exports) {
  exports.Set("snapshotOf", Napi::Function::New<SnapshotOf>(env));
  exports.Set("suspendedState", Napi::Function::New<SuspendedState>(env));
}

}  // namespace crash_collector
