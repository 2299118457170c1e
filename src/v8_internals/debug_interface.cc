#include "v8_internals/debug_interface.h"

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "base/process_memory.h"
#include "v8_internals/builds/symbols.h"
#include "v8_internals/heap/heap_layout.h"
#include "v8_internals/words.h"

namespace crash_collector::v8_internals {

namespace {

// The offset of Isolate::debug_, and the offset in the Debug object of its pointer to the isolate. Both are the same in
// all isolates of the process.
uint32_t debug_offset = 0;
uint32_t back_pointer_offset = 0;

constexpr uint32_t kMostIsolateBytes = 0x20000;
constexpr uint32_t kFirstBackPointer = 0x40;
constexpr uint32_t kLastBackPointer = 0x180;
// The first fields of Debug, which a walk must leave as they are: its delegate, its flags, the frame at which it
// stands.
constexpr size_t kComparedBytes = 0x40;

const void* DebugOf(v8::Isolate* isolate) { return reinterpret_cast<const void*>(WordAt(isolate, debug_offset)); }

// SetDebugDelegate begins with a load of Isolate::debug_: `mov disp32(%rdi), %rdi`, 48 8b bf and the offset.
uint32_t OffsetInSetDebugDelegate() {
  constexpr unsigned char kLoad[] = {0x48, 0x8b, 0xbf};
  unsigned char code[16 + sizeof(kLoad) + sizeof(uint32_t)];
  if (!ReadMemory(FindSymbols().Address(Symbol::kSetDebugDelegate), code, sizeof(code))) return 0;
  for (size_t i = 0; i < 16; i++) {
    if (std::memcmp(code + i, kLoad, sizeof(kLoad)) != 0) continue;
    uint32_t offset;
    std::memcpy(&offset, code + i + sizeof(kLoad), sizeof(offset));
    return offset > 0 && offset < kMostIsolateBytes && offset % sizeof(uintptr_t) == 0 ? offset : 0;
  }
  return 0;
}

uint32_t FindBackPointer(const void* debug, v8::Isolate* isolate) {
  for (uint32_t at = kFirstBackPointer; at <= kLastBackPointer; at += sizeof(uintptr_t)) {
    uintptr_t word;
    if (!ReadMemory(reinterpret_cast<uintptr_t>(debug) + at, &word, sizeof(word))) return 0;
    if (word == reinterpret_cast<uintptr_t>(isolate)) return at;
  }
  return 0;
}

std::string FindDebug(v8::Isolate* isolate) {
  if (debug_offset == 0) {
    const uint32_t offset = OffsetInSetDebugDelegate();
    if (offset == 0) return "V8's debugger is not where its code says";
    const uint32_t back = FindBackPointer(reinterpret_cast<const void*>(WordAt(isolate, offset)), isolate);
    if (back == 0) return "V8's debugger does not know its isolate";
    back_pointer_offset = back;
    debug_offset = offset;
  }
  const void* debug = DebugOf(isolate);
  uintptr_t back = 0;
  const bool is_known = ReadMemory(reinterpret_cast<uintptr_t>(debug) + back_pointer_offset, &back, sizeof(back)) &&
                        back == reinterpret_cast<uintptr_t>(isolate);
  return is_known ? "" : "V8's debugger does not know its isolate";
}

// The result of the trial's native function.
struct Trial {
  std::string problem = "the trial did not run";
};
thread_local Trial* trial_under_way = nullptr;

bool IsNamed(v8::Isolate* isolate, v8::Local<v8::String> name, const char* expected) {
  const v8::String::Utf8Value text(isolate, name);
  return *text != nullptr && std::strcmp(*text, expected) == 0;
}

v8::Local<v8::Value> Read(v8::Isolate* isolate, v8::Local<v8::Object> object, const char* name) {
  v8::Local<v8::Value> value;
  v8::Local<v8::String> key = v8::String::NewFromUtf8(isolate, name).ToLocalChecked();
  return object->Get(isolate->GetCurrentContext(), key).ToLocal(&value) ? value
                                                                        : v8::Undefined(isolate).As<v8::Value>();
}

// Checks the frame of `tried` in kTrialSource: `object` is its argument, its receiver, and the value of its variables.
std::string CheckFrame(v8::Isolate* isolate, const StackTraceIterator& frame, v8::Local<v8::Value> object) {
  v8::Local<v8::Value> receiver;
  if (frame.GetFunction().IsEmpty() || !IsNamed(isolate, frame.GetFunctionDebugName(), "tried"))
    return "another function";
  if (!frame.GetReceiver().ToLocal(&receiver) || receiver != object) return "another receiver";
  const Location start = frame.GetFunctionLocation();
  const Location at = frame.GetSourceLocation();
  if (start.empty || start.line != 1 || at.empty || at.line != 4) return "another position";
  constexpr ScopeType kExpected[] = {ScopeType::kBlock, ScopeType::kLocal, ScopeType::kClosure};
  constexpr const char* kVariables[] = {"block", "argument", "outer"};
  auto scopes = frame.GetScopeIterator();
  for (size_t i = 0; i < 3; i++, scopes->Advance()) {
    if (scopes == nullptr || scopes->Done() || scopes->GetType() != kExpected[i]) return "other scopes";
    if (Read(isolate, scopes->GetObject(), kVariables[i]) != object) return "other variables";
  }
  return "";
}

std::string CheckFrames(v8::Isolate* isolate, v8::Local<v8::Value> object) {
  unsigned char before[kComparedBytes];
  std::memcpy(before, DebugOf(isolate), sizeof(before));
  std::string problem;
  {
    const DebugScope scope(isolate);
    auto frames = StackFrames(isolate);
    problem = frames == nullptr || frames->Done() ? "no frame" : CheckFrame(isolate, *frames, object);
  }
  if (!problem.empty()) return problem;
  return std::memcmp(before, DebugOf(isolate), sizeof(before)) == 0 ? "" : "V8's debugger is not as before";
}

void OnTrial(const v8::FunctionCallbackInfo<v8::Value>& info) {
  if (trial_under_way != nullptr) trial_under_way->problem = CheckFrames(info.GetIsolate(), info[0]);
}

constexpr char kTrialSource[] = R"((function (probe, outer) {
  return function tried (argument) {
    {
      const block = argument
      probe(block, outer)
    }
  }
}))";

