// JavaScript's side of throw_hooks.h.
#include <napi.h>
#include <v8.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "addon.h"
#include "awaiting_tasks.h"
#include "napi_v8.h"
#include "plain_object.h"
#include "task_probes.h"

namespace crash_collector {

namespace {

ThrowHooks* Hooks(const Napi::CallbackInfo& info) { return info.Env().GetInstanceData<Addon>()->throw_hooks.get(); }

double Number(const Napi::Object& object, const char* key, double fallback) {
  const Napi::Value value = OwnProperty(object, key);
  return value.IsNumber() ? value.As<Napi::Number>().DoubleValue() : fallback;
}

bool Flag(const Napi::Object& object, const char* key) {
  const Napi::Value value = OwnProperty(object, key);
  return value.IsBoolean() && value.As<Napi::Boolean>().Value();
}

HookOptions OptionsFrom(const Napi::Object& object) {
  HookOptions options;
  RationOptions& ration = options.ration;
  ration.site_first = static_cast<uint64_t>(Number(object, "siteFirst", 1));
  ration.site_growth = static_cast<uint64_t>(Number(object, "siteGrowth", 10));
  ration.budget_share = Number(object, "budgetPercent", 1) / 100;
  ration.budget_initial_ms = Number(object, "budgetInitialMs", 200);
  ration.budget_max_ms = Number(object, "budgetMaxMs", 200);
  ration.floor_error_created_ms = Number(object, "reserveMs", ration.floor_error_created_ms);
  ration.floor_likely_handled_ms = ration.floor_error_created_ms / 2;
  ration.floor_likely_fatal_ms = -ration.budget_max_ms;
  ration.floor_look_ms = std::min(ration.floor_error_created_ms + 20, ration.budget_max_ms / 2);
  options.kept = static_cast<size_t>(Number(object, "tentativeKept", 32));
  options.min_headroom_bytes = static_cast<uintptr_t>(Number(object, "minHeadroomBytes", 100 * 1024));
  options.hook_errors = Flag(object, "hookErrors");
  options.hook_uncaught = Flag(object, "hookUncaught");
  options.hook_rejections = Flag(object, "hookRejections");
  return options;
}

// Nothing where the probes are none.
std::function<uint64_t()> AwaitingSiteBy(v8::Isolate* isolate, const Napi::Value& described) {
  const std::optional<TaskProbes> probes = TaskProbesOf(described);
  if (!probes) return nullptr;
  return [isolate, kept = std::make_shared<const KeptTaskProbes>(isolate, *probes)] {
    v8::HandleScope scope(isolate);
    const std::optional<HeapLayout> layout = kept->Learn(isolate);
    return layout ? AwaitingSite(isolate, *layout) : 0;
  };
}

// installThrowHooks(onEvent, options, taskProbes or null); onEvent() without arguments when V8 has ended a capture
Napi::Value Install(const Napi::CallbackInfo& info) {
  Addon* addon = info.Env().GetInstanceData<Addon>();
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  HookOptions options = OptionsFrom(info[1].As<Napi::Object>());
  options.awaiting_site = AwaitingSiteBy(isolate, info[2]);
  addon->throw_hooks = std::make_unique<ThrowHooks>(isolate, options, ToV8(info[0].As<Napi::Function>()));
  addon->throw_hooks->Install();
  return info.Env().Undefined();
}

// suspendThrowHooks(suspended)
Napi::Value Suspend(const Napi::CallbackInfo& info) {
  if (ThrowHooks* hooks = Hooks(info)) hooks->Suspend(ToV8(info[0])->IsTrue());
  return info.Env().Undefined();
}

// findCapture(reported, fromPromise) -> { primary, secondary, match, rationed, and where the error was made, 0-based }
Napi::Value Find(const Napi::CallbackInfo& info) {
  static constexpr const char* kNames[] = {nullptr, "identity", "site", "sequence"};
  ThrowHooks* hooks = Hooks(info);
  if (hooks == nullptr) return info.Env().Null();
  const ThrowHooks::Match match = hooks->Find(ToV8(info[0]), ToV8(info[1])->IsTrue());
  Napi::Object answer = NewPlainObject(info.Env());
  answer.Set("primary", match.primary);
  answer.Set("secondary", match.secondary);
  const char* name = kNames[static_cast<int>(match.kind)];
  answer.Set("match", name == nullptr ? info.Env().Null() : Napi::String::New(info.Env(), name));
  answer.Set("rationed", match.rationed);
  const SourcePosition position = PositionOfError(v8::Isolate::GetCurrent(), ToV8(info[0]));
  answer.Set("scriptId", std::to_string(position.script_id));
  answer.Set("lineNumber", position.line - 1);
  answer.Set("columnNumber", position.column - 1);
  return answer;
}

// isOnlyOfSite(captureId) -> whether no other error was ever made where this one was
Napi::Value IsOnlyOfSite(const Napi::CallbackInfo& info) {
  ThrowHooks* hooks = Hooks(info);
  const bool only = hooks != nullptr && hooks->IsOnlyOfSite(info[0].As<Napi::Number>().Uint32Value());
  return Napi::Boolean::New(info.Env(), only);
}

// pendingReasons(maxAgeMs) -> reasons of the promises that are rejected and unhandled, oldest first
Napi::Value PendingReasons(const Napi::CallbackInfo& info) {
  ThrowHooks* hooks = Hooks(info);
  if (hooks == nullptr) return Napi::Array::New(info.Env());
  return Napi::Value(info.Env(), FromV8(hooks->PendingReasons(info[0].As<Napi::Number>().DoubleValue())));
}

// hookCounters() -> what the hooks have seen and spent
Napi::Value Counters(const Napi::CallbackInfo& info) {
  ThrowHooks* hooks = Hooks(info);
  if (hooks == nullptr) return info.Env().Null();
  const HookCounters& counters = hooks->counters();
  Napi::Object answer = NewPlainObject(info.Env());
  const auto set = [&answer](const char* key, double value) { answer.Set(key, value); };
  set("errorsSeen", static_cast<double>(counters.errors));
  set("uncaughtSeen", static_cast<double>(counters.uncaught));
  set("rejectionsSeen", static_cast<double>(counters.rejections));
  answer.Set("uncaughtHookWorks", counters.uncaught_works);
  set("sites", static_cast<double>(hooks->ration().site_count()));
  set("captures", static_cast<double>(counters.captures));
  set("captureMs", counters.capture_ms);
  set("budgetMs", hooks->ration().budget_ms());
  set("refusedSiteSeen", static_cast<double>(counters.refused_site));
  set("refusedBudget", static_cast<double>(counters.refused_budget));
  set("refusedHeadroom", static_cast<double>(counters.refused_headroom));
  set("refusedNoFrame", static_cast<double>(counters.refused_no_frame));
  set("failed", static_cast<double>(counters.failed));
  return answer;
}

// setV8Flag(flag): as node:v8 does it, whose loading takes longer than all else that the collector does at start.
Napi::Value SetV8Flag(const Napi::CallbackInfo& info) {
  v8::V8::SetFlagsFromString(info[0].As<Napi::String>().Utf8Value().c_str());
  return info.Env().Undefined();
}

// codeCacheTag()
Napi::Value CodeCacheTag(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), v8::ScriptCompiler::CachedDataVersionTag());
}

}  // namespace

void InitThrowHooks(Napi::Env env, Napi::Object exports) {
  exports.Set("setV8Flag", Napi::Function::New<SetV8Flag>(env));
  exports.Set("codeCacheTag", Napi::Function::New<CodeCacheTag>(env));
  exports.Set("installThrowHooks", Napi::Function::New<Install>(env));
  exports.Set("suspendThrowHooks", Napi::Function::New<Suspend>(env));
  exports.Set("findCapture", Napi::Function::New<Find>(env));
  exports.Set("isOnlyOfSite", Napi::Function::New<IsOnlyOfSite>(env));
  exports.Set("pendingReasons", Napi::Function::New<PendingReasons>(env));
  exports.Set("hookCounters", Napi::Function::New<Counters>(env));
}

}  // namespace crash_collector
