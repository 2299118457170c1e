// The result of one capture: texts that are ready for a dump, and weak handles for the report.
#ifndef SRC_SNAPSHOT_SNAPSHOT_H_
#define SRC_SNAPSHOT_SNAPSHOT_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "text/text_buffer.h"
#include "walk/objects/met_objects.h"
#include "walk/objects/missing_counts.h"

namespace crash_collector {

struct CapturedFrame {
  // Members of the callFrame record from `functionName` on, up to the last scope: `"scopeChain":[{…},{…}`, not closed.
  std::string json;
  std::string function_name;
  std::string url;
  int script_id = 0;
  int line = 0;  // 0-based, as all of these
  int column = 0;
  int start_line = 0;
  int start_column = 0;
  bool internal = false;  // of Node.js itself
};

// An async function that waited for those of the stack.
struct AwaitingFrame {
  CapturedFrame frame;
  bool in_block = false;  // it waits in a block, whose variables are gone when it is rejected
  bool certain = false;   // it waits for a function of the stack; else for something that one of these may settle
  v8::Global<v8::Value> awaited;  // the promise that it awaits, weak
};

struct CapturedFrames {
  std::vector<CapturedFrame> frames;
  size_t omitted_after = 0;  // number of frames kept before the gap
  size_t omitted = 0;
};

struct Snapshot {
  uint32_t id = 0;
  int hook = 0;
  CapturedFrames frames;
  std::vector<AwaitingFrame> awaiting;
  std::vector<std::string> async_stores;  // JSON of each: `{"storage":…,"name"?,"store":…}`
  TextBuffer near;
  TextBuffer far;
  MissingCounts missing;
  MetObjects met;            // for the walk at the report, which goes on where this one ended
  uint64_t taken_at_ns = 0;  // of uv_hrtime()
  double duration_ms = 0;
  uint64_t redactor_id = 0;  // of the redactor that knew which values are secret; 0 for none

  size_t bytes() const;
};

}  // namespace crash_collector

#endif  // SRC_SNAPSHOT_SNAPSHOT_H_
