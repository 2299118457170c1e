#include "snapshot/capture_stack.h"

#include <uv.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "snapshot/details_writer.h"
#include "text/json_out.h"
#include "v8_internals/debug_interface.h"

namespace crash_collector {

namespace {

constexpr size_t kMostHeld = 600;

v8::Local<v8::Array> ScriptsOf(v8::Isolate* isolate, const std::vector<LiveScript>& scripts) {
  std::vector<v8::Local<v8::Value>> flat;
  std::vector<int> known;
  const auto value_or_undefined = [isolate](v8::Local<v8::Value> value) {
    return value.IsEmpty() ? v8::Undefined(isolate).As<v8::Value>() : value;
  };
  for (const LiveScript& script : scripts) {
    if (std::find(known.begin(), known.end(), script.id) != known.end()) continue;
    known.push_back(script.id);
    flat.push_back(v8::Integer::New(isolate, script.id));
    flat.push_back(value_or_undefined(script.url));
    flat.push_back(value_or_undefined(script.source));
    flat.push_back(value_or_undefined(script.source_mapping_url));
  }
  return v8::Array::New(isolate, flat.data(), flat.size());
}

// Makes storages that have a sensitive name known before the frames are read, because a frame of Node.js may hold the
// store.
void NameStorages(v8::Isolate* isolate, v8::Local<v8::Array> stores, GraphWalk* walk) {
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  for (uint32_t i = 0; i + 2 < stores->Length(); i += 3) {
    v8::Local<v8::Value> storage;
    v8::Local<v8::Value> name;
    if (!stores->Get(context, i).ToLocal(&storage) || !stores->Get(context, i + 1).ToLocal(&name)) return;
    const v8::String::Utf8Value text(isolate, name);
    if (name->IsString() && *text != nullptr) walk->Name(storage, *text);
  }
}

// A store is redacted as a property with the name of the storage would be.
std::vector<std::string> StoresJson(v8::Isolate* isolate, v8::Local<v8::Array> stores, GraphWalk* walk) {
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  std::vector<std::string> list;
  for (uint32_t i = 0; i + 2 < stores->Length(); i += 3) {
    v8::Local<v8::Value> storage;
    v8::Local<v8::Value> name;
    v8::Local<v8::Value> store;
    if (!stores->Get(context, i).ToLocal(&storage) || !stores->Get(context, i + 1).ToLocal(&name) ||
        !stores->Get(context, i + 2).ToLocal(&store)) {
      break;
    }
    const v8::String::Utf8Value text(isolate, name);
    const std::string label = name->IsString() && *text != nullptr ? *text : "";
    JsonOut out;
    out.Raw(R"({"storage":)");
    // The storage gets its name, too, because the store also stands in Node.js's Map of all stores, with the storage as
    // its key.
    out.Raw(walk->Value(storage, 0, label));
    if (!label.empty()) {
      out.Raw(R"(,"name":")");
      out.Utf8(label);
      out.Char('"');
    }
    out.Raw(R"(,"store":)");
    const uint32_t holder = walk->NumberOf(storage);
    out.Raw(walk->Value(store, holder, label, holder != 0));
    out.Char('}');
    list.push_back(out.Release());
  }
  return list;
}

}  // namespace

size_t Snapshot::bytes() const {
  size_t total = sizeof(*this) + near.size() + far.size() + met.bytes();
  for (const std::string& store : async_stores) total += store.size();
  for (const CapturedFrame& frame : frames.frames) total += sizeof(frame) + frame.json.size() + frame.url.size();
  for (const AwaitingFrame& each : awaiting) total += sizeof(each) + each.frame.json.size() + each.frame.url.size();
  return total;
}

TakenSnapshot CaptureStack(const CaptureSources& sources, uint32_t id, int hook, const CaptureLimits& limits) {
  v8::Isolate* isolate = sources.isolate;
  const uint64_t started_ns = uv_hrtime();
  // From here on V8's interrupts wait (debug_interface.h). Otherwise a termination that is requested meanwhile would
  // end the capture, and be forgotten with it.
  const v8_internals::DebugScope debug_scope(isolate);
  auto snapshot = std::make_unique<Snapshot>();
  snapshot->id = id;
  snapshot->hook = hook;
  snapshot->taken_at_ns = started_ns;
  const std::string prefix = limits.id_prefix + std::to_string(id) + ".";
  const Redactor* redactor = sources.redactor == nullptr ? nullptr : sources.redactor->get();
  if (redactor != nullptr && !redactor->enabled()) redactor = nullptr;
  snapshot->redactor_id = redactor == nullptr ? 0 : redactor->id();
  const Intrinsics* intrinsics = sources.intrinsics == nullptr ? nullptr : sources.intrinsics->get();
  GraphWalk walk(isolate, limits.graph, intrinsics, redactor, prefix);
  FrameReader reader(isolate, &walk, sources.texts, sources.own_code, prefix);
  LiveStack live;
  std::vector<v8::Local<v8::Value>> held;
  v8::Local<v8::Array> stores;
  if (sources.async_stores != nullptr && !limits.frames.overflow && !v8_internals::IsStoppingAtCalls(isolate)) {
    stores = sources.async_stores();
    if (!stores.IsEmpty()) NameStorages(isolate, stores, &walk);
  }
  snapshot->frames = reader.Read(limits.frames, &live);
  const bool looks_for_waiting = limits.waiting && sources.awaiting != nullptr && !limits.frames.overflow;
  std::vector<v8::Local<v8::Object>> at_hand;
  v8::Local<v8::Object> error_at_hand;
  if (looks_for_waiting || limits.keeps_values) at_hand = ValuesAtHand(isolate, live.frames);
  if (looks_for_waiting) {
    const AwaitingTasks found = sources.awaiting(at_hand);
    for (size_t i = 0; i < found.tasks.size(); i++) {
      if (!found.functions[i]->IsFunction()) continue;
      AwaitingFrame awaiting;
      const auto function = found.functions[i].As<v8::Function>();
      awaiting.frame = reader.ReadSuspended(found.tasks[i], function, found.receivers[i], &live, &awaiting.in_block);
      awaiting.certain = i < found.certain;
      if (found.awaited[i]->IsObject()) {
        awaiting.awaited.Reset(isolate, found.awaited[i]);
        awaiting.awaited.SetWeak();
        held.push_back(found.awaited[i]);
      }
      snapshot->awaiting.push_back(std::move(awaiting));
    }
  }
  if (limits.keeps_values) {
    const std::vector<v8::Local<v8::Object>> of_suspended = ValuesAtHand(isolate, live.suspended);
    at_hand.insert(at_hand.end(), of_suspended.begin(), of_suspended.end());
    error_at_hand = ErrorAtHand(isolate, live.frames);
  }
  if (!stores.IsEmpty()) snapshot->async_stores = StoresJson(isolate, stores, &walk);
  walk.Walk();
  TextBuffer details;
  if (limits.details) {
    const auto inner_state = std::chrono::microseconds(static_cast<int64_t>(limits.inner_state_ms * 1000));
    details = WriteDetails(isolate, &walk, prefix, "f", {500, std::chrono::steady_clock::now() + inner_state});
  }
  GraphWalk::Result walked = walk.Take();
  const bool keeps_objects = limits.keeps_objects && sources.pins != nullptr;
  snapshot->met = walk.TakeMet(keeps_objects);
  for (const MetObjects::Object& object : snapshot->met.objects) {
    if ((object.state == ObjectState::kQueued || object.is_cut) && held.size() < kMostHeld)
      held.push_back(object.value.Get(isolate));
  }
  if (keeps_objects) {
    if (*sources.pins == nullptr) *sources.pins = std::make_unique<Pins>(isolate);
    walk.Keep(sources.pins->get());
  }
  snapshot->near = std::move(walked.near);
  snapshot->far = std::move(walked.far);
  snapshot->far.Append(details.text());
  snapshot->missing = walked.missing;
  snapshot->duration_ms = static_cast<double>(uv_hrtime() - started_ns) / 1e6;
  return {std::move(snapshot), ScriptsOf(isolate, live.scripts), v8::Array::New(isolate, held.data(), held.size()),
          std::move(at_hand), error_at_hand};
}

}  // namespace crash_collector
