#include "exit_lines.h"

#include <cstdlib>
#include <mutex>
#include <utility>
#include <vector>

#include "stderr_line.h"

namespace crash_collector {

namespace {

// A worker's 'error' event reaches the parent within this time of its end, unless the parent is very busy.
constexpr uint64_t kPatienceMs = 500;
constexpr size_t kMaxEntries = 64;

struct Entry {
  std::string key;
  std::string line;  // empty once printed or claimed
};

struct State {
  std::mutex mutex;
  std::vector<Entry> entries;
  bool attached = false;
  uv_async_t async;
  uv_timer_t timer;
};

// Never destroyed: libuv's handles must outlive the loop, and workers may still run at exit.
State& Shared() {
  static State* state = new State;
  return *state;
}

void PrintAll() {
  std::vector<std::string> lines;
  {
    State& state = Shared();
    const std::lock_guard<std::mutex> lock(state.mutex);
    for (Entry& entry : state.entries) lines.push_back(std::exchange(entry.line, ""));
  }
  for (const std::string& line : lines) WriteStderrLine(line);
}

}  // namespace

void AttachExitLines(uv_loop_t* main_loop) {
  State& state = Shared();
  const std::lock_guard<std::mutex> lock(state.mutex);
  if (state.attached) return;
  const auto on_handed = [](uv_async_t*) {
    uv_timer_start(
        &Shared().timer, [](uv_timer_t*) { PrintAll(); }, kPatienceMs, 0);
  };
  if (uv_async_init(main_loop, &state.async, on_handed) != 0) return;
  uv_timer_init(main_loop, &state.timer);
  uv_unref(reinterpret_cast<uv_handle_t*>(&state.async));
  uv_unref(reinterpret_cast<uv_handle_t*>(&state.timer));
  state.attached = true;
  // The main thread may die before its timer fires, and without a clean end of its environment.
  static const int registered = std::atexit(PrintAll);
  (void)registered;
}

void DetachExitLines() {
  State& state = Shared();
  {
    const std::lock_guard<std::mutex> lock(state.mutex);
    if (!state.attached) return;
    state.attached = false;
    uv_close(reinterpret_cast<uv_handle_t*>(&state.async), nullptr);
    uv_close(reinterpret_cast<uv_handle_t*>(&state.timer), nullptr);
  }
  PrintAll();
}

bool HandOverExitLine(std::string key, std::string line) {
  State& state = Shared();
  const std::lock_guard<std::mutex> lock(state.mutex);
  if (!state.attached || state.entries.size() >= kMaxEntries) return false;
  state.entries.push_back({std::move(key), std::move(line)});
  uv_async_send(&state.async);
  return true;
}

std::optional<std::string> ClaimExitLine(const std::string& key) {
  State& state = Shared();
  const std::lock_guard<std::mutex> lock(state.mutex);
  for (Entry& entry : state.entries) {
    if (entry.key == key) return std::exchange(entry.line, "");
  }
  return std::nullopt;
}

}  // namespace crash_collector
