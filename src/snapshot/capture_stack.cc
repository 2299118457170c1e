#include "snapshot/capture_stack.h"

#include <uv.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "redaction/redactor.h"
#include "snapshot/details_writer.h"
#include "snapshot/frame_reader.h"
#include "snapshot/function_texts.h"
#include "snapshot/stack_copies.h"
#include "text/json_out.h"
#include "v8_internals/debug_interface.h"
#include "walk/graph_walk.h"
#include "walk/objects/intrinsics.h"
#include "walk/objects/pins.h"

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

namespace {

// Makes the snapshot of one stack.
class Capturer {
 public:
  Capturer(const CaptureSources& sources, uint32_t id, int hook, const CaptureLimits& limits)
      : sources_(sources),
        isolate_(sources.isolate),
        limits_(limits),
        prefix_(limits.id_prefix + std::to_string(id) + "."),
        redactor_(RedactorOf(sources)),
        walk_(isolate_, limits.graph, sources.intrinsics == nullptr ? nullptr : sources.intrinsics->get(), redactor_,
              prefix_),
        reader_(isolate_, &walk_, sources.texts, sources.own_code, prefix_) {
    snapshot_->id = id;
    snapshot_->hook = hook;
    snapshot_->taken_at_ns = started_ns_;
    snapshot_->redactor_id = redactor_ == nullptr ? 0 : redactor_->id();
  }

  void ReadLiveStack() {
    if (sources_.async_stores != nullptr && !limits_.frames.overflow && !v8_internals::IsStoppingAtCalls(isolate_))
      NameStores(sources_.async_stores());
    const bool can_copy = sources_.copies != nullptr && sources_.copies->IsReady();
    const v8::Local<v8::Object> removed = can_copy ? v8::Object::New(isolate_) : v8::Local<v8::Object>();
    walk_.SetRemoved(removed);
    snapshot_->frames = reader_.Read(LiveStackSource(isolate_, removed), limits_.frames, &live_);
    const bool looks_for_waiting = limits_.waiting && sources_.awaiting != nullptr && !limits_.frames.overflow;
    if (looks_for_waiting || limits_.keeps_values) at_hand_ = ValuesAtHand(isolate_, live_.frames);
    if (!looks_for_waiting) return;
    const AwaitingTasks found = sources_.awaiting(at_hand_, SearchReach::kFar);
    if (can_copy) {
      AddAwaiting(
          v8_internals::DeadStack(isolate_, sources_.copies->CopySuspended(found), sources_.copies->generator()));
      return;
    }
    for (size_t i = 0; i < found.tasks.size(); i++) {
      if (!found.functions[i]->IsFunction()) continue;
      AddAwaiting({found.tasks[i], found.functions[i].As<v8::Function>(), found.receivers[i], found.awaited[i]},
                  i < found.certain);
    }
  }

  void ReadCopy(const CopiedStack& copy) {
    walk_.ReadLater(copy.gone);
    const v8_internals::DeadStack stack(isolate_, copy.words, copy.generator);
    NameStores(stack.stores());
    walk_.SetRemoved(stack.removed());
    snapshot_->frames = reader_.Read(CopiedStackSource(stack), limits_.frames, &live_);
    AddAwaiting(stack);
  }

