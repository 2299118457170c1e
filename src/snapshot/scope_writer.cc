#include "snapshot/scope_writer.h"

namespace crash_collector {

uint32_t ScopeWriter::Write(std::string_view head, std::string_view variables, uint32_t missing, JsonOut* out) {
  std::string key(head);
  key += variables;
  const auto [known, is_new] = known_.emplace(std::move(key), static_cast<uint32_t>(known_.size() + 1));
  Write(head, known->second, is_new ? variables : "[]", missing, out);
  return known->second;
}

void ScopeWriter::WriteAgain(std::string_view head, uint32_t number, uint32_t missing, JsonOut* out) const {
  Write(head, number, "[]", missing, out);
}

void ScopeWriter::Write(std::string_view head, uint32_t number, std::string_view variables, uint32_t missing,
                        JsonOut* out) const {
  out->Raw(head);
  out->Raw(R"(,"scopeId":")");
  out->Raw(id_prefix_);
  out->Unsigned(number);
  out->Raw(R"(","variables":)");
  out->Raw(variables);
  if (missing > 0) {
    out->Raw(R"(,"notCaptured":[{"reason":"fieldCount","count":)");
    out->Unsigned(missing);
    out->Raw("}]");
  }
  out->Char('}');
}

}  // namespace crash_collector
