// The JavaScript bindings of the graph walk: `snapshot(options)` makes a walker for one capture, and `setIntrinsics`
// names the objects that every program has.
#include <napi.h>
#include <v8.h>

#include <chrono>
#include <cstdlib>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/addon.h"
#include "bindings/graph_limits_binding.h"
#include "bindings/napi_v8.h"
#include "bindings/plain_object.h"
#include "bindings/text_to_buffer.h"
#include "hooks/throw_hooks.h"
#include "redaction/redactor.h"
#include "snapshot/closure_scopes.h"
#include "snapshot/details_writer.h"
#include "snapshot/same_objects.h"
#include "snapshot/snapshot_store.h"
#include "v8_internals/debug_interface.h"
#include "walk/graph_walk.h"
#include "walk/objects/intrinsics.h"
#include "walk/objects/missing_counts.h"

namespace crash_collector {

namespace {

// Writers are used again, because for each finalizer Node.js puts an immediate of its own into the application's event
// loop (https://github.com/nodejs/node/pull/42651).
constexpr size_t kMostIdle = 4;

class GraphWriter : public Napi::ObjectWrap<GraphWriter> {
 public:
  static Napi::Function Define(Napi::Env env) {
    return DefineClass(
        env, "GraphWriter",
        {InstanceMethod<&GraphWriter::Details>("details"),
         InstanceMethod<&GraphWriter::SuspendedScopes>("suspendedScopes"), InstanceMethod<&GraphWriter::Value>("value"),
         InstanceMethod<&GraphWriter::Variables>("variables"), InstanceMethod<&GraphWriter::Walk>("walk"),
         InstanceMethod<&GraphWriter::Limit>("limit"), InstanceMethod<&GraphWriter::Take>("take"),
         InstanceMethod<&GraphWriter::Unite>("unite"), InstanceMethod<&GraphWriter::Renamed>("renamed"),
         InstanceMethod<&GraphWriter::List<GraphWalk::Unfinished::kPrivateProperties>>("classInstances"),
         InstanceMethod<&GraphWriter::List<GraphWalk::Unfinished::kScopes>>("functions"),
         InstanceMethod<&GraphWriter::List<GraphWalk::Unfinished::kInternalProperties>>("unfinished")});
  }

  explicit GraphWriter(const Napi::CallbackInfo& info) : Napi::ObjectWrap<GraphWriter>(info) {}

  void Begin(const Napi::CallbackInfo& info) {
    const Napi::Object options = info[0].IsObject() ? info[0].As<Napi::Object>() : NewPlainObject(info.Env());
    const GraphLimits limits = GraphLimitsFrom(options);
    const Napi::Value prefix = OwnProperty(options, "idPrefix");
    id_prefix_ = prefix.IsString() ? prefix.As<Napi::String>().Utf8Value() : "";
    Addon* addon = info.Env().GetInstanceData<Addon>();
    const StoredCapture* capture = CaptureOf(addon, OwnProperty(options, "continues"));
    continued_ = capture == nullptr ? 0 : capture->id;
    same_objects_.reset();
    joined_.clear();
    if (capture != nullptr) id_prefix_ = std::to_string(capture->id) + ".";
    redactor_ = addon->redactor != nullptr && addon->redactor->enabled() ? addon->redactor : nullptr;
    intrinsics_ = addon->intrinsics;
    walk_ =
        std::make_unique<GraphWalk>(v8::Isolate::GetCurrent(), limits, intrinsics_.get(), redactor_.get(), id_prefix_);
    scopes_ = std::make_unique<ClosureScopes>(v8::Isolate::GetCurrent(), walk_.get(), id_prefix_ + "s");
    if (capture != nullptr) walk_->Resume(capture->snapshot->met);
  }

 private:
  // Null if there is no capture with this id, or if it has no snapshot.
  static const StoredCapture* CaptureOf(const Addon* addon, const Napi::Value& id) {
    if (addon->throw_hooks == nullptr || !id.IsNumber()) return nullptr;
    const StoredCapture* capture = addon->throw_hooks->store().Find(id.As<Napi::Number>().Uint32Value());
    return capture == nullptr || capture->snapshot == nullptr ? nullptr : capture;
  }

