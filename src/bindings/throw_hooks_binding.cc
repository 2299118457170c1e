// The JavaScript bindings of throw_hooks.h, and of V8's flags and the tag of its code caches.
#include <napi.h>
#include <v8.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/addon.h"
#include "bindings/graph_limits_binding.h"
#include "bindings/napi_v8.h"
#include "bindings/plain_object.h"
#include "bindings/task_probes_binding.h"
#include "hooks/throw_hooks.h"
#include "report/fatal_exception.h"
#include "v8_internals/heap/awaiting_tasks.h"
#include "v8_internals/heap/task_probes.h"
#include "walk/objects/intrinsics.h"
#include "watch/thread_stacks.h"

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

std::vector<std::string> Texts(const Napi::Object& object, const char* key) {
  std::vector<std::string> texts;
  if (!object.Get(key).IsArray()) return texts;
  const Napi::Array list = object.Get(key).As<Napi::Array>();
  for (uint32_t i = 0; i < list.Length(); i++) texts.push_back(list.Get(i).As<Napi::String>().Utf8Value());
  return texts;
}

std::string Text(const Napi::Object& object, const char* key) {
  const Napi::Value value = OwnProperty(object, key);
  return value.IsString() ? value.As<Napi::String>().Utf8Value() : std::string();
}

// In a small heap no more than a share of its limit, although captures take it outside of the heap. A setting above the
// default is followed.
size_t BytesForCaptures(size_t bytes) {
  constexpr size_t kShare = 64;
  if (bytes > StoreLimits().most_bytes) return bytes;
  v8::HeapStatistics statistics;
  v8::Isolate::GetCurrent()->GetHeapStatistics(&statistics);
  return std::min(bytes, statistics.heap_size_limit() / kShare);
}

HookOptions OptionsFrom(const Napi::Object& object) {
  HookOptions options;
  RationOptions& ration = options.ration;
  ration.budget_share = Number(object, "budgetPercent", 0.05) / 100;
  ration.budget_initial_ms = Number(object, "budgetInitialMs", 30);
  ration.budget_max_ms = Number(object, "budgetMaxMs", 200);
  ration.reserve_ms = Number(object, "reserveMs", ration.reserve_ms);
  options.store.most_entries = static_cast<size_t>(Number(object, "snapshotsKept", 256));
  options.store.most_bytes = BytesForCaptures(static_cast<size_t>(Number(object, "snapshotsMaxBytes", 8 << 20)));
  options.min_headroom_bytes = static_cast<uintptr_t>(Number(object, "minHeadroomBytes", 100 * 1024));
  options.hook_errors = Flag(object, "hookErrors");
  options.hook_uncaught = Flag(object, "hookUncaught");
  options.hook_rejections = Flag(object, "hookRejections");
  options.flag_stack_trace_limit = static_cast<int>(Number(object, "flagStackTraceLimit", 0));
  options.usual_stack_trace_limit = static_cast<int>(Number(object, "usualStackTraceLimit", 0));
  options.why_not_native = Text(object, "whyNotNative");
  return options;
}

CaptureLimits LimitsFrom(const Napi::Value& value) {
  CaptureLimits limits;
  if (!value.IsObject()) return limits;
  const Napi::Object object = value.As<Napi::Object>();
  limits.graph = GraphLimitsFrom(object);
  limits.frames.most_first = static_cast<size_t>(Number(object, "maxFirstFrames", 50));
  limits.frames.most_last = static_cast<size_t>(Number(object, "maxLastFrames", 10));
  limits.inner_state_ms = Number(object, "innerStateMs", limits.inner_state_ms);
  limits.details = Flag(object, "details");
  limits.keeps_objects = Flag(object, "keepsObjects");
  limits.waiting = Flag(object, "waiting");
  return limits;
}

// Null if JavaScript gives no probes.
std::shared_ptr<KeptTaskProbes> ProbesFrom(v8::Isolate* isolate, const Napi::Value& described) {
  const std::optional<TaskProbes> probes = TaskProbesFrom(described);
  return probes ? std::make_shared<KeptTaskProbes>(isolate, *probes) : nullptr;
}

