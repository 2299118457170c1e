#include "report/exit_lines.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <mutex>
#include <utility>
#include <vector>

#include "report/stderr_line.h"

namespace crash_collector {

namespace {

// A worker's 'error' event reaches the parent within this time of its end, unless the parent is very busy.
constexpr uint64_t kPatienceMs = 500;
constexpr size_t kMaxEntries = 64;

// The parent may still die of the same error for this long after the line was printed. Before it is printed, the parent
// had no time to die.
constexpr uint64_t kMemoryNs = 5'000'000'000;

struct Entry {
  std::string key;
  std::string line;         // empty once it is printed, and for workers that print none
  uint64_t printed_ns = 0;  // 0 until it is printed
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
    for (Entry& entry : state.entries) {
      if (entry.printed_ns != 0) continue;
      lines.push_back(std::exchange(entry.line, ""));
      entry.printed_ns = uv_hrtime();
    }
  }
  for (const std::string& line : lines) WriteStderrLine(line);
}

// The caller holds the mutex.
void ForgetOld(std::vector<Entry>* entries) {
  const uint64_t now = uv_hrtime();
  const auto is_old = [now](const Entry& entry) { return entry.printed_ns != 0 && now - entry.printed_ns > kMemoryNs; };
  entries->erase(std::remove_if(entries->begin(), entries->end(), is_old), entries->end());
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
  ForgetOld(&state.entries);
  if (!state.attached || state.entries.size() >= kMaxEntries) return false;
  state.entries.push_back({std::move(key), std::move(line)});
  uv_async_send(&state.async);
  return true;
}

std::optional<std::string> ClaimExitLine(const std::string& key) {
  State& state = Shared();
  const std::lock_guard<std::mutex> lock(state.mutex);
  ForgetOld(&state.entries);
  // The last one is taken: if another worker died of the same error before, somebody listened to it.
  const auto is_same = [&key](const Entry& entry) { return entry.key == key; };
  const auto found = std::find_if(state.entries.rbegin(), state.entries.rend(), is_same);
  if (found == state.entries.rend()) return std::nullopt;
  std::string line = std::move(found->line);
  state.entries.erase(std::next(found).base());
  return line;
}

}  // namespace crash_collector
