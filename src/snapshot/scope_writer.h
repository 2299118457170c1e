// Writes scopes as JSON, each once. Functions share scopes, and V8 makes another object each time that it is asked for
// the same scope (test/workarounds/scope-copies.js, Node.js 20 to 26).
#ifndef SRC_SNAPSHOT_SCOPE_WRITER_H_
#define SRC_SNAPSHOT_SCOPE_WRITER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "text/json_out.h"
#include "v8_internals/frames/saved_registers.h"

namespace crash_collector {

// CDP's words, by v8_internals::ScopeType.
inline constexpr const char* kScopeNames[] = {"global", "local",  "with", "closure", "catch",
                                              "block",  "script", "eval", "module",  "wasm-expression-stack"};

// JSON of the member of a scope that tells which variables of a suspended function have been saved.
inline std::string_view SavedMember(v8_internals::Saved saved) {
  if (saved == v8_internals::Saved::kOnlyLive) return R"(,"saved":"live")";
  return saved == v8_internals::Saved::kUnknown ? R"(,"saved":"unknown")" : "";
}

class ScopeWriter {
 public:
  // `id_prefix`: the beginning of the scopes' ids.
  explicit ScopeWriter(std::string id_prefix) : id_prefix_(std::move(id_prefix)) {}

  // `head`: the scope's JSON from its opening brace on, with the members that tell its place. `missing`: number of
  // variables that are not in `variables`. Scopes with the same head and the same variables, down to the identity of
  // every object, count as one scope, whose variables are written once. Returns its number.
  uint32_t Write(std::string_view head, std::string_view variables, uint32_t missing, JsonOut* out);
  // Writes the scope with that number once more.
  void WriteAgain(std::string_view head, uint32_t number, uint32_t missing, JsonOut* out) const;

 private:
  void Write(std::string_view head, uint32_t number, std::string_view variables, uint32_t missing, JsonOut* out) const;

  const std::string id_prefix_;
  std::unordered_map<std::string, uint32_t> known_;  // head and variables of a scope -> its number
};

}  // namespace crash_collector

#endif  // SRC_SNAPSHOT_SCOPE_WRITER_H_
