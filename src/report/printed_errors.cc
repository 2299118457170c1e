#include "report/printed_errors.h"

#include <uv.h>

#include <utility>
#include <vector>

#include "base/clock.h"
#include "report/format_stack.h"

namespace crash_collector {

namespace {
thread_local PrintedErrors* thread_printed_errors = nullptr;
}  // namespace

PrintedErrors::PrintedErrors(v8::Isolate* isolate, std::function<void()> on_printed)
    : isolate_(isolate),
      on_printed_(std::move(on_printed)),
      turn_end_(isolate, [this](uint64_t turn) { return EndTurn(turn); }),
      collections_(
          isolate, [this] { return !printed_.empty(); },
          [this](Collection collection) { LetGoOfPastTurns(collection); }) {
  thread_printed_errors = this;
  isolate->SetPrepareStackTraceCallback(OnFormat);
}

PrintedErrors::~PrintedErrors() {
  isolate_->SetPrepareStackTraceCallback(FormatStack);
  thread_printed_errors = nullptr;
}

v8::MaybeLocal<v8::Value> PrintedErrors::OnFormat(v8::Local<v8::Context> context, v8::Local<v8::Value> error,
                                                  v8::Local<v8::Array> sites) {
  if (thread_printed_errors != nullptr) thread_printed_errors->Add(error);
  return FormatStack(context, error, sites);
}

bool PrintedErrors::EndTurn(uint64_t turn) {
  collections_.NoteBetween();
  for (Printed& printed : printed_) printed.is_of_past_turn = printed.turn <= turn;
  return !printed_.empty() && !printed_.back().is_of_past_turn;
}

void PrintedErrors::LetGoOfPastTurns(Collection collection) {
  if (collection == Collection::kYoung) return;
  for (Printed& printed : printed_) {
    if (!printed.is_of_past_turn || printed.error.IsEmpty()) continue;
    if (!printed.error.IsWeak()) printed.error.SetWeak();
  }
}

void PrintedErrors::Add(v8::Local<v8::Value> error) {
  if (!error->IsNativeError()) return;
  if (printed_.size() == kMost) {
    dropped_at_ns_ = printed_.front().at_ns;
    printed_.pop_front();
  }
  printed_.push_back({v8::Global<v8::Object>(isolate_, error.As<v8::Object>()), uv_hrtime(), turn_end_.Begin()});
  on_printed_();
}

v8::Local<v8::Array> PrintedErrors::Newest(double max_age_ms) const {
  const uint64_t since_ns = NsAgo(max_age_ms);
  std::vector<v8::Local<v8::Value>> errors;
  const bool is_complete = dropped_at_ns_ == 0 || dropped_at_ns_ < since_ns;
  for (auto printed = printed_.rbegin(); is_complete && printed != printed_.rend(); ++printed) {
    if (printed->at_ns >= since_ns && !printed->error.IsEmpty()) errors.push_back(printed->error.Get(isolate_));
  }
  return v8::Array::New(isolate_, errors.data(), errors.size());
}

void PrintedErrors::Forget() { printed_.clear(); }

}  // namespace crash_collector
