// Finds `new.target`, which V8's scopes leave out. A function whose text uses it, or that calls super(), gets it in a
// register, which its bytecode names. Where arrow functions use it, a context of the function holds it, too.
#ifndef SRC_V8_INTERNALS_FRAMES_NEW_TARGET_H_
#define SRC_V8_INTERNALS_FRAMES_NEW_TARGET_H_

#include <v8.h>

#include "v8_internals/debug_interface.h"
#include "v8_internals/frames/frame_finder.h"
#include "v8_internals/frames/frame_layout.h"

namespace crash_collector::v8_internals {

// The `new.target` of a frame's function. Empty if V8 has not kept it or the layout is not known; `removed` (which may
// be empty) if V8's optimiser has removed it. Arrow functions have none of their own.
v8::Local<v8::Value> NewTargetOf(v8::Isolate* isolate, const StackTraceIterator& frame, v8::Local<v8::Object> removed);

// The variables of the scope at which `scopes` stands, and `new.target` among them: `own`, if the scope is the local
// one of a frame and this is not empty; in one of type kClosure, what arrow functions use.
v8::Local<v8::Object> VariablesOf(v8::Isolate* isolate, ScopeIterator* scopes, v8::Local<v8::Value> own = {});

// Learns where the two are, and leaves the layout without them if it finds anything else than what is known. `build`: a
// function that calls its argument in two constructors (see the trial in frame_trial.cc). `small` and `large`: bytecode
// of functions without `new.target`. `generator`: any suspended one, for a trial of copies.
void FindNewTarget(v8::Isolate* isolate, v8::Local<v8::Function> build, const CodeHead& small, const CodeHead& large,
                   v8::Local<v8::Object> generator, FrameLayout* layout);

}  // namespace crash_collector::v8_internals

#endif  // SRC_V8_INTERNALS_FRAMES_NEW_TARGET_H_
