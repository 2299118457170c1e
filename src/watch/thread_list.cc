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

struct State {
  std::mutex mutex;
  std::vector<Entry> entries;
};

// Never destroyed: workers may still end while the process exits.
State& Shared() {
  static State* state = new State;
  return *state;
}

}  // namespace

// Any thread may ask libuv how long a loop has waited. While the loop waits, the time grows from one call to the next.
bool IsLoopWaiting(const uv_loop_t* loop) {
  auto* asked = const_cast<uv_loop_t*>(loop);
  const uint64_t before = uv_metrics_idle_time(asked);
  return uv_metrics_idle_time(asked) > before;
}

void AddThread(uint64_t id, const uv_loop_t* loop) {
  State& state = Shared();
  const std::lock_guard<std::mutex> lock(state.mutex);
  state.entries.push_back({loop, {id, "", uv_hrtime(), false}});
}

void NameThread(const uv_loop_t* loop, std::string file) {
  State& state = Shared();
  const std::lock_guard<std::mutex> lock(state.mutex);
  for (Entry& entry : state.entries) {
    if (entry.loop == loop) entry.thread.file = std::move(file);
  }
}

void RemoveThread(const uv_loop_t* loop) {
  State& state = Shared();
  const std::lock_guard<std::mutex> lock(state.mutex);
  state.entries.erase(std::remove_if(state.entries.begin(), state.entries.end(),
                                     [loop](const Entry& entry) { return entry.loop == loop; }),
                      state.entries.end());
}

std::vector<ListedThread> ListThreads() {
  State& state = Shared();
  // While the mutex is held, no thread can end, and its loop with it.
  const std::lock_guard<std::mutex> lock(state.mutex);
  std::vector<ListedThread> threads;
  for (const Entry& entry : state.entries) {
    threads.push_back(entry.thread);
    threads.back().waiting = IsLoopWaiting(entry.loop);
  }
  return threads;
}

}  // namespace crash_collector
