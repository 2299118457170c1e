#include "watch/thread_entry.h"

#include <node.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/clock.h"
#include "hooks/function_entry.h"
#include "hooks/hook_scopes.h"
#include "hooks/stack_limit.h"
#include "hooks/throw_hooks.h"
#include "snapshot/error_site.h"

namespace crash_collector {

namespace {

// The entry of this thread's isolate. V8's callbacks get nothing that would tell if it is still there.
thread_local ThreadEntry* thread_entry = nullptr;

// A blocked loop is not written any more after this time.
constexpr uint64_t kGiveUpNs = uint64_t{30} * 1'000'000'000;

// No time point of the far end, because implementations of the C++ library convert it to other clocks.
constexpr std::chrono::hours kForever{24 * 365};

constexpr int kHashedFrames = 50;

// A hash of the functions on the stack. Positions do not count, because a loop stands at another line each time.
uint64_t HashOfStack(v8::Isolate* isolate) {
  constexpr auto kOptions = static_cast<v8::StackTrace::StackTraceOptions>(
      v8::StackTrace::kScriptId | v8::StackTrace::kFunctionName | v8::StackTrace::kExposeFramesAcrossSecurityOrigins);
  v8::Local<v8::StackTrace> trace = v8::StackTrace::CurrentStackTrace(isolate, kHashedFrames, kOptions);
  uint64_t hash = 0xcbf29ce484222325ull;
  for (int i = 0; i < trace->GetFrameCount(); i++) {
    v8::Local<v8::StackFrame> frame = trace->GetFrame(isolate, i);
    v8::Local<v8::String> name = frame->GetFunctionName();
    MixIntoSite(&hash, frame->GetScriptId());
    MixIntoSite(&hash, name.IsEmpty() ? 0 : name->GetIdentityHash());
  }
  return hash;
}

enum class Innermost { kNone, kOfNode, kOfApplication };

Innermost InnermostFunction(v8::Isolate* isolate) {
  v8::Local<v8::StackTrace> trace = v8::StackTrace::CurrentStackTrace(isolate, 1, v8::StackTrace::kDetailed);
  if (trace->GetFrameCount() == 0) return Innermost::kNone;
  return IsInternalFrame(isolate, trace->GetFrame(isolate, 0)) ? Innermost::kOfNode : Innermost::kOfApplication;
}

}  // namespace

class ThreadEntry::Task : public v8::Task {
 public:
  void Run() override {
    if (thread_entry != nullptr) thread_entry->OnEntered(false);
  }
};

ThreadEntry::ThreadEntry(v8::Isolate* isolate, uv_loop_t* loop, std::function<ThrowHooks*()> hooks,
                         v8::Local<v8::Function> on_enter)
    : isolate_(isolate),
      loop_(loop),
      hooks_(std::move(hooks)),
      context_(isolate, isolate->GetCurrentContext()),
      on_enter_(isolate, on_enter),
      can_read_limit_(CanReadStackLimit(isolate)) {
  node::MultiIsolatePlatform* platform =
      node::GetMultiIsolatePlatform(node::GetCurrentEnvironment(isolate->GetCurrentContext()));
  if (platform != nullptr) runner_ = platform->GetForegroundTaskRunner(isolate);
  thread_entry = this;
}

void ThreadEntry::Close() {
  const std::lock_guard<std::mutex> lock(mutex_);
  thread_entry = nullptr;
  isolate_ = nullptr;
  context_.Reset();
  on_enter_.Reset();
  runner_.reset();
  answer_.clear();
  state_ = State::kDone;
  changed_.notify_all();
}

// libuv gives the time that a loop has waited to any thread. The count of turns is a word that the loop's thread writes
// and this one copies; at worst it is that of the turn before.
Heartbeat ThreadEntry::HeartbeatNow() const {
  uv_metrics_t metrics = {};
  (void)uv_metrics_info(loop_, &metrics);
  return {metrics.loop_count, uv_metrics_idle_time(loop_)};
}

std::optional<Heartbeat> ThreadEntry::ReadHeartbeat() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (isolate_ == nullptr) return std::nullopt;
  return HeartbeatNow();
}

