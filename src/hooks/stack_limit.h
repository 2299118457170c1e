// Reads V8's stack limit through the offset in its public v8-internal.h, and sets it through Isolate::SetStackLimit. A
// stack overflow leaves no room for a capture, so the limit is lowered for the capture and put back exactly.
#ifndef SRC_HOOKS_STACK_LIMIT_H_
#define SRC_HOOKS_STACK_LIMIT_H_

#include <v8-internal.h>
#include <v8.h>

#include <cstdint>

#include "base/thread_stack.h"

namespace crash_collector {

inline uintptr_t StackPointer() {
#if defined(_MSC_VER)
  return reinterpret_cast<uintptr_t>(_AddressOfReturnAddress());
#else
  return reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
#endif
}

// The second word of V8's stack guard is the limit of JavaScript's stack (real_jslimit_ in
// https://github.com/nodejs/node/blob/0206da73d3/deps/v8/src/execution/stack-guard.h). Stack checks compare with
// another word, which V8 changes while an interrupt is due. V8 leaves the second word as it is, so that it can be read
// and put back at any time.
inline uintptr_t ReadStackLimit(v8::Isolate* isolate) {
  const char* guard = reinterpret_cast<const char*>(isolate) + v8::internal::Internals::kIsolateStackGuardOffset;
  return reinterpret_cast<const uintptr_t*>(guard)[1];
}

// True if this V8 keeps the limit where ReadStackLimit() looks. Sets a limit, looks for it, and puts the old one back.
inline bool CanReadStackLimit(v8::Isolate* isolate) {
  const uintptr_t before = ReadStackLimit(isolate);
  // A word that is no address of this thread's stack below the caller is not the limit, and must not be set as one.
  const uintptr_t here = StackPointer();
  if (before >= here || here - before > (uintptr_t{64} << 20)) return false;
  const uintptr_t probe = here - 96 * 1024;
  isolate->SetStackLimit(probe);
  const bool found = ReadStackLimit(isolate) == probe;
  isolate->SetStackLimit(before);
  return found;
}

// The stack that the collector may use where it interrupts a program, on the calling thread; 0 if that is not enough.
inline uintptr_t RoomForCollector() {
  // For a capture and for the collector's JavaScript, and what must be left below it for the system.
  constexpr uintptr_t kMostBytes = 640 * 1024;
  constexpr uintptr_t kFewestBytes = 256 * 1024;
  constexpr uintptr_t kReserveBytes = 48 * 1024;
  const uintptr_t end = ThreadStackEnd();
  const uintptr_t here = StackPointer();
  const uintptr_t room = end != 0 && here > end + kReserveBytes ? here - end - kReserveBytes : 0;
  if (room < kFewestBytes) return 0;
  return room < kMostBytes ? room : kMostBytes;
}

// Lowers the limit to `bytes` below the present position while it lives.
class LoweredStackLimit {
 public:
  LoweredStackLimit(v8::Isolate* isolate, uintptr_t bytes) : isolate_(isolate), before_(ReadStackLimit(isolate)) {
    const uintptr_t lowered = StackPointer() - bytes;
    changed_ = lowered < before_;
    if (changed_) isolate_->SetStackLimit(lowered);
  }
  ~LoweredStackLimit() {
    if (changed_) isolate_->SetStackLimit(before_);
  }
  LoweredStackLimit(const LoweredStackLimit&) = delete;
  LoweredStackLimit& operator=(const LoweredStackLimit&) = delete;

 private:
  v8::Isolate* const isolate_;
  const uintptr_t before_;
  bool changed_;
};

}  // namespace crash_collector

#endif  // SRC_HOOKS_STACK_LIMIT_H_
