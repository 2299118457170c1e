// Finds which tasks wait for a promise, a function or a task: from a promise over its reactions to the functions that
// these resume.
#ifndef SRC_V8_INTERNALS_HEAP_TASK_LINKS_H_
#define SRC_V8_INTERNALS_HEAP_TASK_LINKS_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/clock.h"
#include "v8_internals/heap/heap_layout.h"

namespace crash_collector {

// A task that goes on when something happens, and the promise that it awaits; zero if it is resumed without one.
struct Awaiter {
  Tagged task = 0;
  Tagged awaited = 0;
};

// Addresses change with each garbage collection, so nothing may be allocated in V8's heap while an instance lives.
class TaskLinks {
 public:
  // A chain that many tasks wait for is followed for each of them. So nothing more is found after `most_steps` promises
  // and reactions in all, or at the deadline.
  TaskLinks(v8::Isolate* isolate, const HeapLayout& layout, size_t most_steps, const Deadline& deadline = {})
      : isolate_(isolate), layout_(layout), steps_left_(most_steps), watch_(deadline) {}

  // The tasks that go on when this one ends, or, for a generator that is asked, gives its next value.
  std::vector<Awaiter> AwaitersOfTask(Tagged task);

  // The tasks that go on when `cause` is settled, if it is a promise, or called, if it is a function that resolves a
  // promise or has a variable that does.
  std::vector<Awaiter> AwaitersOfCause(Tagged cause);

  // The tasks that may go on when one of these functions is called, because the functions that it closes over lead
  // there: functions of Node.js call others, which call one that resolves a promise. At most `most` functions are
  // looked at. Some of these tasks may wait for something else.
  std::vector<Awaiter> AwaitersBehind(std::vector<Tagged> functions, size_t most);

  // False if an answer may lack something.
  bool complete() const { return complete_; }

 private:
  // True if there is time for one more promise or reaction.
  bool Step();
  std::vector<Awaiter> Follow(std::vector<Tagged> promises);
  // The tasks, and further promises, that a promise leads to.
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
  const DeadlineWatch watch_;
  bool complete_ = true;
};

}  // namespace crash_collector

#endif  // SRC_V8_INTERNALS_HEAP_TASK_LINKS_H_
