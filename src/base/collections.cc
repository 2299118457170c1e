#include "base/collections.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace crash_collector {

namespace {
constexpr int kFull = v8::kGCTypeMarkSweepCompact | v8::kGCTypeIncrementalMarking;
constexpr size_t kMuchLarge = size_t{1} << 20;
constexpr size_t kMuchExternal = size_t{8} << 20;
// V8 asks all its spaces for each number, and the other threads are soon done.
constexpr size_t kMostNotesBetween = 64;
}  // namespace

BeforeCollections::BeforeCollections(v8::Isolate* isolate, std::function<bool()> holds,
                                     std::function<void(Collection)> let_go)
    : isolate_(isolate), holds_(std::move(holds)), let_go_(std::move(let_go)) {
  for (; young_large_ < isolate->NumberOfHeapSpaces(); young_large_++) {
    v8::HeapSpaceStatistics space;
    if (isolate->GetHeapSpaceStatistics(&space, young_large_) &&
        std::strcmp(space.space_name(), "new_large_object_space") == 0) {
      break;
    }
  }
  isolate->AddGCPrologueCallback(OnBegin, this, v8::kGCTypeAll);
  isolate->AddGCEpilogueCallback(OnEnd, this, v8::kGCTypeAll);
}

BeforeCollections::~BeforeCollections() {
  isolate_->RemoveGCPrologueCallback(OnBegin, this);
  isolate_->RemoveGCEpilogueCallback(OnEnd, this);
}

void BeforeCollections::OnBegin(v8::Isolate* isolate, v8::GCType type, v8::GCCallbackFlags flags, void* self) {
  auto* collections = static_cast<BeforeCollections*>(self);
  if (!collections->holds_()) return;
  collections->NoteExternal();
  if ((type & kFull) != 0)
    collections->let_go_(Collection::kFull);
  else
    collections->let_go_(collections->IsMuchYoung() ? Collection::kMuchYoung : Collection::kYoung);
}

void BeforeCollections::OnEnd(v8::Isolate* isolate, v8::GCType type, v8::GCCallbackFlags flags, void* self) {
  auto* collections = static_cast<BeforeCollections*>(self);
  if (collections->holds_()) collections->NoteExternal();
}

void BeforeCollections::NoteBetween() {
  if (next_external_ == 0 || notes_between_ == kMostNotesBetween) return;
  notes_between_++;
  size_t& newest = external_[(next_external_ - 1) % external_.size()];
  newest = std::min(newest, ExternalBytes());
}

void BeforeCollections::NoteExternal() {
  external_now_ = ExternalBytes();
  external_[next_external_++ % external_.size()] = external_now_;
  notes_between_ = 0;
}

size_t BeforeCollections::ExternalBytes() const {
  v8::HeapStatistics heap;
  isolate_->GetHeapStatistics(&heap);
  return heap.external_memory();
}

bool BeforeCollections::IsMuchYoung() const {
  v8::HeapSpaceStatistics space;
  return (isolate_->GetHeapSpaceStatistics(&space, young_large_) && space.space_used_size() > kMuchLarge) ||
         external_now_ > *std::min_element(external_.begin(), external_.end()) + kMuchExternal;
}

}  // namespace crash_collector
