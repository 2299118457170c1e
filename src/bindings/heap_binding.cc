// The JavaScript bindings of heap_graph.h, and of the full heap snapshot as a file.
#include <napi.h>
#include <uv.h>
#include <v8-profiler.h>
#include <v8.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bindings/addon.h"
#include "bindings/napi_v8.h"
#include "bindings/plain_object.h"
#include "heap/gzip_file.h"
#include "heap/heap_graph.h"
#include "heap/packing_thread.h"
#include "walk/objects/pins.h"

namespace crash_collector {

namespace {

// V8 keeps snapshots until they are deleted.
class Snapshot {
 public:
  explicit Snapshot(v8::Isolate* isolate, bool with_numbers)
      : snapshot_(isolate->GetHeapProfiler()->TakeHeapSnapshot(Options(with_numbers))) {}
  ~Snapshot() {
    if (snapshot_ != nullptr) const_cast<v8::HeapSnapshot*>(snapshot_)->Delete();
  }
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;
  const v8::HeapSnapshot* get() const { return snapshot_; }

 private:
  static v8::HeapProfiler::HeapSnapshotOptions Options(bool with_numbers) {
    v8::HeapProfiler::HeapSnapshotOptions options;
    if (with_numbers) options.numerics_mode = v8::HeapProfiler::NumericsMode::kExposeNumericValues;
    return options;
  }

  const v8::HeapSnapshot* snapshot_;
};

class ToFile : public v8::OutputStream {
 public:
  explicit ToFile(GzipFile* file) : packing_(file) {}
  int GetChunkSize() override { return static_cast<int>(PackingThread::kBlockBytes); }
  void EndOfStream() override { packing_.Finish(); }
  HeapPacker* packer() { return packing_.packer(); }
  WriteResult WriteAsciiChunk(char* data, int size) override {
    return packing_.Write(data, static_cast<size_t>(size)) ? kContinue : kAbort;
  }

 private:
  PackingThread packing_;
};

double Bytes(size_t bytes) { return static_cast<double>(bytes); }

// heapSummary(mostClasses, mostRetainers) -> HeapSummary of packages/shared/dump/format.js
Napi::Value HeapSummary(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  const Snapshot snapshot(isolate, false);
  if (snapshot.get() == nullptr) return env.Undefined();
  const HeapGraph graph(snapshot.get());
  Napi::Object summary = NewPlainObject(env);
  summary.Set("totalBytes", Bytes(graph.total_bytes()));
  summary.Set("nodes", Bytes(graph.node_count()));
  const std::vector<HeapGraph::ClassRow> rows = graph.Classes(isolate);
  const size_t shown = std::min<size_t>(rows.size(), info[0].As<Napi::Number>().Uint32Value());
  Napi::Array classes = Napi::Array::New(env, shown);
  for (uint32_t i = 0; i < shown; i++) {
    const Napi::HandleScope scope(env);
    Napi::Object row = NewPlainObject(env);
    row.Set("className", rows[i].name);
    row.Set("count", Bytes(rows[i].count));
    row.Set("shallowBytes", Bytes(rows[i].shallow_bytes));
    row.Set("retainedBytes", Bytes(rows[i].retained_bytes));
    SetElement(classes, i, row);
  }
  summary.Set("classes", classes);
  summary.Set("classesLeftOut", Bytes(rows.size() - shown));
  const std::vector<HeapGraph::Retainer> found = graph.Retainers(isolate, info[1].As<Napi::Number>().Uint32Value());
  Napi::Array retainers = Napi::Array::New(env, found.size());
  for (uint32_t i = 0; i < found.size(); i++) {
    const Napi::HandleScope scope(env);
    Napi::Object retainer = NewPlainObject(env);
    retainer.Set("className", found[i].name);
    retainer.Set("shallowBytes", Bytes(found[i].shallow_bytes));
    retainer.Set("retainedBytes", Bytes(found[i].retained_bytes));
    Napi::Array path = Napi::Array::New(env, found[i].path.size());
    for (uint32_t j = 0; j < found[i].path.size(); j++) {
      Napi::Object step = NewPlainObject(env);
      step.Set("edge", found[i].path[j].edge);
      step.Set("className", found[i].path[j].node);
      SetElement(path, j, step);
    }
    retainer.Set("path", path);
    SetElement(retainers, i, retainer);
  }
  summary.Set("retainers", retainers);
  return summary;
}

// Writes which node of the snapshot each captured object is. Objects that were collected meanwhile are not in the
// snapshot.
void WriteKeptObjects(v8::Isolate* isolate, const Pins& kept, HeapPacker* packer) {
  v8::HeapProfiler* profiler = isolate->GetHeapProfiler();
  std::vector<HeapPacker::KnownObject> known;
  for (const Pins::Batch& batch : kept.batches()) {
    known.clear();
    for (size_t i = 0; i < batch.values.size(); i++) {
      const v8::HandleScope scope(isolate);
      if (batch.values[i].IsEmpty()) continue;
      const v8::SnapshotObjectId node = profiler->GetObjectId(batch.values[i].Get(isolate));
      if (node != v8::HeapProfiler::kUnknownObjectId) known.push_back({batch.numbers[i], node});
    }
    packer->WriteObjects(batch.id_prefix, batch.values.size() - known.size(), known);
  }
}

// holdObjects(held): keeps all captured objects alive while a dump is written
void HoldObjects(const Napi::CallbackInfo& info) {
  Pins* kept = info.Env().GetInstanceData<Addon>()->pins.get();
  if (kept == nullptr) return;
  if (ToV8(info[0])->IsTrue()) {
    kept->Hold();
  } else {
    kept->Release();
  }
}

// writeHeapSnapshot(path, settings, withNumbers) -> { bytes } or { error: 'ENOSPC: …' }
Napi::Value WriteHeapSnapshot(const Napi::CallbackInfo& info) {
  Napi::Object answer = NewPlainObject(info.Env());
  GzipFile file(info[0].As<Napi::String>().Utf8Value());
  bool taken = false;
  if (!file.failed()) {
    v8::Isolate* isolate = v8::Isolate::GetCurrent();
    const Snapshot snapshot(isolate, ToV8(info[2])->IsTrue());
    taken = snapshot.get() != nullptr;
    if (taken) {
      ToFile stream(&file);
      // The settings come first, so that a viewer which wants only these reads little of the file.
      stream.packer()->WriteSettings(info[1].As<Napi::String>().Utf8Value());
      const Pins* kept = info.Env().GetInstanceData<Addon>()->pins.get();
      if (kept != nullptr) WriteKeptObjects(isolate, *kept, stream.packer());
      snapshot.get()->Serialize(&stream, v8::HeapSnapshot::kJSON);
    }
  }
  if (!file.Close()) {
    const int code = uv_translate_sys_error(file.error());
    answer.Set("error", std::string(uv_err_name(code)) + ": " + uv_strerror(code));
  } else if (!taken) {
    answer.Set("error", "V8 made none");
  } else {
    answer.Set("bytes", Bytes(file.written()));
  }
  return answer;
}

}  // namespace

void InitHeap(Napi::Env env, Napi::Object exports) {
  exports.Set("heapSummary", Napi::Function::New<HeapSummary>(env));
  exports.Set("holdObjects", Napi::Function::New<HoldObjects>(env));
  exports.Set("writeHeapSnapshot", Napi::Function::New<WriteHeapSnapshot>(env));
}

}  // namespace crash_collector
