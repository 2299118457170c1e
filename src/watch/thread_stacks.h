// The stacks of the process's other threads, for the dump of one that dies. Each thread reads its own stack in an
// interrupt of V8, which comes at the next call of a function or turn of a loop, and goes on. The dying thread asks all
// of them at once, does its own work, and takes what is there then; it waits for a bounded time only.
#ifndef SRC_WATCH_THREAD_STACKS_H_
#define SRC_WATCH_THREAD_STACKS_H_

#include <uv.h>
#include <v8.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "walk/objects/missing_counts.h"

namespace crash_collector {

class ThrowHooks;
struct CaptureLimits;

// From now on other threads may ask for this thread's stack. Call this on the isolate's thread. The hooks and the
// loop must live until RemoveStackThread(), which is called on that thread, too; so must `woven_files`, the list
// [url, first id, length, …] of the files that have counters of execution paths, or an empty handle.
void AddStackThread(uint64_t id, const uv_loop_t* loop, v8::Isolate* isolate, ThrowHooks* hooks,
                    const v8::Global<v8::Array>* woven_files);
void RemoveStackThread();

enum class StackState : int {
  kCaptured = 0,
  kIdle = 1,       // its event loop had nothing to do
  kNative = 2,     // it did not come to a place where V8 may be interrupted
  kCapturing = 3,  // it was busy with a capture or a dump of its own
  kEnding = 4,     // it was being terminated
  kNoWay = 5,      // the addon cannot read stacks in this process
  kLeftOut = 6     // there are too many threads
};

struct CopiedScript {
  std::string id;
  std::string url;
  std::string source;  // empty if it is too long
  std::string source_mapping_url;
};

// A file with counters, whose ids each thread gives in the order in which it has loaded its files.
struct CopiedWovenFile {
  std::string url;
  int first_id = 0;
  int length = 0;  // with counters
};

struct ThreadStack {
  uint64_t thread_id = 0;
  StackState state = StackState::kNative;
  double waited_ms = 0;  // until V8 let the capture in
  // JSON of the frames, and lines of object and objectDetails records. The ids of objects, scopes and scripts begin
  // with `t<thread_id>.`, because each isolate counts its own.
  std::string call_frames;
  std::string objects;
  size_t left_out_frames = 0;
  MissingCounts missing;  // of the objects
  std::vector<CopiedScript> scripts;
  std::vector<CopiedWovenFile> woven_files;
};

// What one thread has asked of the others. Made, used and destroyed on the asking thread.
class StackAsk {
 public:
  // Asks. Waits for nothing but a short lock.
  StackAsk(v8::Isolate* asking, const CaptureLimits& limits);
  ~StackAsk();
  StackAsk(const StackAsk&) = delete;
  StackAsk& operator=(const StackAsk&) = delete;

  // Waits for `ms` at most until the threads have begun to read their stacks, and a little longer for those that have.
  std::vector<ThreadStack> Take(double ms);

  struct Slot;

 private:
  v8::Isolate* const asking_;
  std::vector<std::shared_ptr<Slot>> slots_;
};

}  // namespace crash_collector

#endif  // SRC_WATCH_THREAD_STACKS_H_
