// The part of ThrowHooks that makes captures, natively or by a pause of the debugger.
#include <uv.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/clock.h"
#include "base/thread_stack.h"
#include "base/v8_compat.h"
#include "hooks/function_entry.h"
#include "hooks/hook_scopes.h"
#include "hooks/stack_limit.h"
#include "hooks/throw_hooks.h"
#include "snapshot/error_site.h"
#include "snapshot/stack_copies.h"
#include "v8_internals/debug_interface.h"
#include "walk/objects/data_property.h"

namespace crash_collector {

namespace {

// The bytes of stack that a capture gets if the application has used up its own, and the bytes below them that are left
// to the system.
constexpr uintptr_t kCaptureStackBytes = 640 * 1024;
constexpr uintptr_t kMinCaptureStackBytes = 96 * 1024;
constexpr uintptr_t kStackReserveBytes = 48 * 1024;

}  // namespace

v8::Local<v8::Function> ConstructorOf(v8::Isolate* isolate, v8::Local<v8::Object> error) {
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  v8::Local<v8::Value> prototype = PrototypeOf(error);
  v8::Local<v8::String> key = v8::String::NewFromUtf8Literal(isolate, "constructor", v8::NewStringType::kInternalized);
  if (!prototype->IsObject() || prototype->IsProxy()) return {};
  v8::Local<v8::Value> constructor = OwnDataProperty(context, prototype.As<v8::Object>(), key);
  return !constructor.IsEmpty() && constructor->IsFunction() ? constructor.As<v8::Function>()
                                                             : v8::Local<v8::Function>();
}

bool ThrowHooks::HasRoom() const {
  const uintptr_t end = can_read_limit_ ? ReadStackLimit(isolate_) : ThreadStackEnd();
  const uintptr_t here = StackPointer();
  return end != 0 && here > end && here - end >= options_.min_headroom_bytes;
}

uint32_t ThrowHooks::Capture(Hook hook, Way way, const ErrorSite& site, const std::vector<v8::Local<v8::Value>>& values,
                             Ration* ration) {
  if (HasRoom()) return CaptureWithRoom(hook, way, site, values, ration, false);
  const uintptr_t end = ThreadStackEnd();
  const uintptr_t here = StackPointer();
  const uintptr_t room = end != 0 && here > end + kStackReserveBytes ? here - end - kStackReserveBytes : 0;
  if (!can_read_limit_ || room < kMinCaptureStackBytes) {
    counters_.refused_headroom++;
    return 0;
  }
  const LoweredStackLimit lowered(isolate_, std::min(room, kCaptureStackBytes));
  return CaptureWithRoom(hook, way, site, values, ration, true);
}

uint32_t ThrowHooks::CaptureWithRoom(Hook hook, Way way, const ErrorSite& site,
                                     const std::vector<v8::Local<v8::Value>>& values, Ration* ration, bool overflow) {
  if (isolate_->IsExecutionTerminating()) return 0;  // worker.terminate(): no JavaScript runs any more
  const Suspended suspended(&suspended_);
  // V8 forbids JavaScript while it makes the error of a stack overflow (`Isolate::StackOverflow` in
  // https://github.com/nodejs/node/blob/0101e8b2c2/deps/v8/src/execution/isolate.cc). It throws that error with room on
  // the stack as well (test/workarounds/overflow-with-room.js, Node.js 20 to 26): if a call has too many arguments, a
  // regular expression backtracks too far, or a source is nested too deeply.
  const v8::Isolate::AllowJavascriptExecutionScope allow(isolate_);
  const v8::HandleScope handles(isolate_);
  const double before_ms = MsOf(ThreadCpuNs());
  const bool can_copy = CanCopy();
  const bool copies = !way.may_read && can_copy;
  if (!way.may_read && !copies) {
    counters_.refused_budget++;
    return 0;
  }
  uint32_t id = 0;
  if (copies) {
    id = CaptureByCopy(hook, way.depth, site, values, overflow);
  } else if (why_not_native_.empty()) {
    CaptureLimits limits = hook == Hook::kUncaught ? limits_.full : limits_.at_throw;
    limits.frames.overflow = overflow;
    limits.frames.parses_long = hook == Hook::kUncaught;
    if (hook == Hook::kErrorCreated)
      limits.frames.constructor = ConstructorOf(isolate_, values.front().As<v8::Object>());
    CaptureNatively(hook, limits, site, values);
    id = last_capture_id_;
  } else {
    id = CaptureByPause(hook, site, values, overflow);
  }
  const double took_ms = MsOf(ThreadCpuNs()) - before_ms;
  counters_.capture_ms += took_ms;
  if (copies) {
    counters_.copies++;
    counters_.copy_ms += took_ms;
  } else {
    ration->Spend(took_ms);
  }
  if (id == 0) {
    counters_.failed++;
    return 0;
  }
  counters_.captures++;
  if (notifies_ && why_not_native_.empty() && hook == Hook::kUncaught) Notify();
  return id;
}

bool ThrowHooks::CanCopy() {
  if (!why_not_native_.empty()) return false;
  // The trial calls functions, which an evaluation without side effects does not survive.
  if (!copies_->IsReady() && v8_internals::IsStoppingAtCalls(isolate_)) return false;
  const bool can_copy = copies_->CanCopy(context_.Get(isolate_));
  if (!can_copy) ration_.RaiseForReadingOnly();
  return can_copy;
}

uint32_t ThrowHooks::CaptureByCopy(Hook hook, CopyDepth depth, const ErrorSite& site,
                                   const std::vector<v8::Local<v8::Value>>& values, bool overflow) {
  // The array of the copy holds the context in which it is made, and stays longer than a `vm` context may.
  const v8::Context::Scope context_scope(context_.Get(isolate_));
  CaptureLimits limits = limits_.full;
  limits.frames.overflow = overflow;
  StoredCapture capture;
  capture.id = ++last_capture_id_;
  capture.hook = hook;
  capture.site = site;
  capture.uncaught_sequence = counters_.uncaught;
  capture.turn = turn_end_.Begin();
  capture.taken_at_ns = uv_hrtime();
  capture.overflow = overflow;
  capture.is_brief = depth == CopyDepth::kBrief;
  capture.copy.Reset(isolate_, copies_->Copy(sources_, limits, site.hash, capture.is_brief));
  store_.Add(std::move(capture), values, {});
  return last_capture_id_;
}

const StoredCapture* ThrowHooks::Read(uint32_t id) {
  const StoredCapture* capture = store_.Find(id);
  if (capture == nullptr || capture->snapshot != nullptr) return capture;
  const Suspended suspended(&suspended_);
  v8::Local<v8::Object> gone = v8::Object::New(isolate_);
  v8::Local<v8::Array> copy = store_.CopyOf(*capture, gone);
  if (copy.IsEmpty()) return capture;
  CaptureLimits limits = limits_.full;
  limits.frames.overflow = capture->overflow;
  limits.frames.parses_long = true;
  v8::Local<v8::Value> value = capture->values.empty() ? v8::Local<v8::Value>() : capture->values[0].Get(isolate_);
  if (capture->hook == Hook::kErrorCreated && !value.IsEmpty() && value->IsObject())
    limits.frames.constructor = ConstructorOf(isolate_, value.As<v8::Object>());
  TakenSnapshot taken = copies_->Read(sources_, id, static_cast<int>(capture->hook), limits, copy, gone);
  if (taken.snapshot == nullptr) return nullptr;
  taken.snapshot->taken_at_ns = capture->taken_at_ns;
  store_.SetSnapshot(id, std::move(taken.snapshot), taken.scripts);
  return store_.Find(id);
}

TakenSnapshot ThrowHooks::TakeSnapshot(const CaptureSources& sources, Hook hook, const CaptureLimits& limits) {
  // If C++ of Node.js makes an error with no context entered, the capture uses the main one.
  const v8::Context::Scope context_scope(isolate_->InContext() ? isolate_->GetCurrentContext()
                                                               : context_.Get(isolate_));
  return CaptureStack(sources, ++last_capture_id_, static_cast<int>(hook), limits);
}

TakenSnapshot ThrowHooks::CaptureApart(const CaptureLimits& limits) {
  const Suspended suspended(&suspended_);
  return TakeSnapshot(sources_, Hook::kInterrupt, limits);
}

TakenSnapshot ThrowHooks::CaptureFrom(const CaptureSources& sources, Hook hook, const CaptureLimits& limits,
                                      const ErrorSite& site, const std::vector<v8::Local<v8::Value>>& values) {
  TakenSnapshot taken = TakeSnapshot(sources, hook, limits);
  StoredCapture capture;
  capture.id = last_capture_id_;
  capture.hook = hook;
  capture.site = site;
  capture.uncaught_sequence = counters_.uncaught;
  capture.turn = turn_end_.Begin();
  capture.taken_at_ns = taken.snapshot->taken_at_ns;
  capture.snapshot = std::move(taken.snapshot);
  capture.held.Reset(isolate_, taken.held);
  store_.Add(std::move(capture), values, taken.scripts);
  return taken;
}

void ThrowHooks::Notify() {
  v8::Local<v8::Context> context = context_.Get(isolate_);
  const v8::Context::Scope context_scope(context);
  v8::TryCatch try_catch(isolate_);
  v8::Local<v8::Value> args[] = {v8::Integer::New(isolate_, -1)};
  v8::Local<v8::Value> ignored;
  std::ignore = on_event_.Get(isolate_)->Call(context, v8::Undefined(isolate_), 1, args).ToLocal(&ignored);
}

uint32_t ThrowHooks::CaptureNow(Hook hook) {
  if (!why_not_native_.empty()) return 0;
  const Suspended suspended(&suspended_);
  const v8::HandleScope handles(isolate_);
  CaptureNatively(hook, hook == Hook::kInterrupt ? limits_.interrupted : limits_.full, ErrorSite(), {});
  return last_capture_id_;
}

ThrowHooks::ExitCapture ThrowHooks::CaptureExit(double max_age_ms) {
  if (!why_not_native_.empty()) return {};
  const Suspended suspended(&suspended_);
  CaptureLimits limits = limits_.full;
  limits.keeps_values = true;
  const TakenSnapshot taken = CaptureNatively(Hook::kExit, limits, ErrorSite(), {});
  const std::vector<v8::Local<v8::Object>>& at_hand = taken.at_hand;
  for (const v8::Local<v8::Object>& error : store_.NewestErrors(NsAgo(max_age_ms))) {
    if (std::find(at_hand.begin(), at_hand.end(), error) != at_hand.end()) return {last_capture_id_, error};
  }
  // An error that was made by C++ without a function of JavaScript on the stack, such as that of a callback of node:fs,
  // has no capture.
  return {last_capture_id_, taken.error_at_hand};
}

uint32_t ThrowHooks::CaptureSuspended(const std::vector<v8::Local<v8::Object>>& tasks) {
  if (!why_not_native_.empty()) return 0;
  const Suspended suspended(&suspended_);
  const v8::HandleScope handles(isolate_);
  CaptureSources sources = sources_;
  sources.awaiting = [this, &tasks](const std::vector<v8::Local<v8::Object>>&, SearchReach) {
    return AsAwaitingTasks(isolate_, tasks);
  };
  CaptureFrom(sources, Hook::kLoopEmpty, limits_.full, ErrorSite(), {});
  return last_capture_id_;
}

uint32_t ThrowHooks::CaptureByPause(Hook hook, const ErrorSite& site, const std::vector<v8::Local<v8::Value>>& values,
                                    bool overflow) {
  // A function that has not begun has no context yet, for which a debugger would ask: its text is being compiled, or
  // its frame finds no room. If there is room on the stack, the end of a worker or a timeout stops the program there.
  const FunctionEntry entry =
      EntryOf(isolate_, v8::StackTrace::CurrentStackTrace(isolate_, 1, v8::StackTrace::kDetailed));
  if (entry == FunctionEntry::kMayHaveContext || (!overflow && entry != FunctionEntry::kNo)) {
    counters_.refused_no_frame++;
    return 0;
  }
  v8::Local<v8::Value> foreign = ForeignStop();
  v8::Local<v8::Context> context = context_.Get(isolate_);
  const v8::Context::Scope context_scope(context);
  v8::TryCatch try_catch(isolate_);
  const uint32_t id = ++last_capture_id_;
  v8::Local<v8::Value> args[] = {v8::Integer::New(isolate_, static_cast<int>(hook)),
                                 v8::Integer::NewFromUnsigned(isolate_, id), v8::Boolean::New(isolate_, overflow),
                                 foreign};
  v8::Local<v8::Value> answer;
  const bool captured =
      on_event_.Get(isolate_)->Call(context, v8::Undefined(isolate_), 4, args).ToLocal(&answer) && answer->IsTrue();
  if (try_catch.HasTerminated()) RequestTerminationAgain(isolate_);
  if (!captured) return 0;
  StoredCapture capture;
  capture.id = id;
  capture.hook = hook;
  capture.site = site;
  capture.uncaught_sequence = counters_.uncaught;
  capture.taken_at_ns = uv_hrtime();
  store_.Add(std::move(capture), values, {});
  return id;
}

v8::Local<v8::Value> ThrowHooks::ForeignStop() const {
  v8::Local<v8::Context> context = isolate_->GetCurrentContext();
  if (context.IsEmpty() || context == context_.Get(isolate_)) return v8::Undefined(isolate_);
  v8::Context::Scope context_scope(context);
  v8::TryCatch try_catch(isolate_);
  v8::ScriptCompiler::Source source(v8::String::NewFromUtf8Literal(isolate_, "debugger"));
  v8::Local<v8::Function> stop;
  if (!v8::ScriptCompiler::CompileFunction(context, &source).ToLocal(&stop)) return v8::Undefined(isolate_);
  v8::Local<v8::Value> pair[] = {v8::Object::New(isolate_, v8::Null(isolate_), nullptr, nullptr, 0), stop};
  return v8::Array::New(isolate_, pair, 2);
}

}  // namespace crash_collector
