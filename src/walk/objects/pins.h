// Keeps the objects that captures in tests have met, so that the report finds them.
#ifndef SRC_WALK_OBJECTS_PINS_H_
#define SRC_WALK_OBJECTS_PINS_H_

#include <v8.h>

#include <chrono>
#include <cstddef>
#include <deque>
#include <vector>

#include "walk/objects/object_table.h"

namespace crash_collector {

// For one isolate, on its thread. A test runner reports an error when the test has returned, and captured objects are
// garbage by then. So they are kept alive, but only for kGrace, in which the runner reports the error or it is handled.
// The first full garbage collection after that makes them weak.
class Pins {
 public:
  explicit Pins(v8::Isolate* isolate);
  ~Pins();
  Pins(const Pins&) = delete;
  Pins& operator=(const Pins&) = delete;

  // Takes the handles out of the table.
  void Keep(ObjectTable* table);

 private:
  static constexpr std::chrono::seconds kGrace{1};
  static constexpr size_t kMostBatches = 32;
  static constexpr size_t kMostObjects = size_t{1} << 18;

  struct Batch {
    std::chrono::steady_clock::time_point since;
    bool weak = false;
    std::vector<v8::Global<v8::Value>> values;
  };

  static void BeforeCollection(v8::Isolate* isolate, v8::GCType type, v8::GCCallbackFlags flags, void* data);

  v8::Isolate* const isolate_;
  size_t objects_ = 0;
  std::deque<Batch> batches_;
};

}  // namespace crash_collector

#endif  // SRC_WALK_OBJECTS_PINS_H_
