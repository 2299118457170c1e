#include "object_table.h"

namespace crash_collector {

uint32_t ObjectTable::Find(v8::Local<v8::Value> value, int hash) const {
  uint32_t number = slots_[static_cast<uint32_t>(hash) & (slots_.size() - 1)];
  while (number != 0) {
    const ObjectEntry& entry = entries_[number - 1];
    // V8's identity hashes have 20 bits: different objects share them.
    if (entry.hash == hash && entry.value == value) return number;
    number = entry.next;
  }
  return 0;
}

uint32_t ObjectTable::Add(v8::Local<v8::Value> value, int hash) {
  if (entries_.size() >= slots_.size()) Grow();
  ObjectEntry& entry = entries_.emplace_back();
  const uint32_t number = size();
  uint32_t& slot = slots_[static_cast<uint32_t>(hash) & (slots_.size() - 1)];
  entry.value.Reset(isolate_, value);
  entry.hash = hash;
  entry.next = slot;
  slot = number;
  return number;
}

void ObjectTable::Grow() {
  std::vector<uint32_t> slots(slots_.size() * 2);
  for (uint32_t number = 1; number <= size(); number++) {
    ObjectEntry& entry = entries_[number - 1];
    uint32_t& slot = slots[static_cast<uint32_t>(entry.hash) & (slots.size() - 1)];
    entry.next = slot;
    slot = number;
  }
  slots_.swap(slots);
}

}  // namespace crash_collector
