// Walks that go on with what earlier ones have met.
#include <utility>

#include "walk/graph_walk.h"
#include "walk/no_script.h"

namespace crash_collector {

MetObjects GraphWalk::TakeMet(bool copies) {
  MetObjects met;
  met.objects.resize(values_.table.size());
  for (uint32_t number = 1; number <= values_.table.size(); number++) {
    ObjectEntry& entry = values_.table.At(number);
    MetObjects::Object& object = met.objects[number - 1];
    object.depth = entry.depth;
    object.state = entry.state;
    object.flags = entry.flags;
    object.is_cut = entry.is_cut;
    if (copies)
      object.value.Reset(isolate_, entry.value);
    else
      object.value = std::move(entry.value);
    if (!object.value.IsEmpty()) object.value.SetWeak();
  }
  return met;
}

v8::Local<v8::Value> GraphWalk::ValueOf(const MetObjects::Object& object) {
  const bool was_left = object.state == ObjectState::kQueued;
  if (was_left) told_.Add(MissingReason::kObjectCount);
  v8::Local<v8::Value> value = object.value.Get(isolate_);
  if (value.IsEmpty() && (was_left || object.is_cut)) values_.missing.Add(MissingReason::kCollected);
  return value;
}

void GraphWalk::Resume(const MetObjects& met) {
  NoScript no_script(isolate_, &values_);
  for (const MetObjects::Object& object : met.objects) {
    const v8::HandleScope scope(isolate_);
    const bool was_left = object.state == ObjectState::kQueued;
    v8::Local<v8::Value> value = ValueOf(object);
    if (value.IsEmpty()) {
      values_.table.AddGone();
      continue;
    }
    if (value->IsSymbol()) {
      values_.NumberOf(value.As<v8::Symbol>());
      continue;
    }
    values_.SetDepth(object.depth, /*read_later=*/true);
    const uint32_t number = values_.Register(value.As<v8::Object>(), object.flags, was_left);
    if (number == 0) break;
    ObjectEntry& entry = values_.table.At(number);
    entry.read_later = true;
    if (!was_left) entry.state = object.state;
    if (object.is_cut) cut_.push_back(number);
  }
}

std::vector<uint32_t> GraphWalk::Join(const MetObjects& met, uint32_t capture) {
  NoScript no_script(isolate_, &values_);
  constexpr size_t kObjectsPerClockReading = 256;
  std::vector<uint32_t> numbers;
  for (const MetObjects::Object& object : met.objects) {
    if (numbers.size() % kObjectsPerClockReading == 0 && DeadlinePassed(numbers.size())) break;
    const v8::HandleScope scope(isolate_);
    const bool was_left = object.state == ObjectState::kQueued;
    v8::Local<v8::Value> value = ValueOf(object);
    if (value.IsEmpty()) {
      numbers.push_back(0);
      continue;
    }
    uint32_t number = NumberOf(value);
    const bool is_new = number == 0;
    values_.SetDepth(object.depth, /*read_later=*/true);
    if (value->IsSymbol()) {
      number = values_.NumberOf(value.As<v8::Symbol>());
    } else {
      number = values_.Register(value.As<v8::Object>(), object.flags, /*enqueue=*/false);
    }
    numbers.push_back(number);
    if (number == 0) continue;
    if (was_left) joined_left_.push_back(number);
    if (!is_new) continue;
    ObjectEntry& entry = values_.table.At(number);
    values_.other_ids.emplace_back(capture, static_cast<uint32_t>(numbers.size()));
    entry.other_id = static_cast<uint32_t>(values_.other_ids.size());
    if (value->IsSymbol()) continue;
    entry.read_later = true;
    if (!was_left) entry.state = object.state;
    if (entry.state == ObjectState::kReference && !was_left)
      told_.Add(values_.IsTooDeep(entry.depth) ? MissingReason::kDepth : MissingReason::kObjectCount);
    if (object.is_cut) joined_cut_.push_back(number);
  }
  return numbers;
}

void GraphWalk::EnqueueJoined() {
  NoScript no_script(isolate_, &values_);
  for (const uint32_t number : std::exchange(joined_cut_, {})) {
    if (stopped_ != MissingReason::kNone || DeadlinePassed(next_)) break;
    WriteRest(number);
  }
  for (const uint32_t number : std::exchange(joined_left_, {})) {
    const v8::HandleScope scope(isolate_);
    const ObjectEntry& entry = values_.table.At(number);
    values_.SetDepth(entry.depth, /*read_later=*/true);
    if (entry.state == ObjectState::kReference)
      values_.Register(ObjectAt(number).As<v8::Object>(), entry.flags, /*enqueue=*/true);
  }
}

}  // namespace crash_collector