SearchForAwaiting AwaitingBy(v8::Isolate* isolate, const std::shared_ptr<KeptTaskProbes>& probes) {
  constexpr size_t kMostAwaiting = 10;
  if (!probes) return nullptr;
  return [isolate, probes](const std::vector<v8::Local<v8::Object>>& values, SearchReach reach) {
    const std::optional<HeapLayout>& layout = probes->Learn();
    return layout ? FindAwaitingTasks(isolate, *layout, kMostAwaiting, values, reach) : AwaitingTasks();
  };
}

// Calls the collector's own function, which must not throw.
std::function<v8::Local<v8::Array>()> StoresBy(v8::Isolate* isolate, const Napi::Value& function) {
  if (!function.IsFunction()) return nullptr;
  const auto kept = std::make_shared<const v8::Global<v8::Function>>(isolate, ToV8(function.As<Napi::Function>()));
  const auto home = std::make_shared<const v8::Global<v8::Context>>(isolate, isolate->GetCurrentContext());
  return [isolate, kept, home]() -> v8::Local<v8::Array> {
    v8::Local<v8::Context> context = home->Get(isolate);
    const v8::Context::Scope context_scope(context);
    v8::TryCatch try_catch(isolate);
    v8::Local<v8::Value> stores;
    const bool called = kept->Get(isolate)->Call(context, v8::Undefined(isolate), 0, nullptr).ToLocal(&stores);
    return called && stores->IsArray() ? stores.As<v8::Array>() : v8::Local<v8::Array>();
  };
}

// installThrowHooks(onEvent, options, taskProbes or null, readStores)
Napi::Value Install(const Napi::CallbackInfo& info) {
  Addon* addon = info.Env().GetInstanceData<Addon>();
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  const Napi::Object described = info[1].As<Napi::Object>();
  addon->throw_hooks =
      std::make_unique<ThrowHooks>(isolate, OptionsFrom(described), ToV8(info[0].As<Napi::Function>()));
  CaptureSources& sources = addon->throw_hooks->sources();
  sources.intrinsics = &addon->intrinsics;
  sources.redactor = &addon->redactor;
  sources.pins = &addon->pins;
  sources.own_code = Texts(described, "ownCode");
  const std::shared_ptr<KeptTaskProbes> probes = ProbesFrom(isolate, info[2]);
  if (addon->intrinsics) addon->intrinsics->task_probes = probes;
  sources.awaiting = AwaitingBy(isolate, probes);
  sources.async_stores = StoresBy(isolate, info[3]);
  sources.is_heard = [addon] { return addon->fatal_exception && addon->fatal_exception->survived()->HasListener(); };
  addon->throw_hooks->Install();
  if (addon->listed_loop != nullptr) {
    AddStackThread(addon->thread_id, addon->listed_loop, isolate, addon->throw_hooks.get(), &addon->woven_files);
  }
  return info.Env().Undefined();
}

// setCaptureLimits({ atThrow, full, interrupted, notifies })
Napi::Value SetLimits(const Napi::CallbackInfo& info) {
  ThrowHooks* hooks = Hooks(info);
  if (hooks == nullptr) return info.Env().Undefined();
  const Napi::Object limits = info[0].As<Napi::Object>();
  hooks->SetLimits({LimitsFrom(OwnProperty(limits, "atThrow")), LimitsFrom(OwnProperty(limits, "full")),
                    LimitsFrom(OwnProperty(limits, "interrupted"))});
  hooks->SetNotifies(Flag(limits, "notifies"));
  return info.Env().Undefined();
}

// watchAssertions()
Napi::Value WatchAssertions(const Napi::CallbackInfo& info) {
  if (ThrowHooks* hooks = Hooks(info)) hooks->WatchAssertions();
  return info.Env().Undefined();
}

Napi::Object MatchOf(Napi::Env env, const ThrowHooks::Match& match, const SourcePosition& position) {
  static constexpr const char* kNames[] = {nullptr, "identity", "sequence"};
  Napi::Object answer = NewPlainObject(env);
  answer.Set("primary", match.primary);
  answer.Set("secondary", match.secondary);
  answer.Set("waiting", match.waiting);
  const char* name = kNames[static_cast<int>(match.kind)];
  answer.Set("match", name == nullptr ? env.Null() : Napi::String::New(env, name));
  answer.Set("scriptId", std::to_string(position.script_id));
  answer.Set("lineNumber", position.line - 1);
  answer.Set("columnNumber", position.column - 1);
  return answer;
}