std::string ThreadEntry::Enter(const EntryRequest& request) {
  using Clock = std::chrono::steady_clock;
  const bool has_limit = request.enter_ms != 0;
  const auto enter_by = Clock::now() + (has_limit ? std::chrono::milliseconds(request.enter_ms) : kForever);
  const auto write_by = enter_by + std::chrono::milliseconds(request.write_ms);
  const std::unique_lock<std::timed_mutex> entering(entering_, enter_by);
  std::unique_lock<std::mutex> lock(mutex_);
  // A request whose time was up may still be written.
  const auto is_free = [this] { return state_ != State::kRunning; };
  if (!entering.owns_lock() || !changed_.wait_until(lock, enter_by, is_free) || isolate_ == nullptr) return "";
  request_ = request;
  asked_ns_ = uv_hrtime();
  has_task_ = false;
  entries_at_start_ = 0;
  waited_ms_.reset();
  state_ = State::kWaiting;
  // A loop that is blocked runs no task.
  if (request.cause != EntryCause::kBlockedLoop) PostTask();
  std::chrono::microseconds pause = kFirstPause;
  const auto answered = [this] { return state_ == State::kDone; };
  for (;;) {
    // In the pause the task may have come, which is under way then.
    if (state_ == State::kPostponed) state_ = State::kWaiting;
    if (state_ == State::kWaiting) isolate_->RequestInterrupt(OnInterrupt, nullptr);
    const auto moved_on = [this] { return state_ == State::kDone || state_ == State::kPostponed; };
    if (!changed_.wait_until(lock, enter_by, moved_on)) {
      if (state_ == State::kRunning) (void)changed_.wait_until(lock, write_by, moved_on);
      break;
    }
    if (answered() || changed_.wait_for(lock, pause, answered)) break;
    pause = std::min(pause * 5 / 4, kLongestPause);
  }
  if (isolate_ != nullptr && is_free()) state_ = State::kIdle;
  return std::move(answer_);
}

void ThreadEntry::PostTask() {
  has_task_ = true;
  if (runner_) runner_->PostTask(std::make_unique<Task>());
}

void ThreadEntry::OnInterrupt(v8::Isolate* isolate, void* /*data*/) {
  ThreadEntry* entry = thread_entry;
  if (entry != nullptr && entry->isolate_ == isolate) entry->OnEntered(true);
}

void ThreadEntry::OnEntered(bool interrupted) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (state_ != State::kWaiting && state_ != State::kPostponed) return;
    state_ = State::kRunning;
  }
  std::optional<std::string> answer = Handle(interrupted);
  const std::lock_guard<std::mutex> lock(mutex_);
  state_ = answer.has_value() ? State::kDone : State::kPostponed;
  if (answer.has_value()) {
    answer_ = std::move(*answer);
    is_captured_ = false;
  } else if (is_captured_ && request_.cause == EntryCause::kBlockedLoop && !has_task_) {
    // The loop may go on before any function of the application runs.
    PostTask();
  }
  changed_.notify_all();
}

std::optional<std::string> ThreadEntry::Handle(bool interrupted) {
  if (!waited_ms_) waited_ms_ = MsOf(uv_hrtime() - asked_ns_);
  if (isolate_->IsExecutionTerminating()) return std::nullopt;
  ThrowHooks* hooks = hooks_();
  if (hooks != nullptr && *hooks->suspended()) return std::nullopt;  // the collector is at work
  const uintptr_t room = can_read_limit_ ? RoomForCollector() : 0;
  if (room == 0) return std::nullopt;
  const LoweredStackLimit lowered(isolate_, room);
  return HandleWithRoom(interrupted);
}

