// Notes each exception that a listener on `uncaughtException` receives, without JavaScript, because a program may
// survive thousands of them. Only the newest counts, and only if the process ends soon after: then
// lib/triggers/reported-exception.js takes it over.
#ifndef SRC_REPORT_SURVIVED_ERRORS_H_
#define SRC_REPORT_SURVIVED_ERRORS_H_

#include <v8.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "hooks/throw_hooks.h"
#include "snapshot/error_site.h"

namespace crash_collector {

class SurvivedErrors {
 public:
  SurvivedErrors(v8::Isolate* isolate, v8::Local<v8::Object> process);
  SurvivedErrors(const SurvivedErrors&) = delete;
  SurvivedErrors& operator=(const SurvivedErrors&) = delete;

  // Begins to note errors, or goes on. `cause_fields`: an error with one of these is left to JavaScript, which looks
  // for its causes.
  void Begin(std::vector<v8::Local<v8::String>> cause_fields);
  void Stop() { is_on_ = false; }

  // False if the value is left to JavaScript: it may have causes, or no listener is seen. No code of the application
  // runs. Needs a HandleScope.
  [[nodiscard]] bool MayNote(v8::Local<v8::Value> error) const;
  void Note(v8::Local<v8::Value> error, const ThrowHooks& hooks);
  // The listeners have returned.
  void SetReturned(ThrowHooks* hooks);

  struct Noted {
    ThrowHooks::Match match;  // found before the listeners, which may read the error's stack
    SourcePosition position;
    uint64_t at_ns = 0;  // of uv_hrtime()
    bool returned = false;
  };
  // The newest one, which is forgotten; empty if there is none. `value` is set, in the caller's HandleScope.
  std::optional<Noted> Take(v8::Local<v8::Value>* value);
  void Forget() { value_.Reset(); }

  // A listener on `uncaughtException` is there. Needs a HandleScope.
  bool HasListener() const;

 private:
  bool MayHaveCauses(v8::Local<v8::Object> error) const;
  v8::Local<v8::Value> OwnValue(v8::Local<v8::Object> object, const v8::Global<v8::String>& key) const;

  v8::Isolate* const isolate_;
  v8::Global<v8::Context> context_;
  v8::Global<v8::Object> process_;
  v8::Global<v8::String> events_;
  v8::Global<v8::String> event_;
  std::vector<v8::Global<v8::String>> cause_fields_;
  v8::Global<v8::Value> value_;
  Noted newest_;
  bool is_on_ = false;
};

}  // namespace crash_collector

#endif  // SRC_REPORT_SURVIVED_ERRORS_H_
