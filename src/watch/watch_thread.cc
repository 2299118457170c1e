#include "watch/watch_thread.h"

#include "base/ancestors.h"
#include "base/clock.h"
#include "base/quiet_thread.h"

#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <ctime>
#endif

namespace crash_collector {

std::atomic<int> WatchThread::tid_{0};

WatchThread& WatchThread::Shared() {
  static WatchThread* shared = new WatchThread;
  return *shared;
}

void WatchThread::Forget() {
  const std::lock_guard<std::mutex> lock(mutex_);
  watched_ = {};
}

WatchThread::Watched WatchThread::Current() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return watched_;
}

#if defined(__linux__)

namespace {

// The name by which other processes find the thread. It has as many characters as the kernel allows.
constexpr char kName[] = "crash-collector";

// A look takes some 30 µs of CPU time in a process that waits, whose memory is in no cache.
constexpr uint64_t kLooksInThreshold = 2;
constexpr uint64_t kLongestPauseNs = uint64_t{1000} * kNsPerMs;

// While the main script runs nothing waits for the loop yet, and large programs take long to load.
constexpr uint64_t kMainScriptFactor = 10;

// A program hardly fills a GB in a second, so the next look comes before it could have used up what is left.
constexpr uint64_t kBytesPerMs = uint64_t{1} << 20;
constexpr uint64_t kShortestMemoryPauseNs = uint64_t{100} * kNsPerMs;

// A process whose memory goes up and down around the threshold passes it again only after it was so much below.
constexpr uint64_t kRearmPercent = 5;

// A dump that takes longer to begin would tell about another time; a later look asks anew.
constexpr uint64_t kEnterAtMemoryLimitMs = 10'000;

uint64_t LoopPauseNs(const WatchOptions& options) {
  return std::min(options.blocked_ms * kNsPerMs / kLooksInThreshold, kLongestPauseNs);
}

}  // namespace

bool WatchThread::Watch(const std::shared_ptr<ThreadEntry>& entry, const WatchOptions& options) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    watched_ = {entry, options};
  }
  if (options.blocked_ms == 0 && !options.takes_asks && options.signal == 0 && !options.memory) return started_;
  if (!Start()) return false;
  ListenTo(options.signal);
  if (const int tid = tid_; tid != 0) (void)QueueMessage(getpid(), tid, {});
  return true;
}

bool WatchThread::Start() {
  if (!started_) {
    started_ = StartQuietThread(
        kName, [](void* self) { static_cast<WatchThread*>(self)->Run(); }, this);
  }
  return started_;
}

// A signal that the application, or somebody before it, handles already stays theirs.
void WatchThread::ListenTo(int signal) {
  if (signal == 0 || listened_to_ != 0) return;
  struct sigaction present;
  if (sigaction(signal, nullptr, &present) != 0 || (present.sa_flags & SA_SIGINFO) != 0 ||
      (present.sa_handler != SIG_DFL && present.sa_handler != SIG_IGN)) {
    return;
  }
  struct sigaction action = {};
  action.sa_handler = OnSignal;
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  if (sigaction(signal, &action, nullptr) == 0) listened_to_ = signal;
}

void WatchThread::OnSignal(int) {
  const int before = errno;
  if (const int tid = tid_; tid != 0) (void)QueueMessage(getpid(), tid, {MessageKind::kSignal, 0});
  errno = before;
}

void WatchThread::Run() {
  tid_ = static_cast<int>(syscall(SYS_gettid));
  (void)Ancestors();  // for dumps; here it does not delay the start
  sigset_t accepted;
  sigemptyset(&accepted);
  sigaddset(&accepted, kAskSignal);
  for (;;) {
    const WatchOptions options = Current().options;
    uint64_t pause_ns = LoopPauseNs(options);
    if (options.memory) pause_ns = pause_ns == 0 ? memory_pause_ns_ : std::min(pause_ns, memory_pause_ns_);
    timespec timeout = {static_cast<time_t>(pause_ns / (1000 * kNsPerMs)),
                        static_cast<long>(pause_ns % (1000 * kNsPerMs))};
    siginfo_t info = {};
    const int signal = sigtimedwait(&accepted, &info, pause_ns == 0 ? nullptr : &timeout);
    // A sandbox may forbid the call, and the thread must not try again and again. Another thread may get its id, and
    // would be ended by the signal.
    if (signal < 0 && errno != EAGAIN && errno != EINTR) {
      tid_ = 0;
      return;
    }
    const Watched watched = Current();
    if (signal == kAskSignal) {
      const std::optional<Message> message =
          info.si_code == SI_QUEUE ? Message::FromWord(reinterpret_cast<uint64_t>(info.si_value.sival_ptr))
                                   : std::nullopt;
      if (message) {
        Take(*message, watched);
      } else if (info.si_code != SI_TKILL) {
        // Somebody has sent this signal to the process, and the kernel gave it to this thread because the others were
        // busy. It gets the effect that it would have had.
        (void)kill(getpid(), kAskSignal);
      }
    }
    if (watched.entry) LookAtLoop(watched, uv_hrtime());
    if (watched.entry && watched.options.memory) LookAtMemory(watched);
  }
}

