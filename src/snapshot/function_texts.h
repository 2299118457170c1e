// What a function's text tells: whether V8's parser may be given it again, which it needs to tell the scopes of a
// frame, and whether it is an arrow function. Kept for an isolate, because most stacks show functions that were there
// before.
#ifndef SRC_SNAPSHOT_FUNCTION_TEXTS_H_
#define SRC_SNAPSHOT_FUNCTION_TEXTS_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "v8_internals/debug_interface.h"

namespace crash_collector {

enum class TextVerdict : uint8_t {
  kFits,
  kTooLong,  // parsing it would take milliseconds
  // The script runs from a code cache of another text, as bytenode makes it. V8's debugger finds no scopes there
  // (test/workarounds/foreign-code-cache.js, Node.js 20 to 26). V8's parser and its frame may disagree about the
  // function's variables, which has ended the process with a SEGV.
  kForeign,
};

class FunctionTexts {
 public:
  TextVerdict Judge(v8::Isolate* isolate, v8::Local<v8::Function> function, const v8_internals::Location& start) {
    return Look(isolate, function, start).verdict;
  }

  // An arrow function has no receiver of its own: what V8 passes to it as one is not what `this` means there.
  bool IsArrow(v8::Isolate* isolate, v8::Local<v8::Function> function, const v8_internals::Location& start) {
    return Look(isolate, function, start).is_arrow;
  }

 private:
  struct Known {
    TextVerdict verdict = TextVerdict::kFits;
    bool is_arrow = false;
  };
  Known Look(v8::Isolate* isolate, v8::Local<v8::Function> function, const v8_internals::Location& start);

  // V8 parses about 50 MB/s: a text of this length takes 2 ms.
  static constexpr int kMostUnits = 100 * 1000;
  static constexpr size_t kMostKnown = 8192;
  std::unordered_map<uint64_t, Known> known_;
};

}  // namespace crash_collector

#endif  // SRC_SNAPSHOT_FUNCTION_TEXTS_H_
