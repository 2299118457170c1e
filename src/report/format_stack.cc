#include "report/format_stack.h"

#include <node.h>

namespace crash_collector {

namespace {
thread_local v8::Global<v8::Function>* corrector = nullptr;
}  // namespace

v8::MaybeLocal<v8::Value> FormatStack(v8::Local<v8::Context> context, v8::Local<v8::Value> error,
                                      v8::Local<v8::Array> sites) {
  if (corrector != nullptr) {
    v8::Isolate* isolate = v8::Isolate::GetCurrent();
    // If the stack has no room for it, the columns stay as they are.
    v8::TryCatch try_catch(isolate);
    v8::Local<v8::Value> argument = sites;
    v8::Local<v8::Value> ignored;
    const bool is_corrected =
        corrector->Get(isolate)->Call(context, v8::Undefined(isolate), 1, &argument).ToLocal(&ignored);
    if (!is_corrected && try_catch.HasTerminated()) {
      try_catch.ReThrow();
      return {};
    }
  }
  return node::PrepareStackTraceCallback(context, error, sites);
}

void SetCallSiteCorrector(v8::Isolate* isolate, v8::Local<v8::Function> correct) {
  ForgetCallSiteCorrector();
  corrector = new v8::Global<v8::Function>(isolate, correct);
}

void ForgetCallSiteCorrector() {
  delete corrector;
  corrector = nullptr;
}

}  // namespace crash_collector
