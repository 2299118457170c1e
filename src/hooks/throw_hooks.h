// The hooks, which V8 calls when an exception is created and the stack is still whole: an Error is constructed, V8
// finds that no JavaScript will catch a throw, or a promise without a handler is rejected. They decide whether to
// capture, and keep captures by the object that they belong to. Until V8 calls one they cost nothing. See "The hooks"
// in docs/development/design.md.
//
// One instance per isolate, on the isolate's thread; installed and released with its Node.js environment.
#ifndef SRC_HOOKS_THROW_HOOKS_H_
#define SRC_HOOKS_THROW_HOOKS_H_

#include <v8.h>

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hooks/contexts/new_contexts.h"
#include "hooks/ration.h"
#include "hooks/test_errors.h"
#include "hooks/turn_end.h"
#include "snapshot/capture_limits.h"
#include "snapshot/capture_stack.h"
#include "snapshot/error_site.h"
#include "snapshot/function_texts.h"
#include "snapshot/snapshot_store.h"
#include "v8_internals/error_identity.h"

namespace crash_collector {

class ErrorSites;

// How a reported value was recognised among the captures: by its identity, or, for a primitive, as the last throw that
// V8 asked about.
enum class MatchKind : int { kNone = 0, kIdentity = 1, kSequence = 2 };

struct HookOptions {
  RationOptions ration;
  StoreLimits store;
  size_t kept_rejections = 32;
  uint64_t uncaught_unrationed = 5;           // uncaught throws that are not rationed yet; C++ may catch them after all
  uintptr_t min_headroom_bytes = 100 * 1024;  // of stack that a capture needs; else the limit is lowered for it
  bool hook_errors = true;
  bool hook_uncaught = true;
  bool hook_rejections = true;
  int flag_stack_trace_limit = 0;   // the value of V8's flag, with which a `vm` context begins
  int usual_stack_trace_limit = 0;  // the value that such a context has without the collector
  std::string
      why_not_native;  // a reason to read the stack by a pause of V8's debugger, even if it can be read natively
};

// Limits of captures, by their purpose.
struct HookLimits {
  CaptureLimits at_throw;     // of an error that may be handled, if it is read at once
  CaptureLimits full;         // of a throw that no JavaScript will catch
  CaptureLimits interrupted;  // of a program that is to go on
};

struct HookCounters {
  uint64_t errors = 0;
  uint64_t uncaught = 0;
  uint64_t rejections = 0;
  uint64_t handled_later = 0;  // rejections that got a handler afterwards, as by an `await`
  uint64_t captures = 0;
  uint64_t copies = 0;  // of these, those of which nothing was read
  uint64_t not_looked_at = 0;
  uint64_t unidentified = 0;
  uint64_t no_errors = 0;  // Error.captureStackTrace() of other objects
  uint64_t refused_budget = 0;
  uint64_t refused_headroom = 0;
  uint64_t refused_no_frame = 0;
  uint64_t refused_pending = 0;  // C++ had thrown and not returned yet
  uint64_t failed = 0;
  double capture_ms = 0;
  double copy_ms = 0;           // of these, for copies
  bool uncaught_works = false;  // V8 calls the hook at uncaught throws
};

class ThrowHooks {
 public:
  // `on_event(hook, captureId, overflow, foreign)` is called if the stack cannot be read natively, while the stack of
  // the event is alive. It returns true if it has captured, and must not throw. `foreign` is the answer of
  // ForeignStop().
  ThrowHooks(v8::Isolate* isolate, const HookOptions& options, v8::Local<v8::Function> on_event);
  ~ThrowHooks();
  ThrowHooks(const ThrowHooks&) = delete;
  ThrowHooks& operator=(const ThrowHooks&) = delete;

  // Call this while V8 counts kErrorStackTraceLimit.
  void Install();
  // While this flag is set no hook does anything: the collector is at work, and the errors are its own.
  bool* suspended() { return &suspended_; }

  // Sets how much captures read.
  void SetLimits(const HookLimits& limits) { limits_ = limits; }
  // If set, `on_event` is also called with a negative hook, for each rejection and for each native capture of a throw.
  void SetNotifies(bool notifies) { notifies_ = notifies; }
  // From now on errors of assertions have a ration of their own. Tests provoke many other errors on purpose, and these
  // must not use up what the assertion that fails a test needs.
  void WatchAssertions();
  CaptureSources& sources() { return sources_; }

