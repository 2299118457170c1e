// Walks the live stack by its frame pointers, without V8's iterator, which looks up code and positions anew for each
// error. What a frame is follows from the place to which its callee returns and, in interpreted code, from the
// bytecode under way. V8's iterator tells that once for each such place, and it is remembered until V8 collects garbage
// of its old generation, because only then code and bytecode move or go.
//
// A stack with an optimised frame is left to V8: the values are where the optimiser has put them. But the places of all
// frames, optimised ones too, tell if a stack stands where an earlier one stood.
#ifndef SRC_V8_INTERNALS_FRAMES_FRAME_MEMO_H_
#define SRC_V8_INTERNALS_FRAMES_FRAME_MEMO_H_

#include <v8.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "v8_internals/frames/frame_chain.h"
#include "v8_internals/frames/frame_slots.h"

namespace crash_collector::v8_internals {

// A frame that V8's iterator has shown.
struct SeenFrame {
  const uintptr_t* fp;
  int position;
  bool is_optimized;
  bool is_interpreted;
  bool is_constructor;
  bool is_wasm;
};

// The places of the innermost frames of a stack. Two stacks with the same ones show the same functions at the same
// positions.
struct StackPlaces {
  uint64_t first = 0;
  uint64_t second = 0;
  bool operator==(const StackPlaces& other) const { return first == other.first && second == other.second; }
};

// One for an isolate, on its thread.
class FrameMemo {
 public:
  explicit FrameMemo(v8::Isolate* isolate);
  ~FrameMemo();
  FrameMemo(const FrameMemo&) = delete;
  FrameMemo& operator=(const FrameMemo&) = delete;

  // The frames that V8's iterator would show, innermost first; null if one is optimised, or not known yet. Valid until
  // the next call. Allocates nothing in V8's heap.
  const std::vector<PlainFrame>* Walk();

  // The places of the innermost `most` frames of the live stack, those of C++ and of V8's own functions among them. If
  // some are not known, V8's iterator is asked, with `may_learn`; it needs a HandleScope and room on the stack. Empty
  // if that is no help. After V8 has collected garbage of its old generation the same stack has other ones.
  [[nodiscard]] std::optional<StackPlaces> PlacesOf(size_t most, bool may_learn);

  // What V8's iterator shows now.
  static SeenFrame Seen(const FrameInspector& inspector);
  // `seen`: all that V8's iterator has shown of the same stack. If it contradicts what is remembered, no stack is
  // walked here any more.
  void Learn(const std::vector<SeenFrame>& seen);

 private:
  enum class Kind : uint8_t { kNone, kSkipped, kPlain, kOptimized, kOther };
  struct Place {
    uintptr_t pc = 0;
    uintptr_t bytecode = 0;  // of an interpreted frame
    uintptr_t detail = 0;    // the offset in it, and whether the function was called as a constructor
    int position = 0;
    Kind kind = Kind::kNone;
    bool is_constructor = false;
  };

  static void OnCollection(v8::Isolate* isolate, v8::GCType type, v8::GCCallbackFlags flags, void* self);
  enum class Walked : uint8_t { kAll, kToNew, kToOther };
  Walked MixPlaces(size_t most, StackPlaces* places);
  bool IsInterpreter(uintptr_t pc) const;
  Place KeyOf(const FrameChain& frame) const;
  // The remembered place, or an empty one where it belongs.
  Place& Find(const Place& key);
  Place PlaceOf(const FrameChain& frame, const SeenFrame* seen);
  bool Remember(const Place& place);
  bool HasNoScript(const FrameChain& frame) const;
  void Forget();

  static constexpr size_t kBits = 10;
  static constexpr size_t kMostPlaces = (size_t{1} << kBits) * 3 / 4;
  static constexpr size_t kMostInterpreters = 4;

  v8::Isolate* const isolate_;
  uintptr_t stack_begin_ = 0;
  bool is_usable_ = true;
  size_t count_ = 0;
  uint64_t times_forgotten_ = 0;
  std::vector<Place> places_;                                // a hash table
  std::array<uintptr_t, kMostInterpreters> interpreters_{};  // where callees of interpreted functions return to
  std::vector<PlainFrame> frames_;
};

}  // namespace crash_collector::v8_internals

#endif  // SRC_V8_INTERNALS_FRAMES_FRAME_MEMO_H_
