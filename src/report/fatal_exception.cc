#include "report/fatal_exception.h"

#include <node.h>

#include <cstdlib>
#include <utility>

#include "base/internalized_string.h"
#include "report/stderr_line.h"
#include "walk/objects/data_property.h"

namespace crash_collector {

namespace {
thread_local FatalException* thread_fatal_exception = nullptr;

constexpr char kProperty[] = "_fatalException";

}  // namespace

FatalException::FatalException(v8::Isolate* isolate, v8::Local<v8::Object> process, v8::Local<v8::Function> on_report,
                               v8::Local<v8::Function> on_handled, v8::Local<v8::Function> on_exit,
                               v8::Local<v8::Function> on_unsettled)
    : isolate_(isolate),
      context_(isolate, isolate->GetCurrentContext()),
      process_(isolate, process),
      on_report_(isolate, on_report),
      on_handled_(isolate, on_handled),
      on_exit_(isolate, on_exit),
      on_unsettled_(isolate, on_unsettled),
      property_(isolate, InternalizedString(isolate, kProperty)),
      survived_(isolate, process),
      end_watch_(
          isolate, process, [this](bool unsettled) { OnEnd(unsettled); }, [this] { Call(on_unsettled_, 0, nullptr); },
          [this] { OnLate(); }) {}

void FatalException::SetExitLine(std::string line) {
  exit_line_ = std::move(line);
  // If a handler of the application throws, Node.js ends the process and calls nothing but the C library's exit()
  // (test/workarounds/handler-throws.js, Node.js 20 to 26). That happens on the thread that threw.
  static const int registered = std::atexit([] {
    if (thread_fatal_exception != nullptr) WriteStderrLine(std::exchange(thread_fatal_exception->exit_line_, ""));
  });
  (void)registered;
}

bool FatalException::Install() {
  v8::HandleScope scope(isolate_);
  v8::TryCatch try_catch(isolate_);
  v8::Local<v8::Context> context = context_.Get(isolate_);
  v8::Local<v8::Object> process = process_.Get(isolate_);
  v8::Local<v8::Value> original;
  v8::Local<v8::String> key = property_.Get(isolate_);
  if (!process->Get(context, key).ToLocal(&original) || !original->IsFunction()) return false;
  v8::Local<v8::Function> ours;
  if (!v8::Function::New(context, OnFatalException, {}, 2, v8::ConstructorBehavior::kThrow).ToLocal(&ours))
    return false;
  ours->SetName(InternalizedString(isolate_, "crashCollectorFatalException"));
  if (!process->Set(context, key, ours).FromMaybe(false)) return false;
  original_.Reset(isolate_, original.As<v8::Function>());
  ours_.Reset(isolate_, ours);
  thread_fatal_exception = this;
  node::AtExit(node::GetCurrentEnvironment(context), OnExit, this);
  return true;
}

FatalException::~FatalException() {
  // At the end of a worker, and at a natural end, Node.js deletes this object before it runs AtExit callbacks. Observed
  // on Node.js 20 to 26 (test/triggers/workers.test.js).
  WriteStderrLine(exit_line_);
  if (thread_fatal_exception == this) thread_fatal_exception = nullptr;
}

void FatalException::OnFatalException(const v8::FunctionCallbackInfo<v8::Value>& info) {
  FatalException* self = thread_fatal_exception;
  if (self == nullptr) return;
  v8::Isolate* isolate = info.GetIsolate();
  if (info[0]->IsSymbol() &&
      info[0]->StrictEquals(v8::Symbol::For(isolate, InternalizedString(isolate, "crash-collector.api")))) {
    if (!self->api_.IsEmpty()) info.GetReturnValue().Set(self->api_.Get(isolate));
    return;
  }
  const bool is_noted = self->NoteOrReport(info[0], info[1]);

  // While Node.js's own function runs, the property holds that function again, because V8 names a function in a stack
  // by the property that holds it when the stack is formatted (test/workarounds/function-named-by-property.js, Node.js
  // 20 to 26). If the application has put a function of its own around ours, as continuation-local-storage does, that
  // one stays.
  self->Replace(self->ours_, self->original_);
  v8::Local<v8::Value> args[] = {info[0], info[1]};
  v8::Local<v8::Value> handled;
  v8::TryCatch try_catch(isolate);
  const bool returned =
      self->original_.Get(isolate)
          ->Call(isolate->GetCurrentContext(), info.This(), info.Length() < 2 ? info.Length() : 2, args)
          .ToLocal(&handled);
  // worker.terminate() and process.exit() in a worker end JavaScript here.
  if (try_catch.HasTerminated()) return;
  if (!returned) {
    // A handler of the application has thrown: the process dies, and Node.js prints that exception. The property goes
    // on holding Node.js's own function, because the stack is formatted only when it is printed
    // (test/workarounds/function-named-by-property.js, Node.js 20 to 26).
    v8::Local<v8::Value> result[] = {v8::False(isolate)};
    self->Call(self->on_handled_, 1, result);
    try_catch.ReThrow();
    return;
  }
  self->Replace(self->original_, self->ours_);
  info.GetReturnValue().Set(handled);
  if (is_noted && handled->IsTrue()) return self->survived_.SetReturned(self->hooks_ ? self->hooks_() : nullptr);
  v8::Local<v8::Value> result[] = {handled};
  self->Call(self->on_handled_, 1, result);
}

void FatalException::NoteSurvived(uint64_t watch_ms, bool is_held, std::vector<v8::Local<v8::String>> cause_fields) {
  watch_ms_ = watch_ms;
  is_held_ = is_held;
  if (watch_ms == 0)
    survived_.Stop();
  else
    survived_.Begin(std::move(cause_fields));
}

// Returns true if the error was noted.
bool FatalException::NoteOrReport(v8::Local<v8::Value> error, v8::Local<v8::Value> from_promise) {
  const v8::HandleScope handles(isolate_);
  ThrowHooks* hooks = hooks_ ? hooks_() : nullptr;
  if (hooks != nullptr && from_promise->IsFalse() && survived_.MayNote(error)) {
    if (std::exchange(is_held_, false)) {
      v8::Local<v8::Value> late[] = {v8::True(isolate_)};
      Call(on_exit_, 1, late);
    }
    survived_.Note(error, *hooks);
    WatchEnd(watch_ms_);
    return true;
  }
  // What the report of the value reads: the handles last as long as the report.
  if (hooks != nullptr) hooks->store().HoldForReport(error);
  v8::Local<v8::Value> report[] = {error, from_promise};
  Call(on_report_, 2, report);
  return false;
}

void FatalException::Replace(const v8::Global<v8::Function>& from, const v8::Global<v8::Function>& to) {
  v8::TryCatch try_catch(isolate_);
  v8::Local<v8::Context> context = context_.Get(isolate_);
  v8::Local<v8::Object> process = process_.Get(isolate_);
  v8::Local<v8::String> key = property_.Get(isolate_);
  if (from != OwnDataProperty(context, process, key)) return;
  if (process->Set(context, key, to.Get(isolate_)).IsNothing()) return;
}

void FatalException::OnExit(void* data) {
  FatalException* self = thread_fatal_exception;
  if (self == nullptr || self != data) return;
  v8::HandleScope scope(self->isolate_);
  // At a natural end Node.js forbids JavaScript here, and the call has no effect. Observed on Node.js 20 to 26
  // (test/native/exit-lines.test.js).
  self->Call(self->on_exit_, 0, nullptr);
  WriteStderrLine(self->exit_line_);
  self->exit_line_.clear();
}

void FatalException::OnEnd(bool unsettled) {
  v8::Local<v8::Value> argv[] = {v8::False(isolate_), v8::Boolean::New(isolate_, unsettled)};
  Call(on_exit_, 2, argv);
}

void FatalException::OnLate() {
  const v8::HandleScope scope(isolate_);
  survived_.Forget();
  if (on_late_) on_late_();
  v8::Local<v8::Value> argv[] = {v8::True(isolate_)};
  Call(on_exit_, 1, argv);
}

void FatalException::Call(const v8::Global<v8::Function>& function, int argc, v8::Local<v8::Value> argv[]) {
  v8::TryCatch try_catch(isolate_);
  v8::Local<v8::Context> context = context_.Get(isolate_);
  v8::Context::Scope context_scope(context);
  v8::Local<v8::Value> ignored;
  if (!function.Get(isolate_)->Call(context, v8::Undefined(isolate_), argc, argv).ToLocal(&ignored)) return;
}

}  // namespace crash_collector
