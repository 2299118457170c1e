#include "v8_internals/error_identity.h"

#include <v8-internal.h>

#include <algorithm>
#include <mutex>

#include "base/process_memory.h"
#include "v8_internals/heap/heap_layout.h"
#include "v8_internals/words.h"

namespace crash_collector::v8_internals {

namespace {

using v8::internal::Internals;

// Found by the first isolate of the process; the values are the same in all isolates.
struct Offsets {
  uint32_t handle_scope_data = 0;  // offset in the isolate
  size_t stack_symbol_root = 0;    // 0: not found yet
  uint32_t entry_frame = 0;        // offset of ThreadLocalTop::c_entry_fp_ in the isolate
  uint32_t target_function = 0;    // offset of the function in the exit frame of a builtin
  uint32_t target_argument = 0;    // offset of the first argument in that frame
  std::vector<uint32_t> pending;   // offsets of the exceptions of ThreadLocalTop in the isolate
};
Offsets offsets;
std::mutex trial_mutex;

// The trial under way on this thread.
thread_local ErrorIdentity* in_trial = nullptr;

constexpr size_t kWord = sizeof(uintptr_t);
// V8's kHandleBlockSize: 8 kB less two words for malloc. FindHandleScopeData() takes no larger block for one.
constexpr size_t kHandleBlockBytes = 1022 * kWord;
// The error was 6 to 18 slots below the newest handle in everything that was tried (39 ways to make an error, four
// versions).
constexpr size_t kMostHandles = 64;
constexpr size_t kFirstHandleScopeOffset = 0x40;
constexpr size_t kLastHandleScopeOffset = 0x11000;
constexpr size_t kRoots = 1200;
// The index of error_stack_symbol among the roots of V8 11.3, 12.4, 13.6 and 14.6. IsStackSymbol() checks each.
constexpr size_t kKnownRoots[] = {615, 633, 895, 919};
constexpr size_t kMostStackBytes = 64 * 1024;
constexpr size_t kMostFrameBytes = 128;

bool IsOnStack(uintptr_t address) {
  const uintptr_t here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  return address > here && address - here < kMostStackBytes && address % kWord == 0;
}

void OnUseInTrial(v8::Isolate* isolate, v8::Isolate::UseCounterFeature feature) {
  if (feature == v8::Isolate::kErrorStackTraceLimit && in_trial != nullptr) in_trial->OnTrialOfConstruction();
}

void ThrowInTrial(const v8::FunctionCallbackInfo<v8::Value>& info) {
  info.GetIsolate()->ThrowException(info[0]);
  if (in_trial != nullptr) in_trial->OnTrialOfThrow(info[0]);
}

v8::Local<v8::String> Text(v8::Isolate* isolate, const char* text) {
  return v8::String::NewFromUtf8(isolate, text, v8::NewStringType::kInternalized).ToLocalChecked();
}

}  // namespace

std::string ErrorIdentity::Prepare() {
  const std::lock_guard<std::mutex> lock(trial_mutex);
  v8::HandleScope handles(isolate_);
  v8::TryCatch try_catch(isolate_);
  in_trial = this;
  std::string problem = FindHandleScopeData();
  knows_handles_ = problem.empty();
  if (problem.empty()) problem = FindStackSymbol();
  if (problem.empty()) problem = TryConstruction();
  if (problem.empty()) problem = TryThrow();
  in_trial = nullptr;
  return problem;
}

std::string ErrorIdentity::FindHandleScopeData() {
  const auto is_at = [this](uint32_t at) {
    for (int i = 0; i < 3; i++) {
      const uintptr_t* slot = SlotOf(v8::Number::New(isolate_, 0.5 + i));
      const uintptr_t next = WordAt(isolate_, at);
      const uintptr_t limit = WordAt(isolate_, at + kWord);
      if (next != reinterpret_cast<uintptr_t>(slot + 1) || limit < next || limit - next > kHandleBlockBytes)
        return false;
    }
    return true;
  };
  if (offsets.handle_scope_data != 0 && is_at(offsets.handle_scope_data)) return "";
  for (uint32_t at = kFirstHandleScopeOffset; at < kLastHandleScopeOffset; at += kWord) {
    if (!is_at(at)) continue;
    offsets.handle_scope_data = at;
    return "";
  }
  return "V8's handle scope was not found";
}

uintptr_t* ErrorIdentity::RootAt(size_t index) const {
  return reinterpret_cast<uintptr_t*>(reinterpret_cast<char*>(isolate_) + Internals::kIsolateRootsOffset) + index;
}

// True for the private symbol under which V8 keeps a captured stack: a finished error has it, with a value that is no
// text, and another object does not have it.
bool ErrorIdentity::IsStackSymbol(v8::Local<v8::Object> error, v8::Local<v8::Object> object, size_t root) const {
  v8::Local<v8::Context> context = isolate_->GetCurrentContext();
  const uintptr_t word = *RootAt(root);
  // All symbols have one map.
  const uintptr_t map = WordAt(reinterpret_cast<const void*>(*SlotOf(v8::Symbol::New(isolate_)) - 1), 0);
  uintptr_t map_of_root = 0;
  if (!IsStrongObject(word) || !ReadMemory(word - 1, &map_of_root, sizeof(map_of_root)) || map_of_root != map)
    return false;
  const auto key = LocalAt<v8::Private>(RootAt(root));
  v8::Local<v8::Value> stack;
  return error->HasPrivate(context, key).FromMaybe(false) && !object->HasPrivate(context, key).FromMaybe(true) &&
         error->GetPrivate(context, key).ToLocal(&stack) && !stack->IsUndefined() && !stack->IsString();
}

std::string ErrorIdentity::FindStackSymbol() {
  const auto error = v8::Exception::Error(Text(isolate_, "trial")).As<v8::Object>();
  v8::Local<v8::Object> object = v8::Object::New(isolate_);
  if (offsets.stack_symbol_root != 0 && IsStackSymbol(error, object, offsets.stack_symbol_root)) return "";
  for (const size_t root : kKnownRoots) {
    if (!IsStackSymbol(error, object, root)) continue;
    offsets.stack_symbol_root = root;
    return "";
  }
  size_t found = 0;
  for (size_t root = 1; root < kRoots; root++) {
    if (!IsStackSymbol(error, object, root)) continue;
    if (found != 0) return "V8 keeps stacks under more than one symbol";
    found = root;
  }
  if (found == 0) return "the symbol under which V8 keeps stacks was not found";
  offsets.stack_symbol_root = found;
  return "";
}

bool ErrorIdentity::HasStack(v8::Local<v8::Object> error) const {
  v8::Local<v8::Value> stack;
  const auto key = LocalAt<v8::Private>(RootAt(offsets.stack_symbol_root));
  return !error->GetPrivate(isolate_->GetCurrentContext(), key).ToLocal(&stack) || !stack->IsUndefined();
}

std::string ErrorIdentity::TryConstruction() {
  v8::Local<v8::Context> context = isolate_->GetCurrentContext();
  v8::Local<v8::Value> constructor;
  v8::Local<v8::Value> function;
  if (!context->Global()->Get(context, Text(isolate_, "Error")).ToLocal(&constructor) || !constructor->IsObject() ||
      !constructor.As<v8::Object>()->Get(context, Text(isolate_, "captureStackTrace")).ToLocal(&function) ||
      !function->IsFunction()) {
    return "there is no Error.captureStackTrace";
  }
  context_.Reset(isolate_, context);
  capture_stack_trace_.Reset(isolate_, function.As<v8::Function>());
  is_looking_ = true;
  isolate_->SetUseCounterCallback(OnUseInTrial);

  v8::Local<v8::Value> error = v8::Exception::TypeError(Text(isolate_, "trial"));
  const bool is_error_found = !found_in_trial_.IsEmpty() && found_in_trial_.Get(isolate_) == error;
  found_in_trial_.Reset();
  // The object is found in the second call. The first call learns where the argument is.
  v8::Local<v8::Value> object = v8::Object::New(isolate_);
  expected_target_ = SlotOf(object);
  v8::Local<v8::Value> ignored;
  bool is_called = true;
  for (int i = 0; i < 2; i++) {
    is_called = is_called && function.As<v8::Function>()->Call(context, constructor, 1, &object).ToLocal(&ignored);
  }
  const bool is_target_found = is_called && !found_in_trial_.IsEmpty() && found_in_trial_.Get(isolate_) == object;

  isolate_->SetUseCounterCallback(nullptr);
  expected_target_ = nullptr;
  found_in_trial_.Reset();
  is_looking_ = false;
  if (!is_error_found) return "an error under construction was not found";
  return is_target_found ? "" : "the object of Error.captureStackTrace was not found";
}

void ErrorIdentity::OnTrialOfConstruction() {
  if (!is_looking_) return;
  if (expected_target_ != nullptr && offsets.entry_frame == 0) {
    const uintptr_t function = *SlotOf(capture_stack_trace_.Get(isolate_));
    constexpr uint32_t kFirst = Internals::kIsolateThreadLocalTopOffset;
    for (uint32_t at = kFirst; at < kFirst + Internals::kThreadLocalTopSize && offsets.entry_frame == 0; at += kWord) {
      const uintptr_t frame = WordAt(isolate_, at);
      if (!IsOnStack(frame)) continue;
      uint32_t target = 0;
      uint32_t argument = 0;
      for (uint32_t in_frame = kWord; in_frame <= kMostFrameBytes; in_frame += kWord) {
        const uintptr_t word = WordAt(reinterpret_cast<const void*>(frame), in_frame);
        if (word == function && target == 0) target = in_frame;
        if (word == *expected_target_ && argument == 0) argument = in_frame;
      }
      if (target == 0 || argument == 0) continue;
      offsets.target_function = target;
      offsets.target_argument = argument;
      offsets.entry_frame = at;
    }
    return;
  }
  v8::HandleScope handles(isolate_);
  const v8::Local<v8::Object> found = ErrorUnderConstruction();
  if (!found.IsEmpty()) found_in_trial_.Reset(isolate_, found);
}

std::string ErrorIdentity::TryThrow() {
  v8::Local<v8::Context> context = isolate_->GetCurrentContext();
  v8::Local<v8::Script> script;
  v8::Local<v8::Value> catching;
  v8::Local<v8::Function> throwing;
  v8::Local<v8::Value> ignored;
  if (!v8::Script::Compile(context, Text(isolate_, "((f, object) => { try { f(object) } catch {} })"))
           .ToLocal(&script) ||
      !script->Run(context).ToLocal(&catching) || !catching->IsFunction() ||
      !v8::Function::New(context, ThrowInTrial, {}, 0, v8::ConstructorBehavior::kThrow).ToLocal(&throwing)) {
    return "the trial could not be compiled";
  }
  v8::Local<v8::Value> arguments[] = {throwing, v8::Object::New(isolate_)};
  if (!catching.As<v8::Function>()->Call(context, v8::Undefined(isolate_), 2, arguments).ToLocal(&ignored)) {
    return "the trial threw";
  }
  if (offsets.pending.empty()) return "pending exceptions were not found";
  for (const uint32_t at : offsets.pending) resting_.push_back(WordAt(isolate_, at));
  return "";
}

void ErrorIdentity::OnTrialOfThrow(v8::Local<v8::Value> thrown) {
  if (!offsets.pending.empty()) return;
  constexpr uint32_t kFirst = Internals::kIsolateThreadLocalTopOffset;
  for (uint32_t at = kFirst; at < kFirst + Internals::kThreadLocalTopSize; at += kWord) {
    if (WordAt(isolate_, at) == *SlotOf(thrown)) offsets.pending.push_back(at);
  }
#if V8_MAJOR_VERSION < 12
  AddPendingException();
#endif
}

// V8 of Node.js 20 moves what C++ has thrown from `pending_exception_` to `scheduled_exception_`. While V8 reports what
// a promise hook has thrown, only the first is set. It is the word before the second that is empty now, because
// `pending_message_` between them is not (`ThreadLocalTop` in
// https://github.com/nodejs/node/blob/v20.20.2/deps/v8/src/execution/thread-local-top.h).
void ErrorIdentity::AddPendingException() {
  if (offsets.pending.size() != 1) return;
  const uintptr_t empty = *RootAt(Internals::kTheHoleValueRootIndex);
  std::vector<uint32_t> found;
  for (uint32_t at = Internals::kIsolateThreadLocalTopOffset; at < offsets.pending.front(); at += kWord) {
    if (WordAt(isolate_, at) == empty) found.push_back(at);
  }
  if (found.size() == 1) offsets.pending.push_back(found.front());
}

bool ErrorIdentity::HasPendingException() const {
  for (size_t i = 0; i < resting_.size(); i++) {
    if (WordAt(isolate_, offsets.pending[i]) != resting_[i]) return true;
  }
  return false;
}

// True if the word is the Error.captureStackTrace of another realm, since each realm has its own. In an exit frame of
// another kind the word is something else, which may be no object. A test runner makes thousands of errors in contexts
// of node:vm, so what can be read without a system call is.
bool ErrorIdentity::IsOfOtherRealm(const uintptr_t* function) const {
  if (isolate_->GetCurrentContext() == context_.Get(isolate_)) return false;
  const v8::Local<v8::Function> known = capture_stack_trace_.Get(isolate_);
  const Tagged known_map = WordOf(*SlotOf(known), 0);
  const uintptr_t word = WordAt(function, 0);
  uintptr_t map = 0;
  if (!IsStrongObject(word) || !ReadMemory(word - 1, &map, sizeof(map))) return false;
  uint16_t type = 0;
  uint8_t words = 0;
  if (map != known_map && (!HeapLayout::ReadShape(map, HeapLayout::TypeOf(known_map), &type, &words) ||
                           type != HeapLayout::TypeOfMap(known_map))) {
    return false;
  }
  const auto called = v8::Local<v8::Function>::New(isolate_, LocalAt<v8::Function>(function));
  // The function is V8's own or made of a template, because a function of JavaScript has a script.
  return called->ScriptId() == v8::UnboundScript::kNoScriptId && called->GetName()->StrictEquals(known->GetName());
}

v8::Local<v8::Value> ErrorIdentity::Target() const {
  if (offsets.entry_frame == 0) return {};
  const uintptr_t frame = WordAt(isolate_, offsets.entry_frame);
  if (!IsOnStack(frame)) return {};
  const auto* function = reinterpret_cast<const uintptr_t*>(frame + offsets.target_function);
  if (WordAt(function, 0) != *SlotOf(capture_stack_trace_.Get(isolate_)) && !IsOfOtherRealm(function)) return {};
  const auto* slot = reinterpret_cast<const uintptr_t*>(frame + offsets.target_argument);
  return v8::Local<v8::Value>::New(isolate_, LocalAt<v8::Value>(slot));
}

std::vector<v8::Local<v8::Value>> ErrorIdentity::NewestValues(size_t most) const {
  std::vector<v8::Local<v8::Value>> values;
  if (!knows_handles_) return values;
  const auto* next = reinterpret_cast<const uintptr_t*>(WordAt(isolate_, offsets.handle_scope_data));
  const uintptr_t limit = WordAt(isolate_, offsets.handle_scope_data + kWord);
  const auto* begin = reinterpret_cast<const uintptr_t*>(limit - kHandleBlockBytes);
  for (size_t i = 1; next - i >= begin && values.size() < most; i++) {
    const uintptr_t* slot = next - i;
    // A small integer is a value, too. Any other word that is no object is no value of JavaScript.
    if (!IsStrongObject(*slot) && (*slot & 1) != 0) continue;
    const auto value = LocalAt<v8::Value>(slot);
    const bool is_value = value->IsObject() || value->IsString() || value->IsNumber() || value->IsBoolean() ||
                          value->IsNullOrUndefined() || value->IsSymbol() || value->IsBigInt();
    const auto is_same = [slot](v8::Local<v8::Value> known) { return *SlotOf(known) == *slot; };
    if (!is_value || std::any_of(values.begin(), values.end(), is_same)) continue;
    values.push_back(v8::Local<v8::Value>::New(isolate_, value));
  }
  return values;
}

v8::Local<v8::Object> ErrorIdentity::ErrorUnderConstruction() const {
  if (offsets.handle_scope_data == 0 || offsets.stack_symbol_root == 0) return {};
  // Read before anything here makes a handle.
  const auto* next = reinterpret_cast<const uintptr_t*>(WordAt(isolate_, offsets.handle_scope_data));
  const uintptr_t limit = WordAt(isolate_, offsets.handle_scope_data + kWord);
  const auto* begin = reinterpret_cast<const uintptr_t*>(limit - kHandleBlockBytes);
  v8::Local<v8::Object> made;
  for (size_t i = 1; i <= kMostHandles && next - i >= begin && made.IsEmpty(); i++) {
    const uintptr_t* slot = next - i;
    if (!IsStrongObject(*slot)) continue;
    const auto value = LocalAt<v8::Value>(slot);
    if (value->IsNativeError() && !HasStack(value.As<v8::Object>())) {
      made = v8::Local<v8::Object>::New(isolate_, value.As<v8::Object>());
    }
  }
  v8::Local<v8::Value> target = Target();
  if (target.IsEmpty() || !target->IsObject()) return made;
  // captureStackTrace() makes an error itself if it refuses its object (test/workarounds/capture-stack-trace-throws.js,
  // Node.js 20 to 26), and may run while another error is under construction.
  if (!made.IsEmpty() && made != target) return {};
  return target.As<v8::Object>();
}

}  // namespace crash_collector::v8_internals
