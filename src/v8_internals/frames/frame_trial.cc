#include "v8_internals/frames/frame_trial.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <tuple>

#include "v8_internals/debug_interface.h"
#include "v8_internals/frames/dead_stack.h"
#include "v8_internals/frames/frame_finder.h"
#include "v8_internals/frames/frame_layout.h"
#include "v8_internals/frames/frame_memo.h"
#include "v8_internals/frames/new_target.h"
#include "v8_internals/frames/saved_registers.h"
#include "v8_internals/frames/stack_copy.h"
#include "v8_internals/frames/tagged_words.h"
#include "v8_internals/frames/young_objects.h"

namespace crash_collector::v8_internals {

namespace {

// `small` and `large` differ by seven variables and two parameters (frame_finder.cc). The others are called for what
// they return. A class without a constructor would run the iterator of arrays, which the application may have replaced
// (test/triggers/tampered-prototypes.test.js, Node.js 20).
constexpr char kTrialSource[] = R"((function (probe, v) {
  function small (x, y, z) {
    const a = v.a, b = v.b, c = v.c
    { const block = v.x; probe(a, b, c, x, v, () => block, f => f()) }
    return [a, b, c, x, y, z]
  }
  function large (x, y, z, s, t) {
    const a = v.a, b = v.b, c = v.c, d = 1, e = 2, f = 3, g = 4, h = 5, i = 6, j = 7
    { const block = v.x; probe(a, b, c, x, v, () => block, f => f()) }
    return [a, b, c, d, e, f, g, h, i, j, x, y, z, s, t]
  }
  const inner = (function (o) { with (o) { { let k = 1; return function () { return k } } } })({})
  function * generator () { yield 1 }
  small.call(v, v.x)
  large.call(v, v.x)
  const suspended = generator()
  suspended.next()
  const done = generator()
  done.next()
  done.next()
  const counter = n => { const f = () => { n += 1; return n }; f(); f(); return f }
  const warm = n => { while (n > 0) n-- }
  function needing (probe) { probe(new.target) }
  function closedOver (probe, n) {
    let k = n, l = n
    const f = () => { k = l = new.target; return k }
    probe(f(), f)
  }
  class A extends needing { constructor (probe) { super(probe) } }
  class B extends closedOver { constructor (probe) { super(probe) } }
  const build = probe => [new A(probe), new B(probe)]
  return [suspended, inner, generator, counter(5), counter(5.25), done, warm, build]
}))";
constexpr const char* kValueNames[] = {"a", "b", "c", "x"};

// The layout that the first isolate of the process has found, and that the others try out.
FrameLayout known_layout;
std::atomic<bool> is_known{false};
std::mutex trial_mutex;

struct Trial {
  std::string problem;
  int calls = 0;
  CodeHead heads[2];
  uintptr_t exit = 0;               // the last exit frame, while a function is called from the trial's
  v8::Local<v8::Object> generator;  // for the check of a copy
};
thread_local Trial* under_way = nullptr;

bool IsGenerator(const FrameLayout& layout, v8::Local<v8::Object> generator, v8::Local<v8::Value> function) {
  constexpr size_t kFunctionWord = HeapLayout::kGeneratorFunction;
  const uintptr_t object = WordIn(generator);
  const uintptr_t registers = WordOf(object, HeapLayout::kGeneratorContinuation + 1);
  const size_t words = HeapLayout::WordsOf(object);
  constexpr size_t kMostWords = 64;
  return words > HeapLayout::kGeneratorContinuation + 1 && words <= kMostWords &&
         WordOf(object, kFunctionWord) == WordIn(function) &&
         WordOf(object, kFunctionWord + 1) == WordOf(WordIn(function), layout.function_context) &&
         IsSmi(WordOf(object, kFunctionWord + 3)) && IsSmi(WordOf(object, kFunctionWord + 4)) &&
         IsSmi(WordOf(object, HeapLayout::kGeneratorContinuation)) &&
         SmiValue(WordOf(object, HeapLayout::kGeneratorContinuation)) >= 0 && IsObject(registers) &&
         IsSmi(WordOf(registers, 1)) && WordOf(object, 1) == WordOf(object, 2);
}

v8::Local<v8::Value> Get(v8::Isolate* isolate, v8::Local<v8::Object> object, const char* name) {
  v8::Local<v8::Value> value;
  v8::Local<v8::String> key = v8::String::NewFromUtf8(isolate, name).ToLocalChecked();
  return object->Get(isolate->GetCurrentContext(), key).ToLocal(&value) ? value
                                                                        : v8::Undefined(isolate).As<v8::Value>();
}

