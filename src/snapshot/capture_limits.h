// The limits of how much one capture reads.
#ifndef SRC_SNAPSHOT_CAPTURE_LIMITS_H_
#define SRC_SNAPSHOT_CAPTURE_LIMITS_H_

#include <v8.h>

#include <cstddef>
#include <string>

#include "walk/objects/graph_limits.h"

namespace crash_collector {

struct FrameLimits {
  size_t most_first = 50;  // innermost frames
  size_t most_last = 10;   // outermost frames of a longer stack
  bool overflow = false;   // the stack was used up: the innermost function may have no variables yet
  // Functions with long texts are parsed, too, which takes milliseconds for each.
  bool parses_long = false;
  // The constructor of the error that is being made; may be empty. A call of it and the frames further in make the
  // error, and are no place where it was thrown. V8 leaves them out of the error's own stack, too
  // (test/workarounds/constructor-frames.js, Node.js 20 to 26).
  v8::Local<v8::Function> constructor;
};

struct CaptureLimits {
  GraphLimits graph;
  FrameLimits frames;
  double inner_state_ms = 5;   // for private members and closures
  bool details = true;         // false: private members and closures are not read
  bool keeps_objects = false;  // for the report of a test runner
  bool waiting = true;         // the functions that wait for those of the stack are looked for
  bool keeps_values = false;   // TakenSnapshot::at_hand and error_at_hand are filled
  std::string id_prefix;       // of the ids of objects and scopes, if they go into the dump of another thread
};

}  // namespace crash_collector

#endif  // SRC_SNAPSHOT_CAPTURE_LIMITS_H_
