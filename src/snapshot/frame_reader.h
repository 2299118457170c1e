// Reads a stack: frames with all their scopes, as JSON of callFrame records. Runs no JavaScript.
#ifndef SRC_SNAPSHOT_FRAME_READER_H_
#define SRC_SNAPSHOT_FRAME_READER_H_

#include <v8.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "snapshot/capture_limits.h"
#include "snapshot/function_texts.h"
#include "snapshot/scope_writer.h"
#include "snapshot/snapshot.h"
#include "snapshot/stack_source.h"
#include "snapshot/values_at_hand.h"
#include "v8_internals/debug_interface.h"
#include "walk/graph_walk.h"

namespace crash_collector {

// Constructors of the error are looked for among this many innermost frames, and left out.
constexpr size_t kMostConstructors = 8;

// A script of the stack. Texts may be empty handles.
struct LiveScript {
  int id;
  v8::Local<v8::Value> url;
  v8::Local<v8::String> source;
  v8::Local<v8::String> source_mapping_url;
};

// The scripts of the stack, and the live values of its frames, as handles of the caller's HandleScope.
struct LiveStack {
  std::vector<LiveScript> scripts;
  std::vector<LiveFrame> frames;
  std::vector<LiveFrame> suspended;  // functions that wait for those of the stack
};

class FrameReader {
 public:
  // `walk` gets the objects of all variables. `own_code` are paths of folders, each with a separator at its end: frames
  // of scripts below them, and of the collector's bundle, are left out at the beginning of the stack.
  FrameReader(v8::Isolate* isolate, GraphWalk* walk, FunctionTexts* texts, std::vector<std::string> own_code,
              const std::string& id_prefix);

  CapturedFrames Read(const StackSource& stack, const FrameLimits& limits, LiveStack* live);

  // Reads the frame of a suspended function. `*in_block` tells if it waits in a block.
  CapturedFrame ReadSuspended(const v8_internals::DeadTask& task, LiveStack* live, bool* in_block);

 private:
  struct Scope {
    v8_internals::ScopeType type;
    v8::Local<v8::Object> object;  // empty if its variables could not be read
    std::string name;
    int script_id = 0;
    v8_internals::Location start{0, 0, true};
    v8_internals::Location end{0, 0, true};
    bool is_written = true;  // false: only for the search for promises
    v8_internals::Saved saved = v8_internals::Saved::kAll;
  };
  // The scopes that functions of one context close over.
  struct Closures {
    v8::Local<v8::Value> context;
    std::vector<Scope> scopes;
    std::string again;  // JSON of the scopes without their variables, once they are written
  };
  struct Plan {
    CapturedFrame frame;
    v8::Local<v8::Value> receiver;    // empty if V8 does not have it
    v8::Local<v8::Value> new_target;  // empty if V8 has not kept it
    std::vector<Scope> scopes;
    std::shared_ptr<Closures> closures;  // null if `scopes` has all of them
    std::string missing;                 // JSON of a NotCaptured: why the function's own variables are not there
    bool has_start = false;
  };

  TextVerdict Judge(v8::Local<v8::Function> function, const v8_internals::Location& start);
  // `removed`: as StackSource::removed().
  Plan PlanFrame(const v8_internals::StackTraceIterator& frame, v8::Local<v8::Object> removed, bool is_innermost,
                 bool overflow, LiveStack* live);
  static LiveFrame LiveFrameOf(const Plan& plan);
  void AddScript(const CapturedFrame& frame, v8::Local<v8::Value> url, v8::Local<v8::Data> script,
                 LiveStack* live) const;
  void AddScopes(v8_internals::ScopeIterator* scopes, Plan* plan, int live_closures) const;
  // Use it for frames of the application.
  void AddScopesOnce(v8_internals::ScopeIterator* scopes, v8::Local<v8::Function> function, Plan* plan);
  std::shared_ptr<Closures> ClosuresOf(v8::Local<v8::Function> function, bool* is_new);
  Scope ScopeAt(v8_internals::ScopeIterator* scopes, const Plan& plan) const;
  void Write(Plan* plan);
  void WriteClosures(Closures* closures, bool is_first, JsonOut* out);
  // Returns the JSON to be written if the scope occurs again.
  std::string WriteScope(const Scope& scope, JsonOut* out, NameFlags inherited = kNameHarmless);
  size_t CountOwn(const StackSource& stack, v8::Local<v8::Function> constructor) const;
  bool IsOwn(const v8_internals::StackTraceIterator& frame) const;
  std::string UrlOf(v8::Local<v8::Function> function, v8::Local<v8::Value>* name) const;

  v8::Isolate* const isolate_;
  GraphWalk* const walk_;
  FunctionTexts* const texts_;
  const std::vector<std::string> own_code_;
  bool parses_long_ = false;
  ScopeWriter scope_writer_;
  std::vector<std::shared_ptr<Closures>> known_closures_;
};

}  // namespace crash_collector

#endif  // SRC_SNAPSHOT_FRAME_READER_H_
