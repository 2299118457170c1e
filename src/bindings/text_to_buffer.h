// Text of the addon as a Buffer of JavaScript's.
#ifndef SRC_BINDINGS_TEXT_TO_BUFFER_H_
#define SRC_BINDINGS_TEXT_TO_BUFFER_H_

#include <napi.h>

#include <cstddef>
#include <memory>
#include <utility>

#include "text/text_buffer.h"

namespace crash_collector {

// To finalize a Buffer Node.js puts an immediate of its own into the application's event loop, which
// process.getActiveResourcesInfo() shows (https://github.com/nodejs/node/pull/28082). So only what is too big to be
// copied has a finalizer.
inline constexpr size_t kCopiedText = size_t{1} << 20;

struct FreeTextMemory {
  void operator()(TextMemory* memory) const {
    memory->Free();
    std::unique_ptr<TextMemory>(memory).reset();
  }
};

// Large text is taken out of `text`. Empty, with an exception pending, where Node.js makes no buffer.
inline Napi::Value ToBuffer(Napi::Env env, TextBuffer* text) {
  if (text->size() == 0) return Napi::Buffer<char>::New(env, 0);
  if (text->size() <= kCopiedText) return Napi::Buffer<char>::Copy(env, text->text().data(), text->size());
  using OwnedText = std::unique_ptr<TextMemory, FreeTextMemory>;
  OwnedText memory(std::make_unique<TextMemory>(text->Release()).release());
  const auto finish = [](napi_env, void*, void* owned) { const OwnedText finished(static_cast<TextMemory*>(owned)); };
  napi_value buffer = nullptr;
  // Not napi.h's, which tells only that there is no buffer, and not whether the memory was taken.
  const napi_status status =
      napi_create_external_buffer(env, memory->size, memory->data, finish, memory.get(), &buffer);
  // A V8 with its sandbox does not allow memory of ours (https://github.com/nodejs/node/commit/b722647572).
  if (status == napi_no_external_buffers_allowed) return Napi::Buffer<char>::Copy(env, memory->data, memory->size);
  // Once Node.js has begun it calls the finalizer, also where it makes no buffer in the end. In a worker that is being
  // terminated it does not begin.
  if (status == napi_ok || status == napi_generic_failure) (void)memory.release();
  if (status == napi_ok) return Napi::Value(env, buffer);
  Napi::Error::New(env).ThrowAsJavaScriptException();
  return Napi::Value();
}

}  // namespace crash_collector

#endif  // SRC_BINDINGS_TEXT_TO_BUFFER_H_