// Compares what V8 tells of a frame and of its copy: both must have the same places, scopes and values.
std::string Compare(v8::Isolate* isolate, const StackTraceIterator& live, const StackTraceIterator& dead) {
  const auto is_same = [](const Location& a, const Location& b) {
    return a.line == b.line && a.column == b.column && a.empty == b.empty;
  };
  v8::Local<v8::Value> receivers[2];
  if (live.GetFunction() != dead.GetFunction()) return "another function";
  if (!live.GetReceiver().ToLocal(&receivers[0]) || !dead.GetReceiver().ToLocal(&receivers[1]) ||
      receivers[0] != receivers[1]) {
    return "another receiver";
  }
  if (!is_same(live.GetSourceLocation(), dead.GetSourceLocation()) ||
      !is_same(live.GetFunctionLocation(), dead.GetFunctionLocation()) || live.GetScript() != dead.GetScript()) {
    return "another place";
  }
  constexpr const char* kNames[] = {"a", "b", "c", "x", "block"};
  auto live_scopes = live.GetScopeIterator();
  auto dead_scopes = dead.GetScopeIterator();
  if (live_scopes == nullptr || dead_scopes == nullptr) return "no scopes";
  for (; !live_scopes->Done(); live_scopes->Advance(), dead_scopes->Advance()) {
    if (dead_scopes->Done() || live_scopes->GetType() != dead_scopes->GetType()) return "other scopes";
    if (live_scopes->GetType() == ScopeType::kGlobal) return "";
    v8::Local<v8::Object> scopes[] = {live_scopes->GetObject(), dead_scopes->GetObject()};
    for (const char* name : kNames) {
      if (Get(isolate, scopes[0], name) != Get(isolate, scopes[1], name)) return "other variables";
    }
  }
  return "";
}

// Called in `small` and `large`.
std::string FindInFrame(v8::Isolate* isolate, const v8::FunctionCallbackInfo<v8::Value>& info, Trial* trial) {
  const DebugScope scope(isolate);
  auto frames = StackFrames(isolate);
  if (frames == nullptr || frames->Done()) return "no frame";
  return FindFrame(isolate, info, frames.get(), &known_layout, &trial->heads[trial->calls]);
}

void OnNested(const v8::FunctionCallbackInfo<v8::Value>& info) {
  Trial* trial = under_way;
  if (trial != nullptr && !FindEntryFrame(info.GetIsolate(), trial->exit, &known_layout)) known_layout.next_exit = 0;
}

// Finds how V8's parts of the stack hang together. Without that, V8's iterator is asked each time. `calls`: a function
// that calls its argument.
void FindChain(v8::Isolate* isolate, v8::Local<v8::Value> calls, Trial* trial) {
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  v8::Local<v8::Function> nested;
  v8::Local<v8::Value> ignored;
  {
    const DebugScope scope(isolate);
    auto frames = StackFrames(isolate);
    const auto* inspector = reinterpret_cast<const FrameInspector*>(WordAt(frames.get(), known_layout.inspector));
    const uintptr_t fp = WordAt(inspector->frame, known_layout.frame_pointer);
    if (!FindExitFrame(isolate, reinterpret_cast<const uintptr_t*>(fp), &known_layout)) return;
  }
  trial->exit = WordAt(isolate, known_layout.exit_frame);
  if (!v8::Function::New(context, OnNested, {}, 0, v8::ConstructorBehavior::kThrow).ToLocal(&nested)) return;
  v8::Local<v8::Value> argument = nested;
  std::ignore = calls.As<v8::Function>()->Call(context, v8::Undefined(isolate), 1, &argument).ToLocal(&ignored);
}

std::string TryCopy(v8::Isolate* isolate, v8::Local<v8::Object> generator) {
  const DebugScope scope(isolate);
  auto live = StackFrames(isolate);
  FrameMemo memo(isolate);
  // The first copy is made by V8's iterator, and the second by what the memo knows then.
  for (int i = 0; i < 2; i++) {
    StackCopier copier(isolate, &memo);
    copier.CopyStack({});
    copier.CopySuspended(generator, v8::Undefined(isolate), true, 0);
    v8::Local<v8::Array> copy = copier.Finish({});
    const DeadStack dead(isolate, copy, generator);
    if (dead.frames().empty() || dead.tasks().size() != 1) return "no frame in a copy";
    const Location at = SuspendedLocation(dead.tasks()[0].generator);
    const Location expected = SuspendedLocation(generator);
    if (at.empty || at.line != expected.line || at.column != expected.column) return "another place of a generator";
    const std::string problem = Compare(isolate, *live, dead.frames()[0]->iterator());
    if (!problem.empty()) return problem;
  }
  return "";
}

