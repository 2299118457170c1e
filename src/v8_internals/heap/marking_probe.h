// Tells if V8 had begun to mark live objects before a collection. Such a collection may keep objects that died since.
#ifndef SRC_V8_INTERNALS_HEAP_MARKING_PROBE_H_
#define SRC_V8_INTERNALS_HEAP_MARKING_PROBE_H_

#include <v8.h>

namespace crash_collector {

// Make it before the collection, and ask it afterwards. Nothing holds the symbol, but V8 makes symbols where old
// objects are, and an object that is made there during a marking counts as alive until that marking ends. Observed on
// Node.js 20 to 26 (test/native/task-finder.test.js).
class MarkingProbe {
 public:
  explicit MarkingProbe(v8::Isolate* isolate) {
    const v8::HandleScope scope(isolate);
    unheld_.Reset(isolate, v8::Symbol::New(isolate));
    unheld_.SetWeak();
  }

  bool had_begun() const { return !unheld_.IsEmpty(); }

 private:
  v8::Global<v8::Symbol> unheld_;
};

}  // namespace crash_collector

#endif  // SRC_V8_INTERNALS_HEAP_MARKING_PROBE_H_