// findCapture(reported, fromPromise) -> { primary, secondary, waiting, match, and the place where the error was made,
// 0-based }
Napi::Value Find(const Napi::CallbackInfo& info) {
  const ThrowHooks* hooks = Hooks(info);
  if (hooks == nullptr) return info.Env().Null();
  const SourcePosition position = PositionOfError(v8::Isolate::GetCurrent(), ToV8(info[0]));
  return MatchOf(info.Env(), hooks->Find(ToV8(info[0]), ToV8(info[1])->IsTrue()), position);
}

// findCauseCapture(error) -> the same for the cause of a reported error
Napi::Value FindCause(const Napi::CallbackInfo& info) {
  const ThrowHooks* hooks = Hooks(info);
  if (hooks == nullptr) return info.Env().Null();
  const SourcePosition position = PositionOfError(v8::Isolate::GetCurrent(), ToV8(info[0]));
  return MatchOf(info.Env(), hooks->FindCause(ToV8(info[0])), position);
}

// noteSurvived(ms, isHeld, causeFields)
Napi::Value NoteSurvived(const Napi::CallbackInfo& info) {
  const Addon* addon = info.Env().GetInstanceData<Addon>();
  if (!addon->fatal_exception) return info.Env().Undefined();
  std::vector<v8::Local<v8::String>> fields;
  const Napi::Array list = info[2].As<Napi::Array>();
  for (uint32_t i = 0; i < list.Length(); i++) fields.push_back(ToV8(list.Get(i)).As<v8::String>());
  addon->fatal_exception->NoteSurvived(info[0].As<Napi::Number>().Uint32Value(), ToV8(info[1])->IsTrue(),
                                       std::move(fields));
  return info.Env().Undefined();
}

// takeNoted() -> { value, found, atNs, returned }, which is forgotten, or undefined
Napi::Value TakeNoted(const Napi::CallbackInfo& info) {
  const Addon* addon = info.Env().GetInstanceData<Addon>();
  if (!addon->fatal_exception) return info.Env().Undefined();
  v8::Local<v8::Value> value;
  const auto noted = addon->fatal_exception->survived()->Take(&value);
  if (!noted) return info.Env().Undefined();
  Napi::Object answer = NewPlainObject(info.Env());
  answer.Set("value", Napi::Value(info.Env(), FromV8(value)));
  answer.Set("found", MatchOf(info.Env(), noted->match, noted->position));
  answer.Set("atNs", Napi::BigInt::New(info.Env(), noted->at_ns));
  answer.Set("returned", noted->returned);
  return answer;
}

// captureNow() -> id of a capture of the caller's stack; 0 if the stack cannot be read natively
Napi::Value CaptureNow(const Napi::CallbackInfo& info) {
  ThrowHooks* hooks = Hooks(info);
  return Napi::Number::New(info.Env(), hooks == nullptr ? 0 : hooks->CaptureNow(Hook::kApi));
}

// captureExit(maxAgeMs) -> { id, caught }: id 0 if the stack cannot be read natively; caught: undefined if no error of
// that age is a variable of the innermost functions
Napi::Value CaptureExit(const Napi::CallbackInfo& info) {
  ThrowHooks* hooks = Hooks(info);
  ThrowHooks::ExitCapture exit;
  if (hooks != nullptr) exit = hooks->CaptureExit(info[0].As<Napi::Number>().DoubleValue());
  Napi::Object answer = NewPlainObject(info.Env());
  answer.Set("id", exit.id);
  answer.Set("caught", exit.caught.IsEmpty() ? info.Env().Undefined() : Napi::Value(info.Env(), FromV8(exit.caught)));
  return answer;
}

// captureSuspended(tasks) -> id of a capture of these suspended functions; 0 if the stack cannot be read natively
Napi::Value CaptureSuspended(const Napi::CallbackInfo& info) {
  ThrowHooks* hooks = Hooks(info);
  std::vector<v8::Local<v8::Object>> tasks;
  const Napi::Array list = info[0].As<Napi::Array>();
  for (uint32_t i = 0; i < list.Length(); i++) {
    v8::Local<v8::Value> task = ToV8(list.Get(i));
    if (task->IsGeneratorObject()) tasks.push_back(task.As<v8::Object>());
  }
  return Napi::Number::New(info.Env(), hooks == nullptr ? 0 : hooks->CaptureSuspended(tasks));
}

