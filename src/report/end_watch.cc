#include "report/end_watch.h"

#include <node.h>

#include <string_view>
#include <utility>

#include "base/clock.h"
#include "base/internalized_string.h"
#include "walk/objects/data_property.h"

namespace crash_collector {

namespace {

// Node.js's handles of timers and of immediates (`timer_handle` and `immediate_idle_handle` in
// https://github.com/nodejs/node/blob/0101e8b2c2/src/env.h).
constexpr unsigned kOwnHandles = 2;

// https://nodejs.org/api/process.html#exit-codes
constexpr int32_t kUnsettledTopLevelAwait = 13;

// V8's callback gets nothing but the isolate, and a Node.js thread runs one isolate.
thread_local EndWatch* thread_watch = nullptr;

v8::Local<v8::Function> GetterOf(v8::Isolate* isolate, v8::Local<v8::Object> object, const char* name) {
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  v8::Local<v8::Value> descriptor;
  if (!object->GetOwnPropertyDescriptor(context, InternalizedString(isolate, name)).ToLocal(&descriptor) ||
      !descriptor->IsObject())
    return {};
  v8::Local<v8::Value> getter =
      OwnDataProperty(context, descriptor.As<v8::Object>(), InternalizedString(isolate, "get"));
  return !getter.IsEmpty() && getter->IsFunction() ? getter.As<v8::Function>() : v8::Local<v8::Function>();
}

}  // namespace

EndWatch::EndWatch(v8::Isolate* isolate, v8::Local<v8::Object> process, std::function<void(bool)> on_end,
                   std::function<void()> on_unsettled, std::function<void()> on_late)
    : isolate_(isolate),
      context_(isolate, isolate->GetCurrentContext()),
      process_(isolate, process),
      is_exiting_(isolate, GetterOf(isolate, process, "_exiting")),
      exit_code_(isolate, GetterOf(isolate, process, "exitCode")),
      on_end_(std::move(on_end)),
      on_unsettled_(std::move(on_unsettled)),
      on_late_(std::move(on_late)),
      loop_(node::GetCurrentEventLoop(isolate)) {}

EndWatch::~EndWatch() {
  CloseCheck();
  until_ns_ = 0;
  Update();
  WatchCalls(false);
}

void EndWatch::WatchFor(uint64_t ms) {
  if (loop_ == nullptr) return;
  until_ns_ = uv_hrtime() + ms * kNsPerMs;
  Update();
}

void EndWatch::WatchModule() {
  if (loop_ == nullptr || check_ != nullptr) return;
  check_ = new uv_check_t;
  uv_check_init(loop_, check_);
  check_->data = this;
  uv_check_start(check_, OnCheck);
  uv_unref(reinterpret_cast<uv_handle_t*>(check_));
  is_near_ = true;  // the loop may make no turn at all
  Update();
}

void EndWatch::OnCheck(uv_check_t* check) {
  auto* self = static_cast<EndWatch*>(check->data);
  const uv_loop_t* loop = check->loop;
  const bool is_near = loop->active_handles <= kOwnHandles && loop->active_reqs.count == 0;
  if (is_near == self->is_near_ && self->is_known_) return;
  self->is_known_ = true;
  self->is_near_ = is_near;
  const v8::HandleScope scope(self->isolate_);
  v8::Local<v8::Context> context = self->context_.Get(self->isolate_);
  v8::Local<v8::Value> main =
      OwnDataProperty(context, self->process_.Get(self->isolate_), InternalizedString(self->isolate_, "mainModule"));
  if (!main.IsEmpty() && main->IsObject()) self->CloseCheck();
  self->Update();
}

void EndWatch::CloseCheck() {
  is_near_ = false;
  if (check_ == nullptr) return;
  check_->data = nullptr;
  uv_close(reinterpret_cast<uv_handle_t*>(std::exchange(check_, nullptr)),
           [](uv_handle_t* handle) { delete reinterpret_cast<uv_check_t*>(handle); });
}

void EndWatch::Update() {
  const bool is_needed = is_near_ || until_ns_ != 0;
  if (std::exchange(is_called_, is_needed) == is_needed) return;
  if (is_needed)
    isolate_->AddMicrotasksCompletedCallback(OnMicrotasksCompleted, this);
  else
    isolate_->RemoveMicrotasksCompletedCallback(OnMicrotasksCompleted, this);
}

void EndWatch::OnMicrotasksCompleted(v8::Isolate* isolate, void* data) {
  auto* self = static_cast<EndWatch*>(data);
  // 'exit' comes after 'beforeExit', when nothing is left in the loop; listeners of 'exit' may add to the loop in vain.
  // While something is left, this look at the loop is all that the watch costs.
  const bool was_done = std::exchange(self->loop_is_done_, uv_loop_alive(self->loop_) == 0);
  if (self->until_ns_ != 0 && uv_hrtime() > self->until_ns_) {
    self->until_ns_ = 0;
    self->Update();
    self->on_late_();
  }
  if (!self->is_called_ || (!was_done && !self->loop_is_done_)) return;
  self->WatchCalls(self->check_ != nullptr && self->loop_is_done_);
  const v8::HandleScope scope(isolate);
  const v8::Context::Scope context_scope(self->context_.Get(isolate));
  // Neither property is documented, or has to stay as it is (test/workarounds/exiting-flag.js,
  // test/workarounds/unsettled-exit-code.js, Node.js 20 to 26).
  const bool has_code = self->IsUnsettledCode(self->Call(self->exit_code_));
  if (!self->Call(self->is_exiting_)->IsTrue()) {
    self->program_set_code_ = has_code;
    return;
  }
  const bool unsettled = self->check_ != nullptr && has_code && !self->program_set_code_;
  self->WatchCalls(false);
  self->CloseCheck();
  self->until_ns_ = 0;
  self->Update();
  self->on_end_(unsettled);
}

void EndWatch::WatchCalls(bool is_needed) {
  if (std::exchange(watches_calls_, is_needed) == is_needed) return;
  thread_watch = is_needed ? this : nullptr;
  if (is_needed)
    isolate_->AddBeforeCallEnteredCallback(OnCall);
  else
    isolate_->RemoveBeforeCallEnteredCallback(OnCall);
}

// Node.js calls the listeners on 'exit' when nothing is left. It has set the exit code by then, or a first listener of
// its own sets it.
void EndWatch::OnCall(v8::Isolate* isolate) {
  EndWatch* self = thread_watch;
  if (self == nullptr || self->isolate_ != isolate || self->looks_at_call_) return;
  self->looks_at_call_ = true;
  const v8::HandleScope scope(isolate);
  const v8::Context::Scope context_scope(self->context_.Get(isolate));
  if (!self->Call(self->is_exiting_)->IsTrue()) {
    self->looks_at_call_ = false;
    return;
  }
  v8::Local<v8::Value> code = self->Call(self->exit_code_);
  const bool is_set = self->IsUnsettledCode(code) && !self->program_set_code_;
  if (is_set || (code->IsNullOrUndefined() && self->WillSetUnsettledCode())) self->on_unsettled_();
}

// Node.js 20 has a listener on 'exit' while a module is evaluated (test/workarounds/exit-listener-of-module.js).
bool EndWatch::WillSetUnsettledCode() {
  v8::Local<v8::Context> context = context_.Get(isolate_);
  v8::Local<v8::Value> value = process_.Get(isolate_);
  for (const char* name : {"_events", "exit", "0"}) {
    if (!value->IsObject() || value->IsProxy()) return false;
    if (value->IsFunction()) break;
    value = OwnDataProperty(context, value.As<v8::Object>(), InternalizedString(isolate_, name));
    if (value.IsEmpty()) return false;
  }
  if (!value->IsFunction() || value->IsProxy()) return false;
  v8::Local<v8::Value> url = value.As<v8::Function>()->GetScriptOrigin().ResourceName();
  const v8::String::Utf8Value text(isolate_, url);
  constexpr std::string_view kLoader = "node:internal/modules/";
  return *text != nullptr && std::string_view(*text, text.length()).substr(0, kLoader.size()) == kLoader;
}

v8::Local<v8::Value> EndWatch::Call(const v8::Global<v8::Function>& getter) const {
  const v8::TryCatch try_catch(isolate_);
  v8::Local<v8::Value> value;
  if (!getter.IsEmpty() &&
      getter.Get(isolate_)->Call(context_.Get(isolate_), process_.Get(isolate_), 0, nullptr).ToLocal(&value))
    return value;
  return v8::Undefined(isolate_);
}

// An application may set the code as a text, but Node.js itself sets a number.
bool EndWatch::IsUnsettledCode(v8::Local<v8::Value> code) const {
  return code->IsInt32() && code.As<v8::Int32>()->Value() == kUnsettledTopLevelAwait;
}

}  // namespace crash_collector