void WatchThread::Take(const Message& message, const Watched& watched) {
  const bool asked = message.kind == MessageKind::kAsk || message.kind == MessageKind::kAskForAllTasks;
  if (message.kind == MessageKind::kWake) return;
  if (!watched.entry || (asked ? !watched.options.takes_asks : watched.options.signal == 0)) {
    if (asked) WriteAnswer(message.nonce, R"({"problem":"it takes no requests"})");
    return;
  }
  EntryRequest request;
  request.cause = asked ? EntryCause::kAsked : EntryCause::kSignal;
  request.all_tasks = message.kind == MessageKind::kAskForAllTasks;
  const std::string answer = watched.entry->Enter(request);
  if (!asked) return;
  WriteAnswer(message.nonce, answer.empty() ? R"({"problem":"it ended before it could write one"})" : answer);
}

void WatchThread::LookAtLoop(const Watched& watched, uint64_t now_ns) {
  const uint64_t pause_ns = LoopPauseNs(watched.options);
  const std::optional<Heartbeat> beat = pause_ns == 0 ? std::nullopt : watched.entry->ReadHeartbeat();
  // If the whole process was stopped, this thread was, too, and the time does not count.
  const uint64_t passed_ns = std::min(now_ns - looked_ns_, 2 * pause_ns);
  looked_ns_ = now_ns;
  if (!beat || !last_ || !(*beat == *last_)) {
    last_ = beat;
    blocked_ns_ = 0;
    reported_ = false;
    return;
  }
  blocked_ns_ += passed_ns;
  const uint64_t most_ms = watched.options.blocked_ms * (beat->turns == 0 ? kMainScriptFactor : 1);
  if (reported_ || blocked_ns_ < most_ms * kNsPerMs) return;
  reported_ = true;
  EntryRequest request;
  request.cause = EntryCause::kBlockedLoop;
  request.turns = beat->turns;
  request.blocked_ms = MsOf(blocked_ns_);
  (void)watched.entry->Enter(request);
  looked_ns_ = uv_hrtime();
}

void WatchThread::LookAtMemory(const Watched& watched) {
  const WatchOptions& options = watched.options;
  memory_pause_ns_ = kLongestPauseNs;
  groups_.resize(options.memory->size());
  for (size_t i = 0; i < groups_.size(); i++) {
    const std::optional<EntryRequest> request = LookAtGroup((*options.memory)[i], i, options);
    if (request) groups_[i].reported = !watched.entry->Enter(*request).empty();
  }
}

// Shortens the pause before the next look. Something if the memory of the group is nearly used up, and that was not
// reported yet.
std::optional<EntryRequest> WatchThread::LookAtGroup(const MemoryGroup& group, size_t index,
                                                     const WatchOptions& options) {
  SeenGroup& seen = groups_[index];
  if (seen.limit == 0) seen.limit = group.LimitBytes().value_or(0);
  const uint64_t threshold = seen.limit / 100 * options.memory_percent;
  const std::optional<uint64_t> used = threshold == 0 ? std::nullopt : group.UsedBytes(threshold);
  if (!used) return std::nullopt;
  if (*used < threshold) {
    const uint64_t fill_ns = (threshold - *used) / kBytesPerMs * kNsPerMs;
    memory_pause_ns_ = std::min(memory_pause_ns_, std::clamp(fill_ns, kShortestMemoryPauseNs, kLongestPauseNs));
    if (*used + seen.limit / 100 * kRearmPercent < threshold) seen.reported = false;
    return std::nullopt;
  }
  // It may have been changed while the process ran.
  if (const uint64_t limit = group.LimitBytes().value_or(0); limit != seen.limit) {
    seen.limit = limit;
    return std::nullopt;
  }
  if (seen.reported) return std::nullopt;
  EntryRequest request;
  request.cause = EntryCause::kMemoryLimit;
  request.used_bytes = *used;
  request.limit_bytes = seen.limit;
  request.outer_groups = group.outer();
  request.enter_ms = kEnterAtMemoryLimitMs;
  request.write_ms = kEnterAtMemoryLimitMs;
  return request;
}

#else

bool WatchThread::Watch(const std::shared_ptr<ThreadEntry>&, const WatchOptions&) { return false; }

#endif

}  // namespace crash_collector
