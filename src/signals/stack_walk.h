// Walks the stack of a thread that a signal has interrupted, from the innermost function outwards: compiled functions
// by their call frame information, JavaScript's functions by their frame pointers. Async-signal-safe. For x64.
#ifndef SRC_SIGNALS_STACK_WALK_H_
#define SRC_SIGNALS_STACK_WALK_H_

#include <cstddef>
#include <cstdint>

#include "signals/call_frame_info.h"
#include "signals/memory_map.h"
#include "signals/stack_reader.h"

namespace crash_collector {

struct WalkedFrame {
  uintptr_t pc;  // the innermost one, and one that a signal interrupted, is exact; the others are return addresses
  uintptr_t frame_pointer;  // 0 if the place has call frame information; else it may be a frame of V8
};

class StackWalk {
 public:
  static constexpr size_t kMostFirst = 100;
  static constexpr size_t kMostLast = 60;
  static constexpr size_t kMostSteps = 1'000'000;

  // `context`: the third argument of a signal handler.
  void Walk(const void* context, MemoryMap* map);

  // The innermost frames, and the outermost ones if there are more.
  size_t first_count() const { return count_ < kMostFirst ? count_ : kMostFirst; }
  size_t last_count() const {
    const size_t rest = count_ - first_count();
    return rest < kMostLast ? rest : kMostLast;
  }
  size_t left_out() const { return count_ - first_count() - last_count(); }
  const WalkedFrame& first(size_t index) const { return first_[index]; }
  const WalkedFrame& last(size_t index) const {
    return last_[(count_ - kMostFirst - last_count() + index) % kMostLast];
  }
  uintptr_t stack_pointer() const { return stack_pointer_; }

 private:
  void Add(const WalkedFrame& frame);
  // False at the end of the stack.
  bool StepOut(MemoryMap* map, FrameRegisters* registers, bool is_exact, bool* was_signal_frame, WalkedFrame* frame);

  StackReader stack_;
  CallFrameInfo info_;
  WalkedFrame first_[kMostFirst];
  WalkedFrame last_[kMostLast];
  size_t count_ = 0;
  uintptr_t stack_pointer_ = 0;
};

}  // namespace crash_collector

#endif  // SRC_SIGNALS_STACK_WALK_H_