  static bool ReadsNatively(const Napi::CallbackInfo& info) {
    const ThrowHooks* hooks = info.Env().GetInstanceData<Addon>()->throw_hooks.get();
    return hooks != nullptr && hooks->why_not_native().empty();
  }

  bool IsTaken(const Napi::CallbackInfo& info) const {
    if (walk_ == nullptr) Napi::Error::New(info.Env(), "the walk was taken").ThrowAsJavaScriptException();
    return walk_ == nullptr;
  }

  // value(value, holderId?, name?, isContent?) -> JSON
  Napi::Value Value(const Napi::CallbackInfo& info) {
    if (IsTaken(info)) return info.Env().Undefined();
    const std::string name = info[2].IsString() ? info[2].As<Napi::String>().Utf8Value() : "";
    return Napi::String::New(info.Env(), walk_->Value(ToV8(info[0]), NumberOf(info[1]), name, ToV8(info[3])->IsTrue()));
  }

  // variables(scopeObject, holderId?) -> { json, missing }
  Napi::Value Variables(const Napi::CallbackInfo& info) {
    if (IsTaken(info)) return info.Env().Undefined();
    uint32_t missing = 0;
    const std::string json = walk_->Variables(ToV8(info[0]), NumberOf(info[1]), &missing);
    Napi::Object result = NewPlainObject(info.Env());
    result.Set("json", Napi::String::New(info.Env(), json));
    result.Set("missing", Napi::Number::New(info.Env(), missing));
    return result;
  }

  // details(ms) -> a Buffer with objectDetails records of the walked objects; empty if V8's debug interface cannot be
  // used
  Napi::Value Details(const Napi::CallbackInfo& info) {
    if (IsTaken(info)) return info.Env().Undefined();
    TextBuffer records;
    if (ReadsNatively(info)) {
      const auto ms =
          std::chrono::milliseconds(ToV8(info[0])->IsNumber() ? info[0].As<Napi::Number>().Int64Value() : 0);
      const std::string scopes = "r" + std::to_string(++details_count_) + ".";
      records = WriteDetails(v8::Isolate::GetCurrent(), walk_.get(), id_prefix_, scopes,
                             {500, std::chrono::steady_clock::now() + ms});
    }
    return ToBuffer(info.Env(), &records);
  }

  // suspendedScopes(generator, function) -> JSON of the Scope[] of a suspended function at its await or yield
  Napi::Value SuspendedScopes(const Napi::CallbackInfo& info) {
    if (IsTaken(info)) return info.Env().Undefined();
    v8::Isolate* isolate = v8::Isolate::GetCurrent();
    v8::Local<v8::Value> generator = ToV8(info[0]);
    v8::Local<v8::Value> function = ToV8(info[1]);
    std::string json = "[";
    if (ReadsNatively(info) && generator->IsGeneratorObject() && function->IsFunction()) {
      const auto code = function.As<v8::Function>();
      const v8_internals::Location start{code->GetScriptLineNumber(), code->GetScriptColumnNumber(),
                                         code->GetScriptLineNumber() < 0};
      if (texts_.Judge(isolate, code, start) == TextVerdict::kFits) {
        ThrowHooks* hooks = info.Env().GetInstanceData<Addon>()->throw_hooks.get();
        StackCopies* copies = hooks == nullptr ? nullptr : hooks->sources().copies;
        json += scopes_->WriteSuspended(generator.As<v8::Object>(), copies);
      }
    }
    return Napi::String::New(info.Env(), json + "]");
  }

  // limit(options): the limits of what is walked after take(true)
  void Limit(const Napi::CallbackInfo& info) {
    if (!IsTaken(info) && info[0].IsObject()) walk_->Limit(GraphLimitsFrom(info[0].As<Napi::Object>()));
  }

  void Walk(const Napi::CallbackInfo& info) {
    if (!IsTaken(info)) walk_->Walk();
  }