// forgetCaptures(): drops all captures, because they were made under other rules of redaction
Napi::Value Forget(const Napi::CallbackInfo& info) {
  if (ThrowHooks* hooks = Hooks(info)) hooks->store().Clear();
  return info.Env().Undefined();
}

// pendingReasons(maxAgeMs) -> reasons of the promises that are rejected and unhandled, oldest first
Napi::Value PendingReasons(const Napi::CallbackInfo& info) {
  ThrowHooks* hooks = Hooks(info);
  if (hooks == nullptr) return Napi::Array::New(info.Env());
  return Napi::Value(info.Env(), FromV8(hooks->PendingReasons(info[0].As<Napi::Number>().DoubleValue())));
}

// hookCounters() -> the counters of the hooks, and the time and bytes that captures took
Napi::Value Counters(const Napi::CallbackInfo& info) {
  ThrowHooks* hooks = Hooks(info);
  if (hooks == nullptr) return info.Env().Null();
  const HookCounters& counters = hooks->counters();
  Napi::Object answer = NewPlainObject(info.Env());
  const auto set = [&answer](const char* key, double value) { answer.Set(key, value); };
  const auto count = [&set](const char* key, uint64_t value) { set(key, static_cast<double>(value)); };
  const std::string& reason = hooks->why_not_native();
  answer.Set("captureWay", reason.empty() ? "native" : "pause");
  if (!reason.empty()) answer.Set("captureWayReason", reason);
  if (!hooks->why_no_copies().empty()) answer.Set("noCopiesReason", hooks->why_no_copies());
  if (!hooks->why_no_identity().empty()) answer.Set("noIdentityReason", hooks->why_no_identity());
  count("errorsSeen", counters.errors);
  count("uncaughtSeen", counters.uncaught);
  count("rejectionsSeen", counters.rejections);
  count("rejectionsHandledLater", counters.handled_later);
  answer.Set("uncaughtHookWorks", counters.uncaught_works);
  count("sites", hooks->ration().site_count());
  count("captures", counters.captures);
  count("copies", counters.copies);
  count("heldSnapshots", hooks->store().size());
  count("heldBytes", hooks->store().bytes());
  set("captureMs", counters.capture_ms);
  set("copyMs", counters.copy_ms);
  set("budgetMs", hooks->ration().budget_ms());
  count("notLookedAt", counters.not_looked_at);
  count("unidentified", counters.unidentified);
  count("noErrors", counters.no_errors);
  count("refusedBudget", counters.refused_budget);
  count("refusedHeadroom", counters.refused_headroom);
  count("refusedNoFrame", counters.refused_no_frame);
  count("refusedPending", counters.refused_pending);
  count("failed", counters.failed);
  return answer;
}

// setV8Flag(flag): does what setFlagsFromString() of node:v8 does. Loading that module takes longer than all else that
// the collector does at start.
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
  exports.Set("findCapture", Napi::Function::New<Find>(env));
  exports.Set("setCaptureLimits", Napi::Function::New<SetLimits>(env));
  exports.Set("watchAssertions", Napi::Function::New<WatchAssertions>(env));
  exports.Set("findCauseCapture", Napi::Function::New<FindCause>(env));
  exports.Set("noteSurvived", Napi::Function::New<NoteSurvived>(env));
  exports.Set("takeNoted", Napi::Function::New<TakeNoted>(env));
  exports.Set("captureNow", Napi::Function::New<CaptureNow>(env));
  exports.Set("captureSuspended", Napi::Function::New<CaptureSuspended>(env));
  exports.Set("captureExit", Napi::Function::New<CaptureExit>(env));
  exports.Set("forgetCaptures", Napi::Function::New<Forget>(env));
  exports.Set("pendingReasons", Napi::Function::New<PendingReasons>(env));
  exports.Set("hookCounters", Napi::Function::New<Counters>(env));
}

}  // namespace crash_collector
