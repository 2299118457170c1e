// Composes and writes the dump of a fatal signal in the signal handler. Async-signal-safe: all memory is reserved
// before.
#ifndef SRC_SIGNALS_SIGNAL_DUMP_H_
#define SRC_SIGNALS_SIGNAL_DUMP_H_

#include <signal.h>
#include <time.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "signals/dump_file.h"
#include "signals/memory_map.h"
#include "signals/safe_text.h"
#include "signals/stack_walk.h"
#include "v8_internals/frame_functions.h"

namespace crash_collector {

// Made before, because a signal handler cannot make it. The two records are JSON lines in which a control character,
// which JSON cannot hold, stands for what is known at the signal only.
struct SignalDumpParts {
  static constexpr char kTime = '\1';
  static constexpr char kThreadId = '\2';
  static constexpr char kUptimeMs = '\3';
  static constexpr char kResidentBytes = '\4';

  std::string directory;
  std::string name_start;  // of the dump's name, up to the date
  std::string header;
  std::string process;
  uint64_t started_ns = 0;  // CLOCK_MONOTONIC, of the process
  v8_internals::FrameFunctionLayout layout;
};

struct SignalEvent {
  int number;
  const siginfo_t* info;
  const void* context;
  int pid;
  int thread;          // the system's number of it
  bool is_javascript;  // the thread has a collector
  uint64_t thread_id;  // Node.js's number of it; 0 if it is not known
};

class SignalDump {
 public:
  // Returns the path of the dump, or null; error() then is the number of the system's error.
  const char* Write(const SignalEvent& event, const SignalDumpParts& parts);
  int error() const { return file_.error(); }

 private:
  void AddTemplate(const std::string& record, const SignalEvent& event, const SignalDumpParts& parts);
  void AddSignal(const SignalEvent& event, const SignalDumpParts& parts);
  void AddThread(const SignalEvent& event);
  void AddFrames(const SignalDumpParts& parts);
  void AddFrame(const WalkedFrame& frame, bool is_exact, const SignalDumpParts& parts);
  void AddModules();
  void AddCallFrame();
  void AddEnd(const timespec& begin);
  void WriteText(SafeText* text);

  static constexpr size_t kTextBytes = 128 * 1024;
  static constexpr size_t kCallFramesBytes = 512 * 1024;
  static constexpr size_t kMostModules = 160;

  DumpFile file_;
  MemoryMap map_;
  StackWalk walk_;
  timespec time_;
  size_t records_ = 0;
  size_t call_frames_ = 0;
  const MappedFile* modules_[kMostModules];
  size_t module_count_ = 0;
  v8_internals::FrameFunction function_;
  char scratch_[16 * 1024];
  char text_bytes_[kTextBytes];
  char call_frames_bytes_[kCallFramesBytes];
  SafeText text_{text_bytes_, kTextBytes};
  SafeText call_frames_text_{call_frames_bytes_, kCallFramesBytes};
};

// SIGSEGV and so on; "signal" for a number that the collector does not watch.
const char* SignalName(int number);

}  // namespace crash_collector

#endif  // SRC_SIGNALS_SIGNAL_DUMP_H_
