// Describes where an error comes from: by the top frames of the live stack, or by the position of an error that was
// made earlier.
#ifndef SRC_SNAPSHOT_ERROR_SITE_H_
#define SRC_SNAPSHOT_ERROR_SITE_H_

#include <v8.h>

#include <array>
#include <cstdint>

namespace crash_collector {

struct SourcePosition {
  int script_id = 0;
  int line = 0;           // 1-based
  int column = 0;         // 1-based
  int function_name = 0;  // hash of the name, 0 for an anonymous function; no part of the equality
  bool internal = false;  // of Node.js itself
  bool operator==(const SourcePosition& other) const {
    return script_id == other.script_id && line == other.line && column == other.column;
  }
};

// The top frames of a stack. Four of them make the hash, which is enough to tell callers of a shared helper apart.
struct ErrorSite {
  static constexpr int kHashedFrames = 4;
  static constexpr int kKeptFrames = 8;
  std::array<SourcePosition, kKeptFrames> positions;
  int frames = 0;
  uint64_t hash = 0;

  // True if a frame probably belongs to the same call of the same function as a frame of `other`. v8::StackFrame does
  // not tell where its function begins, so anonymous functions are told apart by their distance in lines.
  bool SharesFunction(const ErrorSite& other) const;
};

// Reads the calling isolate's stack. `salt` keeps the sites of different hooks apart. Needs a HandleScope.
ErrorSite CurrentErrorSite(v8::Isolate* isolate, uint64_t salt);

// True if the frame, or a script with that name, is one of Node.js itself. `name` may be an empty handle.
bool IsInternalFrame(v8::Isolate* isolate, v8::Local<v8::StackFrame> frame);
bool IsInternalName(v8::Isolate* isolate, v8::Local<v8::Value> name);

// FNV-1a over 32-bit words, which is enough for short inputs.
void MixIntoSite(uint64_t* hash, int value);

// True if the innermost function is one of those by which Node.js runs microtasks or scripts
// (test/workarounds/task-runner-names.js, Node.js 20 to 26). An exception that arrives there has left its own stack.
bool IsRunnerOnTop(v8::Isolate* isolate);

// The position where a native error was created, or all zeros. V8 computes it from the frames that the error holds,
// without formatting its stack, so that no Error.prepareStackTrace runs. Observed on Node.js 20 to 26
// ('Error.prepareStackTrace' in test/triggers/nothing-else-changes.test.js).
SourcePosition PositionOfError(v8::Isolate* isolate, v8::Local<v8::Value> error);

}  // namespace crash_collector

#endif  // SRC_SNAPSHOT_ERROR_SITE_H_
