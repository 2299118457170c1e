#include "snapshot/values_at_hand.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/v8_compat.h"
#include "walk/objects/data_property.h"

namespace crash_collector {

namespace {

using v8_internals::ScopeType;

constexpr size_t kMostFrames = 6;
// A function closes over more scopes, but those further out belong to modules.
constexpr int kMostClosures = 2;
constexpr uint32_t kMostVariables = 60;
constexpr size_t kMostValues = 200;
// Most keys of one object of Node.js that are read; its functions are among the first.
constexpr uint32_t kMostKeys = 100;

class Collector {
 public:
  explicit Collector(v8::Isolate* isolate, std::vector<v8::Local<v8::Object>> values = {})
      : isolate_(isolate), context_(isolate->GetCurrentContext()), values_(std::move(values)) {}

  void AddFrame(const LiveFrame& frame) {
    Add(frame.receiver);
    int closures = 0;
    for (const auto& [type, scope] : frame.scopes) {
      if (IsOnStack(type) || (type == ScopeType::kClosure && closures++ < kMostClosures)) AddVariables(scope);
    }
  }

  void AddOwnVariables(const LiveFrame& frame) {
    for (const auto& [type, scope] : frame.scopes) {
      if (IsOnStack(type)) AddVariables(scope);
    }
  }

  // Adds the listeners of emitters among the values and, for a socket, those of the request that it is used for
  // (test/workarounds/emitter-fields.js, Node.js 20 to 26).
  void AddListeners() {
    const size_t direct = values_.size();
    for (size_t i = 0; i < direct; i++) {
      AddListenersOf(values_[i]);
      AddListenersOf(DataProperty(values_[i], "_httpMessage"));
    }
  }

  std::vector<v8::Local<v8::Object>> Take() { return std::move(values_); }

 private:
  static bool IsOnStack(ScopeType type) {
    return type == ScopeType::kLocal || type == ScopeType::kBlock || type == ScopeType::kCatch;
  }

  void AddVariables(v8::Local<v8::Object> scope) {
    ForEachProperty(scope, kMostVariables, [this](v8::Local<v8::Value> value) { Add(value); });
  }

  void Add(v8::Local<v8::Value> value) {
    if (value.IsEmpty() || !value->IsObject() || value->IsProxy() || values_.size() >= kMostValues) return;
    values_.push_back(value.As<v8::Object>());
  }

  // Empty if there is no such property, or an accessor.
  v8::Local<v8::Value> DataProperty(v8::Local<v8::Object> object, v8::Local<v8::Name> name) const {
    return HasInterceptor(object) ? v8::Local<v8::Value>() : OwnDataProperty(context_, object, name);
  }
  v8::Local<v8::Value> DataProperty(v8::Local<v8::Object> object, const char* name) const {
    v8::Local<v8::String> key;
    if (!v8::String::NewFromUtf8(isolate_, name, v8::NewStringType::kInternalized).ToLocal(&key)) return {};
    return DataProperty(object, key);
  }

  template <typename Use>
  void ForEachProperty(v8::Local<v8::Object> object, uint32_t most, Use use) const {
    v8::Local<v8::Array> keys;
    if (HasInterceptor(object) ||
        !object
             ->GetPropertyNames(context_, v8::KeyCollectionMode::kOwnOnly, v8::ALL_PROPERTIES,
                                v8::IndexFilter::kSkipIndices, v8::KeyConversionMode::kKeepNumbers)
             .ToLocal(&keys)) {
      return;
    }
    for (uint32_t i = 0; i < keys->Length() && i < most; i++) {
      v8::Local<v8::Value> key;
      if (!keys->Get(context_, i).ToLocal(&key) || !key->IsName()) continue;
      v8::Local<v8::Value> value = DataProperty(object, key.As<v8::Name>());
      if (!value.IsEmpty()) use(value);
    }
  }

  void AddListenersOf(v8::Local<v8::Value> emitter) {
    if (emitter.IsEmpty() || !emitter->IsObject() || emitter->IsProxy()) return;
    v8::Local<v8::Value> events = DataProperty(emitter.As<v8::Object>(), "_events");
    if (events.IsEmpty() || !events->IsObject() || events->IsProxy()) return;
    ForEachProperty(events.As<v8::Object>(), kMostKeys, [this](v8::Local<v8::Value> listeners) {
      if (!listeners->IsArray()) return AddListener(listeners);
      const auto list = listeners.As<v8::Array>();
      for (uint32_t i = 0; i < list->Length() && i < kMostKeys; i++) {
        v8::Local<v8::Value> listener;
        // Elements of a list of Node.js's own, which are no accessors.
        if (list->HasRealIndexedProperty(context_, i).FromMaybe(false) && list->Get(context_, i).ToLocal(&listener))
          AddListener(listener);
      }
    });
  }

  void AddListener(v8::Local<v8::Value> listener) {
    Add(listener);
    // The function that once() makes has the listener as `listener`, which is documented.
    if (listener->IsFunction() && !listener->IsProxy()) Add(DataProperty(listener.As<v8::Object>(), "listener"));
  }

  v8::Isolate* const isolate_;
  v8::Local<v8::Context> context_;
  std::vector<v8::Local<v8::Object>> values_;
};

}  // namespace

std::vector<v8::Local<v8::Object>> ValuesAtHand(v8::Isolate* isolate, const std::vector<LiveFrame>& frames) {
  Collector collector(isolate);
  for (size_t i = 0; i < std::min(frames.size(), kMostFrames); i++) collector.AddFrame(frames[i]);
  collector.AddListeners();
  return collector.Take();
}

std::vector<v8::Local<v8::Object>> WithListeners(v8::Isolate* isolate, std::vector<v8::Local<v8::Object>> objects) {
  Collector collector(isolate, std::move(objects));
  collector.AddListeners();
  return collector.Take();
}

v8::Local<v8::Object> ErrorAtHand(v8::Isolate* isolate, const std::vector<LiveFrame>& frames) {
  Collector collector(isolate);
  for (size_t i = 0; i < std::min(frames.size(), kMostFrames); i++) collector.AddOwnVariables(frames[i]);
  for (const v8::Local<v8::Object>& value : collector.Take()) {
    if (value->IsNativeError()) return value;
  }
  return {};
}

}  // namespace crash_collector
