#include "hooks/contexts/new_contexts.h"

#include <algorithm>
#include <utility>

#include "base/v8_compat.h"
#include "walk/objects/data_property.h"

namespace crash_collector {

namespace {

constexpr size_t kFewestToSweep = 64;

// The error's constructor, if no code has changed what leads to it; empty otherwise.
v8::Local<v8::Object> ConstructorOfNewError(v8::Isolate* isolate, v8::Local<v8::Context> context) {
  v8::Local<v8::Value> error = v8::Exception::Error(v8::String::Empty(isolate));
  if (!error->IsObject()) return {};
  v8::Local<v8::Value> prototype = PrototypeOf(error.As<v8::Object>());
  if (!prototype->IsObject() || prototype->IsProxy()) return {};
  v8::Local<v8::String> key = v8::String::NewFromUtf8Literal(isolate, "constructor", v8::NewStringType::kInternalized);
  v8::Local<v8::Value> constructor = OwnDataProperty(context, prototype.As<v8::Object>(), key);
  if (constructor.IsEmpty() || !constructor->IsFunction() || constructor->IsProxy()) return {};
  return constructor.As<v8::Object>();
}

}  // namespace

NewContexts::NewContexts(v8::Isolate* isolate, int flag, int usual)
    : isolate_(isolate), flag_(flag), usual_(usual), sweep_at_(kFewestToSweep) {}

bool NewContexts::Knows(v8::Local<v8::Context> context) {
  const auto found = std::find_if(known_.begin(), known_.end(),
                                  [&context](const v8::Global<v8::Context>& each) { return each == context; });
  if (found == known_.end()) return false;
  newest_.Reset(isolate_, context);
  newest_.SetWeak();
  return true;
}

void NewContexts::Add(v8::Local<v8::Context> context) {
  if (known_.size() >= sweep_at_) {
    known_.erase(std::remove_if(known_.begin(), known_.end(),
                                [](const v8::Global<v8::Context>& each) { return each.IsEmpty(); }),
                 known_.end());
    sweep_at_ = std::max(kFewestToSweep, 2 * known_.size());
  }
  v8::Global<v8::Context> kept(isolate_, context);
  kept.SetWeak();
  known_.push_back(std::move(kept));
  newest_.Reset(isolate_, context);
  newest_.SetWeak();
  SetLimit(context);
}

void NewContexts::SetLimit(v8::Local<v8::Context> context) {
  v8::Local<v8::Object> constructor = ConstructorOfNewError(isolate_, context);
  if (constructor.IsEmpty()) return;
  v8::Local<v8::String> key =
      v8::String::NewFromUtf8Literal(isolate_, "stackTraceLimit", v8::NewStringType::kInternalized);
  v8::Local<v8::Value> limit = OwnDataProperty(context, constructor, key);
  if (limit.IsEmpty() || !limit->IsInt32() || limit.As<v8::Int32>()->Value() != flag_) return;
  (void)constructor->CreateDataProperty(context, key, v8::Integer::New(isolate_, usual_)).FromMaybe(false);
}

}  // namespace crash_collector
