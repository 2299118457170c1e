#include "intrinsics.h"

#include "walk_tables.h"

namespace crash_collector {

Intrinsics::Intrinsics() = default;
Intrinsics::~Intrinsics() = default;

void Intrinsics::Add(v8::Isolate* isolate, v8::Local<v8::Object> object, std::string_view name, std::string_view class_name) {
  const int hash = object->GetIdentityHash();
  if (Find(object, hash) != 0) return;  // the first name counts
  if (name == "Error.prototype") error_prototype_.Reset(isolate, object);
  entries_.push_back({v8::Global<v8::Object>(isolate, object), std::string(name), std::string(class_name), false});
  by_hash_.emplace(hash, static_cast<uint32_t>(entries_.size()));
  if (!class_name.empty()) by_name_.emplace(name, static_cast<uint32_t>(entries_.size()));
}

void Intrinsics::AddOwn(v8::Isolate* isolate, v8::Local<v8::Object> object) {
  Add(isolate, object, "", "");
  entries_[Find(object, object->GetIdentityHash()) - 1].is_own = true;
}

void Intrinsics::AddShallow(v8::Isolate* isolate, v8::Local<v8::Object> prototype) {
  shallow_.emplace_back(isolate, prototype);
}

uint32_t Intrinsics::Find(v8::Local<v8::Object> object, int hash) const {
  const auto [first, last] = by_hash_.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    if (entries_[it->second - 1].object == object) return it->second;
  }
  return 0;
}

bool Intrinsics::IsShallow(v8::Local<v8::Object> prototype) const {
  for (const v8::Global<v8::Object>& each : shallow_) {
    if (each == prototype) return true;
  }
  return false;
}

v8::Local<v8::Object> Intrinsics::Get(v8::Isolate* isolate, std::string_view name) const {
  const auto found = by_name_.find(std::string(name));
  return found == by_name_.end() ? v8::Local<v8::Object>() : entries_[found->second - 1].object.Get(isolate);
}

}  // namespace crash_collector
