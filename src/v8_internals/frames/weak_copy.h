// Makes a copy of a stack hold nothing of the application: short texts and numbers stay in it, and weak handles stand
// for all that is an object. Code, and what describes it, is held.
#ifndef SRC_V8_INTERNALS_FRAMES_WEAK_COPY_H_
#define SRC_V8_INTERNALS_FRAMES_WEAK_COPY_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "v8_internals/frames/packed_words.h"

namespace crash_collector::v8_internals {

class WeakCopy {
 public:
  // `copy`: of a StackCopier. Its objects are taken out of it. Needs a HandleScope.
  WeakCopy(v8::Isolate* isolate, v8::Local<v8::Array> copy);
  WeakCopy(const WeakCopy&) = delete;
  WeakCopy& operator=(const WeakCopy&) = delete;

  // Takes over what is left in the copy, so that it can go. Makes nothing in V8's heap.
  void TakeWords(v8::Isolate* isolate, v8::Local<v8::Array> copy);

  // The copy as it was, in the caller's HandleScope. `copy` is empty if its words were taken. Values that are gone are
  // `gone`. In the place of a function that is gone there is another one of the same code, in the current context.
  v8::Local<v8::Array> Restore(v8::Isolate* isolate, v8::Local<v8::Array> copy, v8::Local<v8::Value> gone) const;

  // What the suspended functions of a copy await, in the caller's HandleScope. `weak`: what was taken out of it, or
  // null.
  static std::vector<v8::Local<v8::Value>> AwaitedIn(v8::Isolate* isolate, v8::Local<v8::Array> copy,
                                                     const WeakCopy* weak);

  // Makes handles of its objects in the caller's HandleScope.
  void HoldInScope(v8::Isolate* isolate) const;

  // While this is set it holds its objects. Makes nothing.
  void SetHolds(bool holds);

  size_t bytes() const;

 private:
  class Builder;
  // A word that was taken out.
  struct Place {
    uint32_t at;
    uint32_t handle;  // index in objects_
  };
  enum class State : uint8_t { kThere, kGoneValue, kGoneOfV8 };
  // All words, in the caller's HandleScope; undefined for what was taken out and is gone.
  struct Words {
    std::vector<v8::Local<v8::Value>> handles;
    std::vector<State> states;
    bool IsGone(size_t at) const { return states[at] != State::kThere; }
  };

  WeakCopy() = default;
  Words WordsOf(v8::Isolate* isolate, v8::Local<v8::Array> copy) const;
  static void MendFrame(v8::Isolate* isolate, size_t begin, Words* words);

  std::vector<Place> places_;                   // in the order of the words; empty if the words were taken
  std::vector<v8::Global<v8::Value>> objects_;  // weak, but for SetHolds()
  std::vector<bool> are_values_;                // false: an object of V8
  PackedWords packed_;                          // the words that were taken
  std::vector<v8::Global<v8::Value>> kept_;     // code, texts and numbers
};

}  // namespace crash_collector::v8_internals

#endif  // SRC_V8_INTERNALS_FRAMES_WEAK_COPY_H_
