// Judges functions by their text: if V8 may parse it again, as it does to tell the scopes of a frame, and if it is an
// arrow function. The answers are kept for an isolate, because most stacks show functions that were seen before.
#ifndef SRC_SNAPSHOT_FUNCTION_TEXTS_H_
#define SRC_SNAPSHOT_FUNCTION_TEXTS_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace crash_collector {

namespace v8_internals {
struct Location;
}  // namespace v8_internals

enum class TextVerdict : uint8_t {
  kFits,
  kTooLong,  // parsing it would take milliseconds
  // The script runs from a code cache of another text, as bytenode makes it. V8's debugger finds no scopes there
  // (test/workarounds/foreign-code-cache.js, Node.js 20 to 26). If V8's parser and the frame disagree about the
  // function's variables, the process may end with a SEGV (foreign-cache.js in test/triggers/scopes.test.js).
  kForeign,
};

class FunctionTexts {
 public:
  TextVerdict Judge(v8::Isolate* isolate, v8::Local<v8::Function> function, const v8_internals::Location& start) {
    return Look(isolate, function, start).verdict;
  }

  // True for an arrow function, which has no receiver of its own: the one that V8 passes to it is not its `this`.
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