  struct Match {
    uint32_t primary = 0;    // capture id, 0 for none
    uint32_t secondary = 0;  // a capture of the same error by another hook
    // The capture of another error, while functions waited to which the value came afterwards: a library has made its
    // own value of that error. Only if there is no capture of the value's construction.
    uint32_t waiting = 0;
    MatchKind kind = MatchKind::kNone;
  };
  // Finds the captures that belong to a value that the process reports. With `from_promise` it was a rejection, not a
  // throw.
  Match Find(v8::Local<v8::Value> reported, bool from_promise) const;
  // The process has survived the value with these captures.
  void NoteSurvived(const Match& match);
  // Finds the captures of the cause of a reported error: of its construction, and of a rejection.
  Match FindCause(v8::Local<v8::Value> cause) const;

  // The capture with that id; if it is a copy, reads it first. Null if there is none, or if it cannot be read any more.
  // Needs a HandleScope and a context.
  const StoredCapture* Read(uint32_t id);

  // Captures the stack of the caller without the collector's own frames, for capture() or another trigger that no error
  // belongs to. Returns the id of the capture; 0 if the stack cannot be read natively.
  uint32_t CaptureNow(Hook hook);

  // The same with these limits, for a dump of another thread. The capture is not kept. Needs a HandleScope, and a stack
  // that can be read natively.
  TakenSnapshot CaptureApart(const CaptureLimits& limits);

  struct ExitCapture {
    uint32_t id = 0;               // 0 if the stack cannot be read natively
    v8::Local<v8::Object> caught;  // empty if there is none
  };
  // The same where process.exit() was called. `caught`: the error that was captured last, in the last `max_age_ms`, of
  // those that the innermost functions, and those that wait for them, have as variables; or else an error among their
  // own variables.
  ExitCapture CaptureExit(double max_age_ms);

  // Captures these suspended functions, when nothing is left in the event loop and so no stack. They become the
  // `awaiting` frames of the capture. 0 if the stack cannot be read natively.
  uint32_t CaptureSuspended(const std::vector<v8::Local<v8::Object>>& tasks);

  // The reasons of promises that were rejected in the last `max_age_ms` and are unhandled now, oldest first.
  v8::Local<v8::Array> PendingReasons(double max_age_ms) const;

  const HookCounters& counters() const { return counters_; }
  const Ration& ration() const { return ration_; }
  SnapshotStore& store() { return store_; }
  FunctionTexts* texts() { return &texts_; }
  // Why the stack is read by a pause of the debugger; empty if it is read natively.
  const std::string& why_not_native() const { return why_not_native_; }
  // Why stacks are not copied; empty if they are, or if there was no need to know.
  const std::string& why_no_copies() const;
  // Why errors cannot be identified while they are constructed; empty if they can.
  const std::string& why_no_identity() const { return why_no_identity_; }

 private:
  struct Rejection {
    v8::Global<v8::Value> promise;  // weak, to keep nothing alive
    v8::Global<v8::Value> reason;   // weak if IsHeldWeakly()
    uint32_t rejected = 0;          // capture of the rejection
    // Of the construction and of the rejection.
    std::array<uint64_t, 2> places{};
    double at_ms = 0;
    uint64_t turn = 0;
  };

  static void OnUseCounter(v8::Isolate* isolate, v8::Isolate::UseCounterFeature feature);
  static bool OnUncaught(v8::Isolate* isolate);
  static void OnPromiseReject(v8::PromiseRejectMessage message);
  static void OnCall(v8::Isolate* isolate);
  void EnteredOtherContext(v8::Local<v8::Context> context);
  bool OnTurnEnd(uint64_t turn);
  // True if a promise was rejected in that turn and nobody has listened since.
  bool HasPendingOf(uint64_t turn) const;

  // Throws, and returns true if V8 calls the hook for it. V8 reads its abort flag at the first throw of the process
  // (test/workarounds/abort-flag-read-once.js, Node.js 20 to 26), and nothing but a trial shows that it was set by
  // then.
  [[nodiscard]] bool TryUncaught();
  void ErrorCreated();
  void Uncaught();
  void Rejected(v8::PromiseRejectMessage message);
  void HandlerAdded(v8::Local<v8::Promise> promise);
  // The site of the error that comes now. It is looked for once, and only if something needs it.
  class SiteNow {
   public:
    SiteNow(ThrowHooks* hooks, Hook hook) : hooks_(hooks), hook_(hook) {}
    const ErrorSite& get() {
      if (!site_) site_ = hooks_->SiteOf(hook_);
      return *site_;
    }

