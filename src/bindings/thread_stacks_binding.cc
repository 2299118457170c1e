// The JavaScript bindings of thread_stacks.h.
#include <napi.h>
#include <v8.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bindings/addon.h"
#include "bindings/graph_limits_binding.h"
#include "bindings/missing_counts_binding.h"
#include "bindings/napi_v8.h"
#include "bindings/plain_object.h"
#include "redaction/redactor.h"
#include "snapshot/capture_limits.h"
#include "watch/thread_stacks.h"

namespace crash_collector {

namespace {

// askThreads(limits): asks the other threads for their stacks. The answers of an earlier call are dropped.
void Ask(const Napi::CallbackInfo& info) {
  const Napi::Object described = info[0].As<Napi::Object>();
  CaptureLimits limits;
  limits.graph = GraphLimitsFrom(described);
  SetLimit(described, "maxFirstFrames", &limits.frames.most_first);
  SetLimit(described, "maxLastFrames", &limits.frames.most_last);
  SetLimit(described, "innerStateMs", &limits.inner_state_ms);
  limits.waiting = false;
  std::unique_ptr<StackAsk>& ask = info.Env().GetInstanceData<Addon>()->stack_ask;
  ask = nullptr;  // the end of an earlier one would also end this one
  ask = std::make_unique<StackAsk>(v8::Isolate::GetCurrent(), limits);
}

Napi::Array ScriptsOf(Napi::Env env, const std::vector<CopiedScript>& scripts) {
  Napi::Array flat = Napi::Array::New(env, scripts.size() * 4);
  const auto text = [env](const std::string& value) {
    return value.empty() ? env.Undefined() : Napi::Value(Napi::String::New(env, value));
  };
  uint32_t length = 0;
  for (const CopiedScript& script : scripts) {
    SetElement(flat, length++, text(script.id));
    SetElement(flat, length++, text(script.url));
    SetElement(flat, length++, text(script.source));
    SetElement(flat, length++, text(script.source_mapping_url));
  }
  return flat;
}

Napi::Array WovenFilesOf(Napi::Env env, const std::vector<CopiedWovenFile>& files) {
  Napi::Array flat = Napi::Array::New(env, files.size() * 3);
  uint32_t length = 0;
  for (const CopiedWovenFile& file : files) {
    SetElement(flat, length++, Napi::String::New(env, file.url));
    SetElement(flat, length++, Napi::Number::New(env, file.first_id));
    SetElement(flat, length++, Napi::Number::New(env, file.length));
  }
  return flat;
}

// takeThreads(ms) -> [{ threadId, state, waitedMs, callFrames, leftOutFrames, objects, missing, scripts, wovenFiles },
// …]. `state`: index in the order of StackState; `callFrames`: JSON; `objects`: lines of JSON; `scripts`: [scriptId,
// url, source, sourceMappingUrl, …]; `wovenFiles`: [url, first id, length, …]
Napi::Value Take(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  Addon* addon = env.GetInstanceData<Addon>();
  std::vector<ThreadStack> stacks;
  if (addon->stack_ask) stacks = addon->stack_ask->Take(info[0].As<Napi::Number>().DoubleValue());
  addon->stack_ask = nullptr;
  // Values that have become secret since that thread has learned the environment's.
  const Redactor* redactor = addon->redactor.get();
  Napi::Array list = Napi::Array::New(env, stacks.size());
  for (uint32_t i = 0; i < stacks.size(); i++) {
    const Napi::HandleScope scope(env);
    ThreadStack& stack = stacks[i];
    for (std::string* text : {&stack.call_frames, &stack.objects}) {
      if (redactor != nullptr && redactor->enabled()) redactor->HideValues(text->data(), text->size());
    }
    Napi::Object described = NewPlainObject(env);
    described.Set("threadId", static_cast<double>(stack.thread_id));
    described.Set("state", static_cast<int>(stack.state));
    described.Set("waitedMs", stack.waited_ms);
    if (!stack.call_frames.empty()) described.Set("callFrames", stack.call_frames);
    described.Set("objects", Napi::Buffer<char>::Copy(env, stack.objects.data(), stack.objects.size()));
    described.Set("leftOutFrames", static_cast<double>(stack.left_out_frames));
    described.Set("missing", MissingOf(env, stack.missing));
    described.Set("scripts", ScriptsOf(env, stack.scripts));
    described.Set("wovenFiles", WovenFilesOf(env, stack.woven_files));
    SetElement(list, i, described);
  }
  return list;
}

// shareWovenFiles(list): other threads that ask for the stack of this one get the list, too
void ShareWovenFiles(const Napi::CallbackInfo& info) {
  info.Env().GetInstanceData<Addon>()->woven_files.Reset(v8::Isolate::GetCurrent(), ToV8(info[0]).As<v8::Array>());
}

}  // namespace

void InitThreadStacks(Napi::Env env, Napi::Object exports) {
  exports.Set("askThreads", Napi::Function::New<Ask>(env));
  exports.Set("takeThreads", Napi::Function::New<Take>(env));
  exports.Set("shareWovenFiles", Napi::Function::New<ShareWovenFiles>(env));
}

}  // namespace crash_collector
