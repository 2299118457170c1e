// Writes V8's heap snapshot to a file, while V8 makes its text.
#include <napi.h>
#include <uv.h>
#include <v8-profiler.h>
#include <v8.h>

#include <string>

#include "bindings/addon.h"
#include "bindings/napi_v8.h"
#include "heap/gzip_file.h"

namespace crash_collector {

namespace {

// V8 keeps snapshots until they are deleted.
class Snapshot {
 public:
  Snapshot(v8::Isolate* isolate, bool with_numbers)
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
  explicit ToFile(GzipFile* file) : file_(file) {}
  int GetChunkSize() override { return 1 << 18; }
  void EndOfStream() override {}
  WriteResult WriteAsciiChunk(char* data, int size) override {
    file_->Write(data, static_cast<size_t>(size));
    return file_->failed() ? kAbort : kContinue;
  }

 private:
  GzipFile* const file_;
};

// writeHeapSnapshot(path, withNumbers) -> why there is none, such as 'ENOSPC: …'; '' if there is one
Napi::Value WriteHeapSnapshot(const Napi::CallbackInfo& info) {
  std::string problem;
  GzipFile file(info[0].As<Napi::String>().Utf8Value());
  if (!file.failed()) {
    const Snapshot snapshot(v8::Isolate::GetCurrent(), ToV8(info[1])->IsTrue());
    if (snapshot.get() == nullptr) {
      problem = "V8 made none";
    } else {
      ToFile stream(&file);
      snapshot.get()->Serialize(&stream, v8::HeapSnapshot::kJSON);
    }
  }
  if (!file.Close()) {
    const int code = uv_translate_sys_error(file.error());
    problem = std::string(uv_err_name(code)) + ": " + uv_strerror(code);
  }
  return Napi::String::New(info.Env(), problem);
}

}  // namespace

void InitHeapSnapshot(Napi::Env env, Napi::Object exports) {
  exports.Set("writeHeapSnapshot", Napi::Function::New<WriteHeapSnapshot>(env));
}

}  // namespace crash_collector
