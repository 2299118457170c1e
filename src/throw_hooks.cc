#include "throw_hooks.h"

#include <node.h>

#include <algorithm>
#include <chrono>
#include <tuple>
#include <utility>
#include <vector>

#include "function_entry.h"
#include "stack_limit.h"
#include "thread_stack.h"

namespace crash_collector {

namespace {

// The isolate's hooks: V8's callbacks bring nothing but the isolate, and a Node.js thread runs one.
thread_local ThrowHooks* thread_hooks = nullptr;

// Bytes of stack that a capture is given when the application has used up its own, and what stays for the system below.
constexpr uintptr_t kCaptureStackBytes = 640 * 1024;
constexpr uintptr_t kMinCaptureStackBytes = 96 * 1024;
constexpr uintptr_t kStackReserveBytes = 48 * 1024;

constexpr size_t kMostLibrarySites = 1024;

double NowMs() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The running function's; empty when there is none.
v8::Local<v8::StackFrame> TopFrame(v8::Isolate* isolate) {
  v8::Local<v8::StackTrace> trace = v8::StackTrace::CurrentStackTrace(isolate, 1, v8::StackTrace::kDetailed);
  return trace->GetFrameCount() == 0 ? v8::Local<v8::StackFrame>() : trace->GetFrame(isolate, 0);
}

// Back from a pending exception to a request: V8 goes on with the application's error, which comes to Node.js, and that ends
// the process when it is refused JavaScript at once.
void RequestTerminationAgain(v8::Isolate* isolate) {
  isolate->CancelTerminateExecution();
  isolate->TerminateExecution();
}

// Marks the hooks as busy, so that what a capture does is not captured.
class Suspended {
 public:
  explicit Suspended(bool* flag) : flag_(flag) { *flag_ = true; }
  ~Suspended() { *flag_ = false; }
  Suspended(const Suspended&) = delete;
  Suspended& operator=(const Suspended&) = delete;