  // take(goesOn?) -> { near, far, objects, missing: { depth: 3 } }; `goesOn`: the walk goes on afterwards
  Napi::Value Take(const Napi::CallbackInfo& info) {
    const Napi::Env env = info.Env();
    if (IsTaken(info)) return env.Undefined();
    GraphWalk::Result taken = walk_->Take();
    const bool goes_on = ToV8(info[0])->IsTrue();
    if (!goes_on) walk_.reset();  // lets go of the application's objects now, not at some garbage collection
    Napi::Object missing = NewPlainObject(env);
    for (size_t i = 1; i < MissingCounts::kNames.size(); i++) {
      if (taken.missing.counts[i] != 0)
        missing.Set(MissingCounts::kNames[i].data(), static_cast<double>(taken.missing.counts[i]));
    }
    Napi::Object result = NewPlainObject(env);
    result.Set("near", ToBuffer(env, &taken.near));
    result.Set("far", ToBuffer(env, &taken.far));
    result.Set("objects", Napi::Number::New(env, taken.objects));
    result.Set("missing", missing);
    auto& idle = env.GetInstanceData<Addon>()->idle_graph_writers;
    if (!goes_on && idle.size() < kMostIdle) idle.push_back(Napi::Persistent(info.This().As<Napi::Object>()));
    return result;
  }

  // unite([{ id, near, far, frames }, …]) -> [{ near, far } or undefined, …] for each the texts with the ids that are
  // the same in all of these captures. The first must be the capture with which this walk goes on. Undefined: the texts
  // stay as they are
  Napi::Value Unite(const Napi::CallbackInfo& info) {
    const Napi::Env env = info.Env();
    if (IsTaken(info) || !info[0].IsArray()) return env.Undefined();
    const Napi::Array captures = info[0].As<Napi::Array>();
    Napi::Array united = Napi::Array::New(env, captures.Length());
    same_objects_ = std::make_unique<SameObjects>();
    std::deque<std::string> frames;
    for (uint32_t i = 0; i < captures.Length(); i++) SetElement(united, i, env.Undefined());
    for (uint32_t i = 0; i < captures.Length(); i++) {
      const Napi::HandleScope scope(env);
      const Napi::Value element = captures.Get(i);
      if (!element.IsObject()) break;  // Node-API returns nothing in a worker that is being terminated (napi_v8.h)
      const Napi::Object texts = element.As<Napi::Object>();
      const StoredCapture* capture = CaptureOf(env.GetInstanceData<Addon>(), OwnProperty(texts, "id"));
      if (capture == nullptr || (i == 0) != (capture->id == continued_)) continue;
      std::vector<SameObjects::Id> ids = IdsOf(*capture);
      if (ids.size() != capture->snapshot->met.objects.size()) break;  // the time is up
      const Napi::Value result = Unite(env, capture->id, std::move(ids), texts, &frames);
      if (i > 0) SetElement(united, i, result);
    }
    same_objects_->ForgetTexts();
    return united;
  }

  std::vector<SameObjects::Id> IdsOf(const StoredCapture& capture) {
    std::vector<SameObjects::Id> ids;
    if (capture.id == continued_) {
      for (uint32_t number = 1; number <= capture.snapshot->met.objects.size(); number++)
        ids.push_back({continued_, number});
      return ids;
    }
    for (const uint32_t number : walk_->Join(capture.snapshot->met, capture.id)) {
      const auto [other, other_number] = number == 0 ? std::pair<uint32_t, uint32_t>() : walk_->OtherIdOf(number);
      if (other != 0) joined_[{other, other_number}] = number;
      if (number == 0 || other != 0)
        ids.push_back({other, other_number});
      else
        ids.push_back({continued_, number});
    }
    return ids;
  }

  // `frames` must live as long as the texts are compared.
  Napi::Value Unite(Napi::Env env, uint32_t id, std::vector<SameObjects::Id> ids, const Napi::Object& texts,
                    std::deque<std::string>* frames) {
    const auto near = BytesOf(OwnProperty(texts, "near"));
    const auto far = BytesOf(OwnProperty(texts, "far"));
    const Napi::Value list = OwnProperty(texts, "frames");
    CaptureTexts capture{id, {near, far}, {}};
    for (uint32_t i = 0; list.IsArray() && i < list.As<Napi::Array>().Length(); i++) {
      const Napi::Value frame = list.As<Napi::Array>().Get(i);
      if (frame.IsString()) capture.frames.push_back(frames->emplace_back(frame.As<Napi::String>().Utf8Value()));
    }
    for (const SameObjects::Id& added : same_objects_->Add(capture, std::move(ids))) {
      const uint32_t number = added.capture == continued_ ? added.number : joined_[{added.capture, added.number}];
      if (id != continued_ && number != 0) walk_->SetWritten(number);
    }
    if (id == continued_) return env.Undefined();
    TextBuffer near_out(near.size());
    TextBuffer far_out(far.size());
    same_objects_->WriteLines(id, near, &near_out);
    same_objects_->WriteLines(id, far, &far_out);
    Napi::Object result = NewPlainObject(env);
    result.Set("near", ToBuffer(env, &near_out));
    result.Set("far", ToBuffer(env, &far_out));
    return result;
  }