std::string TryFrames(v8::Isolate* isolate) {
  v8::HandleScope handles(isolate);
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  v8::TryCatch try_catch(isolate);
  Trial trial;
  v8::Local<v8::Script> script;
  v8::Local<v8::Value> maker;
  v8::Local<v8::Value> tried;
  v8::Local<v8::Function> probe;
  v8::Local<v8::Value> object = v8::Object::New(isolate);
  v8::Local<v8::String> source = v8::String::NewFromUtf8(isolate, kTrialSource).ToLocalChecked();
  trial_under_way = &trial;
  if (v8::Script::Compile(context, source).ToLocal(&script) && script->Run(context).ToLocal(&maker) &&
      v8::Function::New(context, OnTrial, {}, 0, v8::ConstructorBehavior::kThrow).ToLocal(&probe)) {
    v8::Local<v8::Value> arguments[] = {probe, object};
    v8::Local<v8::Value> ignored;
    if (maker.As<v8::Function>()->Call(context, v8::Undefined(isolate), 2, arguments).ToLocal(&tried)) {
      if (!tried.As<v8::Function>()->Call(context, object, 1, &object).ToLocal(&ignored))
        trial.problem = "an exception";
    }
  }
  trial_under_way = nullptr;
  return trial.problem.empty() ? "" : "a walk over known frames found " + trial.problem;
}

}  // namespace

std::string PrepareDebugInterface(v8::Isolate* isolate) {
  const Symbols& symbols = FindSymbols();
  if (!symbols.problem.empty()) return symbols.problem;
  std::string problem = FindDebug(isolate);
  return problem.empty() ? TryFrames(isolate) : problem;
}

DebugScope::DebugScope(v8::Isolate* isolate) {
  FunctionAt<void(void*, const void*)>(Symbol::kDebugScopeConstructor)(space_, DebugOf(isolate));
}
DebugScope::~DebugScope() { FunctionAt<void(void*)>(Symbol::kDebugScopeDestructor)(space_); }

// Debug begins with its delegate and the flags is_active_ and hook_on_function_call_ in V8 11.3, 12.4, 13.6 and 14.6
// (https://github.com/nodejs/node/blob/c7964bc02b/deps/v8/src/debug/debug.h is that of 13.6).
constexpr size_t kIsActive = sizeof(uintptr_t);
constexpr size_t kHookOnFunctionCall = kIsActive + 1;

