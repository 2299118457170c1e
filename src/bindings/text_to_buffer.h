// Converts a text of the addon to a Buffer of JavaScript.
#ifndef SRC_BINDINGS_TEXT_TO_BUFFER_H_
#define SRC_BINDINGS_TEXT_TO_BUFFER_H_

#include <napi.h>

#include <cstddef>
#include <memory>
#include <utility>

#include "text/text_buffer.h"

namespace crash_collector {

// A text of at most this size is copied. To finalize a Buffer, Node.js puts an immediate of its own into the
// application's event loop, which process.getActiveResourcesInfo() shows (https://github.com/nodejs/node/pull/28082).
// So only a larger text gets a finalizer.
inline constexpr size_t kCopiedText = size_t{1} << 20;

struct FreeTextMemory {
  void operator()(TextMemory* memory) const {
    memory->Free();
    std::unique_ptr<TextMemory>(memory).reset();
  }
};

// A large text is taken out of `text`. Returns an empty value, with an exception pending, if Node.js makes no buffer.
inline Napi::Value ToBuffer(Napi::Env env, TextBuffer* text) {
  if (text->size() == 0) return Napi::Buffer<char>::New(env, 0);
  if (text->size() <= kCopiedText) return Napi::Buffer<char>::Copy(env, text->text().data(), text->size());
  using OwnedText = std::unique_ptr<TextMemory, FreeTextMemory>;
  OwnedText memory(std::make_unique<TextMemory>(text->Release()).release());
  const auto finish = [](napi_env, void*, void* owned) { const OwnedText finished(static_cast<TextMemory*>(owned)); };
  napi_value buffer = nullptr;
  // Napi::Buffer::New() would not tell if Node.js has taken the memory when it makes no buffer.
  const napi_status status =
      napi_create_external_buffer(env, memory->size, memory->data, finish, memory.get(), &buffer);
  // V8 with its sandbox refuses memory that is not its own (https://github.com/nodejs/node/commit/b722647572).
  if (status == napi_no_external_buffers_allowed) return Napi::Buffer<char>::Copy(env, memory->data, memory->size);
  // After these two answers Node.js owns the memory and calls the finalizer, also if it has made no buffer. In a worker
  // that is being terminated the answer is another one, and the memory is still the addon's. Observed on Node.js 20 to
  // 26 (test/native/graph-worker.test.js).
  if (status == napi_ok || status == napi_generic_failure) (void)memory.release();
  if (status == napi_ok) return Napi::Value(env, buffer);
  Napi::Error::New(env).ThrowAsJavaScriptException();
  return Napi::Value();
}

}  // namespace crash_collector

#endif  // SRC_BINDINGS_TEXT_TO_BUFFER_H_