 private:
  bool* const flag_;
};

// Whether a rejection of the running function will probably stay unhandled. A function that was called by user code is
// mostly awaited by it in the next moment; one that was resumed, or called by Node.js, has nobody behind it.
Likelihood LikelihoodOfRejection(const ErrorSite& site) {
  return site.frames < 2 || site.positions[1].internal ? Likelihood::kLikelyFatal : Likelihood::kLikelyHandled;
}

}  // namespace

ThrowHooks::ThrowHooks(v8::Isolate* isolate, const HookOptions& options, v8::Local<v8::Function> on_event)
    : isolate_(isolate),
      options_(options),
      context_(isolate, isolate->GetCurrentContext()),
      on_event_(isolate, on_event),
      ration_(options.ration) {}

void ThrowHooks::Install() {
  thread_hooks = this;
  installed_ = true;
  can_read_limit_ = CanReadStackLimit(isolate_);
  if (options_.hook_uncaught) isolate_->SetAbortOnUncaughtExceptionCallback(OnUncaught);
  if (options_.hook_errors) isolate_->SetUseCounterCallback(OnUseCounter);
  if (options_.hook_rejections) isolate_->SetPromiseRejectCallback(OnPromiseReject);
  if (options_.hook_uncaught) counters_.uncaught_works = TryUncaught();
}

bool ThrowHooks::TryUncaught() {
  v8::HandleScope scope(isolate_);
  v8::Local<v8::Context> context = context_.Get(isolate_);
  v8::Local<v8::String> source = v8::String::NewFromUtf8Literal(isolate_, "throw 0");
  {
    v8::TryCatch try_catch(isolate_);
    v8::Local<v8::Script> script;
    v8::Local<v8::Value> ignored;
    const Suspended suspended(&suspended_);
    if (v8::Script::Compile(context, source).ToLocal(&script) && script->Run(context).ToLocal(&ignored)) return false;
  }
  return std::exchange(tried_uncaught_, false);
}

ThrowHooks::~ThrowHooks() {
  if (!installed_ || thread_hooks != this) return;
  thread_hooks = nullptr;
  if (options_.hook_uncaught) isolate_->SetAbortOnUncaughtExceptionCallback(node::ShouldAbortOnUncaughtException);
  if (options_.hook_errors) isolate_->SetUseCounterCallback(nullptr);
  if (options_.hook_rejections) isolate_->SetPromiseRejectCallback(node::PromiseRejectCallback);
}

void ThrowHooks::OnUseCounter(v8::Isolate* isolate, v8::Isolate::UseCounterFeature feature) {
  // V8 counts this at each construction of an Error whose realm's Error.stackTraceLimit is not the flag's.
  if (feature != v8::Isolate::kErrorStackTraceLimit) return;
  ThrowHooks* hooks = thread_hooks;
  if (hooks == nullptr || hooks->isolate_ != isolate || hooks->suspended_) return;
  hooks->ErrorCreated();
}

bool ThrowHooks::OnUncaught(v8::Isolate* isolate) {
  ThrowHooks* hooks = thread_hooks;
  if (hooks != nullptr && hooks->isolate_ == isolate) {
    if (hooks->suspended_) {
      // What a capture throws inside itself is none of the application's: it must not abort.
      hooks->tried_uncaught_ = true;
      return false;
    }
    hooks->Uncaught();
  }
  // The application's own --abort-on-uncaught-exception keeps working.
  return node::ShouldAbortOnUncaughtException(isolate);
}

void ThrowHooks::OnPromiseReject(v8::PromiseRejectMessage message) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  ThrowHooks* hooks = thread_hooks;
  if (hooks != nullptr && !hooks->suspended_) {
    if (message.GetEvent() == v8::kPromiseRejectWithNoHandler) hooks->Rejected(message);
    if (message.GetEvent() == v8::kPromiseHandlerAddedAfterReject) hooks->HandlerAdded(message.GetPromise());
  }
  node::PromiseRejectCallback(message);
  // Where worker.terminate() ends Node.js's function for rejections, V8 of Node.js 20 lets the program run on with the
  // exception pending, and aborts the process at the next uncaught exception. It does so without us, too.
  if (isolate->IsExecutionTerminating()) RequestTerminationAgain(isolate);
}

void ThrowHooks::ErrorCreated() {
  counters_.errors++;
  if (!HasRoom()) {
    counters_.refused_headroom++;
    return;
  }
  v8::HandleScope scope(isolate_);
  ErrorSite site = CurrentErrorSite(isolate_, 0);
  const uint64_t seen = ration_.Count(site.hash);
  places_.Add(site);
  // Made by Node.js's C++ on behalf of an asynchronous operation: there is nothing to pause in.
  if (site.frames == 0) {
    counters_.refused_no_frame++;
    return;
  }
  if (seen == 1 && options_.awaiting_site && library_sites_.size() < kMostLibrarySites && IsOfLibrariesAlone(isolate_)) {
    library_sites_.insert(site.hash);
  }
  Verdict verdict = ration_.Ask(site.hash, Likelihood::kErrorCreated, NowMs());
  uint64_t awaiting_site = 0;
  if (verdict == Verdict::kSiteSeen && library_sites_.count(site.hash) > 0) verdict = AskOfAwaiting(site, &awaiting_site);
  switch (verdict) {
    case Verdict::kSiteSeen: counters_.refused_site++; return;
    case Verdict::kNoBudget: counters_.refused_budget++; return;
    case Verdict::kCapture: break;
  }
  // Then the running function has no context yet, which a debugger would ask for: its text is being compiled, or its frame finds no room.
  v8::Local<v8::StackFrame> top = TopFrame(isolate_);
  if (top.IsEmpty() || EntryOf(isolate_, top) != FunctionEntry::kNo) {
    ration_.Spend(site.hash, 0, true);
    counters_.refused_no_frame++;
    return;
  }
  ration_.Spend(awaiting_site, 0, Call(Hook::kErrorCreated, site, seen) != 0);
}

