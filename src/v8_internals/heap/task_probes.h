// Keeps the probes of heap_layout.h, and knows the names that JavaScript has for them.
#ifndef SRC_V8_INTERNALS_HEAP_TASK_PROBES_H_
#define SRC_V8_INTERNALS_HEAP_TASK_PROBES_H_

#include <v8.h>

#include <array>
#include <optional>
#include <utility>

#include "v8_internals/heap/heap_layout.h"

namespace crash_collector {

using TaskProbe = std::pair<const char*, v8::Local<v8::Object> TaskProbes::*>;
inline constexpr std::array<TaskProbe, 10> kTaskProbes = {{
    {"awaited", &TaskProbes::awaited},
    {"asyncFunction", &TaskProbes::async_function},
    {"asyncPromise", &TaskProbes::async_promise},
    {"generator", &TaskProbes::generator},
    {"generatorFunction", &TaskProbes::generator_function},
    {"asyncGenerator", &TaskProbes::async_generator},
    {"asyncNext", &TaskProbes::async_next},
    {"awaitedByAll", &TaskProbes::awaited_by_all},
    {"all", &TaskProbes::all},
    {"timer", &TaskProbes::timer},
}};

// Keeps the probes to learn the layout again, because a layout is valid only until the next garbage collection.
class KeptTaskProbes {
 public:
  KeptTaskProbes(v8::Isolate* isolate, const TaskProbes& probes);
  ~KeptTaskProbes();
  KeptTaskProbes(const KeptTaskProbes&) = delete;
  KeptTaskProbes& operator=(const KeptTaskProbes&) = delete;
  // Needs a HandleScope. Nothing if the heap cannot be read.
  const std::optional<HeapLayout>& Learn();

 private:
  static void AfterCollection(v8::Isolate* isolate, v8::GCType type, v8::GCCallbackFlags flags, void* data);

  v8::Isolate* const isolate_;
  std::array<v8::Global<v8::Object>, kTaskProbes.size()> objects_;
  std::optional<HeapLayout> layout_;
  bool is_current_ = false;
};

}  // namespace crash_collector

#endif  // SRC_V8_INTERNALS_HEAP_TASK_PROBES_H_
