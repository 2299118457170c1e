// Formats the stack of an error as Node.js does, after JavaScript has corrected its call sites, if it was told to.
#ifndef SRC_REPORT_FORMAT_STACK_H_
#define SRC_REPORT_FORMAT_STACK_H_

#include <v8.h>

namespace crash_collector {

// For Isolate::SetPrepareStackTraceCallback, to which V8 gives no data.
v8::MaybeLocal<v8::Value> FormatStack(v8::Local<v8::Context> context, v8::Local<v8::Value> error,
                                      v8::Local<v8::Array> sites);

// `correct` gets the call sites of each stack of this thread's isolate. To be forgotten before the isolate ends.
void SetCallSiteCorrector(v8::Isolate* isolate, v8::Local<v8::Function> correct);
void ForgetCallSiteCorrector();

}  // namespace crash_collector

#endif  // SRC_REPORT_FORMAT_STACK_H_
