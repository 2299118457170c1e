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

#include "base/collections.h"
#include "hooks/turn_end.h"

namespace crash_collector {

// One for an isolate, on its thread.
class PrintedErrors {
 public:
  // `on_printed` is called for each error, inside V8: it must not enter JavaScript.
  PrintedErrors(v8::Isolate* isolate, std::function<void()> on_printed);
  ~PrintedErrors();
  PrintedErrors(const PrintedErrors&) = delete;
  PrintedErrors& operator=(const PrintedErrors&) = delete;

  // The errors of the last `max_age_ms` that are still there, newest first. Empty if there were more than are kept.
  v8::Local<v8::Array> Newest(double max_age_ms) const;
  void Forget();

 private:
  // An error and its causes are printed together. They are held, because the code that printed them may hold them no
  // more, until V8 collects garbage after the turn of the event loop (collections.h).
  static constexpr size_t kMost = 8;
  struct Printed {
    v8::Global<v8::Object> error;
    uint64_t at_ns;
    uint64_t turn;
    bool is_of_past_turn = false;
  };
  static v8::MaybeLocal<v8::Value> OnFormat(v8::Local<v8::Context> context, v8::Local<v8::Value> error,
                                            v8::Local<v8::Array> sites);
  void Add(v8::Local<v8::Value> error);
  bool EndTurn(uint64_t turn);
  void LetGoOfPastTurns(Collection collection);

  v8::Isolate* const isolate_;
  const std::function<void()> on_printed_;
  TurnEnd turn_end_;
  BeforeCollections collections_;
  std::deque<Printed> printed_;  // oldest first
  uint64_t dropped_at_ns_ = 0;   // when the newest was printed of those that are not kept
};

}  // namespace crash_collector

#endif  // SRC_REPORT_PRINTED_ERRORS_H_
