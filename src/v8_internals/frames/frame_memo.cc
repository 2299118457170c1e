#include "v8_internals/frames/frame_memo.h"

#include <algorithm>

#include "base/thread_stack.h"
#include "v8_internals/debug_interface.h"
#include "v8_internals/frames/frame_layout.h"
#include "v8_internals/frames/tagged_words.h"

namespace crash_collector::v8_internals {

FrameMemo::FrameMemo(v8::Isolate* isolate) : isolate_(isolate) {
  isolate_->AddGCPrologueCallback(OnCollection, this, v8::kGCTypeMarkSweepCompact);
}

FrameMemo::~FrameMemo() { isolate_->RemoveGCPrologueCallback(OnCollection, this); }

void FrameMemo::OnCollection(v8::Isolate*, v8::GCType, v8::GCCallbackFlags, void* self) {
  static_cast<FrameMemo*>(self)->Forget();
}

void FrameMemo::Forget() {
  if (count_ == 0) return;
  std::fill(places_.begin(), places_.end(), Place());
  interpreters_ = {};
  count_ = 0;
  times_forgotten_++;
}

bool FrameMemo::IsInterpreter(uintptr_t pc) const {
  return std::find(interpreters_.begin(), interpreters_.end(), pc) != interpreters_.end();
}

FrameMemo::Place FrameMemo::KeyOf(const FrameChain& frame) const {
  Place key;
  key.pc = frame.pc();
  key.detail = frame.marker();
  if (key.detail != 0) return key;
  const int bytecode = KnownFrameLayout().bytecode;
  key.detail = frame.CallerMarker();
  if (!IsInterpreter(key.pc)) return key;
  key.bytecode = frame.Word(bytecode);
  // A small integer leaves the lower half free.
  key.detail |= frame.Word(bytecode - 1);
  return key;
}

FrameMemo::Place& FrameMemo::Find(const Place& key) {
  constexpr uintptr_t kFactor = 0x9e3779b97f4a7c15ull;
  const uintptr_t mixed = (key.pc ^ key.bytecode ^ key.detail * kFactor) * kFactor;
  for (size_t at = mixed >> (64 - kBits);; at = (at + 1) % places_.size()) {
    Place& place = places_[at];
    const bool is_same = place.pc == key.pc && place.bytecode == key.bytecode && place.detail == key.detail;
    if (place.kind == Kind::kNone || is_same) return place;
  }
}

const std::vector<PlainFrame>* FrameMemo::Walk() {
  const FrameLayout& layout = KnownFrameLayout();
  if (!is_usable_ || layout.next_exit == 0 || count_ == 0) return nullptr;
  frames_.clear();
  FrameChain frame(isolate_, layout, stack_begin_);
  while (frame.Next()) {
    const Place& place = Find(KeyOf(frame));
    if (place.kind == Kind::kPlain)
      frames_.push_back({frame.fp(), frame.sp(), place.position, place.is_constructor});
    else if (place.kind != Kind::kSkipped)
      return nullptr;
  }
  return frame.has_ended() ? &frames_ : nullptr;
}

std::optional<StackPlaces> FrameMemo::PlacesOf(size_t most, bool may_learn) {
  if (!is_usable_ || KnownFrameLayout().next_exit == 0) return std::nullopt;
  StackPlaces places;
  Walked walked = MixPlaces(most, &places);
  if (walked == Walked::kToNew && may_learn) {
    const DebugScope debug_scope(isolate_);
    std::vector<SeenFrame> seen;
    for (auto frames = StackFrames(isolate_); !frames->Done(); frames->Advance())
      seen.push_back(Seen(InspectorOf(KnownFrameLayout(), *frames)));
    Learn(seen);
    walked = is_usable_ ? MixPlaces(most, &places) : Walked::kToOther;
  }
  return walked == Walked::kAll ? std::optional(places) : std::nullopt;
}

FrameMemo::Walked FrameMemo::MixPlaces(size_t most, StackPlaces* places) {
  constexpr uint64_t kFactor = 0x9e3779b97f4a7c15ull;
  constexpr uint64_t kPrime = 0x100000001b3ull;
  if (count_ == 0) return Walked::kToNew;
  *places = {times_forgotten_, ~times_forgotten_};
  const auto mix = [places](uint64_t word) {
    places->first = (places->first ^ word) * kFactor;
    places->first ^= places->first >> 32;
    places->second = (places->second ^ word) * kPrime;
    places->second ^= places->second >> 29;
  };
  FrameChain frame(isolate_, KnownFrameLayout(), stack_begin_);
  for (size_t i = 0; i < most; i++) {
    if (!frame.Next()) return frame.has_ended() ? Walked::kAll : Walked::kToOther;
    const Place key = KeyOf(frame);
    const Kind kind = Find(key).kind;
    if (kind == Kind::kNone) return Walked::kToNew;
    if (kind == Kind::kOther) return Walked::kToOther;
    mix(key.pc);
    mix(key.bytecode);
    mix(key.detail);
  }
  return Walked::kAll;
}

// A function without a script is one of V8's own, and is never interpreted.
bool FrameMemo::HasNoScript(const FrameChain& frame) const {
  const uintptr_t function = frame.Word(-2);
  return IsObject(function) && LocalAt<v8::Value>(&function)->IsFunction() &&
         LocalAt<v8::Function>(&function)->ScriptId() == v8::UnboundScript::kNoScriptId;
}

FrameMemo::Place FrameMemo::PlaceOf(const FrameChain& frame, const SeenFrame* seen) {
  if (seen != nullptr && seen->is_interpreted && !IsInterpreter(frame.pc())) {
    const auto free = std::find(interpreters_.begin(), interpreters_.end(), 0);
    if (free != interpreters_.end()) *free = frame.pc();
  }
  Place place = KeyOf(frame);
  place.kind = Kind::kOther;
  if (seen == nullptr) {
    if (frame.marker() != 0 || IsInterpreter(frame.pc()) || HasNoScript(frame)) place.kind = Kind::kSkipped;
  } else if (!seen->is_optimized && seen->is_interpreted == IsInterpreter(frame.pc())) {
    place.kind = Kind::kPlain;
    place.position = seen->position;
    place.is_constructor = seen->is_constructor;
  } else if (seen->is_optimized && !seen->is_wasm) {
    place.kind = Kind::kOptimized;
  }
  return place;
}

// False if V8 says now something else than before.
bool FrameMemo::Remember(const Place& place) {
  if (count_ >= kMostPlaces) Forget();
  Place& known = Find(place);
  if (known.kind == Kind::kNone) {
    count_++;
    known = place;
  }
  return known.kind == place.kind && known.position == place.position && known.is_constructor == place.is_constructor;
}

SeenFrame FrameMemo::Seen(const FrameInspector& inspector) {
  const FrameLayout& layout = KnownFrameLayout();
  const auto* fp = reinterpret_cast<const uintptr_t*>(WordAt(inspector.frame, layout.frame_pointer));
  if (inspector.function == nullptr) return {fp, 0, true, false, false, true};
  using TypeMethod = int(const void*);
  const auto type = reinterpret_cast<TypeMethod*>(WordAt(reinterpret_cast<const void*>(WordAt(inspector.frame, 0)), 0));
  const bool is_interpreted = !inspector.is_optimized && type(inspector.frame) == layout.interpreted_type;
  return {fp, inspector.position, inspector.is_optimized, is_interpreted, inspector.is_constructor, false};
}

void FrameMemo::Learn(const std::vector<SeenFrame>& seen) {
  const FrameLayout& layout = KnownFrameLayout();
  if (!is_usable_ || layout.next_exit == 0) return;
  if (places_.empty()) {
    stack_begin_ = ThreadStackBegin();
    places_.resize(size_t{1} << kBits);
  }
  FrameChain frame(isolate_, layout, stack_begin_);
  auto next = seen.begin();
  bool is_as_before = true;
  while (frame.Next()) {
    const bool is_seen = next != seen.end() && next->fp == frame.fp();
    is_as_before = Remember(PlaceOf(frame, is_seen ? &*next : nullptr)) && is_as_before;
    // A frame of an optimised function is that of those, too, that the optimiser has made a part of it.
    while (next != seen.end() && next->fp == frame.fp()) ++next;
  }
  if (is_as_before && frame.has_ended() && next == seen.end()) return;
  Forget();
  is_usable_ = false;
}

}  // namespace crash_collector::v8_internals
