// The frames of a stack, for a FrameReader: those of the live stack, or those of a copy.
#ifndef SRC_SNAPSHOT_STACK_SOURCE_H_
#define SRC_SNAPSHOT_STACK_SOURCE_H_

#include <v8.h>

#include <cstddef>
#include <functional>
#include <memory>

#include "v8_internals/debug_interface.h"
#include "v8_internals/frames/dead_stack.h"

namespace crash_collector {

class StackSource {
 public:
  // The frame is valid during the call. Its index counts from the innermost frame. False: no further frame is wanted.
  using Use = std::function<bool(const v8_internals::StackTraceIterator& frame, size_t index)>;

  virtual ~StackSource() = default;
  virtual void ForEach(const Use& use) const = 0;
  // The number of frames that are missing before the outermost ones.
  virtual size_t omitted() const { return 0; }
  // Stands for the values that V8's optimiser has removed. Empty if frames cannot be copied.
  virtual v8::Local<v8::Object> removed() const = 0;
};

class LiveStackSource : public StackSource {
 public:
  LiveStackSource(v8::Isolate* isolate, v8::Local<v8::Object> removed) : isolate_(isolate), removed_(removed) {}
  void ForEach(const Use& use) const override {
    size_t index = 0;
    for (auto frames = v8_internals::StackFrames(isolate_); !frames->Done(); frames->Advance()) {
      const auto without = removed_.IsEmpty() ? nullptr : v8_internals::WithRemoved(isolate_, *frames, removed_);
      if (!use(without == nullptr ? *frames : without->iterator(), index++)) return;
    }
  }
  v8::Local<v8::Object> removed() const override { return removed_; }

 private:
  v8::Isolate* const isolate_;
  const v8::Local<v8::Object> removed_;
};

class CopiedStackSource : public StackSource {
 public:
  explicit CopiedStackSource(const v8_internals::DeadStack& stack) : stack_(stack) {}
  void ForEach(const Use& use) const override {
    for (size_t i = 0; i < stack_.frames().size(); i++) {
      if (!use(stack_.frames()[i]->iterator(), i)) return;
    }
  }
  size_t omitted() const override { return stack_.omitted_count(); }
  v8::Local<v8::Object> removed() const override { return stack_.removed(); }

 private:
  const v8_internals::DeadStack& stack_;
};

}  // namespace crash_collector

#endif  // SRC_SNAPSHOT_STACK_SOURCE_H_
