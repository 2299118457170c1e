// Compresses in one call with the zlib inside Node.js. node:zlib would make a handle, which the application sees among
// its active resources and in its async hooks (test/workarounds/zlib-async-hooks.js, Node.js 20 to 26).
#include "bindings/addon.h"

// zlib.h comes after addon.h, because it defines macros `near` and `far`, which are names of members there.
#include <napi.h>
#include <zlib.h>

#include <memory>
#include <new>

namespace crash_collector {

namespace {

// Fast rather than small, because a dying process waits for it.
constexpr int kLevel = 1;
constexpr int kGzipWindowBits = 15 + 16;
constexpr int kMemoryLevel = 8;

// gzip(bytes) -> bytes of one gzip member, undefined if there is no memory for it
Napi::Value Gzip(const Napi::CallbackInfo& info) {
  const auto plain = info[0].As<Napi::Buffer<Bytef>>();
  z_stream stream = {};
  if (deflateInit2(&stream, kLevel, Z_DEFLATED, kGzipWindowBits, kMemoryLevel, Z_DEFAULT_STRATEGY) != Z_OK) {
    return info.Env().Undefined();
  }
  const uLong bound = deflateBound(&stream, plain.ByteLength());
  const std::unique_ptr<Bytef[]> packed(new (std::nothrow) Bytef[bound]);
  if (packed == nullptr) {
    deflateEnd(&stream);
    return info.Env().Undefined();
  }
  stream.next_in = plain.Data();
  stream.avail_in = static_cast<uInt>(plain.ByteLength());
  stream.next_out = packed.get();
  stream.avail_out = static_cast<uInt>(bound);
  const int status = deflate(&stream, Z_FINISH);
  const uLong size = stream.total_out;
  deflateEnd(&stream);
  if (status != Z_STREAM_END) return info.Env().Undefined();
  return Napi::Buffer<Bytef>::Copy(info.Env(), packed.get(), size);
}

}  // namespace

void InitGzip(Napi::Env env, Napi::Object exports) { exports.Set("gzip", Napi::Function::New<Gzip>(env)); }

}  // namespace crash_collector
