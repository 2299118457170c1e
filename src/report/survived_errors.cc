#include "report/survived_errors.h"

#include <uv.h>

#include <algorithm>

#include "base/internalized_string.h"
#include "base/v8_compat.h"
#include "walk/objects/data_property.h"

namespace crash_collector {

SurvivedErrors::SurvivedErrors(v8::Isolate* isolate, v8::Local<v8::Object> process)
    : isolate_(isolate),
      context_(isolate, isolate->GetCurrentContext()),
      process_(isolate, process),
      events_(isolate, InternalizedString(isolate, "_events")),
      event_(isolate, InternalizedString(isolate, "uncaughtException")) {}

void SurvivedErrors::Begin(std::vector<v8::Local<v8::String>> cause_fields) {
  is_on_ = true;
  if (!cause_fields_.empty()) return;
  for (v8::Local<v8::String> field : cause_fields) cause_fields_.emplace_back(isolate_, field);
}

bool SurvivedErrors::MayNote(v8::Local<v8::Value> error) const {
  return is_on_ && HasListener() && !(error->IsObject() && MayHaveCauses(error.As<v8::Object>()));
}

void SurvivedErrors::Note(v8::Local<v8::Value> error, const ThrowHooks& hooks) {
  newest_ = {hooks.Find(error, false), PositionOfError(isolate_, error), uv_hrtime(), false};
  value_.Reset(isolate_, error);
}

void SurvivedErrors::SetReturned(ThrowHooks* hooks) {
  newest_.returned = true;
  if (hooks != nullptr) hooks->NoteSurvived(newest_.match);
}

std::optional<SurvivedErrors::Noted> SurvivedErrors::Take(v8::Local<v8::Value>* value) {
  if (value_.IsEmpty()) return std::nullopt;
  *value = value_.Get(isolate_);
  value_.Reset();
  return newest_;
}

// EventEmitter keeps its listeners so (test/workarounds/emitter-fields.js, Node.js 20 to 26).
bool SurvivedErrors::HasListener() const {
  v8::Local<v8::Value> events = OwnValue(process_.Get(isolate_), events_);
  if (events.IsEmpty() || !events->IsObject() || events->IsProxy()) return false;
  v8::Local<v8::Value> listeners = OwnValue(events.As<v8::Object>(), event_);
  if (listeners.IsEmpty()) return false;
  return listeners->IsFunction() || (listeners->IsArray() && listeners.As<v8::Array>()->Length() > 0);
}

bool SurvivedErrors::MayHaveCauses(v8::Local<v8::Object> error) const {
  v8::Local<v8::Context> context = context_.Get(isolate_);
  for (v8::Local<v8::Value> holder = error; holder->IsObject(); holder = PrototypeOf(holder.As<v8::Object>())) {
    if (holder->IsProxy()) return true;
  }
  return std::any_of(cause_fields_.begin(), cause_fields_.end(), [&](const v8::Global<v8::String>& field) {
    return error->Has(context, field.Get(isolate_)).FromMaybe(true);
  });
}

v8::Local<v8::Value> SurvivedErrors::OwnValue(v8::Local<v8::Object> object, const v8::Global<v8::String>& key) const {
  return OwnDataProperty(context_.Get(isolate_), object, key.Get(isolate_));
}

}  // namespace crash_collector