bool IsStoppingAtCalls(v8::Isolate* isolate) {
  return debug_offset != 0 && static_cast<const char*>(DebugOf(isolate))[kHookOnFunctionCall] != 0;
}

bool IsDebuggerActive(v8::Isolate* isolate) {
  return debug_offset == 0 || static_cast<const char*>(DebugOf(isolate))[kIsActive] != 0;
}

std::unique_ptr<StackTraceIterator> StackFrames(v8::Isolate* isolate) {
  return FunctionAt<std::unique_ptr<StackTraceIterator>(v8::Isolate*, int)>(Symbol::kStackTraceIteratorCreate)(isolate,
                                                                                                               0);
}

std::unique_ptr<ScopeIterator> ScopesOfFunction(v8::Isolate* isolate, v8::Local<v8::Function> function) {
  const auto create = FunctionAt<std::unique_ptr<ScopeIterator>(v8::Isolate*, v8::Local<v8::Function>)>(
      Symbol::kScopeIteratorForFunction);
  return create == nullptr ? nullptr : create(isolate, function);
}

v8::Local<v8::Value> ContextOfFunction(v8::Isolate* isolate, v8::Local<v8::Function> function) {
  const size_t index = HeapLayout::KnownFunctionContext();
  const Tagged tagged = TaggedOf(function.As<v8::Value>());
  if (index == 0 || function->IsProxy()) return {};
  const Tagged context = WordOf(tagged, index);
  return IsObject(context) ? v8::Local<v8::Value>::New(isolate, HandleAt(context).As<v8::Value>())
                           : v8::Local<v8::Value>();
}

std::unique_ptr<ScopeIterator> ScopesOfGenerator(v8::Isolate* isolate, v8::Local<v8::Object> generator) {
  const auto create = FunctionAt<std::unique_ptr<ScopeIterator>(v8::Isolate*, v8::Local<v8::Object>)>(
      Symbol::kScopeIteratorForGenerator);
  return create == nullptr ? nullptr : create(isolate, generator);
}

Location SuspendedLocation(v8::Local<v8::Object> generator) {
  const auto locate = FunctionAt<Location(const void*)>(Symbol::kGeneratorSuspendedLocation);
  return locate == nullptr ? Location{0, 0, true} : locate(*generator);
}

bool IsSuspended(v8::Local<v8::Object> generator) {
  const auto is_suspended = FunctionAt<bool(const void*)>(Symbol::kGeneratorIsSuspended);
  return is_suspended != nullptr && is_suspended(*generator);
}

v8::Local<v8::Data> ScriptOfGenerator(v8::Local<v8::Object> generator) {
  const auto script_of = FunctionAt<v8::MaybeLocal<v8::Data>(const void*)>(Symbol::kGeneratorScript);
  return script_of == nullptr ? v8::Local<v8::Data>() : script_of(*generator).FromMaybe(v8::Local<v8::Data>());
}

int ScriptId(v8::Local<v8::Data> script) {
  const auto id = FunctionAt<int(const void*)>(Symbol::kScriptId);
  return id == nullptr || script.IsEmpty() ? 0 : id(*script);
}

v8::MaybeLocal<v8::String> ScriptSource(v8::Local<v8::Data> script) {
  const auto source = FunctionAt<v8::Local<v8::Data>(const void*)>(Symbol::kScriptSource);
  if (source == nullptr || script.IsEmpty()) return {};
  // V8 11 returns a String, and V8 12 and later a ScriptSource
  // (https://github.com/nodejs/node/blob/c7964bc02b/deps/v8/src/debug/debug-interface.h). Both are handles to the text
  // itself, or to undefined.
  v8::Local<v8::Value> text = source(*script).As<v8::Value>();
  return !text.IsEmpty() && text->IsString() ? text.As<v8::String>() : v8::MaybeLocal<v8::String>();
}

v8::MaybeLocal<v8::String> ScriptSourceMappingUrl(v8::Local<v8::Data> script) {
  const auto url = FunctionAt<v8::MaybeLocal<v8::String>(const void*)>(Symbol::kScriptSourceMappingUrl);
  return url == nullptr || script.IsEmpty() ? v8::MaybeLocal<v8::String>() : url(*script);
}

}  // namespace crash_collector::v8_internals
