// Runs work on several threads, and waits for it.
#ifndef SRC_BASE_RUN_IN_PARALLEL_H_
#define SRC_BASE_RUN_IN_PARALLEL_H_

#include <uv.h>

#include <cstddef>
#include <functional>
#include <vector>

namespace crash_collector {

// Calls `work` with 0 on this thread, and with each further index below `count` on a thread of its own. A call whose
// thread cannot be created is left out, so each call must do all that is left to do. `work` must not throw, and must
// not enter V8.
inline void RunInParallel(size_t count, const std::function<void(size_t)>& work) {
  struct Call {
    const std::function<void(size_t)>* work;
    size_t index;
    uv_thread_t thread;
  };
  std::vector<Call> calls;
  calls.reserve(count);  // the threads have pointers to the elements
  for (size_t index = 1; index < count; index++) {
    calls.push_back({&work, index, {}});
    const auto run = [](void* data) {
      const Call* call = static_cast<Call*>(data);
      (*call->work)(call->index);
    };
    if (uv_thread_create(&calls.back().thread, run, &calls.back()) == 0) continue;
    calls.pop_back();
    break;
  }
  work(0);
  for (Call& call : calls) uv_thread_join(&call.thread);
}

}  // namespace crash_collector

#endif  // SRC_BASE_RUN_IN_PARALLEL_H_
