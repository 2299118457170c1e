#include "hooks/test_errors.h"

namespace crash_collector {

namespace {

bool Has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

// The name of the frame's function, without the class that V8 may put before it.
bool IsNamed(v8::Isolate* isolate, v8::Local<v8::StackFrame> frame, std::string_view wanted) {
  constexpr int kLongest = 32;
  v8::Local<v8::String> name = frame->GetFunctionName();
  if (name.IsEmpty() || name->Length() > kLongest) return false;
  const v8::String::Utf8Value text(isolate, name);
  if (*text == nullptr) return false;
  std::string_view last(*text, text.length());
  last.remove_prefix(last.rfind('.') + 1);
  return last == wanted;
}

}  // namespace

bool TestErrors::IsExpected(v8::Isolate* isolate) {
  constexpr int kLookedAt = 16;
  // Most errors of a run are the runner's own, and to read one frame takes a fraction of the time.
  v8::Local<v8::StackTrace> top = v8::StackTrace::CurrentStackTrace(isolate, 1, v8::StackTrace::kDetailed);
  if (top->GetFrameCount() > 0) {
    v8::Local<v8::StackFrame> frame = top->GetFrame(isolate, 0);
    const Owner owner = OwnerOf(isolate, frame);
    if (owner == Owner::kRunner) return true;
    // Playwright makes dozens of errors for the steps of a test, of which it keeps the stack alone.
    if (owner == Owner::kPlaywright && IsNamed(isolate, frame, "captureRawStack")) return true;
  }
  v8::Local<v8::StackTrace> stack = v8::StackTrace::CurrentStackTrace(isolate, kLookedAt, v8::StackTrace::kDetailed);
  bool is_of_test = false;  // a function that is neither the runner's nor an assertion is running
  for (int i = 0; i < stack->GetFrameCount(); i++) {
    v8::Local<v8::StackFrame> frame = stack->GetFrame(isolate, i);
    switch (OwnerOf(isolate, frame)) {
      case Owner::kNodeAssert:
        if (IsNamed(isolate, frame, "getActual") || IsNamed(isolate, frame, "waitForActual")) return true;
        break;
      case Owner::kChai:
        if (IsNamed(isolate, frame, "methodWrapper")) return true;
        break;
      case Owner::kJestExpect:
        if (is_of_test || IsNamed(isolate, frame, "throwingMatcher") || IsNamed(isolate, frame, "__VITEST_REJECTS__") ||
            IsNamed(isolate, frame, "__VITEST_RESOLVES__")) {
          return true;
        }
        break;
      case Owner::kAssertions:
        if (is_of_test) return true;
        break;
      case Owner::kRunner:
        if (!is_of_test) return true;
        break;
      case Owner::kNode: break;
      case Owner::kPlaywright:
      case Owner::kOther: is_of_test = true;
    }
  }
  return false;
}

bool TestErrors::IsMadeByExpect(v8::Isolate* isolate) {
  // The constructor of the error may have a frame of its own. In optimised code V8 does not say that it is one.
  constexpr int kLookedAt = 2;
  v8::Local<v8::StackTrace> stack = v8::StackTrace::CurrentStackTrace(isolate, kLookedAt, v8::StackTrace::kDetailed);
  for (int i = 0; i < stack->GetFrameCount(); i++) {
    v8::Local<v8::StackFrame> frame = stack->GetFrame(isolate, i);
    if (OwnerOf(isolate, frame) != Owner::kJestExpect) return false;
    if (IsNamed(isolate, frame, "expect")) return true;
  }
  return false;
}

TestErrors::Owner TestErrors::OwnerOf(v8::Isolate* isolate, v8::Local<v8::StackFrame> frame) {
  const int id = frame->GetScriptId();
  const auto known = owners_.find(id);
  if (known != owners_.end()) return known->second;
  Owner owner = Owner::kOther;
  v8::Local<v8::String> name = frame->GetScriptName();
  if (!name.IsEmpty()) {
    const v8::String::Utf8Value text(isolate, name);
    if (*text != nullptr) owner = OwnerByName({*text, static_cast<size_t>(text.length())});
  }
  if (owners_.size() >= kMostOwners) owners_.clear();
  owners_.emplace(id, owner);
  return owner;
}

// The scripts of Node.js 20 to 26, chai 6, mocha 12, vitest 4, jest 30, tap 21, ava 6 and Playwright Test 1.65
// (test/triggers/test-failure/).
TestErrors::Owner TestErrors::OwnerByName(std::string_view script) {
  static constexpr std::string_view kRunners[] = {"/jest-circus/", "/jest-util/",      "/@jest/snapshot-utils/",
                                                  "/mocha/lib/",   "/@vitest/runner/", "/ava/lib/",
                                                  "/@tapjs/core/", "/playwright/lib/"};
  if (script.rfind("node:", 0) == 0) {
    if (script == "node:assert") return Owner::kNodeAssert;
    return Has(script, "/test_runner/") ? Owner::kRunner : Owner::kNode;
  }
  if (Has(script, "@tapjs/asserts/") || Has(script, "/ava/lib/assert.js") ||
      Has(script, "/playwright/lib/matchers/expect.js")) {
    return Owner::kAssertions;
  }
  if (Has(script, "/playwright-core/lib/")) return Owner::kPlaywright;
  for (const std::string_view runner : kRunners) {
    if (Has(script, runner)) return Owner::kRunner;
  }
  if (Has(script, "chai")) return Owner::kChai;
  return Has(script, "/expect/") ? Owner::kJestExpect : Owner::kOther;
}

}  // namespace crash_collector
