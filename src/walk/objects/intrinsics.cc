#include "walk/objects/intrinsics.h"

#include "base/v8_compat.h"
#include "walk/objects/data_property.h"

namespace crash_collector {

void Intrinsics::Add(v8::Isolate* isolate, v8::Local<v8::Object> object, std::string_view name,
                     std::string_view class_name) {
  const int hash = object->GetIdentityHash();
  if (Find(object, hash) != 0) return;  // the first name counts
  if (name == "Error.prototype") error_prototype_.Reset(isolate, object);
  entries_.push_back({v8::Global<v8::Object>(isolate, object), std::string(name), std::string(class_name), false});
  by_hash_.emplace(hash, static_cast<uint32_t>(entries_.size()));
  entries_without_methods_ = entries_.size();
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

uint32_t Intrinsics::FindMethod(v8::Local<v8::Context> context, v8::Local<v8::Function> function, int hash) const {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  const v8::HandleScope scope(isolate);
  v8::Local<v8::Value> name = function->GetName();
  if (!name->IsString() || name.As<v8::String>()->Length() == 0) return 0;
  const auto key = name.As<v8::String>();
  for (size_t i = 0; i < entries_without_methods_; i++) {
    if (entries_[i].is_own || entries_[i].name == "globalThis") continue;
    v8::Local<v8::Object> object = entries_[i].object.Get(isolate);
    if (HasInterceptor(object) || OwnDataProperty(context, object, key) != function) continue;
    const v8::String::Utf8Value text(isolate, key);
    entries_.push_back({v8::Global<v8::Object>(isolate, function), entries_[i].name + "." + *text, "", false});
    by_hash_.emplace(hash, static_cast<uint32_t>(entries_.size()));
    return static_cast<uint32_t>(entries_.size());
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
