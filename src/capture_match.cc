// Which captures belong to a value that the process reports. docs/design.md, "Which error a capture belongs to".
#include <algorithm>

#include "throw_hooks.h"

namespace crash_collector {

const ThrowHooks::Capture* ThrowHooks::CreatedCapture(v8::Local<v8::Value> error) const {
  // V8 makes a message to tell where an error was made: not for handled errors while no capture could be of one.
  if (std::none_of(captures_.rbegin(), captures_.rend(),
                   [this](const Capture& capture) { return MayBeOnlyOfPlace(capture); })) {
    return nullptr;
  }
  const SourcePosition position = PositionOfError(isolate_, error);
  if (position.line == 0) return nullptr;
  for (auto capture = captures_.rbegin(); capture != captures_.rend(); ++capture) {
    if (capture->hook == Hook::kErrorCreated && capture->site.Contains(position)) {
      return places_.Count(position) == 1 ? &*capture : nullptr;
    }
  }
  return nullptr;
}

bool ThrowHooks::MayBeOnlyOfPlace(const Capture& capture) const {
  if (capture.hook != Hook::kErrorCreated || capture.outnumbered) return false;
  capture.outnumbered = !places_.HasLoneError(capture.site);
  return !capture.outnumbered;
}

const ThrowHooks::Rejection* ThrowHooks::FindRejection(v8::Local<v8::Value> reported, bool from_promise) const {
  const Rejection* found = nullptr;
  for (const Rejection& entry : rejections_) {
    if (entry.reason.IsEmpty() || !reported->SameValue(entry.reason.Get(isolate_))) continue;
    if (reported->IsObject()) return &entry;
    // Several promises may have been rejected with equal primitives. Nothing tells which of those that are alive is reported.
    if (!from_promise || entry.promise.IsEmpty()) continue;
    if (found != nullptr) return nullptr;
    found = &entry;
  }
  return found;
}

ThrowHooks::Match ThrowHooks::Find(v8::Local<v8::Value> reported, bool from_promise) const {
  Match match;
  const Rejection* rejection = FindRejection(reported, from_promise);
  if (rejection != nullptr) {
    match.primary = rejection->created != 0 ? rejection->created : rejection->rejected;
    match.secondary = rejection->created != 0 ? rejection->rejected : 0;
    match.kind = match.primary != 0 ? MatchKind::kIdentity : MatchKind::kNone;
    match.rationed = match.primary == 0;
    return match;
  }
  const Capture* created = CreatedCapture(reported);
  if (!from_promise) {
    // V8 calls at each uncaught throw, so the last one is what is being reported.
    const auto thrown = std::find_if(captures_.rbegin(), captures_.rend(), [this](const Capture& capture) {
      return capture.hook == Hook::kUncaught && capture.uncaught_sequence == counters_.uncaught;
    });
    if (thrown != captures_.rend()) {
      match.primary = thrown->id;
      match.kind = MatchKind::kSequence;
      if (created != nullptr) match.secondary = created->id;
      return match;
    }
  }
  if (created != nullptr) {
    match.primary = created->id;
    match.kind = MatchKind::kSite;
  }
  match.rationed = match.primary == 0 && counters_.refused_site + counters_.refused_budget > 0;
  return match;
}

bool ThrowHooks::IsOnlyOfSite(uint32_t capture_id) const {
  const auto found = std::find_if(captures_.begin(), captures_.end(),
                                  [capture_id](const Capture& capture) { return capture.id == capture_id; });
  return found != captures_.end() && found->hook == Hook::kErrorCreated && IsOnlyOfSite(*found);
}

bool ThrowHooks::IsOnlyOfSite(const Capture& capture) const {
  return capture.site_seen == 1 && ration_.Seen(capture.site.hash) == 1;
}

}  // namespace crash_collector
