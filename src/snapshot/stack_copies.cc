#include "snapshot/stack_copies.h"

#include <utility>
#include <vector>

#include "snapshot/frame_reader.h"
#include "snapshot/values_at_hand.h"
#include "v8_internals/debug_interface.h"
#include "v8_internals/frames/frame_trial.h"

namespace crash_collector {

namespace {
// Objects of so many innermost functions lead to functions that wait.
constexpr size_t kInnermost = 6;
}  // namespace

bool StackCopies::CanCopy(v8::Local<v8::Context> context) {
  if (v8_internals::IsDebuggerActive(isolate_)) return false;
  if (!is_tried_) {
    is_tried_ = true;
    const v8::Context::Scope context_scope(context);
    v8_internals::FrameTrial trial = v8_internals::TryFrameCopies(isolate_);
    problem_ = std::move(trial.problem);
    if (problem_.empty()) generator_.Reset(isolate_, trial.generator);
    restored_ = trial.restored;
  }
  return problem_.empty();
}

bool Searches::IsDue(uint64_t place) {
  // A program that makes places without end (generated code) must not make the table grow without end.
  if (places_.size() >= kMostPlaces) places_.clear();
  const uint32_t errors = places_[place]++;
  return errors < kInVain || errors % (errors < kSeldomFrom ? kOneOf : kOneOfMany) == 0;
}

AwaitingTasks StackCopies::FindAwaiting(const CaptureSources& sources, const v8_internals::StackCopier& copier,
                                        uint64_t place) {
  const SearchForAwaiting& search = sources.awaiting;
  AwaitingTasks found = search(copier.ObjectsOfInnermost(kInnermost, false), SearchReach::kNear);
  // Code that no function waits for directly may lead there by what it closes over, or by an event.
  if (found.certain != 0 || !far_searches_.IsDue(place)) return found;
  found = search(WithListeners(isolate_, copier.ObjectsOfInnermost(kInnermost, true)), SearchReach::kFar);
  if (!found.tasks.empty()) far_searches_.Found(place);
  return found;
}

v8::Local<v8::Array> StackCopies::Copy(const CaptureSources& sources, const CaptureLimits& limits, uint64_t place,
                                       bool is_brief) {
  const v8_internals::DebugScope debug_scope(isolate_);
  v8::Local<v8::Array> stores;
  if (!is_brief && sources.async_stores != nullptr && !limits.frames.overflow &&
      !v8_internals::IsStoppingAtCalls(isolate_))
    stores = sources.async_stores();
  v8_internals::StackCopier copier(isolate_, &memo_);
  // Constructors of the error are left out when the copy is read.
  copier.CopyStack({limits.frames.most_first + kMostConstructors, limits.frames.most_last});
  if (limits.waiting && sources.awaiting != nullptr && !limits.frames.overflow) {
    AddSuspended(is_brief ? sources.awaiting({}, SearchReach::kNear) : FindAwaiting(sources, copier, place), &copier);
  }
  return copier.Finish(stores);
}

v8::Local<v8::Array> StackCopies::CopySuspended(const AwaitingTasks& tasks) {
  v8_internals::StackCopier copier(isolate_, &memo_);
  AddSuspended(tasks, &copier);
  return copier.Finish({});
}

void StackCopies::AddSuspended(const AwaitingTasks& tasks, v8_internals::StackCopier* copier) const {
  for (size_t i = 0; i < tasks.tasks.size(); i++) {
    if (tasks.functions[i]->IsFunction())
      copier->CopySuspended(tasks.tasks[i], tasks.awaited[i], i < tasks.certain, restored_);
  }
}

TakenSnapshot StackCopies::Read(const CaptureSources& sources, uint32_t id, int hook, const CaptureLimits& limits,
                                v8::Local<v8::Array> copy, v8::Local<v8::Object> gone) const {
  if (!IsReady()) return {};
  return CaptureCopy(sources, id, hook, limits, {copy, generator(), gone});
}

}  // namespace crash_collector