  static std::string_view BytesOf(const Napi::Value& buffer) {
    if (!buffer.IsBuffer()) return {};
    const auto bytes = buffer.As<Napi::Buffer<char>>();
    return {bytes.Data(), bytes.Length()};
  }

  // renamed(captureId, json) -> the JSON with the ids of unite()
  Napi::Value Renamed(const Napi::CallbackInfo& info) {
    if (same_objects_ == nullptr || !info[0].IsNumber() || !info[1].IsString()) return info[1];
    return Napi::String::New(info.Env(), same_objects_->Renamed(info[0].As<Napi::Number>().Uint32Value(),
                                                                info[1].As<Napi::String>().Utf8Value()));
  }

  // The number of the object with this id; 0 for undefined.
  uint32_t NumberOf(const Napi::Value& id) const {
    if (!id.IsString()) return 0;
    const std::string text = id.As<Napi::String>().Utf8Value();
    if (text.size() <= id_prefix_.size() || text.compare(0, id_prefix_.size(), id_prefix_) != 0) return 0;
    return static_cast<uint32_t>(std::strtoul(text.c_str() + id_prefix_.size(), nullptr, 10));
  }

  // classInstances(), functions(), unfinished() -> [[object, id], …] since the last call
  template <GraphWalk::Unfinished kind>
  Napi::Value List(const Napi::CallbackInfo& info) {
    const Napi::Env env = info.Env();
    if (IsTaken(info)) return env.Undefined();
    const std::vector<uint32_t> numbers = walk_->TakeUnfinished(kind);
    Napi::Array list = Napi::Array::New(env, numbers.size());
    for (uint32_t i = 0; i < numbers.size(); i++) {
      const Napi::HandleScope scope(env);
      Napi::Array pair = Napi::Array::New(env, 2);
      SetElement(pair, 0u, Napi::Value(env, FromV8(walk_->ObjectAt(numbers[i]))));
      SetElement(pair, 1u, Napi::String::New(env, walk_->IdOf(numbers[i])));
      SetElement(list, i, pair);
    }
    return list;
  }

