// The threads of the process that have a collector, and what each is doing. Process-wide; every function may be called
// on any thread.
#ifndef SRC_WATCH_THREAD_LIST_H_
#define SRC_WATCH_THREAD_LIST_H_

#include <uv.h>

#include <string>
#include <vector>

namespace crash_collector {

struct ListedThread {
  uint64_t id = 0;          // 0 is the main thread
  std::string file;         // the file that the thread was started with; empty if it is not known
  uint64_t started_ns = 0;  // by uv_hrtime
  bool waiting = false;     // its event loop had nothing to do
};

// The loop must live until it is removed.
void AddThread(uint64_t id, const uv_loop_t* loop);
void NameThread(const uv_loop_t* loop, std::string file);
void RemoveThread(const uv_loop_t* loop);

std::vector<ListedThread> ListThreads();

// True if the loop has nothing to do. It must not end during the call.
bool IsLoopWaiting(const uv_loop_t* loop);

}  // namespace crash_collector

#endif  // SRC_WATCH_THREAD_LIST_H_
