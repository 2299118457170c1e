#include "walk/objects/object_table.h"

namespace crash_collector {

namespace {
// V8's identity hashes have 20 bits, and different objects may share one. Multiplying keeps the slots of neighbouring
// hashes apart.
size_t SlotOf(int hash, size_t slots) { return (static_cast<uint32_t>(hash) * 2654435769u) & (slots - 1); }
// The upper bits of those 20, because the lower ones say where the slot is.
uint32_t UpperBits(int hash) { return static_cast<uint32_t>(hash) >> 7; }
}  // namespace

uint32_t ObjectTable::Find(v8::Local<v8::Value> value, int hash) const {
  const Slot upper = UpperBits(hash) << kNumberBits;
  for (size_t at = SlotOf(hash, slots_.size()); slots_[at] != 0; at = (at + 1) & (slots_.size() - 1)) {
    const uint32_t number = NumberIn(slots_[at]);
    if (slots_[at] == (upper | number) && At(number).value == value) return number;
  }
  return 0;
}

uint32_t ObjectTable::Add(v8::Local<v8::Value> value, int hash) {
  if (size_ == chunks_.size() * kChunk) chunks_.push_back(std::make_unique<ObjectEntry[]>(kChunk));
  ObjectEntry& entry = At(++size_);
  entry.value.Reset(isolate_, value);
  entry.hash = hash;
  if (2 * size_t{size_} > slots_.size()) {
    slots_.assign(2 * slots_.size(), 0);
    for (uint32_t number = 1; number < size(); number++) {
      if (At(number).state != ObjectState::kGone) Put(At(number).hash, number);
    }
  }
  Put(hash, size());
  return size();
}

uint32_t ObjectTable::AddGone() {
  if (size_ == chunks_.size() * kChunk) chunks_.push_back(std::make_unique<ObjectEntry[]>(kChunk));
  At(++size_).state = ObjectState::kGone;
  return size_;
}

void ObjectTable::Clear() {
  for (uint32_t number = 1; number <= size_; number++) At(number) = ObjectEntry();
  if (chunks_.size() > kChunksKept) chunks_.resize(kChunksKept);
  size_ = 0;
  slots_.assign(kFirstSlots, 0);
}

void ObjectTable::Put(int hash, uint32_t number) {
  size_t at = SlotOf(hash, slots_.size());
  while (slots_[at] != 0) at = (at + 1) & (slots_.size() - 1);
  slots_[at] = UpperBits(hash) << kNumberBits | number;
}

}  // namespace crash_collector
