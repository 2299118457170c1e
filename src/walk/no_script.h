// Keeps code of the application from running during a walk.
#ifndef SRC_WALK_NO_SCRIPT_H_
#define SRC_WALK_NO_SCRIPT_H_

#include <v8.h>

#include "walk/records/value_writer.h"

namespace crash_collector {

// While one is alive no JavaScript runs: a call that would run it throws instead, and the exception is dropped.
class NoScript {
 public:
  NoScript(v8::Isolate* isolate, ValueWriter* values)
      : handle_scope_(isolate),
        values_(values),
        try_catch_(isolate),
        disallow_(isolate, v8::Isolate::DisallowJavascriptExecutionScope::THROW_ON_FAILURE) {
    try_catch_.SetVerbose(false);
    try_catch_.SetCaptureMessage(false);
    values_->Begin(isolate->GetCurrentContext());
  }
  ~NoScript() { values_->End(); }
  NoScript(const NoScript&) = delete;
  NoScript& operator=(const NoScript&) = delete;

  // An exception that is left pending would make V8 refuse the calls after it.
  void Forget() {
    if (try_catch_.HasCaught()) try_catch_.Reset();
  }
  bool terminated() const { return try_catch_.HasTerminated(); }

 private:
  v8::HandleScope handle_scope_;
  ValueWriter* values_;
  v8::TryCatch try_catch_;
  v8::Isolate::DisallowJavascriptExecutionScope disallow_;
};

}  // namespace crash_collector

#endif  // SRC_WALK_NO_SCRIPT_H_