  std::string id_prefix_;
  uint32_t details_count_ = 0;  // calls of details()
  uint32_t continued_ = 0;      // the capture with which the walk goes on; 0 for none
  std::shared_ptr<const Intrinsics> intrinsics_;
  std::shared_ptr<const Redactor> redactor_;  // null when redaction is off
  FunctionTexts texts_;
  std::unique_ptr<ClosureScopes> scopes_;
  std::unique_ptr<GraphWalk> walk_;  // null once it was taken
  std::unique_ptr<SameObjects> same_objects_;
  // Number in the walk of each object that has the id of another capture, by that capture and number.
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> joined_;
};

// setIntrinsics([[object, expression, className?], …], [prototype, …], { weakRefDeref, … }, [own object, …], [own
// script, …],
// [[prototype, name, function, takesObject], …])
void SetIntrinsics(const Napi::CallbackInfo& info) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  auto intrinsics = std::make_shared<Intrinsics>();
  const Napi::Array list = info[0].As<Napi::Array>();
  for (uint32_t i = 0; i < list.Length(); i++) {
    const Napi::HandleScope scope(info.Env());
    const Napi::Value element = list.Get(i);
    if (!element.IsArray()) continue;  // Node-API returns nothing in a worker that is being terminated (napi_v8.h)
    const Napi::Array pair = element.As<Napi::Array>();
    v8::Local<v8::Value> object = ToV8(pair.Get(0u));
    const Napi::Value expression = pair.Get(1u);
    const Napi::Value class_name = pair.Get(2u);
    if (!object->IsObject()) continue;
    intrinsics->Add(isolate, object.As<v8::Object>(),
                    expression.IsString() ? expression.As<Napi::String>().Utf8Value() : "",
                    class_name.IsString() ? class_name.As<Napi::String>().Utf8Value() : "");
  }
  const Napi::Array shallow = info[1].As<Napi::Array>();
  for (uint32_t i = 0; i < shallow.Length(); i++) {
    const Napi::HandleScope scope(info.Env());
    v8::Local<v8::Value> prototype = ToV8(shallow.Get(i));
    if (prototype->IsObject()) intrinsics->AddShallow(isolate, prototype.As<v8::Object>());
  }
  const Napi::Array own = info[3].As<Napi::Array>();
  for (uint32_t i = 0; i < own.Length(); i++) {
    const Napi::HandleScope scope(info.Env());
    v8::Local<v8::Value> object = ToV8(own.Get(i));
    if (object->IsObject()) intrinsics->AddOwn(isolate, object.As<v8::Object>());
  }
  const Napi::Array scripts = info[4].As<Napi::Array>();
  for (uint32_t i = 0; i < scripts.Length(); i++) {
    const Napi::Value name = scripts.Get(i);
    if (name.IsString()) intrinsics->AddOwnScripts(name.As<Napi::String>().Utf8Value());
  }
  const Napi::Array slots = info[5].As<Napi::Array>();
  for (uint32_t i = 0; i < slots.Length(); i++) {
    const Napi::HandleScope scope(info.Env());
    const Napi::Value element = slots.Get(i);
    if (!element.IsArray()) continue;
    const Napi::Array described = element.As<Napi::Array>();
    v8::Local<v8::Value> prototype = ToV8(described.Get(0u));
    const Napi::Value name = described.Get(1u);
    v8::Local<v8::Value> read = ToV8(described.Get(2u));
    if (!prototype->IsObject() || !name.IsString() || !read->IsFunction()) continue;
    intrinsics->AddSlot(
        {v8::Global<v8::Object>(isolate, prototype.As<v8::Object>()), name.As<Napi::String>().Utf8Value(),
         v8::Global<v8::Function>(isolate, read.As<v8::Function>()), ToV8(described.Get(3u))->IsTrue()});
  }
  const Napi::Object functions = info[2].As<Napi::Object>();
  const auto set = [&](const char* name, v8::Global<v8::Function>* function) {
    v8::Local<v8::Value> value = ToV8(OwnProperty(functions, name));
    if (value->IsFunction()) function->Reset(isolate, value.As<v8::Function>());
  };
  Builtins& builtins = intrinsics->builtins;
  set("weakRefDeref", &builtins.weak_ref_deref);
  set("symbolKeyFor", &builtins.symbol_key_for);
  set("mapEntries", &builtins.map_entries);
  set("mapIteratorNext", &builtins.map_iterator_next);
  set("setValues", &builtins.set_values);
  set("setIteratorNext", &builtins.set_iterator_next);
  Addon* addon = info.Env().GetInstanceData<Addon>();
  if (addon->intrinsics) intrinsics->task_probes = addon->intrinsics->task_probes;
  addon->intrinsics = std::move(intrinsics);
}

// snapshot(limits) -> GraphWriter
Napi::Value WriterFor(const Napi::CallbackInfo& info) {
  Addon* addon = info.Env().GetInstanceData<Addon>();
  auto& idle = addon->idle_graph_writers;
  if (addon->graph_writer.IsEmpty()) return info.Env().Undefined();
  const bool is_new = idle.empty();
  const Napi::Object writer = is_new ? addon->graph_writer.New({}) : idle.back().Value();
  if (!is_new) idle.pop_back();
  GraphWriter* walker = writer.IsEmpty() ? nullptr : GraphWriter::Unwrap(writer);
  // Node-API fails in a worker that is being terminated (napi_v8.h).
  if (walker == nullptr) return info.Env().Undefined();
  walker->Begin(info);
  return writer;
}

}  // namespace

void InitGraphWriter(Napi::Env env, Napi::Object exports) {
  const Napi::Function writer = GraphWriter::Define(env);
  if (!writer.IsEmpty()) env.GetInstanceData<Addon>()->graph_writer = Napi::Persistent(writer);
  exports.Set("snapshot", Napi::Function::New<WriterFor>(env));
  exports.Set("setIntrinsics", Napi::Function::New<SetIntrinsics>(env));
}

}  // namespace crash_collector
