// Goes from frame to frame of the live stack by the saved frame pointers, as far as JavaScript and V8's own code reach:
// from the frame by which V8 was left last, over the functions of C++ between two parts, to the outermost.
#ifndef SRC_V8_INTERNALS_FRAMES_FRAME_CHAIN_H_
#define SRC_V8_INTERNALS_FRAMES_FRAME_CHAIN_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>

#include "v8_internals/frames/frame_layout.h"
#include "v8_internals/words.h"

namespace crash_collector::v8_internals {

class FrameChain {
 public:
  // Begins at the callee of the innermost frame. `stack_begin`: the upper end of the thread's stack.
  FrameChain(v8::Isolate* isolate, const FrameLayout& layout, uintptr_t stack_begin)
      : layout_(layout), stack_begin_(stack_begin) {
    Enter(WordAt(isolate, layout.exit_frame));
  }

  // False at the end of the stack, or if this is no chain.
  __attribute__((no_sanitize_address)) bool Next() {
    if (IsEntry(marker_)) Enter(static_cast<uintptr_t>(Word(layout_.next_exit)));
    if (fp_ == nullptr) return false;
    sp_ = fp_ + kCallerWords;
    pc_ = Word(1);
    const uintptr_t next = Word(0);
    const auto here = reinterpret_cast<uintptr_t>(fp_);
    if (next <= here || next % sizeof(uintptr_t) != 0 || next + kWordsAbove * sizeof(uintptr_t) > stack_begin_) {
      fp_ = nullptr;
      return false;
    }
    fp_ = reinterpret_cast<const uintptr_t*>(next);
    marker_ = MarkerOf(Word(-1));
    return true;
  }

  // True if the outermost frame was reached.
  bool has_ended() const { return has_ended_; }

  const uintptr_t* fp() const { return fp_; }
  const uintptr_t* sp() const { return sp_; }
  uintptr_t pc() const { return pc_; }  // where the callee returns to
  // What V8 says of a frame that belongs to no function; 0 for that of a function.
  uintptr_t marker() const { return marker_; }
  // The same of the next frame.
  __attribute__((no_sanitize_address)) uintptr_t CallerMarker() const {
    const auto* caller = reinterpret_cast<const uintptr_t*>(Word(0));
    const bool is_known = caller > fp_ && reinterpret_cast<uintptr_t>(caller) < stack_begin_;
    return is_known ? MarkerOf(caller[-1]) : 0;
  }
  __attribute__((no_sanitize_address)) uintptr_t Word(int index) const { return fp_[index]; }

 private:
  // Return address and saved frame pointer are between a frame and what its caller has pushed.
  static constexpr size_t kCallerWords = 2;
  static constexpr size_t kWordsAbove = 3;
  // Where a function's frame has its context, the others have an even number of this size, twice their type
  // (`StackFrame::TypeToMarker` in https://github.com/nodejs/node/blob/c7964bc02b/deps/v8/src/execution/frames.h).
  static constexpr uintptr_t kMostMarker = 256;
  static uintptr_t MarkerOf(uintptr_t word) { return word % 2 == 0 && word < kMostMarker ? word : 0; }
  // The entry of a constructor follows that of a function in V8's list.
  bool IsEntry(uintptr_t marker) const {
    return marker != 0 && (marker == layout_.entry_marker || marker == layout_.entry_marker + 2);
  }

  void Enter(uintptr_t exit) {
    marker_ = 0;
    has_ended_ = exit == 0;
    const bool is_above = exit > reinterpret_cast<uintptr_t>(fp_) && exit < stack_begin_;
    fp_ = is_above ? reinterpret_cast<const uintptr_t*>(exit) : nullptr;
  }

  const FrameLayout& layout_;
  const uintptr_t stack_begin_;
  bool has_ended_ = false;
  const uintptr_t* fp_ = nullptr;
  const uintptr_t* sp_ = nullptr;
  uintptr_t pc_ = 0;
  uintptr_t marker_ = 0;
};

}  // namespace crash_collector::v8_internals

#endif  // SRC_V8_INTERNALS_FRAMES_FRAME_CHAIN_H_
