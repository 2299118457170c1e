// Recognises errors of a run of tests that can't be the reason why a test fails. There are thousands of them, and
// captures would make the run slower.
#ifndef SRC_HOOKS_TEST_ERRORS_H_
#define SRC_HOOKS_TEST_ERRORS_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace crash_collector {

class TestErrors {
 public:
  // True for an error that is made while an assertion runs a function which should throw, as assert.throws() does, and
  // for one that a test runner makes for itself, as jest does for the place of each test. Reads the calling isolate's
  // stack. Needs a HandleScope.
  bool IsExpected(v8::Isolate* isolate);

  // True if a call of jest's `expect()` makes the error, which does so before it knows if anything fails. Only
  // `.resolves` and `.rejects` throw that error, and only if the promise settles the other way. Needs a HandleScope.
  bool IsMadeByExpect(v8::Isolate* isolate);

 private:
  // What a script belongs to. Only some functions of the first two run a function of the test.
  enum class Owner : uint8_t { kNodeAssert, kChai, kJestExpect, kAssertions, kRunner, kPlaywright, kNode, kOther };

  Owner OwnerOf(v8::Isolate* isolate, v8::Local<v8::StackFrame> frame);
  static Owner OwnerByName(std::string_view script);

  // By the id of the script. To read a script's name at each error would take longer than all the rest.
  std::unordered_map<int, Owner> owners_;
  // A program that makes scripts without end must not make the table grow without end.
  static constexpr size_t kMostOwners = 8192;
};

}  // namespace crash_collector

#endif  // SRC_HOOKS_TEST_ERRORS_H_