   private:
    ThrowHooks* const hooks_;
    const Hook hook_;
    std::optional<ErrorSite> site_;
  };
  // What is copied of an error that comes now.
  CopyDepth DepthOf(LookRation* looks, double now_ms, SiteNow* site);
  bool IsError(v8::Local<v8::Object> object) const;
  Ration& RationOf(v8::Local<v8::Object> error);
  // Leaves no handles: the error that is being constructed is looked for among the newest ones.
  ErrorSite SiteOf(Hook hook);
  // True if a listener will survive the error, as it has survived others of its place.
  bool WillSurvive(SiteNow* site);

  // Returns the id of the capture, 0 if there is none. `values`: the values that it belongs to; `ration` is charged.
  // `may_read`: the ration lets the stack be read at once. Otherwise it is copied.
  struct Way {
    bool may_read = false;
    CopyDepth depth = CopyDepth::kWhole;
  };
  uint32_t Capture(Hook hook, Way way, const ErrorSite& site, const std::vector<v8::Local<v8::Value>>& values,
                   Ration* ration);
  uint32_t CaptureWithRoom(Hook hook, Way way, const ErrorSite& site, const std::vector<v8::Local<v8::Value>>& values,
                           Ration* ration, bool overflow);
  uint32_t CaptureByCopy(Hook hook, CopyDepth depth, const ErrorSite& site,
                         const std::vector<v8::Local<v8::Value>>& values, bool overflow);
  // True if an error that is not read at once can be copied.
  bool CanCopy();
  void Notify();
  TakenSnapshot TakeSnapshot(const CaptureSources& sources, Hook hook, const CaptureLimits& limits);
  TakenSnapshot CaptureNatively(Hook hook, const CaptureLimits& limits, const ErrorSite& site,
                                const std::vector<v8::Local<v8::Value>>& values) {
    return CaptureFrom(sources_, hook, limits, site, values);
  }
  TakenSnapshot CaptureFrom(const CaptureSources& sources, Hook hook, const CaptureLimits& limits,
                            const ErrorSite& site, const std::vector<v8::Local<v8::Value>>& values);
  uint32_t CaptureByPause(Hook hook, const ErrorSite& site, const std::vector<v8::Local<v8::Value>>& values,
                          bool overflow);
  // True if a capture finds enough stack before V8 throws a stack overflow.
  bool HasRoom() const;
  // `[anchor, stop]`: an object of the running `vm` context, and a function of that context with a `debugger`
  // statement. Undefined in the main context. Frames of a `vm` context cannot be read without these two, because the
  // inspector hands an object only to functions of its own context (test/workarounds/foreign-context-argument.js,
  // Node.js 20 to 26).
  v8::Local<v8::Value> ForeignStop() const;
  // The capture of a promise that was rejected with the same primitive in this turn, and then got a handler.
  uint32_t CapturedInTurn(v8::Local<v8::Value> reason) const;
  const Rejection* FindRejection(v8::Local<v8::Value> reported, bool from_promise) const;

  v8::Isolate* const isolate_;
  const HookOptions options_;
  v8::Global<v8::Context> context_;
  v8::Global<v8::Function> on_event_;
  v8_internals::ErrorIdentity identity_;
  NewContexts new_contexts_;
  std::string why_not_native_ = "not installed";
  std::string why_no_identity_ = "not installed";
  CaptureSources sources_;
  FunctionTexts texts_;
  HookLimits limits_;
  Ration ration_;
  Ration assertions_;
  TestErrors test_errors_;
  v8::Global<v8::Object> made_by_expect_;  // weak: the newest error that jest's `expect()` has made
  LookRation looks_at_errors_;
  LookRation looks_at_rejections_;
  SnapshotStore store_;
  const std::unique_ptr<StackCopies> copies_;
  const std::unique_ptr<ErrorSites> sites_;
  SurvivedPlaces survived_;
  TurnEnd turn_end_;
  HookCounters counters_;
  std::deque<Rejection> rejections_;
  std::deque<Rejection> handled_;  // of primitives that were captured in this turn, and got a handler afterwards
  uint32_t last_capture_id_ = 0;
  bool suspended_ = false;
  bool tried_uncaught_ = false;
  bool can_read_limit_ = false;
  bool installed_ = false;
  bool notifies_ = false;
  bool watches_assertions_ = false;
};

// The constructor that the prototype of an error names; empty if reading it would run code. `error` must not be a
// Proxy.
v8::Local<v8::Function> ConstructorOf(v8::Isolate* isolate, v8::Local<v8::Object> error);

}  // namespace crash_collector

#endif  // SRC_HOOKS_THROW_HOOKS_H_
