// Reads and runs the collector's own script. node:vm would do the same, but loading that module and copying the text
// twice took as long as all else that the collector does at start.
#include <fcntl.h>
#include <napi.h>
#include <uv.h>
#include <v8.h>

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "base/scoped_fd.h"
#include "base/v8_compat.h"
#include "bindings/addon.h"
#include "bindings/napi_v8.h"

namespace crash_collector {

namespace {

struct Contents {
  std::unique_ptr<char[]> bytes;
  size_t size = 0;
};

// Has no bytes if the file cannot be read.
Contents ReadFile(const std::string& path) {
  uv_fs_t request;
  const ScopedFd file(uv_fs_open(nullptr, &request, path.c_str(), O_RDONLY, 0, nullptr));
  uv_fs_req_cleanup(&request);
  if (!file.is_open()) return {};
  Contents contents;
  if (uv_fs_fstat(nullptr, &request, file.get(), nullptr) == 0)
    contents.size = static_cast<size_t>(request.statbuf.st_size);
  uv_fs_req_cleanup(&request);
  contents.bytes.reset(new char[contents.size]);  // not zeroed, which make_unique would do
  uv_buf_t buffer = uv_buf_init(contents.bytes.get(), static_cast<unsigned>(contents.size));
  const int read = uv_fs_read(nullptr, &request, file.get(), &buffer, 1, 0, nullptr);
  uv_fs_req_cleanup(&request);
  if (contents.size == 0 || read != static_cast<int>(contents.size)) return {};
  return contents;
}

// V8 deletes it with the string.
class OwnText final : public v8::String::ExternalOneByteStringResource {
 public:
  explicit OwnText(Contents contents) : contents_(std::move(contents)) {}
  const char* data() const override { return contents_.bytes.get(); }
  size_t length() const override { return contents_.size; }

 private:
  Contents contents_;
};

// In a worker the text is V8's own, because Node.js unloads the addons of a worker with its environment, before V8's
// strings are gone (`Environment::~Environment` in https://github.com/nodejs/node/blob/89a910be82/src/env.cc).
v8::MaybeLocal<v8::String> TextFrom(v8::Isolate* isolate, Contents contents, bool main_thread) {
  if (main_thread) return v8::String::NewExternalOneByte(isolate, new OwnText(std::move(contents)));
  return v8::String::NewFromOneByte(isolate, reinterpret_cast<const uint8_t*>(contents.bytes.get()),
                                    v8::NewStringType::kNormal, static_cast<int>(contents.size));
}

// The text and its code cache begin with the same digest of this length. V8 itself compares only the lengths of the
// text and of the one that the cache was made of (test/workarounds/code-cache-length.js, Node.js 20 to 26), and the
// cache of the second part is read late, when the files may be those of another version.
constexpr int kDigestLength = 24;

// Behind the digest stands a checksum of the cache. V8 itself takes a cache that is damaged, and crashes
// (test/workarounds/damaged-code-cache.js, Node.js 20 to 26). The lengths keep V8's data aligned.
constexpr int kSumLength = 8;
constexpr int kHeadLength = kDigestLength + kSumLength;
constexpr size_t kSummedEach = 32;

// The same as sumOf() of lib/addon/preload-bundle.js.
uint32_t SumOf(const char* data, size_t size) {
  auto sum = static_cast<uint32_t>(size);
  for (size_t at = 0; at + sizeof(uint32_t) <= size; at += kSummedEach) {
    uint32_t word;
    std::memcpy(&word, data + at, sizeof(word));
    sum = (sum ^ word) * 0x01000193u;
    sum ^= sum >> 15;
  }
  return sum;
}

bool IsCacheOf(v8::Isolate* isolate, v8::Local<v8::String> text, const Contents& cache) {
  if (cache.size <= kHeadLength || text->Length() < kDigestLength) return false;
  uint8_t digest[kDigestLength];
  WriteOneByte(isolate, text, digest, kDigestLength);
  if (std::memcmp(digest, cache.bytes.get(), kDigestLength) != 0) return false;
  char sum[kSumLength + 1];
  snprintf(sum, sizeof(sum), "%08" PRIx32, SumOf(cache.bytes.get() + kHeadLength, cache.size - kHeadLength));
  return std::memcmp(sum, cache.bytes.get() + kDigestLength, kSumLength) == 0;
}

// readOwnScript(file, isMainThread) -> its text; undefined if it cannot be read. ASCII only.
Napi::Value ReadOwnScript(const Napi::CallbackInfo& info) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  Contents file = ReadFile(info[0].As<Napi::String>().Utf8Value());
  v8::Local<v8::String> text;
  if (file.bytes == nullptr || !TextFrom(isolate, std::move(file), ToV8(info[1])->IsTrue()).ToLocal(&text)) {
    return info.Env().Undefined();
  }
  return Napi::Value(info.Env(), FromV8(text));
}

// runOwnScript(text, cacheFile, name) -> its result; undefined if it cannot be run.
Napi::Value RunOwnScript(const Napi::CallbackInfo& info) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  v8::Local<v8::String> text = ToV8(info[0]).As<v8::String>();
  Contents cache = ReadFile(info[1].As<Napi::String>().Utf8Value());
  if (cache.bytes != nullptr && !IsCacheOf(isolate, text, cache)) cache = {};
  const v8::TryCatch try_catch(isolate);  // a broken bundle has the effect of a missing one
  // V8 copies what it needs of the cache, and deletes the CachedData.
  v8::ScriptCompiler::Source source(
      text, ScriptOriginOf(isolate, ToV8(info[2])),
      cache.bytes == nullptr
          ? nullptr
          : new v8::ScriptCompiler::CachedData(reinterpret_cast<const uint8_t*>(cache.bytes.get()) + kHeadLength,
                                               static_cast<int>(cache.size) - kHeadLength));
  const auto options =
      cache.bytes == nullptr ? v8::ScriptCompiler::kNoCompileOptions : v8::ScriptCompiler::kConsumeCodeCache;
  v8::Local<v8::Script> script;
  v8::Local<v8::Value> result;
  if (!v8::ScriptCompiler::Compile(context, &source, options).ToLocal(&script) ||
      !script->Run(context).ToLocal(&result)) {
    return info.Env().Undefined();
  }
  return Napi::Value(info.Env(), FromV8(result));
}

}  // namespace

void InitOwnScript(Napi::Env env, Napi::Object exports) {
  exports.Set("readOwnScript", Napi::Function::New<ReadOwnScript>(env));
  exports.Set("runOwnScript", Napi::Function::New<RunOwnScript>(env));
}

}  // namespace crash_collector
