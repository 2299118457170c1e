#include "walk/records/shape_cache.h"

#include "base/v8_compat.h"

namespace crash_collector {

namespace {

// More properties than an object that began empty has room for in itself.
constexpr int kManyProperties = 12;

bool IsOrdinary(v8::Local<v8::Object> object) {
  using v8::internal::Internals;
  return Internals::GetInstanceType(TaggedOf(object)) == Internals::kJSObjectType;
}

bool IsPlain(v8::Local<v8::Object> object, ObjectKind kind) {
  if (kind == ObjectKind::kArray) return true;
  return kind == ObjectKind::kObject && IsOrdinary(object) && object->InternalFieldCount() == 0 &&
         !HasInterceptor(object);
}

}  // namespace

bool ShapeCache::Learn(v8::Local<v8::Context> context) {
  if (sizeof(uintptr_t) != 8) return false;
  v8::HandleScope scope(isolate_);
  v8::Local<v8::String> name = v8::String::NewFromUtf8Literal(isolate_, "name");
  v8::Local<v8::String> other = v8::String::NewFromUtf8Literal(isolate_, "other");
  v8::Local<v8::Value> value = v8::Undefined(isolate_);
  const auto make = [&](v8::Local<v8::String> key) {
    v8::Local<v8::Object> object = v8::Object::New(isolate_);
    return object->CreateDataProperty(context, key, value).FromMaybe(false) ? object : v8::Local<v8::Object>();
  };
  v8::Local<v8::Object> first = make(name);
  v8::Local<v8::Object> second = make(name);
  v8::Local<v8::Object> different = make(other);
  v8::Local<v8::Object> with_element = make(name);
  v8::Local<v8::Object> big = make(name);
  if (first.IsEmpty() || second.IsEmpty() || different.IsEmpty() || with_element.IsEmpty() || big.IsEmpty())
    return false;
  v8::Local<v8::Name> names[] = {name};
  v8::Local<v8::Value> values[] = {value};
  v8::Local<v8::Object> dictionary = v8::Object::New(isolate_, v8::Null(isolate_), names, values, 1);
  if (!with_element->CreateDataProperty(context, 0u, value).FromMaybe(false)) return false;
  for (int i = 0; i < kManyProperties; i++) {
    v8::Local<v8::String> key;
    if (!v8::Integer::New(isolate_, i)->ToString(context).ToLocal(&key)) return false;
    key = v8::String::Concat(isolate_, name, key);
    if (!big->CreateDataProperty(context, key, value).FromMaybe(false)) return false;
  }
  const auto is_bare = [](v8::Local<v8::Object> object) {
    const int hash = object->GetIdentityHash();
    return IsBare(TaggedOf(object), hash);
  };
  const auto map_of = [](v8::Local<v8::Object> object) { return WordOf(TaggedOf(object), 0); };
  const auto elements_of = [](v8::Local<v8::Object> object) { return WordOf(TaggedOf(object), 2); };
  if (!is_bare(first) || !is_bare(second) || !is_bare(different) || is_bare(dictionary) || is_bare(big)) return false;
  no_elements_ = elements_of(first);
  return IsOrdinary(first) && !IsOrdinary(v8::Array::New(isolate_)) && map_of(first) == map_of(second) &&
         map_of(first) != map_of(different) && map_of(first) != map_of(big) && IsObject(no_elements_) &&
         elements_of(second) == no_elements_ && elements_of(different) == no_elements_ &&
         elements_of(with_element) != no_elements_;
}

void ShapeCache::Add(v8::Local<v8::Context> context, v8::Local<v8::Object> object, int hash, ObjectKind kind,
                     uint32_t class_name) {
  if (!learnt_) {
    in_use_ = Learn(context);
    learnt_ = true;
  }
  if (!in_use_ || class_name == 0 || !IsPlain(object, kind) || !IsBare(TaggedOf(object), hash)) return;
  // An object with a toStringTag has a class name of its own.
  if (object->HasRealNamedProperty(context, v8::Symbol::GetToStringTag(isolate_)).FromMaybe(true)) return;
  const uintptr_t map = WordOf(TaggedOf(object), 0);
  for (size_t at = SlotOf(map), end = at + kProbes; at < end; at++) {
    Shape& shape = shapes_[at];
    if (!shape.example.IsEmpty()) {
      if (WordOf(TaggedOf(shape.example.Get(isolate_)), 0) == map) return;
      continue;
    }
    shape.example.Reset(isolate_, object);
    shape.kind = kind;
    shape.class_name = class_name;
    used_.push_back(at);
    return;
  }
}

void ShapeCache::Clear() {
  for (const size_t at : used_) shapes_[at] = Shape();
  used_.clear();
}

}  // namespace crash_collector