Verdict ThrowHooks::AskOfAwaiting(const ErrorSite& site, uint64_t* awaiting_site) {
  const double before = NowMs();
  if (!ration_.MayLook(before)) return Verdict::kSiteSeen;
  const uint64_t awaiting = options_.awaiting_site();
  const double after = NowMs();
  ration_.Spend(site.hash, after - before, false);
  if (awaiting == 0) return Verdict::kSiteSeen;
  *awaiting_site = awaiting ^ site.hash;
  ration_.Count(*awaiting_site);
  return ration_.Ask(*awaiting_site, Likelihood::kErrorCreated, after);
}

void ThrowHooks::Uncaught() {
  counters_.uncaught++;
  v8::HandleScope scope(isolate_);
  ErrorSite site = CurrentErrorSite(isolate_, static_cast<uint64_t>(Hook::kUncaught));
  v8::Local<v8::StackFrame> top;
  if (site.frames > 0) top = TopFrame(isolate_);
  // Called for an exception that is pending already (it came out of a microtask): the stack is gone, and to run
  // JavaScript now would be fatal.
  if (top.IsEmpty() || IsRunnerFrame(isolate_, top)) {
    counters_.refused_no_frame++;
    return;
  }
  const uint64_t seen = ration_.Count(site.hash);
  // C++ that catches makes this hook lie: the first few are believed, then they are rationed like all others.
  if (counters_.uncaught > options_.uncaught_unrationed) {
    const Verdict verdict = ration_.Ask(site.hash, Likelihood::kLikelyFatal, NowMs());
    if (verdict != Verdict::kCapture) {
      (verdict == Verdict::kSiteSeen ? counters_.refused_site : counters_.refused_budget)++;
      return;
    }
  }
  const bool has_room = HasRoom();
  // With room on the stack it is the end of a worker or a timeout that stops the program there.
  const FunctionEntry entry = EntryOf(isolate_, top);
  if (entry == FunctionEntry::kMayHaveContext || (has_room && entry != FunctionEntry::kNo)) {
    counters_.refused_no_frame++;
    return;
  }
  if (has_room) {
    (void)Call(Hook::kUncaught, site, seen);
    return;
  }
  const uintptr_t end = ThreadStackEnd();
  const uintptr_t here = StackPointer();
  const uintptr_t room = end != 0 && here > end + kStackReserveBytes ? here - end - kStackReserveBytes : 0;
  if (!can_read_limit_ || room < kMinCaptureStackBytes) {
    counters_.refused_headroom++;
    return;
  }
  LoweredStackLimit lowered(isolate_, std::min(room, kCaptureStackBytes));
  (void)Call(Hook::kUncaught, site, seen, true);
}

void ThrowHooks::Rejected(v8::PromiseRejectMessage message) {
  counters_.rejections++;
  v8::HandleScope scope(isolate_);
  v8::Local<v8::Value> reason = message.GetValue();
  if (reason.IsEmpty()) reason = v8::Undefined(isolate_);

  Rejection rejection;
  rejection.promise.Reset(isolate_, message.GetPromise());
  rejection.promise.SetWeak();
  rejection.reason.Reset(isolate_, reason);
  if (reason->IsObject()) rejection.reason.SetWeak();
  rejection.at_ms = NowMs();

  if (HasRoom()) {
    const Capture* created = CreatedCapture(reason);
    if (created != nullptr) rejection.created = created->id;
    const SiteDetail detail = created == nullptr ? SiteDetail::kCaller : SiteDetail::kAll;
    ErrorSite site = CurrentErrorSite(isolate_, static_cast<uint64_t>(Hook::kPromiseReject), detail);
    // When the capture of the construction shows this very stack, a second one would say the same; when the error was
    // made earlier, or a function that awaited it is rejected in turn, it shows what the first one could not.
    const bool covered = created != nullptr && created->site.SharesFunction(site);
    if (site.frames == 0) {
      counters_.refused_no_frame++;
    } else if (!covered) {
      const uint64_t seen = ration_.Count(site.hash);
      const Verdict verdict = ration_.Ask(site.hash, LikelihoodOfRejection(site), NowMs());
      if (verdict == Verdict::kCapture) {
        rejection.rejected = Call(Hook::kPromiseReject, site, seen);
      } else {
        (verdict == Verdict::kSiteSeen ? counters_.refused_site : counters_.refused_budget)++;
      }
    }
  } else {
    counters_.refused_headroom++;
  }
  rejections_.push_back(std::move(rejection));
  if (rejections_.size() > options_.kept) rejections_.pop_front();
}

