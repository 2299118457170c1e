#include "watch/bounded_call.h"

#include <uv.h>

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace crash_collector {

namespace {

// A thread that ends the JavaScript of an isolate, unless it is told in time that the call is over.
class Alarm {
 public:
  Alarm(v8::Isolate* isolate, uint64_t ms) : isolate_(isolate), ms_(ms) {
    is_set_ = uv_thread_create(
                  &thread_, [](void* self) { static_cast<Alarm*>(self)->Wait(); }, this) == 0;
  }
  ~Alarm() { Stop(); }
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;

  bool is_set() const { return is_set_; }

  // Returns true if it has rung.
  bool Stop() {
    if (!is_set_) return has_rung_;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      is_over_ = true;
    }
    over_.notify_one();
    uv_thread_join(&thread_);
    is_set_ = false;
    return has_rung_;
  }

 private:
  void Wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    if (over_.wait_for(lock, std::chrono::milliseconds(ms_), [this] { return is_over_; })) return;
    has_rung_ = true;
    isolate_->TerminateExecution();
  }

  v8::Isolate* const isolate_;
  const uint64_t ms_;
  uv_thread_t thread_;
  bool is_set_ = false;
  std::mutex mutex_;
  std::condition_variable over_;
  bool is_over_ = false;   // guarded by the mutex
  bool has_rung_ = false;  // written by the thread; read after it has ended
};

}  // namespace

BoundedCall CallBounded(v8::Isolate* isolate, v8::Local<v8::Function> function, int argc, v8::Local<v8::Value> argv[],
                        uint64_t ms) {
  BoundedCall call{CallEnd::kNotCalled, v8::Undefined(isolate)};
  if (isolate->IsExecutionTerminating()) return call;
  Alarm alarm(isolate, ms);
  if (!alarm.is_set()) return call;  // without an alarm the function could stop the process for ever
  v8::TryCatch try_catch(isolate);
  v8::Local<v8::Value> value;
  const bool returned =
      function->Call(isolate->GetCurrentContext(), v8::Undefined(isolate), argc, argv).ToLocal(&value);
  const bool terminated = try_catch.HasTerminated();
  if (alarm.Stop()) isolate->CancelTerminateExecution();
  if (returned) return {CallEnd::kReturned, value};
  if (terminated) return {CallEnd::kTimeIsOver, call.value};
  return {CallEnd::kThrew, try_catch.Exception()};
}

}  // namespace crash_collector
