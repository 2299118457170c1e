// Knows the sites of stacks that stood at the same places before. V8's search for positions takes as long as the copy
// of a small stack, and most programs make errors at the same places again and again. A function that is given another
// name keeps the one that it had.
#ifndef SRC_SNAPSHOT_ERROR_SITES_H_
#define SRC_SNAPSHOT_ERROR_SITES_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "snapshot/error_site.h"
#include "v8_internals/frames/frame_memo.h"

namespace crash_collector {

// One for an isolate, on its thread.
class ErrorSites {
 public:
  ErrorSites(v8::Isolate* isolate, v8_internals::FrameMemo* memo) : isolate_(isolate), memo_(memo) {}

  // Needs a HandleScope. `may_learn`: there is room on the stack for V8's iterator. Valid until the next call.
  const ErrorSite& Current(uint64_t salt, bool may_learn);

 private:
  static constexpr size_t kMostSites = 1024;
  // V8's own code between two functions of the application has frames, too. Stacks with more of them would be taken for
  // the same if they differed only further out.
  static constexpr size_t kMostFrames = 6 * ErrorSite::kKeptFrames;
  struct HashOf {
    size_t operator()(const v8_internals::StackPlaces& places) const { return places.first; }
  };

  v8::Isolate* const isolate_;
  v8_internals::FrameMemo* const memo_;
  std::unordered_map<v8_internals::StackPlaces, ErrorSite, HashOf> known_;
  ErrorSite unknown_;
};

}  // namespace crash_collector

#endif  // SRC_SNAPSHOT_ERROR_SITES_H_
