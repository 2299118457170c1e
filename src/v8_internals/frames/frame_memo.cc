#include "v8_internals/frames/frame_memo.h"

#include <algorithm>

#include "base/thread_stack.h"
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
