// The state that the addon keeps for one Node.js environment (the main thread or a worker), as Node-API instance data,
// and the functions that register its parts.
#ifndef SRC_BINDINGS_ADDON_H_
#define SRC_BINDINGS_ADDON_H_

#include <napi.h>
#include <uv.h>
#include <v8.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace crash_collector {

// A binding includes the headers of those that it uses itself, so that nobody reads, or compiles, all of them.
class CollectionLog;
class FatalException;
class HeapLimit;
class Intrinsics;
class Pins;
class PrintedErrors;
class Redactor;
class SettledPromises;
class StackAsk;
class ThreadEntry;
class ThrowHooks;

using RedactorSlot = std::shared_ptr<const Redactor>;

struct Addon {
  Addon();
  ~Addon();
  Addon(const Addon&) = delete;
  Addon& operator=(const Addon&) = delete;

  std::unique_ptr<ThrowHooks> throw_hooks;
  std::unique_ptr<CollectionLog> collections;
  std::unique_ptr<HeapLimit> heap_limit;  // after the hooks and the collections, which it uses
  std::unique_ptr<FatalException> fatal_exception;
  std::unique_ptr<PrintedErrors> printed_errors;
  std::shared_ptr<ThreadEntry> entry;            // null while this thread is not watched
  std::unique_ptr<StackAsk> stack_ask;           // null unless this thread writes a dump with the stacks of others
  bool prints_exit_lines = false;                // true in the main thread, for the lines of workers
  uint64_t thread_id = 0;                        // once the thread is listed
  const uv_loop_t* listed_loop = nullptr;        // this thread's loop in thread_list.h; null while it is not listed
  RedactorSlot redactor;                         // a walk under way keeps the redactor that it began with
  std::deque<RedactorSlot> viewer_redactors;     // of viewers of dumps in this process; their functions point to these
  std::shared_ptr<const Intrinsics> intrinsics;  // shared with the walks that are under way
  std::unique_ptr<Pins> pins;                    // null until the first capture in a test
  Napi::FunctionReference graph_writer;          // the constructor of GraphWriter
  std::vector<Napi::ObjectReference> idle_graph_writers;
  std::unique_ptr<SettledPromises> job_promises;  // null until the first job that has a promise
  v8::Global<v8::Array> woven_files;              // of packages/execution-path: [url, first id, length, …]
};

// Each adds its functions to the exports.
void InitThrowHooks(Napi::Env env, Napi::Object exports);
void InitFatalException(Napi::Env env, Napi::Object exports);
void InitGzip(Napi::Env env, Napi::Object exports);
void InitAsyncContext(Napi::Env env, Napi::Object exports);
void InitAsyncTasks(Napi::Env env, Napi::Object exports);
void InitCleanup(Napi::Env env, Napi::Object exports);
void InitDetachedProgram(Napi::Env env, Napi::Object exports);
void InitExecutionPath(Napi::Env env, Napi::Object exports);
void InitHeapLimit(Napi::Env env, Napi::Object exports);
void InitHeapSnapshot(Napi::Env env, Napi::Object exports);
void InitHeapSpaces(Napi::Env env, Napi::Object exports);
void InitOwnScript(Napi::Env env, Napi::Object exports);
void InitLoopHandles(Napi::Env env, Napi::Object exports);
void InitMachine(Napi::Env env, Napi::Object exports);
void InitSnapshot(Napi::Env env, Napi::Object exports);
void InitStackFormatting(Napi::Env env, Napi::Object exports);
void InitStackScripts(Napi::Env env, Napi::Object exports);
void InitGraphWriter(Napi::Env env, Napi::Object exports);
void InitThreadList(Napi::Env env, Napi::Object exports);
void InitThreadStacks(Napi::Env env, Napi::Object exports);
void InitRedactor(Napi::Env env, Napi::Object exports);
void InitV8Internals(Napi::Env env, Napi::Object exports);
void InitWatch(Napi::Env env, Napi::Object exports);

}  // namespace crash_collector

#endif  // SRC_BINDINGS_ADDON_H_
