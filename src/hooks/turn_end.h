// Tells when the work is over in which an error was made, with its microtasks. Many timers of Node.js may run in one
// turn of the event loop, and each is such a work. Ticks of the microtasks, and reports of rejections that nobody
// handles, follow at once.
#ifndef SRC_HOOKS_TURN_END_H_
#define SRC_HOOKS_TURN_END_H_

#include <v8.h>

#include <cstdint>
#include <functional>
#include <utility>

namespace crash_collector {

// One for an isolate and owner, on the isolate's thread. It costs nothing while no end is waited for.
class TurnEnd {
 public:
  // `on_end(turn)` is called when Begin() has returned that number, or a smaller one, and the work is over. It returns
  // false if it waits for no further end. It must not run JavaScript.
  TurnEnd(v8::Isolate* isolate, std::function<bool(uint64_t turn)> on_end)
      : isolate_(isolate), on_end_(std::move(on_end)) {}
  ~TurnEnd() { Stop(); }
  TurnEnd(const TurnEnd&) = delete;
  TurnEnd& operator=(const TurnEnd&) = delete;

  // Returns the number of the work under way, and waits for its end.
  uint64_t Begin() {
    if (!is_waiting_) isolate_->AddMicrotasksCompletedCallback(OnMicrotasksCompleted, this);
    is_waiting_ = true;
    return checkpoints_;
  }

  uint64_t current() const { return checkpoints_; }

 private:
  static void OnMicrotasksCompleted(v8::Isolate* isolate, void* data) {
    auto* self = static_cast<TurnEnd*>(data);
    if (!self->on_end_(self->checkpoints_++)) self->Stop();
  }
  void Stop() {
    if (std::exchange(is_waiting_, false)) isolate_->RemoveMicrotasksCompletedCallback(OnMicrotasksCompleted, this);
  }

  v8::Isolate* const isolate_;
  const std::function<bool(uint64_t)> on_end_;
  uint64_t checkpoints_ = 0;
  bool is_waiting_ = false;
};

}  // namespace crash_collector

#endif  // SRC_HOOKS_TURN_END_H_
