#include "heap/heap_limit.h"

#include <uv.h>

#if !defined(_WIN32)
#include <dlfcn.h>
#endif

#include <string_view>
#include <tuple>
#include <utility>

#include "hooks/function_entry.h"
#include "hooks/hook_scopes.h"
#include "hooks/throw_hooks.h"

namespace crash_collector {

namespace {

// The room that the running code gets until it can be interrupted, and that a dump gets. JSON.parse() is not
// interrupted, and went on for some tens of MB in tests.
constexpr size_t kExtraBytes = size_t{64} << 20;

// The room if a single allocation failed, such as that of a Map or an array that grows, and so much memory is free
// twice: the largest Map takes little more.
constexpr size_t kLargeExtraBytes = size_t{512} << 20;

// Words of each array that uses up what is left: small enough for an ordinary page of V8's heap, because V8 has another
// message for a large allocation that fails.
constexpr int kFillWords = 8 * 1024;
constexpr size_t kFillBytes = kFillWords * sizeof(void*);

// V8 goes on only with a higher limit.
constexpr size_t kShareToLetGo = 32;

// Places that are no good after which the dump gets what there is.
constexpr int kMostPlaces = 10'000;

// Interrupts, and V8's last call, come without a pointer that could be trusted: the environment may be gone.
thread_local HeapLimit* of_this_thread = nullptr;

using OutOfMemoryHandler = void (*)(const char* location, const v8::OOMDetails& details);

// Node.js's handler, which prints the message and aborts. V8 keeps one handler and does not tell it. Node.js 20 to 26
// export it (test/workarounds/out-of-memory-handler.js).
OutOfMemoryHandler HandlerOfNode() {
#if defined(_WIN32)
  return nullptr;
#else
  static const auto handler =
      reinterpret_cast<OutOfMemoryHandler>(dlsym(RTLD_DEFAULT, "_ZN4node15OOMErrorHandlerEPKcRKN2v810OOMDetailsE"));
  return handler;
#endif
}

// What V8 says if the heap is larger than the limit, and if a single allocation failed. It has another word for the
// first if the last collections freed hardly anything ("Ineffective mark-compacts near heap limit"), but does not tell
// a callback (`CollectGarbage`, `CollectAllAvailableGarbage` and `CheckIneffectiveMarkCompact` of `Heap` in
// https://github.com/nodejs/node/blob/0101e8b2c2/deps/v8/src/heap/heap.cc).
constexpr const char* kReached = "Reached heap limit";
constexpr const char* kLastAllocation = "CALL_AND_RETRY_LAST";

bool IsLarger(v8::Isolate* isolate, size_t limit) {
  size_t bytes = 0;
  for (size_t i = 0; i < isolate->NumberOfHeapSpaces(); i++) {
    v8::HeapSpaceStatistics space;
    if (!isolate->GetHeapSpaceStatistics(&space, i)) continue;
    // The limit is that of the old generation.
    const std::string_view name = space.space_name();
    if (name != "read_only_space" && name.substr(0, 4) != "new_") bytes += space.space_size();
  }
  return bytes > limit;
}

v8::HeapStatistics StatisticsOf(v8::Isolate* isolate) {
  v8::HeapStatistics statistics;
  isolate->GetHeapStatistics(&statistics);
  return statistics;
}

}  // namespace

HeapLimit::HeapLimit(v8::Isolate* isolate, ThrowHooks* hooks, const CollectionLog& collections,
                     v8::Local<v8::Function> on_limit)
    : isolate_(isolate),
      hooks_(hooks),
      collections_(collections),
      context_(isolate, isolate->GetCurrentContext()),
      on_limit_(isolate, on_limit),
      installed_(true) {
  of_this_thread = this;
  isolate_->AddNearHeapLimitCallback(OnNearLimit, this);
  if (HandlerOfNode() != nullptr) isolate_->SetOOMErrorHandler(OnOutOfMemory);
}

HeapLimit::~HeapLimit() {
  Remove();
  WatchPlacesNoLonger();
  if (const OutOfMemoryHandler handler = HandlerOfNode()) isolate_->SetOOMErrorHandler(handler);
  of_this_thread = nullptr;
}

void HeapLimit::Remove() {
  if (!installed_) return;
  installed_ = false;
  isolate_->RemoveNearHeapLimitCallback(OnNearLimit, limit_);
}

size_t HeapLimit::OnNearLimit(void* data, size_t current, size_t initial) {
  (void)initial;
  return static_cast<HeapLimit*>(data)->Raise(current);
}

size_t HeapLimit::Raise(size_t current) {
  switch (state_) {
    case State::kWatching: {
      // What the collector holds must not be the reason why the heap is full. V8 collects once more before it asks
      // again.
      if (!std::exchange(has_let_go_, true) && hooks_->store().LetGo()) return current + current / kShareToLetGo;
      state_ = State::kAsked;
      v8::HeapStatistics statistics = StatisticsOf(isolate_);
      limit_ = current;
      used_ = statistics.used_heap_size();
      const bool is_larger = IsLarger(isolate_, current);
      reason_ = is_larger ? kReached : kLastAllocation;
      extra_ = !is_larger && uv_get_available_memory() / 2 > kLargeExtraBytes ? kLargeExtraBytes : kExtraBytes;
      isolate_->RequestInterrupt(OnInterrupt, nullptr);
      return current + extra_;
    }
    case State::kAsked:
      // No good place was met while the room lasted. The next one is taken as it is.
      if (!watches_places_ || takes_any_place_) return current;
      takes_any_place_ = true;
      isolate_->RequestInterrupt(OnInterrupt, nullptr);
      return current + kExtraBytes;
    case State::kWriting: return current < limit_ + extra_ + kExtraBytes ? current + kExtraBytes : current;
    case State::kDying:
    case State::kOver: return current;
  }
  return current;
}

void HeapLimit::OnInterrupt(v8::Isolate* isolate, void* data) {
  (void)isolate;
  (void)data;
  if (of_this_thread != nullptr) of_this_thread->Handle();
}

void HeapLimit::Handle() {
  if (state_ != State::kAsked) return;
  const v8::HandleScope scope(isolate_);
  if (!IsPlaceGood()) return WatchPlaces();
  WatchPlacesNoLonger();
  state_ = State::kWriting;
  v8::Local<v8::Context> context = context_.Get(isolate_);
  if (!isolate_->IsExecutionTerminating()) {
    const uint32_t capture = hooks_->CaptureNow(Hook::kOutOfMemory);
    const v8::Context::Scope context_scope(context);
    v8::TryCatch try_catch(isolate_);
    v8::Local<v8::Value> args[] = {v8::Integer::NewFromUnsigned(isolate_, capture),
                                   v8::Number::New(isolate_, static_cast<double>(limit_)),
                                   v8::Number::New(isolate_, static_cast<double>(used_))};
    v8::Local<v8::Value> answer;
    std::ignore = on_limit_.Get(isolate_)->Call(context, v8::Undefined(isolate_), 3, args).ToLocal(&answer);
    if (try_catch.HasTerminated()) RequestTerminationAgain(isolate_);
  }
  state_ = State::kDying;
  const v8::Context::Scope context_scope(context);
  UseUp();
  state_ = State::kOver;
}

bool HeapLimit::IsPlaceGood() {
  if (takes_any_place_ || !hooks_->why_not_native().empty() || isolate_->IsExecutionTerminating()) return true;
  if (++places_ > kMostPlaces) return true;
  v8::Local<v8::StackTrace> stack = v8::StackTrace::CurrentStackTrace(isolate_, 2, v8::StackTrace::kDetailed);
  // A function that calls another one is in its midst.
  return stack->GetFrameCount() > 1 || EntryOf(isolate_, stack) == FunctionEntry::kNo;
}

// If the last allocation before an `await` has reached the limit, the first interrupt comes where V8 is about to resume
// an async function: its frame is not there yet (`Builtins_AsyncFunctionAwaitResolveClosure`), or it is there without
// its variables (machine code that V8's compilers made asks for interrupts first of all). Another interrupt might come
// there again, and one that is requested here would come at once. But the function will make a promise at its next
// `await`, or resolve its own at its end. Functions that do neither return to C++, and the next function that C++ calls
// is interrupted.
void HeapLimit::WatchPlaces() {
  if (watches_places_) return;
  watches_places_ = true;
  isolate_->SetPromiseHook(OnPromise);
  isolate_->AddMicrotasksCompletedCallback(OnMicrotasksCompleted, nullptr);
}

void HeapLimit::WatchPlacesNoLonger() {
  if (!watches_places_) return;
  watches_places_ = false;
  isolate_->SetPromiseHook(nullptr);
  isolate_->RemoveMicrotasksCompletedCallback(OnMicrotasksCompleted, nullptr);
}

void HeapLimit::OnPromise(v8::PromiseHookType type, v8::Local<v8::Promise> promise, v8::Local<v8::Value> parent) {
  (void)type;
  (void)promise;
  (void)parent;
  if (of_this_thread != nullptr) of_this_thread->Handle();
}

void HeapLimit::OnMicrotasksCompleted(v8::Isolate* isolate, void* data) {
  (void)data;
  isolate->RequestInterrupt(OnInterrupt, nullptr);
}

void HeapLimit::UseUp() {
  Remove();
  const v8::HandleScope scope(isolate_);
  const size_t limit = StatisticsOf(isolate_).heap_size_limit();
  const size_t most = 2 * (extra_ + kExtraBytes) / kFillBytes;
  for (size_t i = 0; i < most && !isolate_->IsExecutionTerminating(); i++) {
    std::ignore = v8::Array::New(isolate_, kFillWords);
    if (StatisticsOf(isolate_).heap_size_limit() > limit) return;
  }
}

void HeapLimit::OnOutOfMemory(const char* location, const v8::OOMDetails& details) {
  HeapLimit* limit = of_this_thread;
  const bool was_near = limit != nullptr && details.is_heap_oom && limit->state_ != State::kOver;
  if (was_near && limit->state_ != State::kDying) {
    limit->state_ = State::kDying;
    v8::HeapStatistics statistics = StatisticsOf(limit->isolate_);
    const bool was_reached = limit->limit_ != 0;
    WriteOutOfMemoryDump(limit->isolate_, limit->prepared_, limit->collections_,
                         was_reached ? limit->limit_ : statistics.heap_size_limit(),
                         was_reached ? limit->used_ : statistics.used_heap_size());
  }
  // With a limit that was not raised V8 would have ended the process then, and not said what failed later.
  const bool was_raised = was_near && limit->limit_ != 0;
  if (const OutOfMemoryHandler handler = HandlerOfNode()) handler(was_raised ? limit->reason_ : location, details);
}

}  // namespace crash_collector
