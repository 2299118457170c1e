// Keeps the objects that captures have met, so that a heap snapshot can tell which node each of them is.
#ifndef SRC_WALK_OBJECTS_PINS_H_
#define SRC_WALK_OBJECTS_PINS_H_

#include <v8.h>

#include <chrono>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "walk/objects/object_table.h"

namespace crash_collector {

// For one isolate, on its thread. Captured objects are garbage as soon as the application's functions are left, and V8
// collects garbage before it takes a snapshot (test/workarounds/snapshot-collects-garbage.js, Node.js 20 to 26). So the
// objects are kept alive, but only for kGrace, in which an error ends the process or is handled. The first full garbage
// collection after that makes them weak. Between Hold and Release all of them stay.
class Pins {
 public:
  struct Batch {
    std::string id_prefix;
    std::chrono::steady_clock::time_point since;
    bool of_report = false;  // made while a dump is written, which alone needs it
    bool weak = false;
    std::vector<uint32_t> numbers;  // the objectId is the prefix and this
    std::vector<v8::Global<v8::Value>> values;
  };

  explicit Pins(v8::Isolate* isolate);
  ~Pins();
  Pins(const Pins&) = delete;
  Pins& operator=(const Pins&) = delete;

  // Takes the handles out of the table.
  void Keep(std::string id_prefix, ObjectTable* table);
  void Hold() { held_ = true; }
  void Release();
  const std::deque<Batch>& batches() const { return batches_; }

 private:
  static constexpr std::chrono::seconds kGrace{1};
  static constexpr size_t kMostBatches = 32;
  static constexpr size_t kMostObjects = size_t{1} << 18;

  static void BeforeCollection(v8::Isolate* isolate, v8::GCType type, v8::GCCallbackFlags flags, void* data);
  void DropOldest();

  v8::Isolate* isolate_;
  bool held_ = false;
  size_t objects_ = 0;
  std::deque<Batch> batches_;
};

}  // namespace crash_collector

#endif  // SRC_WALK_OBJECTS_PINS_H_
