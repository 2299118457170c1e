#include "snapshot/frame_reader.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

#include "snapshot/error_site.h"
#include "snapshot/script_url.h"
#include "text/json_out.h"
#include "v8_internals/frames/new_target.h"

namespace crash_collector {

namespace {

using v8_internals::Location;
using v8_internals::ScopeIterator;
using v8_internals::ScopeType;
using v8_internals::StackTraceIterator;

// The name of the script that lib/addon/preload-bundle.js runs.
constexpr std::string_view kOwnBundle = "crash-collector:preload.js";

// JSON of `this` in an arrow function that does not name it, or in a constructor before super().
constexpr std::string_view kNoReceiver = R"({"type":"object","notCapturedReason":"unavailable"})";

bool IsOnStack(ScopeType type) {
  return type == ScopeType::kLocal || type == ScopeType::kBlock || type == ScopeType::kCatch;
}

// True for scopes in which the application can have variables.
bool IsShown(ScopeType type) {
  return type != ScopeType::kGlobal && static_cast<size_t>(type) < std::size(kScopeNames);
}

// Among the innermost frames, functions of Node.js itself keep two of the scopes that they close over, for the search
// for promises.
constexpr size_t kFramesWithLiveClosures = 6;
constexpr int kLiveClosures = 2;

std::string Utf8(v8::Isolate* isolate, v8::Local<v8::Value> text) {
  if (text.IsEmpty() || !text->IsString() || text.As<v8::String>()->Length() == 0) return {};
  const v8::String::Utf8Value utf8(isolate, text);
  return *utf8 == nullptr ? std::string() : std::string(*utf8, static_cast<size_t>(utf8.length()));
}

void WriteText(JsonOut* out, std::string_view name, std::string_view text) {
  out->Raw(name);
  out->Char('"');
  out->Utf8(text);
  out->Char('"');
}

// A script may begin at a negative column, so that its text begins at column 0 after a wrapper, as in vitest
// (`columnOffset` of node:vm). Places in the wrapper are written as its end.
void WritePosition(JsonOut* out, std::string_view name, int script_id, int line, int column) {
  out->Raw(name);
  out->Raw(R"({"scriptId":")");
  out->Integer(script_id);
  out->Raw(R"(","lineNumber":)");
  out->Integer(line);
  out->Raw(R"(,"columnNumber":)");
  out->Integer(std::max(column, 0));
  out->Char('}');
}

std::string NotCapturedJson(std::string_view reason, std::string_view detail) {
  JsonOut out;
  WriteText(&out, R"({"reason":)", reason);
  out.Raw(R"(,"what":"variables")");
  if (!detail.empty()) WriteText(&out, R"(,"detail":)", detail);
  out.Char('}');
  return out.Release();
}

}  // namespace

FrameReader::FrameReader(v8::Isolate* isolate, GraphWalk* walk, FunctionTexts* texts, std::vector<std::string> own_code,
                         const std::string& id_prefix)
    : isolate_(isolate), walk_(walk), texts_(texts), own_code_(std::move(own_code)), scope_writer_(id_prefix) {}

CapturedFrames FrameReader::Read(const StackSource& stack, const FrameLimits& limits, LiveStack* live) {
  CapturedFrames captured;
  std::vector<Plan> plans;
  parses_long_ = limits.parses_long;
  {
    const v8_internals::DebugScope debug_scope(isolate_);
    const size_t own = CountOwn(stack, limits.constructor);
    size_t total = 0;
    stack.ForEach([&](const StackTraceIterator& frame, size_t index) {
      total = index + 1 - std::min(own, index + 1);
      if (index < own || total > limits.most_first) return true;
      plans.push_back(PlanFrame(frame, stack.removed(), index == own, limits.overflow, live));
      return true;
    });
    captured.omitted_after = plans.size();
    // The outermost frames need a second pass, because only now their first number is known.
    if (total > plans.size() && limits.most_last > 0) {
      const size_t outermost = own + std::max(limits.most_first, total - std::min(total, limits.most_last));
      stack.ForEach([&](const StackTraceIterator& frame, size_t index) {
        if (index >= outermost) plans.push_back(PlanFrame(frame, stack.removed(), false, limits.overflow, live));
        return true;
      });
    }
    captured.omitted = total - plans.size() + stack.omitted();
    if (captured.omitted == 0) captured.omitted_after = total;
  }
  // The application's frames are written before those of Node.js, because a limit cuts the last ones.
  for (const bool internal : {false, true}) {
    for (Plan& plan : plans) {
      if (plan.frame.internal == internal) Write(&plan);
    }
  }
  captured.frames.reserve(plans.size());
  for (Plan& plan : plans) captured.frames.push_back(std::move(plan.frame));
  return captured;
}

// The number of frames at the beginning of the stack that belong to the collector or to constructors of the error.
size_t FrameReader::CountOwn(const StackSource& stack, v8::Local<v8::Function> constructor) const {
  size_t own = 0;
  stack.ForEach([&](const StackTraceIterator& frame, size_t index) {
    const bool is_own = own == index && IsOwn(frame);
    if (is_own) own++;
    if (index >= kMostConstructors && !is_own) return false;
    if (index < kMostConstructors && !constructor.IsEmpty() && frame.GetFunction() == constructor) own = index + 1;
    return true;
  });
  return own;
}

CapturedFrame FrameReader::ReadSuspended(const v8_internals::DeadTask& task, LiveStack* live, bool* in_block) {
  const v8::Local<v8::Object> generator = task.generator;
  const v8::Local<v8::Function> function = task.function;
  Plan plan;
  v8::Local<v8::Value> url;
  plan.frame.function_name = Utf8(isolate_, function->GetDebugName());
  plan.frame.script_id = function->ScriptId();
  plan.frame.url = UrlOf(function, &url);
  plan.frame.start_line = function->GetScriptLineNumber();
  plan.frame.start_column = function->GetScriptColumnNumber();
  plan.has_start = plan.frame.start_line >= 0;
  plan.receiver = task.receiver;
  {
    const v8_internals::DebugScope debug_scope(isolate_);
    const Location at = v8_internals::SuspendedLocation(generator);
    if (!at.empty) {
      plan.frame.line = at.line;
      plan.frame.column = at.column;
    }
    const Location start{plan.frame.start_line, plan.frame.start_column, !plan.has_start};
    if (texts_->IsArrow(isolate_, function, start)) plan.receiver.Clear();
    if (Judge(function, start) == TextVerdict::kFits) {
      auto scopes = v8_internals::ScopesOfGenerator(isolate_, generator);
      AddScopes(scopes.get(), &plan, 0);
    }
  }
  for (Scope& scope : plan.scopes) {
    scope.saved = task.saved;
    if (scope.type == ScopeType::kLocal) break;
  }
  const ScopeType innermost = plan.scopes.empty() ? ScopeType::kLocal : plan.scopes.front().type;
  *in_block = innermost == ScopeType::kBlock || innermost == ScopeType::kCatch;
  plan.frame.internal = plan.frame.url.compare(0, 5, "node:") == 0;
  AddScript(plan.frame, url, v8_internals::ScriptOfGenerator(generator), live);
  live->suspended.push_back(LiveFrameOf(plan));
  Write(&plan);
  return std::move(plan.frame);
}

TextVerdict FrameReader::Judge(v8::Local<v8::Function> function, const Location& start) {
  const TextVerdict verdict = texts_->Judge(isolate_, function, start);
  return verdict == TextVerdict::kTooLong && parses_long_ ? TextVerdict::kFits : verdict;
}

FrameReader::Plan FrameReader::PlanFrame(const StackTraceIterator& frame, v8::Local<v8::Object> removed,
                                         bool is_innermost, bool overflow, LiveStack* live) {
  Plan plan;
  const v8::Local<v8::Function> function = frame.GetFunction();
  const Location at = frame.GetSourceLocation();
  const Location start = frame.GetFunctionLocation();
  v8::Local<v8::Value> url;
  plan.frame.function_name = Utf8(isolate_, frame.GetFunctionDebugName());
  plan.frame.line = at.line;
  plan.frame.column = at.column;
  plan.has_start = !start.empty;
  if (!start.empty) {
    plan.frame.start_line = start.line;
    plan.frame.start_column = start.column;
  }
  plan.receiver = frame.GetReceiver().FromMaybe(v8::Local<v8::Value>());
  const v8::Local<v8::Data> script = frame.GetScript();
  plan.frame.script_id = function.IsEmpty() ? v8_internals::ScriptId(script) : function->ScriptId();
  if (function.IsEmpty()) return plan;  // the frame is one of WebAssembly
  plan.frame.url = UrlOf(function, &url);
  plan.frame.internal = plan.frame.url.compare(0, 5, "node:") == 0;
  // V8 looks up `this` of an arrow function where the function was made, but for an async one it gives the receiver of
  // the call (test/workarounds/async-arrow-this.js, Node.js 20 to 26).
  if (function->IsAsyncFunction() && texts_->IsArrow(isolate_, function, start)) plan.receiver.Clear();

  AddScript(plan.frame, url, script, live);

  // If V8 found no room on the stack, or was told to end the program where the function begins, the function has no
  // variables yet. Their places hold anything, and reading them would end the process (stack-overflow.js in
  // test/triggers/uncaught-language.test.js). If the stack is used up, such a function cannot be told from one that has
  // begun. Otherwise its frame stands where its parameters begin (test/workarounds/function-entry-place.js, Node.js 20
  // to 26). Further out, frames of default constructors stand there, too (test/workarounds/default-constructors.js,
  // Node.js 20 to 26).
  const bool is_at_start = !at.empty && !start.empty && at.line == start.line && at.column == start.column;
  const bool is_unborn = is_innermost && (overflow || is_at_start);
  if (is_unborn) {
    plan.missing = NotCapturedJson(overflow ? "stackOverflow" : "unavailable", "");
  } else if (!plan.frame.internal) {
    const TextVerdict verdict = Judge(function, start);
    if (verdict == TextVerdict::kTooLong)
      plan.missing = NotCapturedJson("scriptSize", "the function's text is too long to be parsed again");
    if (verdict == TextVerdict::kForeign)
      plan.missing = NotCapturedJson("unavailable", "the script runs from a code cache of another text");
  }
  if (plan.missing.empty()) plan.new_target = v8_internals::NewTargetOf(isolate_, frame, removed);
  auto scopes = plan.missing.empty() ? frame.GetScopeIterator() : v8_internals::ScopesOfFunction(isolate_, function);
  if (!plan.missing.empty()) plan.scopes.push_back({ScopeType::kLocal, {}, "", plan.frame.script_id});
  if (plan.frame.internal || !plan.missing.empty()) {
    AddScopes(scopes.get(), &plan, live->frames.size() < kFramesWithLiveClosures ? kLiveClosures : 0);
  } else {
    AddScopesOnce(scopes.get(), function, &plan);
  }
  live->frames.push_back(LiveFrameOf(plan));
  return plan;
}

LiveFrame FrameReader::LiveFrameOf(const Plan& plan) {
  LiveFrame live_frame{plan.receiver, {}};
  const auto add_live = [&live_frame](const std::vector<Scope>& list) {
    for (const Scope& scope : list) {
      if (!scope.object.IsEmpty()) live_frame.scopes.emplace_back(scope.type, scope.object);
    }
  };
  add_live(plan.scopes);
  if (plan.closures != nullptr) add_live(plan.closures->scopes);
  return live_frame;
}

void FrameReader::AddScript(const CapturedFrame& frame, v8::Local<v8::Value> url, v8::Local<v8::Data> script,
                            LiveStack* live) const {
  LiveScript live_script{frame.script_id, url, {}, {}};
  if (!frame.internal) {
    live_script.source = v8_internals::ScriptSource(script).FromMaybe(v8::Local<v8::String>());
    live_script.source_mapping_url = v8_internals::ScriptSourceMappingUrl(script).FromMaybe(v8::Local<v8::String>());
  }
  live->scripts.push_back(live_script);
}

void FrameReader::AddScopes(ScopeIterator* scopes, Plan* plan, int live_closures) const {
  for (; scopes != nullptr && !scopes->Done(); scopes->Advance()) {
    const ScopeType type = scopes->GetType();
    if (!IsShown(type)) continue;
    bool is_written = true;
    // The closures of Node.js's own functions reach all of Node.js, so they are not written.
    if (plan->frame.internal && !IsOnStack(type)) {
      // Some are kept for the search for promises, because they may hold a function that settles one.
      if (type != ScopeType::kClosure || live_closures == 0) continue;
      live_closures--;
      is_written = false;
    }
    plan->scopes.push_back(ScopeAt(scopes, *plan));
    plan->scopes.back().is_written = is_written;
  }
}

void FrameReader::AddScopesOnce(ScopeIterator* scopes, v8::Local<v8::Function> function, Plan* plan) {
  bool is_local_over = false;
  bool is_new = true;
  for (; scopes != nullptr && !scopes->Done(); scopes->Advance()) {
    const ScopeType type = scopes->GetType();
    // After the function's own variables come the scopes that all functions of its context close over.
    if (is_local_over && plan->closures == nullptr) {
      plan->closures = ClosuresOf(function, &is_new);
      if (plan->closures != nullptr && !is_new) return;
    }
    if (IsShown(type))
      (plan->closures == nullptr ? plan->scopes : plan->closures->scopes).push_back(ScopeAt(scopes, *plan));
    is_local_over = is_local_over || type == ScopeType::kLocal;
  }
}

std::shared_ptr<FrameReader::Closures> FrameReader::ClosuresOf(v8::Local<v8::Function> function, bool* is_new) {
  const v8::Local<v8::Value> context = v8_internals::ContextOfFunction(isolate_, function);
  *is_new = true;
  if (context.IsEmpty()) return nullptr;
  for (const std::shared_ptr<Closures>& each : known_closures_) {
    if (each->context != context) continue;
    *is_new = false;
    return each;
  }
  known_closures_.push_back(std::make_shared<Closures>());
  known_closures_.back()->context = context;
  return known_closures_.back();
}

FrameReader::Scope FrameReader::ScopeAt(ScopeIterator* scopes, const Plan& plan) const {
  Scope scope{scopes->GetType(), v8_internals::VariablesOf(isolate_, scopes, plan.new_target),
              Utf8(isolate_, scopes->GetFunctionDebugName()), scopes->GetScriptId()};
  if (scopes->HasLocationInfo()) {
    scope.start = scopes->GetStartLocation();
    scope.end = scopes->GetEndLocation();
  }
  return scope;
}

void FrameReader::Write(Plan* plan) {
  CapturedFrame& frame = plan->frame;
  JsonOut out;
  WriteText(&out, R"("functionName":)", frame.function_name);
  WriteText(&out, R"(,"url":)", frame.url);
  WriteText(&out, R"(,"scriptId":)", std::to_string(frame.script_id));
  if (plan->has_start)
    WritePosition(&out, R"(,"functionLocation":)", frame.script_id, frame.start_line, frame.start_column);
  out.Raw(frame.internal ? R"(,"internal":true,"this":)" : R"(,"internal":false,"this":)");
  out.Raw(plan->receiver.IsEmpty() ? kNoReceiver : walk_->Value(plan->receiver));
  out.Raw(R"(,"scopeChain":[)");
  // `run(data, fn)` of an AsyncLocalStorage has the store as an argument, which is as sensitive as the storage.
  const bool has_store = frame.internal && !plan->receiver.IsEmpty() &&
                         (frame.function_name == "run" || frame.function_name == "enterWith") &&
                         frame.url.find("async") != std::string::npos;
  const NameFlags inherited = has_store ? walk_->FlagsOf(plan->receiver) : static_cast<NameFlags>(kNameHarmless);
  bool is_first = true;
  for (const Scope& scope : plan->scopes) {
    if (!scope.is_written) continue;
    if (!is_first) out.Char(',');
    is_first = false;
    if (scope.object.IsEmpty()) {
      out.Raw(R"({"type":"local","variables":[],"notCaptured":[)");
      out.Raw(plan->missing);
      out.Raw("]}");
    } else {
      WriteScope(scope, &out, inherited);
    }
  }
  if (plan->closures != nullptr) WriteClosures(plan->closures.get(), is_first, &out);
  frame.json = out.Release();
}

void FrameReader::WriteClosures(Closures* closures, bool is_first, JsonOut* out) {
  if (closures->scopes.empty()) return;
  if (!is_first) out->Char(',');
  if (!closures->again.empty()) return out->Raw(closures->again);
  for (size_t i = 0; i < closures->scopes.size(); i++) {
    if (i > 0) {
      out->Char(',');
      closures->again += ',';
    }
    closures->again += WriteScope(closures->scopes[i], out);
  }
}

std::string FrameReader::WriteScope(const Scope& scope, JsonOut* out, NameFlags inherited) {
  JsonOut place;
  WriteText(&place, R"({"type":)", kScopeNames[static_cast<size_t>(scope.type)]);
  if (!scope.name.empty()) WriteText(&place, R"(,"name":)", scope.name);
  if (!scope.start.empty)
    WritePosition(&place, R"(,"startLocation":)", scope.script_id, scope.start.line, scope.start.column);
  // V8 gives -1 for the end of a scope around an eval() (test/workarounds/eval-scope-end.js, Node.js 20 to 26).
  if (!scope.end.empty && scope.end.line >= 0) {
    WritePosition(&place, R"(,"endLocation":)", scope.script_id, scope.end.line, scope.end.column);
  }
  uint32_t missing = 0;
  place.Raw(SavedMember(scope.saved));
  const std::string variables = walk_->Variables(scope.object, 0, &missing, inherited);
  const uint32_t number = scope_writer_.Write(place.text(), variables, missing, out);
  JsonOut again;
  scope_writer_.WriteAgain(place.text(), number, missing, &again);
  return again.Release();
}

std::string FrameReader::UrlOf(v8::Local<v8::Function> function, v8::Local<v8::Value>* name) const {
  *name = function->GetScriptOrigin().ResourceName();
  return ScriptUrl(Utf8(isolate_, *name));
}

bool FrameReader::IsOwn(const StackTraceIterator& frame) const {
  if (own_code_.empty()) return false;
  const v8::Local<v8::Function> function = frame.GetFunction();
  if (function.IsEmpty()) return false;
  const std::string name = Utf8(isolate_, function->GetScriptOrigin().ResourceName());
  return name == kOwnBundle || std::any_of(own_code_.begin(), own_code_.end(), [&name](const std::string& folder) {
           return name.compare(0, folder.size(), folder) == 0;
         });
}

}  // namespace crash_collector