std::optional<std::string> ThreadEntry::HandleWithRoom(bool interrupted) {
  const v8::HandleScope handles(isolate_);
  const uint64_t now_ns = uv_hrtime();
  const bool is_blocked = request_.cause == EntryCause::kBlockedLoop;
  const Innermost innermost = InnermostFunction(isolate_);
  // C++ is about to call JavaScript, or V8 runs a list of microtasks.
  if (interrupted && innermost == Innermost::kNone) {
    return is_blocked && now_ns - asked_ns_ > kGiveUpNs ? std::optional<std::string>("") : std::nullopt;
  }
  ThrowHooks* hooks = hooks_();
  if (!is_captured_) {
    if (innermost == Innermost::kOfApplication && MayHaveNoVariables(hooks)) return std::nullopt;
    if (is_blocked &&
        (!interrupted || HeartbeatNow().turns != request_.turns || !seen_.MayReport(HashOfStack(isolate_), now_ns))) {
      return "";
    }
    captured_ = hooks == nullptr ? 0 : hooks->CaptureNow(Hook::kInterrupt);
    is_captured_ = true;
  }
  // Functions of Node.js read results from buffers that a call of another function overwrites: fs.statSync() copies the
  // numbers of a file, and `new URL()` the parts of an address. Between such a call and the reading no other function
  // of Node.js may run. A function of the application could call any of them at any place, and so may the collector
  // there.
  if (interrupted && innermost == Innermost::kOfNode) return std::nullopt;
  return Write();
}

// V8 calls interrupts mostly where a function begins, or goes on after an await, and has no variables yet (Node.js 20
// to 26; `Generate_InterpreterEntryTrampoline` in
// https://github.com/nodejs/node/blob/0101e8b2c2/deps/v8/src/builtins/x64/builtins-x64.cc). Another attempt may find it
// further on. A pause of V8's debugger would even end the process there (hooks/function_entry.h).
bool ThreadEntry::MayHaveNoVariables(const ThrowHooks* hooks) {
  const bool reads_natively = hooks != nullptr && hooks->why_not_native().empty();
  if (reads_natively && entries_at_start_ >= kMostEntriesAtStart) return false;
  entries_at_start_++;
  return EntryOf(isolate_, v8::StackTrace::CurrentStackTrace(isolate_, 1, v8::StackTrace::kDetailed)) !=
         FunctionEntry::kNo;
}

std::string ThreadEntry::Write() {
  v8::Local<v8::Context> context = context_.Get(isolate_);
  const v8::Context::Scope context_scope(context);
  v8::TryCatch try_catch(isolate_);
  v8::Local<v8::Value> args[] = {v8::Integer::New(isolate_, static_cast<int>(request_.cause)),
                                 v8::Integer::NewFromUnsigned(isolate_, captured_),
                                 v8::Boolean::New(isolate_, request_.all_tasks),
                                 v8::Number::New(isolate_, request_.blocked_ms),
                                 v8::Number::New(isolate_, waited_ms_.value_or(0)),
                                 v8::Integer::New(isolate_, request_.signal),
                                 v8::Number::New(isolate_, static_cast<double>(request_.used_bytes)),
                                 v8::Number::New(isolate_, static_cast<double>(request_.limit_bytes)),
                                 v8::Integer::NewFromUnsigned(isolate_, request_.outer_groups)};
  v8::Local<v8::Value> answer;
  std::string text;
  constexpr int kArgs = sizeof(args) / sizeof(args[0]);
  if (on_enter_.Get(isolate_)->Call(context, v8::Undefined(isolate_), kArgs, args).ToLocal(&answer) &&
      answer->IsString()) {
    const v8::String::Utf8Value utf8(isolate_, answer);
    if (*utf8 != nullptr) text.assign(*utf8, static_cast<size_t>(utf8.length()));
  }
  if (try_catch.HasTerminated()) RequestTerminationAgain(isolate_);
  return text;
}

}  // namespace crash_collector
