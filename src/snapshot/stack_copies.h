// Copies the live stack for an error that may be reported later, with the functions that wait for it and the stores of
// AsyncLocalStorages. A copy takes a small part of the time of reading. One for an isolate, on its thread.
#ifndef SRC_SNAPSHOT_STACK_COPIES_H_
#define SRC_SNAPSHOT_STACK_COPIES_H_

#include <v8.h>

#include <cstdint>
#include <string>
#include <unordered_map>

#include "snapshot/capture_stack.h"
#include "v8_internals/debug_interface.h"
#include "v8_internals/frames/frame_memo.h"
#include "v8_internals/frames/stack_copy.h"

namespace crash_collector {

// Says at which errors it is worth looking for functions that wait. At a place where that has found nothing a few
// times, it is done for one error of many.
class Searches {
 public:
  [[nodiscard]] bool IsDue(uint64_t place);
  void Found(uint64_t place) { places_.erase(place); }

 private:
  static constexpr uint32_t kInVain = 3;
  static constexpr uint32_t kOneOf = 16;
  static constexpr uint32_t kSeldomFrom = 256;
  static constexpr uint32_t kOneOfMany = 128;
  static constexpr size_t kMostPlaces = 4096;
  std::unordered_map<uint64_t, uint32_t> places_;  // errors since something was found
};

class StackCopies {
 public:
  explicit StackCopies(v8::Isolate* isolate) : isolate_(isolate), memo_(isolate) {}
  StackCopies(const StackCopies&) = delete;
  StackCopies& operator=(const StackCopies&) = delete;

  // True if stacks can be copied and read later in this isolate. The first call tries that out, which takes some tenths
  // of a millisecond and calls functions of its own. Needs a HandleScope, room on the stack, and a usable debug
  // interface.
  bool CanCopy(v8::Local<v8::Context> context);
  // True if CanCopy() has been asked, and is true. Runs nothing.
  bool IsReady() const { return !generator_.IsEmpty() && !v8_internals::IsDebuggerActive(isolate_); }
  // Why not; empty if they can be copied, or if nobody has asked.
  const std::string& problem() const { return problem_; }

  // Needs CanCopy() and a HandleScope. `place`: the hash of the error's place. `is_brief`: functions that wait are not
  // searched for among the objects of the stack, and the stores are left out. The array must not be given to
  // JavaScript.
  v8::Local<v8::Array> Copy(const CaptureSources& sources, const CaptureLimits& limits, uint64_t place, bool is_brief);

  // Suspended functions alone. Needs IsReady() and a HandleScope.
  v8::Local<v8::Array> CopySuspended(const AwaitingTasks& tasks);
  v8::Local<v8::Object> generator() const { return generator_.Get(isolate_); }
  v8_internals::FrameMemo* memo() { return &memo_; }

  // Empty if a debugger is attached, because V8 could not read the copy then. `gone`: what stands in the copy for
  // values that nothing held any more.
  TakenSnapshot Read(const CaptureSources& sources, uint32_t id, int hook, const CaptureLimits& limits,
                     v8::Local<v8::Array> copy, v8::Local<v8::Object> gone) const;

 private:
  AwaitingTasks FindAwaiting(const CaptureSources& sources, const v8_internals::StackCopier& copier, uint64_t place);

  void AddSuspended(const AwaitingTasks& tasks, v8_internals::StackCopier* copier) const;

  v8::Isolate* const isolate_;
  v8_internals::FrameMemo memo_;
  bool is_tried_ = false;
  std::string problem_;
  v8::Global<v8::Object> generator_;
  uintptr_t restored_ = 0;  // see MarkOfRestored()
  Searches far_searches_;
};

}  // namespace crash_collector

#endif  // SRC_SNAPSHOT_STACK_COPIES_H_
