// Who waits for whom: from a promise over its reactions to the functions that they resume.
#ifndef SRC_TASK_LINKS_H_
#define SRC_TASK_LINKS_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "heap_layout.h"

namespace crash_collector {

// Addresses change with each garbage collection, so nothing may be allocated in V8's heap while one of these lives.
class TaskLinks {
 public:
  TaskLinks(v8::Isolate* isolate, const HeapLayout& layout, const std::vector<v8::Local<v8::Object>>& tasks);

  // Indexes of the tasks that go on when this one ends, or, for a generator that is asked, gives its next value.
  std::vector<size_t> AwaitersOfTask(size_t task) const;

  // Indexes of the tasks that go on when `cause` is called, for a function that resolves a promise or whose variables do, or is
  // settled, for a promise.
  std::vector<size_t> AwaitersOfCause(v8::Local<v8::Object> cause) const;

 private:
  std::vector<size_t> Follow(std::vector<Tagged> promises) const;
  void AddReactions(Tagged promise, std::vector<Tagged>* promises, std::vector<size_t>* tasks) const;
  void AddContents(Tagged object, size_t words, std::vector<Tagged>* promises, std::vector<size_t>* tasks) const;
  void AddFunction(Tagged function, std::vector<Tagged>* promises, std::vector<size_t>* tasks) const;
  bool IsOfApplication(Tagged function) const;

  v8::Isolate* const isolate_;
  const HeapLayout& layout_;
  std::vector<Tagged> tasks_;
  std::unordered_map<Tagged, size_t> index_of_;
};

}  // namespace crash_collector

#endif  // SRC_TASK_LINKS_H_
