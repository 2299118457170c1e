// Who waits for whom: from a promise over its reactions to the functions that they resume.
#ifndef SRC_V8_INTERNALS_HEAP_TASK_LINKS_H_
#define SRC_V8_INTERNALS_HEAP_TASK_LINKS_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "v8_internals/heap/heap_layout.h"

namespace crash_collector {

// A task that goes on when something happens, and the promise that it awaits; zero where it is resumed without one.
struct Awaiter {
  Tagged task = 0;
  Tagged awaited = 0;
};

// Addresses change with each garbage collection, so nothing may be allocated in V8's heap while one of these lives.
class TaskLinks {
 public:
  // A chain that many wait for is gone along for each of them: after so many promises and reactions in all, or at
  // `deadline_ns` (of uv_hrtime), nothing more is found.
  TaskLinks(v8::Isolate* isolate, const HeapLayout& layout, size_t most_steps, uint64_t deadline_ns = UINT64_MAX)
      : isolate_(isolate), layout_(layout), steps_left_(most_steps), deadline_ns_(deadline_ns) {}

  // The tasks that go on when this one ends, or, for a generator that is asked, gives its next value.
  std::vector<Awaiter> AwaitersOfTask(Tagged task);

  // The tasks that go on when `cause` is called, for a function that resolves a promise or whose variables do, or is
  // settled, for a promise.
  std::vector<Awaiter> AwaitersOfCause(Tagged cause);

  // The tasks that may go on when one of these is called, because what they close over leads there: functions of
  // Node.js that call others that call what resolves a promise. At most so many functions are looked at. Some of these
  // tasks may wait for something else.
  std::vector<Awaiter> AwaitersBehind(std::vector<Tagged> functions, size_t most);

  // False: some answer may lack something.
  bool complete() const { return complete_; }

 private:
  // Whether there is time for one more promise or reaction.
  bool Step();
  std::vector<Awaiter> Follow(std::vector<Tagged> promises);
  // What leads on: further promises, and tasks.
  struct Found {
    std::vector<Tagged> promises;
    std::vector<Tagged> tasks;
  };
  void AddReactions(Tagged promise, Found* found);
  void AddContents(Tagged object, size_t words, Found* found) const;
  void AddFunction(Tagged function, Found* found) const;
  void AddCapability(Tagged capability, Found* found) const;
  bool IsOfApplication(Tagged function) const;

  v8::Isolate* const isolate_;
  const HeapLayout& layout_;
  size_t steps_left_;
  const uint64_t deadline_ns_;
  bool complete_ = true;
};

}  // namespace crash_collector

#endif  // SRC_V8_INTERNALS_HEAP_TASK_LINKS_H_
