// What packages/execution-path needs of V8: functions that leave no frame on the stack, the value that V8 carries along
// with asynchronous code, the states of promises, and digests of texts.
#include <v8.h>

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <vector>

#include "base/digest.h"
#include "base/settled_promises.h"
#include "base/v8_compat.h"
#include "bindings/addon.h"
#include "bindings/napi_v8.h"
#include "bindings/plain_object.h"

namespace crash_collector {

namespace {

void AddText(v8::Isolate* isolate, v8::Local<v8::String> text, Digest* digest) {
  const auto length = static_cast<uint32_t>(text->Length());
  // Text in two bytes that would fit into one has another digest, which only costs a miss.
  if (text->IsOneByte()) {
    std::vector<uint8_t> units(length);
    WriteOneByte(isolate, text, units.data(), length);
    digest->Add(units.data(), units.size());
  } else {
    std::vector<uint16_t> units(length);
    WriteTwoByte(isolate, text, units.data(), length);
    digest->Add(units.data(), units.size() * sizeof(uint16_t));
  }
}

// digestOf(text, text) -> hexadecimal digits. Node.js's own functions would load its module for cryptography, which
// takes as long as the rest of a start.
Napi::Value DigestOf(const Napi::CallbackInfo& info) {
  Digest digest;
  for (size_t i = 0; i < 2; i++) AddText(v8::Isolate::GetCurrent(), ToV8(info[i]).As<v8::String>(), &digest);
  return Napi::String::New(info.Env(), digest.Hex());
}

using Callback = void (*)(const v8::FunctionCallbackInfo<v8::Value>&);

// A native function, of which stacks don't tell. `parts` are the functions that it calls.
Napi::Value NewFunction(const Napi::CallbackInfo& info, Callback callback, const char* name,
                        std::initializer_list<napi_value> parts) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  // Fields of an object, because to get an element of an array takes two hundred instructions.
  v8::Local<v8::ObjectTemplate> fields = v8::ObjectTemplate::New(isolate);
  fields->SetInternalFieldCount(static_cast<int>(parts.size()));
  v8::Local<v8::Object> data;
  v8::Local<v8::Function> function;
  if (!fields->NewInstance(context).ToLocal(&data) ||
      !v8::Function::New(context, callback, data, 0, v8::ConstructorBehavior::kThrow).ToLocal(&function)) {
    return info.Env().Undefined();
  }
  int field = 0;
  for (napi_value part : parts) data->SetInternalField(field++, ToV8(part));
  function->SetName(v8::String::NewFromUtf8(isolate, name).ToLocalChecked());
  return Napi::Value(info.Env(), FromV8(function));
}

v8::MaybeLocal<v8::Value> CallPart(const v8::FunctionCallbackInfo<v8::Value>& info, int part,
                                   std::vector<v8::Local<v8::Value>>* arguments) {
  v8::Local<v8::Context> context = info.GetIsolate()->GetCurrentContext();
  v8::Local<v8::Function> function = info.Data().As<v8::Object>()->GetInternalField(part).As<v8::Function>();
  return function->Call(context, info.This(), static_cast<int>(arguments->size()), arguments->data());
}

std::vector<v8::Local<v8::Value>> ArgumentsOf(const v8::FunctionCallbackInfo<v8::Value>& info) {
  std::vector<v8::Local<v8::Value>> arguments;
  for (int i = 0; i < info.Length(); i++) arguments.push_back(info[i]);
  return arguments;
}

// If the callee throws, `after` is not called: the report of an uncaught exception then still finds the request.
void CallWithin(const v8::FunctionCallbackInfo<v8::Value>& info) {
  std::vector<v8::Local<v8::Value>> arguments = ArgumentsOf(info);
  v8::Local<v8::Value> before;
  v8::Local<v8::Value> result;
  if (!CallPart(info, 1, &arguments).ToLocal(&before) || !CallPart(info, 0, &arguments).ToLocal(&result)) return;
  info.GetReturnValue().Set(result);
  if (before->IsUndefined()) return;
  arguments = {before};
  v8::Local<v8::Value> ignored;
  [[maybe_unused]] const bool has_returned = CallPart(info, 2, &arguments).ToLocal(&ignored);
}

// wrapCall(callee, before, after) -> function that calls `before` and `callee` with its arguments, then `after` with
// what `before` has returned, unless that is undefined
Napi::Value WrapCall(const Napi::CallbackInfo& info) {
  return NewFunction(info, CallWithin, "emit", {info[0], info[1], info[2]});
}

void CallChanged(const v8::FunctionCallbackInfo<v8::Value>& info) {
  std::vector<v8::Local<v8::Value>> arguments = ArgumentsOf(info);
  v8::Local<v8::Value> changed;
  if (!CallPart(info, 1, &arguments).ToLocal(&changed)) return;
  if (!arguments.empty()) arguments[0] = changed;
  v8::Local<v8::Value> result;
  if (CallPart(info, 0, &arguments).ToLocal(&result)) info.GetReturnValue().Set(result);
}

// changeArgument(callee, change) -> function that calls `callee` with what `change` makes of the first argument;
// `change` gets all arguments
Napi::Value ChangeArgument(const Napi::CallbackInfo& info) {
  return NewFunction(info, CallChanged, "_compile", {info[0], info[1]});
}

void CorrectedText(const v8::FunctionCallbackInfo<v8::Value>& info) {
  std::vector<v8::Local<v8::Value>> arguments = ArgumentsOf(info);
  v8::Local<v8::Value> text;
  if (!CallPart(info, 0, &arguments).ToLocal(&text)) return;
  info.GetReturnValue().Set(text);
  if (!text->IsString()) return;
  arguments = {text};
  // If the stack has no room for it, the text stays as it is.
  v8::TryCatch try_catch(info.GetIsolate());
  if (CallPart(info, 1, &arguments).ToLocal(&text)) {
    info.GetReturnValue().Set(text);
  } else if (try_catch.HasTerminated()) {
    try_catch.ReThrow();
  }
}

// correctTexts(toString, correct) -> Function.prototype.toString whose results `correct` changes
Napi::Value CorrectTexts(const Napi::CallbackInfo& info) {
  return NewFunction(info, CorrectedText, "toString", {info[0], info[1]});
}

// continuationData() -> [read, write], V8's functions for the value which it carries along; undefined before V8 12. V8
// inlines them into compiled code, as it could not with those of the addon.
Napi::Value ContinuationData(const Napi::CallbackInfo& info) {
  v8::Isolate* isolate = v8::Isolate::GetCurrent();
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  v8::Local<v8::Object> extras = context->GetExtrasBindingObject();
  v8::Local<v8::Value> functions[2];
  const char* const names[] = {"getContinuationPreservedEmbedderData", "setContinuationPreservedEmbedderData"};
  for (int i = 0; i < 2; i++) {
    v8::Local<v8::String> name = v8::String::NewFromUtf8(isolate, names[i]).ToLocalChecked();
    if (!extras->Get(context, name).ToLocal(&functions[i]) || !functions[i]->IsFunction()) {
      return info.Env().Undefined();
    }
  }
  return Napi::Value(info.Env(), FromV8(v8::Array::New(isolate, functions, 2)));
}

// isPending(promise) -> true if it has not settled
Napi::Value IsPending(const Napi::CallbackInfo& info) {
  v8::Local<v8::Value> value = ToV8(info[0]);
  const bool is_pending = value->IsPromise() && value.As<v8::Promise>()->State() == v8::Promise::kPending;
  return Napi::Boolean::New(info.Env(), is_pending);
}

// watchPromise(promise, number): nothing of it shows in the promise, which can be collected as without it
void WatchPromise(const Napi::CallbackInfo& info) {
  const v8::Local<v8::Value> value = ToV8(info[0]);
  if (!value->IsPromise()) return;
  Addon* addon = info.Env().GetInstanceData<Addon>();
  if (!addon->job_promises) addon->job_promises = std::make_unique<SettledPromises>(v8::Isolate::GetCurrent());
  addon->job_promises->Watch(value.As<v8::Promise>(), info[1].As<Napi::Number>().Int32Value());
}

// takeSettled() -> the numbers of the watched promises that have settled since, negative if they were not fulfilled, or
// were garbage before they were
Napi::Value TakeSettled(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  Napi::Array numbers = Napi::Array::New(env);
  Addon* addon = env.GetInstanceData<Addon>();
  if (!addon->job_promises) return numbers;
  uint32_t count = 0;
  for (const auto& [number, state] : addon->job_promises->Take())
    SetElement(numbers, count++, state == SettledPromises::State::kFulfilled ? number : -number);
  return numbers;
}

}  // namespace

void InitExecutionPath(Napi::Env env, Napi::Object exports) {
  exports.Set("digestOf", Napi::Function::New<DigestOf>(env));
  exports.Set("wrapCall", Napi::Function::New<WrapCall>(env));
  exports.Set("changeArgument", Napi::Function::New<ChangeArgument>(env));
  exports.Set("correctTexts", Napi::Function::New<CorrectTexts>(env));
  exports.Set("continuationData", Napi::Function::New<ContinuationData>(env));
  exports.Set("isPending", Napi::Function::New<IsPending>(env));
  exports.Set("watchPromise", Napi::Function::New<WatchPromise>(env));
  exports.Set("takeSettled", Napi::Function::New<TakeSettled>(env));
}

}  // namespace crash_collector
