// Where the words of one frame of the live stack are: of an interpreted or baseline function on the stack itself, of an
// optimised one behind the handles that V8's deoptimiser has made.
#ifndef SRC_V8_INTERNALS_FRAMES_FRAME_SLOTS_H_
#define SRC_V8_INTERNALS_FRAMES_FRAME_SLOTS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "v8_internals/debug_interface.h"
#include "v8_internals/frames/frame_layout.h"
#include "v8_internals/words.h"

namespace crash_collector::v8_internals {

// The inspector of the frame at which V8's iterator stands.
inline const FrameInspector& InspectorOf(const FrameLayout& layout, const StackTraceIterator& frames) {
  return *reinterpret_cast<const FrameInspector*>(WordAt(&frames, layout.inspector));
}

// A frame of an interpreted or baseline function.
struct PlainFrame {
  const uintptr_t* fp;
  const uintptr_t* sp;
  int position;
  bool is_constructor;
};

class FrameSlots {
 public:
  FrameSlots(const FrameLayout& layout, const PlainFrame& frame)
      : function(frame.fp - 2),
        context(frame.fp - 1),
        receiver(frame.fp + 2),
        position(frame.position),
        is_constructor(frame.is_constructor),
        first_parameter_(frame.fp + kFirstParameter),
        first_register_(frame.fp + layout.register_0) {
    bytecode_ = frame.fp[layout.bytecode];
    const char* bytecode = reinterpret_cast<const char*>(bytecode_ - 1);
    const char* count = bytecode + layout.parameter_count;
    const int with_receiver = layout.counts_bytes
                                  ? *reinterpret_cast<const int32_t*>(count) / static_cast<int>(sizeof(uintptr_t))
                                  : *reinterpret_cast<const uint16_t*>(count);
    parameters = static_cast<size_t>(std::max(with_receiver - 1, 0));
    // A function that ran out of stack at its entry has no registers yet: what is below its stack pointer is not its
    // own.
    const std::ptrdiff_t room = first_register_ - frame.sp + 1;
    registers = std::min(*reinterpret_cast<const uint32_t*>(bytecode + layout.frame_size) / sizeof(uintptr_t),
                         static_cast<size_t>(std::max<std::ptrdiff_t>(room, 0)));
  }

  // `inspector` must be of a function of JavaScript.
  FrameSlots(const FrameLayout& layout, const FrameInspector& inspector)
      : FrameSlots(inspector.is_optimized ? FrameSlots(inspector) : FrameSlots(layout, PlainOf(layout, inspector))) {}

  const uintptr_t* Parameter(size_t i) const {
    return optimized_ == nullptr ? first_parameter_ + i : optimized_->parameters[i];
  }
  const uintptr_t* Register(size_t i) const {
    return optimized_ == nullptr ? first_register_ - i : optimized_->registers[i];
  }

  // 0 for an optimised function.
  uintptr_t bytecode() const { return bytecode_; }

  const uintptr_t* function;
  const uintptr_t* context;
  const uintptr_t* receiver;
  int position;
  bool is_constructor;
  size_t parameters;  // without the receiver
  size_t registers;

 private:
  static constexpr size_t kFirstParameter = 3;  // after the return address and the receiver

  explicit FrameSlots(const FrameInspector& inspector)
      : function(inspector.function),
        context(inspector.optimized->context),
        receiver(inspector.receiver),
        position(inspector.position),
        is_constructor(inspector.is_constructor),
        parameters(static_cast<size_t>(inspector.optimized->parameters_end - inspector.optimized->parameters)),
        registers(static_cast<size_t>(inspector.optimized->registers_end - inspector.optimized->registers)),
        optimized_(inspector.optimized) {}

  static PlainFrame PlainOf(const FrameLayout& layout, const FrameInspector& inspector) {
    return {reinterpret_cast<const uintptr_t*>(WordAt(inspector.frame, layout.frame_pointer)),
            reinterpret_cast<const uintptr_t*>(WordAt(inspector.frame, layout.stack_pointer)), inspector.position,
            inspector.is_constructor};
  }

  uintptr_t bytecode_ = 0;
  const uintptr_t* first_parameter_ = nullptr;
  const uintptr_t* first_register_ = nullptr;
  const OptimizedValues* optimized_ = nullptr;
};

}  // namespace crash_collector::v8_internals

#endif  // SRC_V8_INTERNALS_FRAMES_FRAME_SLOTS_H_
