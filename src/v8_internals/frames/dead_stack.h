// Reads a copied stack through V8's own iterators. A frame is shown to them as an optimised frame that stands on no
// stack, because of such a frame they ask nothing but handles to its values. A suspended function, and the contexts of
// functions, are objects of V8's heap for the time of reading: lists of an array of the same length, whose map is put
// in the place of theirs. All pointers in them were written by V8.
#ifndef SRC_V8_INTERNALS_FRAMES_DEAD_STACK_H_
#define SRC_V8_INTERNALS_FRAMES_DEAD_STACK_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "v8_internals/debug_interface.h"
#include "v8_internals/frames/frame_layout.h"
#include "v8_internals/frames/saved_registers.h"
#include "v8_internals/frames/stack_copy.h"

namespace crash_collector::v8_internals {

// One frame, in the caller's HandleScope.
class DeadFrame {
 public:
  struct Words {
    v8::Local<v8::Function> function;
    v8::Local<v8::Value> context;
    v8::Local<v8::Value> receiver;
    int position = 0;
    bool is_constructor = false;
    std::vector<v8::Local<v8::Value>> values;  // parameters, then registers
    size_t parameters = 0;
  };
  DeadFrame(v8::Isolate* isolate, const Words& words);
  DeadFrame(const DeadFrame&) = delete;
  DeadFrame& operator=(const DeadFrame&) = delete;

  // Only the functions that read the frame may be called, not those that go on to another.
  const StackTraceIterator& iterator() const { return *reinterpret_cast<const StackTraceIterator*>(space_.data()); }

 private:
  struct Frame {
    const void* const* vtable;
    uintptr_t rest[16];
  };
  std::vector<uintptr_t> space_;  // of V8's iterator
  std::vector<const uintptr_t*> slots_;
  v8::Local<v8::Value> script_;
  Frame frame_{};
  OptimizedValues optimized_{};
  FrameInspector inspector_{};
};

// A frame of the live stack, with `removed` in the place of the values that V8's optimiser has removed; null if it has
// removed none. Where V8 has stopped optimised code, frames of the interpreter have such values, too. It must not be
// used while V8's debugger is active.
std::unique_ptr<DeadFrame> WithRemoved(v8::Isolate* isolate, const StackTraceIterator& frame,
                                       v8::Local<v8::Object> removed);

struct DeadTask {
  v8::Local<v8::Object> generator;  // valid while the DeadStack is
  v8::Local<v8::Function> function;
  v8::Local<v8::Value> receiver;
  v8::Local<v8::Value> awaited;  // undefined if it is not known
  Saved saved = Saved::kAll;
};

// V8's heap holds disguised objects while one lives, so it should end soon, and needs a HandleScope as long. It must
// not be used while V8's debugger is active (IsDebuggerActive()): V8 would ask a dead frame of a function with a
// breakpoint where it stands, and the process would end.
class DeadStack {
 public:
  // `generator`: any suspended one.
  DeadStack(v8::Isolate* isolate, v8::Local<v8::Array> copy, v8::Local<v8::Object> generator);
  ~DeadStack();
  DeadStack(const DeadStack&) = delete;
  DeadStack& operator=(const DeadStack&) = delete;

  const std::vector<std::unique_ptr<DeadFrame>>& frames() const { return frames_; }
  size_t omitted_count() const { return static_cast<size_t>(Integer(kOmittedCount)); }

  const std::vector<DeadTask>& tasks() const { return tasks_; }
  size_t certain_count() const { return static_cast<size_t>(Integer(kCertainCount)); }

  // The words that the caller of StackCopier::Finish() gave.
  v8::Local<v8::Array> stores() const;

  // Stands for the values of variables that V8's optimiser has removed. V8 11 would give undefined for them.
  v8::Local<v8::Object> removed() const { return removed_; }

 private:
  // An array's list that has the map of another object.
  struct Disguise {
    v8::Local<v8::Object> object;
    v8::Local<v8::Value> own_map;
  };

  std::unique_ptr<DeadFrame> FrameAt(size_t begin, const FrameCounts& counts);
  DeadTask TaskAt(size_t begin, const FrameCounts& counts, v8::Local<v8::Object> generator);
  v8::Local<v8::Value> ContextAt(size_t begin, const FrameCounts& counts);
  v8::Local<v8::Value> Rebuilt(v8::Local<v8::Value> context) const;
  // Objects with the map must have as many words as the list will have.
  v8::Local<v8::Object> DisguiseAs(const std::vector<v8::Local<v8::Value>>& words, v8::Local<v8::Value> map);
  uintptr_t WordAtIndex(size_t at) const;
  v8::Local<v8::Value> HandleOf(size_t at) const;
  v8::Local<v8::Value> RegisterAt(size_t at, bool is_of_only_live) const;
  int64_t Integer(size_t at) const;

  v8::Isolate* const isolate_;
  v8::Local<v8::Array> copy_;
  v8::Local<v8::Object> removed_;
  std::vector<std::unique_ptr<DeadFrame>> frames_;
  std::vector<DeadTask> tasks_;
  std::vector<Disguise> disguises_;
  // The contexts that were rebuilt, each beside the one that it is a copy of: a function shows the variables of the
  // functions around it as they were, too, if these are on the stack.
  std::vector<std::pair<v8::Local<v8::Value>, v8::Local<v8::Value>>> contexts_;
};

}  // namespace crash_collector::v8_internals

#endif  // SRC_V8_INTERNALS_FRAMES_DEAD_STACK_H_
