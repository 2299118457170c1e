// The part of ThrowHooks that looks at promises which are rejected while nobody listens.
#include <algorithm>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "hooks/throw_hooks.h"

namespace crash_collector {

namespace {

// Guesses if a rejection of the running function will stay unhandled. If code of the application has called the
// function, it mostly awaits it in the next moment. If the function was resumed, or called by Node.js, it has no such
// caller.
Likelihood LikelihoodOfRejection(const ErrorSite& site) {
  return site.frames < 2 || site.positions[1].internal ? Likelihood::kLikelyFatal : Likelihood::kLikelyHandled;
}

}  // namespace

void ThrowHooks::Rejected(v8::PromiseRejectMessage message) {
  counters_.rejections++;
  v8::HandleScope scope(isolate_);
  v8::Local<v8::Value> reason = message.GetValue();
  if (reason.IsEmpty()) reason = v8::Undefined(isolate_);

  Rejection rejection;
  rejection.promise.Reset(isolate_, message.GetPromise());
  rejection.promise.SetWeak();
  rejection.reason.Reset(isolate_, reason);
  if (IsHeldWeakly(reason)) rejection.reason.SetWeak();
  const double now_ms = rejection.at_ms = NowMs();
  rejection.turn = turn_end_.current();

  SiteNow site(this, Hook::kPromiseReject);
  const bool is_pending = identity_.HasPendingException();
  // Errors that a listener survives come by the thousand, and most are made where they are rejected.
  const bool will_survive = !is_pending && WillSurvive(&site);
  const size_t among = will_survive ? SnapshotStore::kNewest : SIZE_MAX;
  const StoredCapture* created =
      !is_pending && reason->IsObject() ? store_.FindLatest(Hook::kErrorCreated, reason, among) : nullptr;
  if (is_pending) {
    counters_.refused_pending++;
  } else if (will_survive && created == nullptr && !survived_.MayCopy(now_ms)) {
    counters_.refused_budget++;
  } else if (const CopyDepth depth = DepthOf(&looks_at_rejections_, now_ms, &site); depth != CopyDepth::kNone) {
    const ErrorSite& place = site.get();
    rejection.places = {created == nullptr ? place.hash : created->site.hash, place.hash};
    // If the capture of the construction shows this very stack, a second one would say the same. If the error was made
    // earlier, or a function that awaited it is rejected in turn, a second one shows what the first could not.
    if (place.frames == 0) {
      counters_.refused_no_frame++;
      rejection.rejected = CapturedInTurn(reason);
    } else if (watches_assertions_ && test_errors_.IsExpected(isolate_)) {
      counters_.refused_budget++;
    } else if (created == nullptr || !created->site.SharesFunction(place)) {
      const bool may_read = depth == CopyDepth::kWhole && ration_.MayRead(place.hash, LikelihoodOfRejection(place),
                                                                          now_ms, looks_at_rejections_.crowded(now_ms));
      rejection.rejected = Capture(Hook::kPromiseReject, {may_read, depth}, place, {reason}, &ration_);
    }
  }
  if (notifies_) Notify();
  rejections_.push_back(std::move(rejection));
  if (rejections_.size() <= options_.kept_rejections) return;
  const Rejection& oldest = rejections_.front();
  // It got no handler, so Node.js has reported it.
  const bool is_survived = oldest.turn < turn_end_.current();
  for (const uint64_t place : oldest.places) {
    if (is_survived && place != 0) survived_.Note(place);
  }
  rejections_.pop_front();
}

void ThrowHooks::HandlerAdded(v8::Local<v8::Promise> promise) {
  counters_.handled_later++;
  const auto found = std::find_if(rejections_.begin(), rejections_.end(),
                                  [&promise](const Rejection& entry) { return entry.promise == promise; });
  if (found == rejections_.end()) return;
  const v8::HandleScope scope(isolate_);
  constexpr size_t kMostHandled = 8;
  const StoredCapture* capture = store_.Find(found->rejected);
  const bool is_of_this_turn = capture != nullptr && capture->turn == turn_end_.current();
  if (is_of_this_turn && !found->reason.IsEmpty() && !found->reason.Get(isolate_)->IsObject())
    handled_.push_back(std::move(*found));
  if (handled_.size() > kMostHandled) handled_.pop_front();
  rejections_.erase(found);
}

// An async function that ends with `return inner()` has left the stack when its own promise is rejected, in the same
// microtasks as that of inner(), which got its handler only then.
uint32_t ThrowHooks::CapturedInTurn(v8::Local<v8::Value> reason) const {
  uint32_t id = 0;
  for (const Rejection& entry : handled_) {
    if (entry.reason.IsEmpty() || !reason->SameValue(entry.reason.Get(isolate_))) continue;
    if (store_.Find(entry.rejected) == nullptr || entry.rejected == id) continue;
    if (id != 0) return 0;  // it may be another throw of an equal value
    id = entry.rejected;
  }
  return id;
}

const ThrowHooks::Rejection* ThrowHooks::FindRejection(v8::Local<v8::Value> reported, bool from_promise) const {
  const Rejection* found = nullptr;
  for (const Rejection& entry : rejections_) {
    if (entry.reason.IsEmpty() || !reported->SameValue(entry.reason.Get(isolate_))) continue;
    if (reported->IsObject()) return &entry;
    // Several promises may have been rejected with equal primitives. If more than one is alive, the reported one is not
    // known.
    if (!from_promise || entry.promise.IsEmpty()) continue;
    if (found != nullptr) return nullptr;
    found = &entry;
  }
  return found;
}

bool ThrowHooks::HasPendingOf(uint64_t turn) const {
  return std::any_of(rejections_.begin(), rejections_.end(),
                     [turn](const Rejection& entry) { return entry.turn == turn && !entry.promise.IsEmpty(); });
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
