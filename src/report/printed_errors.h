// Remembers the errors whose stacks were formatted, as all code does that prints an error. If the process then ends
// itself, one of them may be the reason.
//
// V8 asks the embedder to format a stack when `error.stack` is read first. We put a function before Node.js's, which
// does the formatting.
#ifndef SRC_REPORT_PRINTED_ERRORS_H_
#define SRC_REPORT_PRINTED_ERRORS_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>

namespace crash_collector {

// One for an isolate, on its thread.
class PrintedErrors {
 public:
  // Errors are kept for `max_age_ms` at least. `on_printed` is called for each error, inside V8: it must not enter
  // JavaScript.
  PrintedErrors(v8::Isolate* isolate, double max_age_ms, std::function<void()> on_printed);
  ~PrintedErrors();
  PrintedErrors(const PrintedErrors&) = delete;
  PrintedErrors& operator=(const PrintedErrors&) = delete;

  // The errors of the last `max_age_ms`, newest first. Empty if there were more than are kept.
  v8::Local<v8::Array> Newest(double max_age_ms) const;
  void Forget();

 private:
  // The errors are held, because the code that printed them may hold them no more. A full garbage collection begins
  // with dropping those that are too old. An error and its causes are printed together.
  static constexpr size_t kMost = 8;
  struct Printed {
    v8::Global<v8::Object> error;
    uint64_t at_ns;
  };
  static v8::MaybeLocal<v8::Value> OnFormat(v8::Local<v8::Context> context, v8::Local<v8::Value> error,
                                            v8::Local<v8::Array> sites);
  static void BeforeCollection(v8::Isolate* isolate, v8::GCType type, v8::GCCallbackFlags flags, void* self);
  void Add(v8::Local<v8::Value> error);

  v8::Isolate* const isolate_;
  const double max_age_ms_;
  const std::function<void()> on_printed_;
  std::deque<Printed> printed_;  // oldest first
  uint64_t dropped_at_ns_ = 0;   // when the newest was printed of those that are not kept
};

}  // namespace crash_collector

#endif  // SRC_REPORT_PRINTED_ERRORS_H_
