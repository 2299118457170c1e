#include "watch/thread_list.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace crash_collector {

namespace {

struct Entry {
  const uv_loop_t* loop;
  ListedThread thread;
};

struct ThreadList {
  std::mutex mutex;
  std::vector<Entry> entries;
};

// Never destroyed: workers may still end while the process exits.
ThreadList& SharedList() {
  static auto* list = new ThreadList;
  return *list;
}

}  // namespace

// Any thread may ask libuv how long a loop has waited. While the loop waits, the time grows from one call to the next.
bool IsLoopWaiting(const uv_loop_t* loop) {
  auto* asked = const_cast<uv_loop_t*>(loop);
  const uint64_t before = uv_metrics_idle_time(asked);
  return uv_metrics_idle_time(asked) > before;
}

void AddThread(uint64_t id, const uv_loop_t* loop) {
  ThreadList& list = SharedList();
  const std::lock_guard<std::mutex> lock(list.mutex);
  list.entries.push_back({loop, {id, "", uv_hrtime(), false}});
}

void NameThread(const uv_loop_t* loop, std::string file) {
  ThreadList& list = SharedList();
  const std::lock_guard<std::mutex> lock(list.mutex);
  for (Entry& entry : list.entries) {
    if (entry.loop == loop) entry.thread.file = std::move(file);
  }
}

void RemoveThread(const uv_loop_t* loop) {
  ThreadList& list = SharedList();
  const std::lock_guard<std::mutex> lock(list.mutex);
  list.entries.erase(std::remove_if(list.entries.begin(), list.entries.end(),
                                    [loop](const Entry& entry) { return entry.loop == loop; }),
                     list.entries.end());
}

std::vector<ListedThread> ListThreads() {
  ThreadList& list = SharedList();
  // While the mutex is held, no thread can end, and its loop with it.
  const std::lock_guard<std::mutex> lock(list.mutex);
  std::vector<ListedThread> threads;
  for (const Entry& entry : list.entries) {
    threads.push_back(entry.thread);
    threads.back().waiting = IsLoopWaiting(entry.loop);
  }
  return threads;
}

}  // namespace crash_collector
