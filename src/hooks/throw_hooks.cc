#include "hooks/throw_hooks.h"

#include <node.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/clock.h"
#include "base/v8_compat.h"
#include "hooks/hook_scopes.h"
#include "hooks/stack_limit.h"
#include "snapshot/error_sites.h"
#include "snapshot/stack_copies.h"
#include "v8_internals/debug_interface.h"
#include "walk/objects/intrinsics.h"

namespace crash_collector {

namespace {

// The hooks of this thread's isolate. V8's callbacks get nothing but the isolate, and a Node.js thread runs one
// isolate.
thread_local ThrowHooks* thread_hooks = nullptr;

// Number of newest values among which the thrown one is looked for. About a dozen handles are newer than it; V8 makes
// some more for each optimised function on the stack, while it looks for one that catches. Observed on Node.js 20 to 26
// (test/triggers/thrown-values.test.js).
constexpr size_t kThrownAmong = 256;

// True for V8's own Error, of any realm.
bool IsErrorConstructor(v8::Local<v8::Function> function) {
  return !function.IsEmpty() && function->ScriptId() == v8::UnboundScript::kNoScriptId &&
         function->GetName()->IsString() &&
         function->GetName().As<v8::String>()->StringEquals(
             v8::String::NewFromUtf8Literal(v8::Isolate::GetCurrent(), "Error"));
}

}  // namespace

ThrowHooks::ThrowHooks(v8::Isolate* isolate, const HookOptions& options, v8::Local<v8::Function> on_event)
    : isolate_(isolate),
      options_(options),
      context_(isolate, isolate->GetCurrentContext()),
      on_event_(isolate, on_event),
      identity_(isolate),
      new_contexts_(isolate, options.flag_stack_trace_limit, options.usual_stack_trace_limit),
      ration_(options.ration),
      assertions_(options.ration),
      looks_at_errors_(options.ration),
      looks_at_rejections_(options.ration),
      store_(isolate, options.store),
      copies_(std::make_unique<StackCopies>(isolate)),
      sites_(std::make_unique<ErrorSites>(isolate, copies_->memo())),
      turn_end_(isolate, [this](uint64_t turn) { return OnTurnEnd(turn); }) {
  sources_.isolate = isolate;
  sources_.texts = &texts_;
  sources_.copies = copies_.get();
}

void ThrowHooks::Install() {
  thread_hooks = this;
  installed_ = true;
  can_read_limit_ = CanReadStackLimit(isolate_);
  if (options_.hook_uncaught) isolate_->SetAbortOnUncaughtExceptionCallback(OnUncaught);
  {
    const Suspended suspended(&suspended_);
    why_no_identity_ = identity_.Prepare();
    why_not_native_ =
        options_.why_not_native.empty() ? v8_internals::PrepareDebugInterface(isolate_) : options_.why_not_native;
    if (!why_not_native_.empty()) ration_.FillUpForPauses();
  }
  if (options_.hook_errors) {
    isolate_->SetUseCounterCallback(OnUseCounter);
    isolate_->AddBeforeCallEnteredCallback(OnCall);
  }
  if (options_.hook_rejections) isolate_->SetPromiseRejectCallback(OnPromiseReject);
  if (options_.hook_uncaught) counters_.uncaught_works = TryUncaught();
}

// A runner of tests reports an error when the test has returned, and the variables must be there then.
void ThrowHooks::WatchAssertions() {
  constexpr size_t kMostHolding = 64;
  watches_assertions_ = true;
  assertions_.RaiseForReadingOnly();
  store_.HoldMore(kMostHolding);
}

bool ThrowHooks::OnTurnEnd(uint64_t turn) {
  handled_.clear();
  if (watches_assertions_) return false;
  const v8::HandleScope handles(isolate_);
  const v8::Context::Scope context_scope(context_.Get(isolate_));
  return store_.EndTurn(turn, HasPendingOf(turn));
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
  if (options_.hook_errors) {
    isolate_->SetUseCounterCallback(nullptr);
    isolate_->RemoveBeforeCallEnteredCallback(OnCall);
  }
  if (options_.hook_rejections) isolate_->SetPromiseRejectCallback(node::PromiseRejectCallback);
}

const std::string& ThrowHooks::why_no_copies() const { return copies_->problem(); }

void ThrowHooks::OnUseCounter(v8::Isolate* isolate, v8::Isolate::UseCounterFeature feature) {
  // V8 counts this at each construction of an Error if Error.stackTraceLimit of its realm differs from the flag
  // (`Isolate::GetStackTraceLimit` in https://github.com/nodejs/node/blob/0101e8b2c2/deps/v8/src/execution/isolate.cc).
  if (feature != v8::Isolate::kErrorStackTraceLimit) return;
  ThrowHooks* hooks = thread_hooks;
  if (hooks == nullptr || hooks->isolate_ != isolate || hooks->suspended_) return;
  hooks->ErrorCreated();
}

bool ThrowHooks::OnUncaught(v8::Isolate* isolate) {
  ThrowHooks* hooks = thread_hooks;
  if (hooks != nullptr && hooks->isolate_ == isolate) {
    if (hooks->suspended_) {
      // An exception inside a capture is not the application's, and must not abort the process.
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
  // If a worker is ended while Node.js's function for rejections runs, V8 of Node.js 20 lets the program run on with
  // the exception pending, and the next uncaught exception aborts the process, also without the collector
  // (test/workarounds/terminated-rejection.js, Node.js 20).
  if (isolate->IsExecutionTerminating()) RequestTerminationAgain(isolate);
}

// V8 calls this at each call from C++ into JavaScript, many times for a request of a service. A scope of handles is
// open then, in which V8 has the context of the call, so none is opened here (`ENTER_V8_HELPER_INTERNAL` in
// https://github.com/nodejs/node/blob/0101e8b2c2/deps/v8/src/api/api-macros.h).
void ThrowHooks::OnCall(v8::Isolate* isolate) {
  ThrowHooks* hooks = thread_hooks;
  if (hooks == nullptr || hooks->isolate_ != isolate || hooks->suspended_) return;
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  if (hooks->context_ == context || context.IsEmpty()) return;
  hooks->EnteredOtherContext(context);
}

void ThrowHooks::EnteredOtherContext(v8::Local<v8::Context> context) {
  if (identity_.HasPendingException()) return;
  const v8::HandleScope scope(isolate_);
  const Suspended suspended(&suspended_);
  new_contexts_.Entered(context);
}

// False for an object that is no error: Error.captureStackTrace() takes any object. Packages use it to get the stack of
// their caller, as express 4 does 27 times while it loads.
bool ThrowHooks::IsError(v8::Local<v8::Object> object) const {
  constexpr int kMostPrototypes = 16;
  if (object->IsNativeError()) return true;
  const Intrinsics* intrinsics = sources_.intrinsics == nullptr ? nullptr : sources_.intrinsics->get();
  if (intrinsics == nullptr) return false;
  const bool is_main_realm = isolate_->GetCurrentContext() == context_.Get(isolate_);
  v8::Local<v8::Value> holder = object;
  for (int i = 0; i < kMostPrototypes && holder->IsObject() && !holder->IsProxy(); i++) {
    if (i > 0 && intrinsics->IsErrorPrototype(holder.As<v8::Object>())) return true;
    if (!is_main_realm && IsErrorConstructor(ConstructorOf(isolate_, holder.As<v8::Object>()))) return true;
    holder = PrototypeOf(holder.As<v8::Object>());
  }
  return false;
}

void ThrowHooks::ErrorCreated() {
  counters_.errors++;
  // C++ of Node.js has thrown already and makes another error, as crypto.sign() does with a digest and an Ed25519 key
  // (test/workarounds/pending-exception.js, Node.js 20 to 24). A call into V8 now may lose the first exception.
  if (identity_.HasPendingException()) {
    counters_.refused_pending++;
    return;
  }
  const double now_ms = NowMs();
  v8::HandleScope scope(isolate_);
  // In a run of tests the next error may be that of an assertion, however many errors came before.
  SiteNow site(this, Hook::kErrorCreated);
  if (WillSurvive(&site) && !survived_.MayCopy(now_ms)) {
    counters_.refused_budget++;
    return;
  }
  const CopyDepth depth = watches_assertions_ ? CopyDepth::kWhole : DepthOf(&looks_at_errors_, now_ms, &site);
  if (depth == CopyDepth::kNone) return;
  v8::Local<v8::Object> error;
  if (why_no_identity_.empty()) error = identity_.ErrorUnderConstruction();
  if (error.IsEmpty()) {
    counters_.unidentified++;
    return;
  }
  if (!IsError(error)) {
    counters_.no_errors++;
    return;
  }
  Ration& ration = RationOf(error);
  const bool is_assertion = watches_assertions_ && &ration == &assertions_;
  if (watches_assertions_ && !is_assertion && test_errors_.IsExpected(isolate_)) {
    counters_.refused_budget++;
    return;
  }
  if (is_assertion && test_errors_.IsMadeByExpect(isolate_)) {
    made_by_expect_.Reset(isolate_, error);
    made_by_expect_.SetWeak();
    counters_.refused_budget++;
    return;
  }
  // If the constructor of a class calls Error.captureStackTrace(this) after super(), the first capture, which is among
  // the newest, shows the same.
  if (store_.FindLatest(Hook::kErrorCreated, error, SnapshotStore::kNewest) != nullptr) return;
  // Node.js's C++ has made the error for an asynchronous operation: no function of the application runs.
  if (site.get().frames == 0) {
    counters_.refused_no_frame++;
    return;
  }
  const bool may_read = depth == CopyDepth::kWhole && ration.MayRead(site.get().hash, Likelihood::kErrorCreated, now_ms,
                                                                     looks_at_errors_.crowded(now_ms));
  std::vector<v8::Local<v8::Value>> values = {error};
  // `.resolves` and `.rejects` make a second error for the test that calls them, and throw one of the two later.
  if (is_assertion && !made_by_expect_.IsEmpty()) values.push_back(made_by_expect_.Get(isolate_));
  made_by_expect_.Reset();
  (void)Capture(Hook::kErrorCreated, {may_read, depth}, site.get(), values, &ration);
}

ErrorSite ThrowHooks::SiteOf(Hook hook) {
  const v8::HandleScope scope(isolate_);
  return sites_->Current(static_cast<uint64_t>(hook), HasRoom() && copies_->IsReady());
}

bool ThrowHooks::WillSurvive(SiteNow* site) {
  if (watches_assertions_ || options_.ration.unlimited() || survived_.IsEmpty()) return false;
  if (!survived_.Has(site->get().hash) || sources_.is_heard == nullptr) return false;
  const v8::HandleScope scope(isolate_);
  return sources_.is_heard();
}

CopyDepth ThrowHooks::DepthOf(LookRation* looks, double now_ms, SiteNow* site) {
  if (looks->MayLook(now_ms)) return CopyDepth::kWhole;
  const CopyDepth depth = looks->DepthAt(site->get().hash, now_ms);
  if (depth == CopyDepth::kNone) counters_.not_looked_at++;
  return depth;
}

// The assertions of node:assert, chai, jest and ava throw errors whose classes have this word in their names. The class
// of Playwright Test has another name.
Ration& ThrowHooks::RationOf(v8::Local<v8::Object> error) {
  if (!watches_assertions_) return ration_;
  v8::Local<v8::Function> constructor = ConstructorOf(isolate_, error);
  if (constructor.IsEmpty()) return ration_;
  const v8::String::Utf8Value name(isolate_, constructor->GetName());
  const std::string_view text = *name == nullptr ? std::string_view() : std::string_view(*name, name.length());
  return text.find("AssertionError") != std::string_view::npos || text == "ExpectError" ? assertions_ : ration_;
}

void ThrowHooks::Uncaught() {
  counters_.uncaught++;
  // V8 asks also for what a promise hook throws, when that exception is pending already. A capture would lose it, and
  // V8 of Node.js 22 then ends the process (`Runtime_ReportMessageFromMicrotask` in
  // https://github.com/nodejs/node/blob/v22.22.2/deps/v8/src/runtime/runtime-internal.cc).
  if (identity_.HasPendingException()) {
    counters_.refused_pending++;
    return;
  }
  v8::HandleScope scope(isolate_);
  const std::vector<v8::Local<v8::Value>> thrown = identity_.NewestValues(kThrownAmong);
  const ErrorSite site = SiteOf(Hook::kUncaught);
  // V8 asks also for an exception that has left a microtask (`Isolate::CreateMessageOrAbort` in
  // https://github.com/nodejs/node/blob/0101e8b2c2/deps/v8/src/execution/isolate.cc). The exception is pending, its
  // stack is gone, and running JavaScript now would end the process.
  if (site.frames == 0 || IsRunnerOnTop(isolate_)) {
    counters_.refused_no_frame++;
    return;
  }
  // The copy that was made when the error was created shows the same.
  const auto has_copy = [&](v8::Local<v8::Value> value) {
    const StoredCapture* created =
        value->IsObject() ? store_.FindLatest(Hook::kErrorCreated, value, SnapshotStore::kNewest) : nullptr;
    return created != nullptr && created->snapshot == nullptr && created->site.SharesFunction(site);
  };
  // V8 calls this hook also for exceptions that C++ will catch (https://github.com/nodejs/node/issues/13258). The first
  // few are taken for uncaught; then they are rationed like all others.
  const double now_ms = NowMs();
  const bool may_read = ration_.MayRead(site.hash, Likelihood::kUncaught, now_ms, looks_at_errors_.crowded(now_ms)) ||
                        counters_.uncaught <= options_.uncaught_unrationed;
  if (!may_read && std::any_of(thrown.begin(), thrown.end(), has_copy)) return;
  (void)Capture(Hook::kUncaught, {may_read}, site, thrown, &ration_);
}

ThrowHooks::Match ThrowHooks::Find(v8::Local<v8::Value> reported, bool from_promise) const {
  const StoredCapture* created = nullptr;
  const StoredCapture* later = nullptr;
  MatchKind kind = MatchKind::kIdentity;
  if (reported->IsObject()) created = store_.FindLatest(Hook::kErrorCreated, reported);
  // A value that a handler of rejections throws again is shown where it was rejected.
  const Rejection* rejection = FindRejection(reported, from_promise);
  if (rejection != nullptr && rejection->rejected != 0) later = store_.Find(rejection->rejected);
  if (!from_promise && rejection == nullptr) {
    // V8 asks at each uncaught throw, so the last throw is the reported one, if the reported value was among its
    // values.
    later = counters_.uncaught == 0 ? nullptr : store_.FindUncaught(counters_.uncaught);
    const bool is_known = later != nullptr && later->BelongsTo(isolate_, reported);
    if (later != nullptr && !is_known && (reported->IsObject() || identity_.knows_handles())) later = nullptr;
    if (later != nullptr && !is_known) kind = MatchKind::kSequence;
  }
  if (later == nullptr && counters_.rejections != 0 && reported->IsObject())
    later = store_.FindLatest(Hook::kPromiseReject, reported);
  Match match;
  if (created == nullptr && from_promise && reported->IsObject()) {
    const StoredCapture* waiting = store_.FindWaiting(reported);
    if (waiting != nullptr) match.waiting = waiting->id;
  }
  if (created == nullptr && later == nullptr) return match;
  match.primary = created != nullptr ? created->id : later->id;
  match.secondary = created != nullptr && later != nullptr ? later->id : 0;
  match.kind = created != nullptr ? MatchKind::kIdentity : kind;
  return match;
}

void ThrowHooks::NoteSurvived(const Match& match) {
  const StoredCapture* capture = match.primary == 0 ? nullptr : store_.Find(match.primary);
  if (capture != nullptr) survived_.Note(capture->site.hash);
}

ThrowHooks::Match ThrowHooks::FindCause(v8::Local<v8::Value> cause) const {
  return cause->IsObject() ? Find(cause, true) : Match();
}

}  // namespace crash_collector