void ThrowHooks::HandlerAdded(v8::Local<v8::Promise> promise) {
  const auto found = std::find_if(rejections_.begin(), rejections_.end(),
                                  [&promise](const Rejection& entry) { return entry.promise == promise; });
  if (found != rejections_.end()) rejections_.erase(found);
}

bool ThrowHooks::HasRoom() const {
  const uintptr_t end = can_read_limit_ ? ReadStackLimit(isolate_) : ThreadStackEnd();
  const uintptr_t here = StackPointer();
  return end != 0 && here > end && here - end >= options_.min_headroom_bytes;
}

uint32_t ThrowHooks::Call(Hook hook, const ErrorSite& site, uint64_t site_seen, bool overflow) {
  if (isolate_->IsExecutionTerminating()) return 0;  // worker.terminate(): no JavaScript runs any more
  Suspended suspended(&suspended_);
  // V8 forbids JavaScript while it makes the error of a stack overflow, which is also what it throws with room on the stack: where a
  // call has too many arguments, a regular expression goes back too far, a source is nested too deeply.
  v8::Isolate::AllowJavascriptExecutionScope allow(isolate_);
  v8::Local<v8::Value> foreign = ForeignStop();
  v8::Local<v8::Context> context = context_.Get(isolate_);
  v8::Context::Scope context_scope(context);
  v8::TryCatch try_catch(isolate_);
  const uint32_t id = ++last_capture_id_;
  v8::Local<v8::Value> args[] = {v8::Integer::New(isolate_, static_cast<int>(hook)), v8::Integer::NewFromUnsigned(isolate_, id),
                                 v8::Boolean::New(isolate_, overflow), foreign};
  const double before = NowMs();
  v8::Local<v8::Value> answer;
  const bool captured =
      on_event_.Get(isolate_)->Call(context, v8::Undefined(isolate_), 4, args).ToLocal(&answer) && answer->IsTrue();
  if (try_catch.HasTerminated()) {
    // No `finally` has run: the debugger is on, for one.
    isolate_->CancelTerminateExecution();
    v8::Local<v8::Value> nothing;
    std::ignore = on_event_.Get(isolate_)->Call(context, v8::Undefined(isolate_), 0, nullptr).ToLocal(&nothing);
    RequestTerminationAgain(isolate_);
  }
  const double took = NowMs() - before;
  counters_.capture_ms += took;
  ration_.Spend(site.hash, took, captured);
  if (!captured) {
    counters_.failed++;
    return 0;
  }
  counters_.captures++;
  captures_.push_back({id, hook, CurrentErrorSite(isolate_, 0, SiteDetail::kAll), site_seen, counters_.uncaught});
  captures_.back().site.hash = site.hash;
  if (captures_.size() > options_.kept) captures_.pop_front();
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

v8::Local<v8::Array> ThrowHooks::PendingReasons(double max_age_ms) const {
  const double now_ms = NowMs();
  std::vector<v8::Local<v8::Value>> reasons;
  for (const Rejection& entry : rejections_) {
    if (entry.reason.IsEmpty() || entry.promise.IsEmpty() || now_ms - entry.at_ms > max_age_ms) continue;
    reasons.push_back(entry.reason.Get(isolate_));
  }
  return v8::Array::New(isolate_, reasons.data(), reasons.size());
}

}  // namespace crash_collector
