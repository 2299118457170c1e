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

PrintedErrors::PrintedErrors(v8::Isolate* isolate, double max_age_ms, std::function<void()> on_printed)
    : isolate_(isolate), max_age_ms_(max_age_ms), on_printed_(std::move(on_printed)) {
  thread_printed_errors = this;
  isolate->AddGCPrologueCallback(BeforeCollection, this, v8::kGCTypeMarkSweepCompact);
  isolate->SetPrepareStackTraceCallback(OnFormat);
}

PrintedErrors::~PrintedErrors() {
  isolate_->RemoveGCPrologueCallback(BeforeCollection, this);
  isolate_->SetPrepareStackTraceCallback(FormatStack);
  thread_printed_errors = nullptr;
}

v8::MaybeLocal<v8::Value> PrintedErrors::OnFormat(v8::Local<v8::Context> context, v8::Local<v8::Value> error,
                                                  v8::Local<v8::Array> sites) {
  if (thread_printed_errors != nullptr) thread_printed_errors->Add(error);
  return FormatStack(context, error, sites);
}

void PrintedErrors::BeforeCollection(v8::Isolate* isolate, v8::GCType type, v8::GCCallbackFlags flags, void* self) {
  auto* errors = static_cast<PrintedErrors*>(self);
  const uint64_t since_ns = NsAgo(errors->max_age_ms_);
  while (!errors->printed_.empty() && errors->printed_.front().at_ns < since_ns) errors->printed_.pop_front();
}

void PrintedErrors::Add(v8::Local<v8::Value> error) {
  if (!error->IsNativeError()) return;
  if (printed_.size() == kMost) {
    dropped_at_ns_ = printed_.front().at_ns;
    printed_.pop_front();
  }
  printed_.push_back({v8::Global<v8::Object>(isolate_, error.As<v8::Object>()), uv_hrtime()});
  on_printed_();
}

v8::Local<v8::Array> PrintedErrors::Newest(double max_age_ms) const {
  const uint64_t since_ns = NsAgo(max_age_ms);
  std::vector<v8::Local<v8::Value>> errors;
  const bool is_complete = dropped_at_ns_ == 0 || dropped_at_ns_ < since_ns;
  for (auto printed = printed_.rbegin(); is_complete && printed != printed_.rend(); ++printed) {
    if (printed->at_ns >= since_ns) errors.push_back(printed->error.Get(isolate_));
  }
  return v8::Array::New(isolate_, errors.data(), errors.size());
}

void PrintedErrors::Forget() { printed_.clear(); }

}  // namespace crash_collector
