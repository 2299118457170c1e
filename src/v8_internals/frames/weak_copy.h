// A copy of a stack that holds nothing of the application: texts up to a length, numbers, and weak handles of all that
// is an object. Code, and what describes it, is held.
#ifndef SRC_V8_INTERNALS_FRAMES_WEAK_COPY_H_
#define SRC_V8_INTERNALS_FRAMES_WEAK_COPY_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace crash_collector::v8_internals {

class WeakCopy {
 public:
  // `copy`: of a StackCopier. Needs a HandleScope.
  WeakCopy(v8::Isolate* isolate, v8::Local<v8::Array> copy);
  WeakCopy(const WeakCopy&) = delete;
  WeakCopy& operator=(const WeakCopy&) = delete;

  // The copy as it was, in the caller's HandleScope. Values that are gone are `gone`. In the place of a function that
  // is gone there is another one of the same code, in the current context.
  v8::Local<v8::Array> Restore(v8::Isolate* isolate, v8::Local<v8::Value> gone) const;

  // Young objects are gone from now on, because weak handles keep them when V8 collects young garbage. Makes nothing.
  void LetGoOfYoung();

  size_t bytes() const;

 private:
  // Longer texts are held weakly.
  static constexpr int kMostUnits = 1000;

  enum class Kind : uint8_t {
    kWord,      // a small integer, or a constant of V8 that never moves
    kNumber,    // a double
    kText,      // index in texts_
    kStrong,    // index in handles_
    kWeak,      // index in handles_: a value of JavaScript
    kInternal,  // index in handles_: an object of V8, weak
  };
  struct Text {
    std::string bytes;
    bool is_wide = false;
  };
  class Builder;

  void Add(Kind kind, uint64_t payload) {
    kinds_.push_back(kind);
    payloads_.push_back(payload);
  }
  v8::Local<v8::Value> ValueAt(v8::Isolate* isolate, size_t at, v8::Local<v8::Value> gone) const;
  void MendFrame(v8::Isolate* isolate, size_t begin, std::vector<v8::Local<v8::Value>>* words) const;
  bool IsGone(size_t at) const;
  int64_t Integer(size_t at) const;
  // Calls use(begin of a frame) for each.
  template <typename Use>
  void ForEachFrame(Use use) const;

  std::vector<Kind> kinds_;
  std::vector<uint64_t> payloads_;
  std::vector<v8::Global<v8::Value>> handles_;
  std::vector<Text> texts_;
};

}  // namespace crash_collector::v8_internals

#endif  // SRC_V8_INTERNALS_FRAMES_WEAK_COPY_H_
