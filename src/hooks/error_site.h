// Where an error comes from: the top frames of the live stack, and of an error made earlier.
#ifndef SRC_HOOKS_ERROR_SITE_H_
#define SRC_HOOKS_ERROR_SITE_H_

#include <v8.h>

#include <array>
#include <cstdint>

namespace crash_collector {

struct SourcePosition {
  int script_id = 0;
  int line = 0;           // 1-based
  int column = 0;         // 1-based
  int function_name = 0;  // hash of the name, 0 for an anonymous function; no part of the equality; only with kAll
  bool internal = false;  // of Node.js itself; only known where SiteDetail asks for it
  bool operator==(const SourcePosition& other) const {
    return script_id == other.script_id && line == other.line && column == other.column;
  }
};

// The top frames of a stack. Four make a site: enough to tell callers of a shared helper apart.
struct ErrorSite {
  static constexpr int kHashedFrames = 4;
  static constexpr int kKeptFrames = 8;
  std::array<SourcePosition, kKeptFrames> positions;
  int frames = 0;
  uint64_t hash = 0;

  // Whether some frame probably belongs to the same run of the same function as a frame of `other`. V8 doesn't tell
  // where a frame's function begins, so anonymous functions are told apart by their distance.
  bool SharesFunction(const ErrorSite& other) const;
};

// How much is read of a stack. A handled error pays for it each time, so only what the caller needs.
enum class SiteDetail {
  kPlaces,  // the hashed frames
  kAll      // all kept frames, with everything
};

// Reads the calling isolate's stack. `salt` keeps the sites of different hooks apart. Needs a HandleScope.
ErrorSite CurrentErrorSite(v8::Isolate* isolate, uint64_t salt, SiteDetail detail = SiteDetail::kPlaces);

// Whether the frame, or a script of that name, which may be none, is one of Node.js itself.
bool IsInternalFrame(v8::Isolate* isolate, v8::Local<v8::StackFrame> frame);
bool IsInternalName(v8::Isolate* isolate, v8::Local<v8::Value> name);

// FNV-1a over 32-bit words: short inputs, no need for more.
void MixIntoSite(uint64_t* hash, int value);

// Whether nothing runs but the part of Node.js that runs microtasks or scripts: an exception that arrives there has
// left its stack.
bool IsRunnerOnTop(v8::Isolate* isolate);

// Where a native error was created, or all zeros. V8 computes it from the frames that the error holds, without
// formatting its stack, so no Error.prepareStackTrace runs.
SourcePosition PositionOfError(v8::Isolate* isolate, v8::Local<v8::Value> error);

}  // namespace crash_collector

#endif  // SRC_HOOKS_ERROR_SITE_H_