  TakenSnapshot Finish() {
    v8::Local<v8::Object> error_at_hand;
    if (limits_.keeps_values) {
      const std::vector<v8::Local<v8::Object>> of_suspended = ValuesAtHand(isolate_, live_.suspended);
      at_hand_.insert(at_hand_.end(), of_suspended.begin(), of_suspended.end());
      error_at_hand = ErrorAtHand(isolate_, live_.frames);
    }
    if (!stores_.IsEmpty()) snapshot_->async_stores = StoresJson(isolate_, stores_, &walk_);
    walk_.Walk();
    TextBuffer details;
    if (limits_.details) {
      const auto inner_state = std::chrono::microseconds(static_cast<int64_t>(limits_.inner_state_ms * 1000));
      details = WriteDetails(isolate_, &walk_, prefix_, "f", {500, std::chrono::steady_clock::now() + inner_state});
    }
    GraphWalk::Result walked = walk_.Take();
    const bool keeps_objects = limits_.keeps_objects && sources_.pins != nullptr;
    snapshot_->met = walk_.TakeMet(keeps_objects);
    HoldWhatIsLeft();
    if (keeps_objects) {
      if (*sources_.pins == nullptr) *sources_.pins = std::make_unique<Pins>(isolate_);
      walk_.Keep(sources_.pins->get());
    }
    snapshot_->near = std::move(walked.near);
    snapshot_->far = std::move(walked.far);
    snapshot_->far.Append(details.text());
    snapshot_->missing = walked.missing;
    snapshot_->duration_ms = static_cast<double>(uv_hrtime() - started_ns_) / 1e6;
    return {std::move(snapshot_), ScriptsOf(isolate_, live_.scripts),
            v8::Array::New(isolate_, held_.data(), held_.size()), std::move(at_hand_), error_at_hand};
  }

 private:
  static const Redactor* RedactorOf(const CaptureSources& sources) {
    const Redactor* redactor = sources.redactor == nullptr ? nullptr : sources.redactor->get();
    return redactor != nullptr && redactor->enabled() ? redactor : nullptr;
  }

  void NameStores(v8::Local<v8::Array> stores) {
    stores_ = stores;
    if (!stores_.IsEmpty()) NameStorages(isolate_, stores_, &walk_);
  }

  void AddAwaiting(const v8_internals::DeadStack& stack) {
    walk_.SetRemoved(stack.removed());
    for (size_t i = 0; i < stack.tasks().size(); i++) AddAwaiting(stack.tasks()[i], i < stack.certain_count());
  }

  void AddAwaiting(const v8_internals::DeadTask& task, bool is_certain) {
    AwaitingFrame awaiting;
    awaiting.frame = reader_.ReadSuspended(task, &live_, &awaiting.in_block);
    awaiting.certain = is_certain;
    if (task.awaited->IsObject()) {
      awaiting.awaited.Reset(isolate_, task.awaited);
      awaiting.awaited.SetWeak();
      held_.push_back(task.awaited);
    }
    snapshot_->awaiting.push_back(std::move(awaiting));
  }

  // What is read at the report, or goes on there, is held until then, because objects that only the stack reaches would
  // be garbage.
  void HoldWhatIsLeft() {
    for (const MetObjects::Object& object : snapshot_->met.objects) {
      if ((object.state == ObjectState::kQueued || object.is_cut) && held_.size() < kMostHeld)
        held_.push_back(object.value.Get(isolate_));
    }
  }

  const CaptureSources& sources_;
  v8::Isolate* const isolate_;
  const CaptureLimits& limits_;
  const uint64_t started_ns_ = uv_hrtime();
  // V8's interrupts wait (debug_interface.h). Otherwise a termination that is requested meanwhile would end the
  // capture, and be forgotten with it.
  const v8_internals::DebugScope debug_scope_{isolate_};
  const std::string prefix_;
  const Redactor* const redactor_;
  std::unique_ptr<Snapshot> snapshot_ = std::make_unique<Snapshot>();
  GraphWalk walk_;
  FrameReader reader_;
  LiveStack live_;
  v8::Local<v8::Array> stores_;
  std::vector<v8::Local<v8::Object>> at_hand_;
  std::vector<v8::Local<v8::Value>> held_;
};

}  // namespace

TakenSnapshot CaptureStack(const CaptureSources& sources, uint32_t id, int hook, const CaptureLimits& limits) {
  Capturer capturer(sources, id, hook, limits);
  capturer.ReadLiveStack();
  return capturer.Finish();
}

TakenSnapshot CaptureCopy(const CaptureSources& sources, uint32_t id, int hook, const CaptureLimits& limits,
                          const CopiedStack& copy) {
  Capturer capturer(sources, id, hook, limits);
  capturer.ReadCopy(copy);
  return capturer.Finish();
}

}  // namespace crash_collector
