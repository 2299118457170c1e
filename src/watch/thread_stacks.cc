#include "watch/thread_stacks.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string_view>
#include <utility>

#include "base/clock.h"
#include "hooks/function_entry.h"
#include "hooks/hook_scopes.h"
#include "hooks/stack_limit.h"
#include "hooks/throw_hooks.h"
#include "text/json_out.h"
#include "watch/thread_entry.h"
#include "watch/thread_list.h"

namespace crash_collector {

struct StackAsk::Slot {
  enum class Progress { kAsked, kRunning, kPostponed, kDone };

  CaptureLimits limits;
  uint64_t asked_ns = 0;
  int entries_at_start = 0;
  Progress progress = Progress::kAsked;
  ThreadStack stack;
};

namespace {

using Slot = StackAsk::Slot;
using Progress = Slot::Progress;

// A thread that has begun to read its stack is waited for at least so much longer. Its capture has limits of its own.
constexpr std::chrono::microseconds kForRunning{100'000};

// A pool may have a thread for each core of a large machine. Its stacks are alike.
constexpr size_t kMostThreads = 32;

// UTF-16 units of a script whose text is copied. Files that people write are far shorter.
constexpr int kMostSourceLength = 500'000;

struct Thread {
  uint64_t id = 0;
  const uv_loop_t* loop = nullptr;
  v8::Isolate* isolate = nullptr;
  ThrowHooks* hooks = nullptr;
  const v8::Global<v8::Array>* woven_files = nullptr;
  bool can_read_limit = false;
  bool is_asking = false;
  std::vector<std::shared_ptr<Slot>> slots;
};

// One lock for all threads and all slots. It is never held while V8 runs or a stack is read.
struct State {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::shared_ptr<Thread>> threads;
};

// Never destroyed: workers may still end while the process exits.
State& Shared() {
  static State* state = new State;
  return *state;
}

// Interrupts come without a pointer that could be trusted: the environment may be gone.
thread_local std::shared_ptr<Thread> own;

std::shared_ptr<Thread> ThreadOf(const State& state, const Slot* slot) {
  for (const auto& thread : state.threads) {
    for (const auto& each : thread->slots) {
      if (each.get() == slot) return thread;
    }
  }
  return nullptr;
}

std::string TextOf(v8::Isolate* isolate, v8::Local<v8::Value> value) {
  if (!value->IsString()) return "";
  const v8::String::Utf8Value text(isolate, value);
  return *text == nullptr ? std::string() : std::string(*text, static_cast<size_t>(text.length()));
}

// `flat`: [scriptId, url, source, sourceMappingUrl, …]
std::vector<CopiedScript> CopyScripts(v8::Isolate* isolate, v8::Local<v8::Value> flat, const std::string& prefix) {
  std::vector<CopiedScript> copies;
  if (!flat->IsArray()) return copies;
  const auto list = flat.As<v8::Array>();
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  for (uint32_t i = 0; i + 3 < list->Length(); i += 4) {
    v8::Local<v8::Value> parts[4];
    for (uint32_t n = 0; n < 4; n++) {
      if (!list->Get(context, i + n).ToLocal(&parts[n])) return copies;
    }
    CopiedScript copy;
    copy.id = prefix + std::to_string(parts[0].As<v8::Int32>()->Value());
    copy.url = TextOf(isolate, parts[1]);
    const bool is_short = parts[2]->IsString() && parts[2].As<v8::String>()->Length() <= kMostSourceLength;
    if (is_short) copy.source = TextOf(isolate, parts[2]);
    copy.source_mapping_url = TextOf(isolate, parts[3]);
    copies.push_back(std::move(copy));
  }
  return copies;
}

// `flat`: [url, first id, length, …]
std::vector<CopiedWovenFile> CopyWovenFiles(v8::Isolate* isolate, v8::Local<v8::Array> flat) {
  std::vector<CopiedWovenFile> copies;
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  for (uint32_t i = 0; i + 2 < flat->Length(); i += 3) {
    v8::Local<v8::Value> parts[3];
    for (uint32_t n = 0; n < 3; n++) {
      if (!flat->Get(context, i + n).ToLocal(&parts[n])) return copies;
    }
    if (!parts[1]->IsInt32() || !parts[2]->IsInt32()) continue;
    copies.push_back({TextOf(isolate, parts[0]), parts[1].As<v8::Int32>()->Value(), parts[2].As<v8::Int32>()->Value()});
  }
  return copies;
}

std::string PrefixOf(uint64_t thread_id) { return "t" + std::to_string(thread_id) + "."; }

// Puts a prefix before the ids of scripts. The name of the member cannot stand in a text, where its quotes have
// backslashes.
std::string WithScriptPrefix(std::string_view json, const std::string& prefix) {
  constexpr std::string_view kMember = R"("scriptId":")";
  std::string changed;
  for (size_t at = 0; at < json.size();) {
    const size_t found = json.find(kMember, at);
    const size_t end = found == std::string_view::npos ? json.size() : found + kMember.size();
    changed += json.substr(at, end - at);
    if (found != std::string_view::npos) changed += prefix;
    at = end;
  }
  return changed;
}

std::string FramesOf(const CapturedFrames& captured) {
  JsonOut frames;
  size_t index = 0;
  for (size_t i = 0; i < captured.frames.size(); i++) {
    if (i == captured.omitted_after) index += captured.omitted;
    const CapturedFrame& frame = captured.frames[i];
    frames.Raw(i == 0 ? R"([{"index":)" : R"(,{"index":)");
    frames.Unsigned(index++);
    frames.Raw(R"(,"lineNumber":)");
    frames.Integer(frame.line);
    frames.Raw(R"(,"columnNumber":)");
    frames.Integer(frame.column);
    frames.Char(',');
    frames.Raw(frame.json);
    frames.Raw("]}");
  }
  frames.Raw(captured.frames.empty() ? "[]" : "]");
  return frames.Release();
}

// False if the stack cannot be read here, and another entry has to be tried.
bool Read(const Thread& thread, Slot* slot) {
  v8::Isolate* isolate = thread.isolate;
  ThreadStack& stack = slot->stack;
  const auto ends_with = [&stack](StackState state) {
    stack.state = state;
    return true;
  };
  if (isolate->IsExecutionTerminating()) return ends_with(StackState::kEnding);
  if (!thread.hooks->why_not_native().empty()) return ends_with(StackState::kNoWay);
  stack.state = StackState::kCapturing;
  if (*thread.hooks->suspended()) return false;
  stack.state = StackState::kNative;
  const uintptr_t room = thread.can_read_limit ? RoomForCollector() : 0;
  if (room == 0) return false;
  const LoweredStackLimit lowered(isolate, room);
  const v8::HandleScope handles(isolate);
  v8::Local<v8::StackTrace> innermost = v8::StackTrace::CurrentStackTrace(isolate, 1, v8::StackTrace::kDetailed);
  // C++ is about to call JavaScript, or V8 runs a list of microtasks.
  if (innermost->GetFrameCount() == 0) return false;
  if (slot->entries_at_start < kMostEntriesAtStart && EntryOf(isolate, innermost) != FunctionEntry::kNo) {
    slot->entries_at_start++;
    return false;
  }
  stack.waited_ms = MsOf(uv_hrtime() - slot->asked_ns);
  const std::string prefix = PrefixOf(thread.id);
  slot->limits.id_prefix = prefix;
  const TakenSnapshot taken = thread.hooks->CaptureApart(slot->limits);
  stack.scripts = CopyScripts(isolate, taken.scripts, prefix);
  if (!thread.woven_files->IsEmpty()) {
    stack.woven_files = CopyWovenFiles(isolate, thread.woven_files->Get(isolate));
  }
  stack.left_out_frames = taken.snapshot->frames.omitted;
  stack.missing = taken.snapshot->missing;
  stack.call_frames = WithScriptPrefix(FramesOf(taken.snapshot->frames), prefix);
  stack.objects = WithScriptPrefix(taken.snapshot->near.text(), prefix);
  stack.objects += WithScriptPrefix(taken.snapshot->far.text(), prefix);
  return ends_with(StackState::kCaptured);
}

// Each asker gets a capture of its own: two threads hardly ever die at once.
void OnInterrupt(v8::Isolate* isolate, void* /*data*/) {
  const std::shared_ptr<Thread> thread = own;
  if (thread == nullptr || thread->isolate != isolate) return;
  State& state = Shared();
  std::vector<std::shared_ptr<Slot>> slots;
  {
    const std::lock_guard<std::mutex> lock(state.mutex);
    for (const auto& slot : thread->slots) {
      if (slot->progress != Progress::kAsked) continue;
      slot->progress = Progress::kRunning;
      slots.push_back(slot);
    }
  }
  for (const auto& slot : slots) {
    // While a slot is running, only this thread uses the rest of it.
    const bool is_done = Read(*thread, slot.get());
    const std::lock_guard<std::mutex> lock(state.mutex);
    slot->progress = is_done ? Progress::kDone : Progress::kPostponed;
    state.changed.notify_all();
  }
}

}  // namespace

void AddStackThread(uint64_t id, const uv_loop_t* loop, v8::Isolate* isolate, ThrowHooks* hooks,
                    const v8::Global<v8::Array>* woven_files) {
  RemoveStackThread();
  State& state = Shared();
  own = std::make_shared<Thread>();
  own->id = id;
  own->loop = loop;
  own->isolate = isolate;
  own->hooks = hooks;
  own->woven_files = woven_files;
  own->can_read_limit = CanReadStackLimit(isolate);
  const std::lock_guard<std::mutex> lock(state.mutex);
  state.threads.push_back(own);
}

void RemoveStackThread() {
  if (own == nullptr) return;
  State& state = Shared();
  const std::lock_guard<std::mutex> lock(state.mutex);
  state.threads.erase(std::remove(state.threads.begin(), state.threads.end(), own), state.threads.end());
  for (const auto& slot : own->slots) {
    if (slot->progress == Progress::kDone) continue;
    slot->stack.state = StackState::kEnding;
    slot->progress = Progress::kDone;
  }
  own->slots.clear();
  own = nullptr;
  state.changed.notify_all();
}

StackAsk::StackAsk(v8::Isolate* asking, const CaptureLimits& limits) : asking_(asking) {
  State& state = Shared();
  // While the mutex is held, no thread can end, and its isolate and its loop with it.
  const std::lock_guard<std::mutex> lock(state.mutex);
  for (const auto& thread : state.threads) {
    if (thread->isolate == asking_) {
      thread->is_asking = true;
      continue;
    }
    auto slot = std::make_shared<Slot>();
    slot->limits = limits;
    slot->asked_ns = uv_hrtime();
    slot->stack.thread_id = thread->id;
    slots_.push_back(slot);
    slot->progress = Progress::kDone;
    if (thread->is_asking) {
      slot->stack.state = StackState::kCapturing;
    } else if (IsLoopWaiting(thread->loop)) {
      slot->stack.state = StackState::kIdle;
    } else if (slots_.size() > kMostThreads) {
      slot->stack.state = StackState::kLeftOut;
    } else {
      slot->progress = Progress::kAsked;
      thread->slots.push_back(slot);
      thread->isolate->RequestInterrupt(OnInterrupt, nullptr);
    }
  }
}

StackAsk::~StackAsk() {
  State& state = Shared();
  const std::lock_guard<std::mutex> lock(state.mutex);
  for (const auto& thread : state.threads) {
    if (thread->isolate == asking_) thread->is_asking = false;
    const auto is_of_this = [this](const std::shared_ptr<Slot>& slot) {
      return std::find(slots_.begin(), slots_.end(), slot) != slots_.end();
    };
    thread->slots.erase(std::remove_if(thread->slots.begin(), thread->slots.end(), is_of_this), thread->slots.end());
  }
}

std::vector<ThreadStack> StackAsk::Take(double ms) {
  State& state = Shared();
  std::unique_lock<std::mutex> lock(state.mutex);
  const auto is_at = [this](Progress progress) {
    return std::any_of(slots_.begin(), slots_.end(),
                       [progress](const auto& slot) { return slot->progress == progress; });
  };
  const auto is_done = [&is_at] {
    return !is_at(Progress::kAsked) && !is_at(Progress::kRunning) && !is_at(Progress::kPostponed);
  };
  const std::chrono::microseconds patience(static_cast<int64_t>(ms * 1000));
  const auto until = std::chrono::steady_clock::now() + patience;
  std::chrono::microseconds pause = kFirstPause;
  while (!is_done() && std::chrono::steady_clock::now() < until) {
    for (const auto& slot : slots_) {
      if (slot->progress != Progress::kPostponed) continue;
      if (const std::shared_ptr<Thread> thread = ThreadOf(state, slot.get())) {
        slot->progress = Progress::kAsked;
        thread->isolate->RequestInterrupt(OnInterrupt, nullptr);
      }
    }
    state.changed.wait_for(lock, pause, is_done);
    pause = std::min(pause * 5 / 4, kLongestPause);
  }
  // A thread that comes late does nothing more for this asker.
  for (const auto& slot : slots_) {
    if (slot->progress == Progress::kAsked) slot->progress = Progress::kDone;
  }
  state.changed.wait_for(lock, std::max(patience, kForRunning), [&is_at] { return !is_at(Progress::kRunning); });
  std::vector<ThreadStack> stacks;
  for (const auto& slot : slots_) {
    ThreadStack stack;
    stack.thread_id = slot->stack.thread_id;
    if (slot->progress == Progress::kRunning) {
      stack.state = StackState::kCapturing;  // the slot is that thread's until it has finished
    } else {
      stack = std::move(slot->stack);
    }
    stacks.push_back(std::move(stack));
  }
  return stacks;
}

}  // namespace crash_collector