void OnTrial(const v8::FunctionCallbackInfo<v8::Value>& info) {
  Trial* trial = under_way;
  if (trial == nullptr || !trial->problem.empty()) return;
  v8::HandleScope handles(info.GetIsolate());
  if (!trial->generator.IsEmpty()) {
    trial->problem = TryCopy(info.GetIsolate(), trial->generator);
  } else if (!is_known && trial->calls < 2) {
    trial->problem = FindInFrame(info.GetIsolate(), info, trial);
    if (trial->problem.empty() && trial->calls == 1) FindChain(info.GetIsolate(), info[6], trial);
  }
  trial->calls++;
}

// Calls the trial's functions. Returns what they make; empty if a problem was found.
v8::Local<v8::Array> Run(v8::Isolate* isolate, Trial* trial) {
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  v8::Local<v8::Object> values = v8::Object::New(isolate);
  for (const char* name : kValueNames) {
    v8::Local<v8::String> key = v8::String::NewFromUtf8(isolate, name).ToLocalChecked();
    (void)values->CreateDataProperty(context, key, v8::Object::New(isolate)).FromMaybe(false);
  }
  v8::Local<v8::String> source = v8::String::NewFromUtf8Literal(isolate, kTrialSource);
  v8::Local<v8::Script> script;
  v8::Local<v8::Value> maker;
  v8::Local<v8::Value> made;
  v8::Local<v8::Function> probe;
  under_way = trial;
  trial->calls = 0;
  const bool ran = v8::Script::Compile(context, source).ToLocal(&script) && script->Run(context).ToLocal(&maker) &&
                   v8::Function::New(context, OnTrial, {}, 0, v8::ConstructorBehavior::kThrow).ToLocal(&probe);
  v8::Local<v8::Value> arguments[] = {probe, values};
  const bool called =
      ran && maker.As<v8::Function>()->Call(context, v8::Undefined(isolate), 2, arguments).ToLocal(&made);
  under_way = nullptr;
  if (trial->problem.empty() && (!called || trial->calls != 2)) trial->problem = "the trial did not run";
  return trial->problem.empty() ? made.As<v8::Array>() : v8::Local<v8::Array>();
}

// Calls the function so often that V8 makes notes for its optimising compilers.
void Warm(v8::Isolate* isolate, v8::Local<v8::Function> function) {
  constexpr int kCalls = 20;
  constexpr int kRounds = 50;
  v8::Local<v8::Value> rounds = v8::Integer::New(isolate, kRounds);
  for (int i = 0; i < kCalls; i++)
    std::ignore = function->Call(isolate->GetCurrentContext(), v8::Undefined(isolate), 1, &rounds);
}

}  // namespace

const FrameLayout& KnownFrameLayout() { return known_layout; }

FrameTrial TryFrameCopies(v8::Isolate* isolate) {
  const std::lock_guard<std::mutex> lock(trial_mutex);
  v8::EscapableHandleScope handles(isolate);
  v8::TryCatch try_catch(isolate);
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  Trial trial;
  const auto fail = [](const std::string& problem) { return FrameTrial{"frames cannot be copied: " + problem, {}, 0}; };
  if (!is_known) known_layout = {};
  v8::Local<v8::Array> made = Run(isolate, &trial);
  if (made.IsEmpty()) return fail(trial.problem);
  constexpr uint32_t kValues = 8;
  v8::Local<v8::Value> values[kValues];
  for (uint32_t i = 0; i < kValues; i++) {
    if (!made->Get(context, i).ToLocal(&values[i]) || !values[i]->IsObject()) return fail("another result");
  }
  v8::Local<v8::Object> generator = values[0].As<v8::Object>();
  if (!is_known) {
    if (!FindSizes(trial.heads[0], trial.heads[1], &known_layout)) return fail("no sizes in the bytecode");
    if (!FindContexts(values[1], values[3], values[4], &known_layout)) return fail("other contexts");
  }
  if (!IsGenerator(known_layout, generator, values[2])) return fail("another generator");
  trial.generator = generator;
  if (Run(isolate, &trial).IsEmpty()) return fail(trial.problem);
  if (!is_known) {
    Warm(isolate, values[6].As<v8::Function>());
    FindFeedback(values[6], values[2], &known_layout);
    FindNewTarget(isolate, values[7].As<v8::Function>(), trial.heads[0], trial.heads[1], generator, &known_layout);
    FindPageFlags(context->Global(), v8::Object::New(isolate));
  }
  is_known = true;
  return {"", handles.Escape(generator), MarkOfRestored(isolate, values[5].As<v8::Object>(), generator)};
}

}  // namespace crash_collector::v8_internals
