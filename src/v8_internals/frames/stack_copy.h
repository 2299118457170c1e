// Copies the words of each frame of the live stack, and of suspended functions, into one array of V8. Nothing is parsed
// and no text is made: dead_stack.h reads the copy later, as V8 would have read the frames.
//
// JavaScript never gets the array, because it holds objects of V8 that are no values: contexts and code.
#ifndef SRC_V8_INTERNALS_FRAMES_STACK_COPY_H_
#define SRC_V8_INTERNALS_FRAMES_STACK_COPY_H_

#include <v8.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "v8_internals/frames/frame_layout.h"
#include "v8_internals/frames/frame_memo.h"

namespace crash_collector::v8_internals {

// The words of a copy. It begins with kCopyHead words: its frames, innermost first, are followed by suspended
// functions.
enum CopyHead : size_t {
  kFrameCount,      // frames in the copy
  kOmittedCount,    // frames that are left out before the outermost ones
  kSuspendedCount,  // suspended functions
  kCertainCount,    // of these, the first, which wait for a function of the stack
  kStoreCount,      // words at the end, which are the caller's
  kCopyHeadSize
};

// The words of each frame begin with these, and its parameters, registers and contexts follow. The words of each
// context begin with those of ContextHead.
enum FrameHead : size_t {
  kFunction,
  kContext,
  kReceiver,
  kCode,      // keeps V8 from dropping the function's code
  kShared,    // the function's SharedFunctionInfo
  kAwaited,   // of a suspended function: the promise that it awaits, or undefined
  kPosition,  // in the script; of a suspended function, where it waits in V8's own terms
  kCounts,
  kFrameHeadSize
};

enum ContextHead : size_t {
  kOriginal,  // the context that was copied
  kMap,       // of the context
  kLength,    // number of the words that follow: first its ScopeInfo, then the next context
  kContextHeadSize
};

// The parts of kCounts.
struct FrameCounts {
  enum Flag : uint32_t { kNoContext = 1, kSuspended = 2, kConstructor = 4, kOnlyLive = 8, kUnknownSaved = 16 };
  uint32_t flags = 0;
  uint32_t contexts = 0;    // at most kMostContexts
  uint32_t parameters = 0;  // at most kMostParameters
  uint32_t registers = 0;   // at most kMostRegisters

  static constexpr uint32_t kAllFlags = 31;
  static constexpr uint32_t kMostContexts = 15;
  static constexpr uint32_t kMostParameters = 511;
  static constexpr uint32_t kMostRegisters = 8191;
  int64_t Packed() const { return flags | contexts << 5 | parameters << 9 | static_cast<int64_t>(registers) << 18; }
  static FrameCounts Of(int64_t packed) {
    return {static_cast<uint32_t>(packed) & kAllFlags, static_cast<uint32_t>(packed >> 5) & kMostContexts,
            static_cast<uint32_t>(packed >> 9) & kMostParameters, static_cast<uint32_t>(packed >> 18) & kMostRegisters};
  }
};

struct CopyLimits {
  size_t most_first = 58;  // innermost frames; constructors of the error are among them
  size_t most_last = 10;   // outermost frames of a longer stack

  // Of a stack of so many frames, the first of those at the outer end that are copied, and how many are left out.
  size_t OutermostOf(size_t total) const {
    return total <= most_first ? total : std::max(most_first, total - std::min(total, most_last));
  }
  size_t OmittedOf(size_t total) const { return most_last == 0 ? 0 : OutermostOf(total) - std::min(total, most_first); }
};

// Lives through one copy, in a HandleScope; handles are made that the array needs until it is made. Nothing may run
// JavaScript before Finish().
class StackCopier {
 public:
  StackCopier(v8::Isolate* isolate, FrameMemo* memo);
  StackCopier(const StackCopier&) = delete;
  StackCopier& operator=(const StackCopier&) = delete;

  // Needs a DebugScope until Finish(). What V8's iterator tells is asked of `memo` first.
  void CopyStack(const CopyLimits& limits);

  // The objects among the parameters, registers and contexts of the innermost frames, for the search for functions that
  // wait. With `closes_over`, those of the functions around them, too.
  std::vector<v8::Local<v8::Object>> ObjectsOfInnermost(size_t frames, bool closes_over) const;

  // `awaited` may be undefined. `restored`: as MarkOfRestored() says. A function with more than kMostRegisters is left
  // out.
  void CopySuspended(v8::Local<v8::Object> generator, v8::Local<v8::Value> awaited, bool is_certain,
                     uintptr_t restored);

  // `stores`: an array of JavaScript, or empty. Its elements become words of the copy.
  v8::Local<v8::Array> Finish(v8::Local<v8::Array> stores);

  size_t frames() const { return frames_; }

 private:
  void CopyKnown(const std::vector<PlainFrame>& frames, const CopyLimits& limits);
  void CopyByIterator(const CopyLimits& limits);
  // Returns what the memo learns of it.
  SeenFrame CopyFrame(const FrameInspector& inspector, bool is_wanted);
  void Copy(const FrameSlots& frame);
  void BeginFrame(const uintptr_t* function, const uintptr_t* context, const uintptr_t* receiver);
  void AddContexts(uintptr_t context, uintptr_t function);
  void AddContextWord(uintptr_t word);
  void EndFrame(int64_t position);

  void AddSlot(const uintptr_t* slot) { words_.push_back(SlotAsLocal(slot)); }
  void AddWord(uintptr_t word);
  void AddInteger(int64_t number);
  void SetInteger(size_t at, int64_t number);
  static v8::Local<v8::Value> SlotAsLocal(const uintptr_t* slot);

  v8::Isolate* const isolate_;
  const FrameLayout& layout_;
  FrameMemo* const memo_;
  std::vector<v8::Local<v8::Value>>& words_;
  // Numbers of V8 14's cells, which are made at the end, because that allocates.
  std::vector<std::pair<size_t, double>> numbers_;
  std::vector<size_t> begins_;  // of frames
  size_t frame_begin_ = 0;
  FrameCounts counts_;
  size_t frames_ = 0;
  size_t suspended_ = 0;
  size_t certain_ = 0;
  size_t omitted_ = 0;
  std::vector<uintptr_t>& integers_;  // small integers, whose addresses are handles
};

}  // namespace crash_collector::v8_internals

#endif  // SRC_V8_INTERNALS_FRAMES_STACK_COPY_H_
