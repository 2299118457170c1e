// Makes names of properties.
#ifndef SRC_BASE_INTERNALIZED_STRING_H_
#define SRC_BASE_INTERNALIZED_STRING_H_

#include <v8.h>

namespace crash_collector {

// `text`: UTF-8, shorter than V8's longest string.
inline v8::Local<v8::String> InternalizedString(v8::Isolate* isolate, const char* text) {
  return v8::String::NewFromUtf8(isolate, text, v8::NewStringType::kInternalized).ToLocalChecked();
}

}  // namespace crash_collector

#endif  // SRC_BASE_INTERNALIZED_STRING_H_
