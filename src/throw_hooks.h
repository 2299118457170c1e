// Tells JavaScript when an exception comes into being, with the stack still whole: an Error is constructed, V8 finds that
// nobody will catch a throw, a promise is rejected and nobody listens. Costs nothing until then. Remembers what was
// captured, to recognise the value that the process reports in the end. docs/design.md, "The hooks".
//
// One instance per isolate, on the isolate's thread; installed and released with its Node.js environment.
#ifndef SRC_THROW_HOOKS_H_
#define SRC_THROW_HOOKS_H_

#include <v8.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <unordered_set>

#include "error_site.h"
#include "ration.h"

namespace crash_collector {

enum class Hook : int { kErrorCreated = 0, kUncaught = 1, kPromiseReject = 2 };

// How a reported value was recognised among the captures.
enum class MatchKind : int { kNone = 0, kIdentity = 1, kSite = 2, kSequence = 3 };

struct HookOptions {
  RationOptions ration;
  size_t kept = 32;                           // captures and rejections remembered
  uint64_t uncaught_unrationed = 5;           // throws that C++ may catch after all, before they are rationed too
  uintptr_t min_headroom_bytes = 100 * 1024;  // of stack, else no capture
  bool hook_errors = true;
  bool hook_uncaught = true;
  bool hook_rejections = true;
  // A hash of the application's functions that wait for the innermost frames, see awaiting_tasks.h; may be empty.
  std::function<uint64_t()> awaiting_site;
};

struct HookCounters {
  uint64_t errors = 0;
  uint64_t uncaught = 0;
  uint64_t rejections = 0;
  uint64_t captures = 0;
  uint64_t refused_site = 0;
  uint64_t refused_budget = 0;
  uint64_t refused_headroom = 0;
  uint64_t refused_no_frame = 0;
  uint64_t failed = 0;
  double capture_ms = 0;
  bool uncaught_works = false;  // V8 calls at uncaught throws
};

class ThrowHooks {
 public:
  // `on_event(hook, captureId, overflow, foreign)` is called with the stack of the event alive; true says that it captured.
  // It must not throw. `foreign`, else undefined, is `[anchor, stop]` of another context that is running: see ForeignStop.
  ThrowHooks(v8::Isolate* isolate, const HookOptions& options, v8::Local<v8::Function> on_event);
  ~ThrowHooks();
  ThrowHooks(const ThrowHooks&) = delete;
  ThrowHooks& operator=(const ThrowHooks&) = delete;

  void Install();
  // While suspended no hook does anything: a capture is under way, or the process is dying and has its dump.
  void Suspend(bool suspended) { suspended_ = suspended; }

  struct Match {
    uint32_t primary = 0;    // capture id, 0 for none
    uint32_t secondary = 0;  // a capture of the same error by another hook
    MatchKind kind = MatchKind::kNone;
    bool rationed = false;  // the value was seen, and no capture was due
  };
  // Finds the captures that belong to a value that the process reports. With `from_promise` a throw can't be meant.
  Match Find(v8::Local<v8::Value> reported, bool from_promise) const;

  // Whether this construction's capture is of the only error ever made at its site. Of two errors of one site nothing tells
  // which one a capture belongs to: V8 doesn't show the error while it makes it.
  bool IsOnlyOfSite(uint32_t capture_id) const;

  // The reasons of promises that were rejected in the last `max_age_ms` and are unhandled now, oldest first.
  v8::Local<v8::Array> PendingReasons(double max_age_ms) const;

  const HookCounters& counters() const { return counters_; }
  const Ration& ration() const { return ration_; }

 private:
  struct Capture {
    uint32_t id;
    Hook hook;
    ErrorSite site;
    uint64_t site_seen;
    uint64_t uncaught_sequence;
    mutable bool outnumbered = false;  // remembered, since places only ever get more errors
  };
  struct Rejection {
    v8::Global<v8::Value> promise;  // weak: we keep nothing alive
    v8::Global<v8::Value> reason;   // weak for objects
    uint32_t created = 0;           // capture of its Error's construction
    uint32_t rejected = 0;          // capture of the rejection
    double at_ms = 0;
  };

  static void OnUseCounter(v8::Isolate* isolate, v8::Isolate::UseCounterFeature feature);
  static bool OnUncaught(v8::Isolate* isolate);
  static void OnPromiseReject(v8::PromiseRejectMessage message);

  // V8 reads its abort flag at the first throw of the process: whether it was set by then can only be tried out.
  [[nodiscard]] bool TryUncaught();
  void ErrorCreated();
  // Of a site that was seen before. Node.js and packages make all errors of their promises at a few places, whoever waits for them:
  // there the functions that wait are part of the site.
  Verdict AskOfAwaiting(const ErrorSite& site, uint64_t* awaiting_site);
  void Uncaught();
  void Rejected(v8::PromiseRejectMessage message);
  void HandlerAdded(v8::Local<v8::Promise> promise);
  // Whether a capture finds enough stack before V8 throws a stack overflow.
  bool HasRoom() const;
  // Enters JavaScript and returns the id of the capture, 0 when there is none.
  uint32_t Call(Hook hook, const ErrorSite& site, uint64_t site_seen, bool overflow = false);
  // The inspector hands an object only to functions of its own context, so to read frames of a `vm` context takes an object and
  // a function with a `debugger` statement of that context.
  v8::Local<v8::Value> ForeignStop() const;
  bool IsOnlyOfSite(const Capture& capture) const;
  // Whether some place of the capture had one error and no more.
  bool MayBeOnlyOfPlace(const Capture& capture) const;
  const Rejection* FindRejection(v8::Local<v8::Value> reported, bool from_promise) const;
  const Capture* CreatedCapture(v8::Local<v8::Value> error) const;

  v8::Isolate* const isolate_;
  const HookOptions options_;
  v8::Global<v8::Context> context_;
  v8::Global<v8::Function> on_event_;
  Ration ration_;
  HookCounters counters_;
  ErrorPlaces places_;
  std::unordered_set<uint64_t> library_sites_;  // hashes of sites in libraries alone
  std::deque<Capture> captures_;
  std::deque<Rejection> rejections_;
  uint32_t last_capture_id_ = 0;
  bool suspended_ = false;
  bool tried_uncaught_ = false;
  bool can_read_limit_ = false;
  bool installed_ = false;
};

}  // namespace crash_collector

#endif  // SRC_THROW_HOOKS_H_
