#include "closure_scopes.h"

#include <string_view>

#include "../json_out.h"

namespace crash_collector {

namespace {

using v8_internals::ScopeType;

// CDP's words.
const char* NameOf(ScopeType type) {
  switch (type) {
    case ScopeType::kLocal: return "local";
    case ScopeType::kWith: return "with";
    case ScopeType::kClosure: return "closure";
    case ScopeType::kCatch: return "catch";
    case ScopeType::kBlock: return "block";
    case ScopeType::kEval: return "eval";
    default: return nullptr;
  }
}

}  // namespace

std::string ClosureScopes::Write(v8_internals::ScopeIterator* scopes, uint32_t holder) {
  JsonOut out;
  for (; scopes != nullptr && !scopes->Done(); scopes->Advance()) {
    const char* type = NameOf(scopes->GetType());
    if (type == nullptr) continue;
    JsonOut head;
    head.Raw(R"({"type":")");
    head.Raw(type);
    head.Char('"');
    v8::Local<v8::Value> name = scopes->GetFunctionDebugName();
    if (!name.IsEmpty() && name->IsString() && name.As<v8::String>()->Length() > 0) {
      const v8::String::Utf8Value text(isolate_, name);
      head.Raw(R"(,"name":")");
      head.Utf8(*text == nullptr ? "" : *text);
      head.Char('"');
    }
    if (holder != 0 && walk_->IsReadLater(holder)) head.Raw(R"(,"readAt":"report")");
    uint32_t missing = 0;
    const std::string variables = walk_->Variables(scopes->GetObject(), holder, &missing);
    std::string key(head.text());
    if (out.size() > 0) out.Char(',');
    out.Raw(key);
    // V8 hands out a new object each time: what has the same contents, down to the identity of every object, is written once.
    key += variables;
    const auto [known, is_new] = known_.emplace(std::move(key), known_.size() + 1);
    out.Raw(R"(,"scopeId":")");
    out.Raw(id_prefix_);
    out.Unsigned(known->second);
    out.Raw(R"(","variables":)");
    out.Raw(is_new ? std::string_view(variables) : std::string_view("[]"));
    if (missing > 0) {
      out.Raw(R"(,"notCaptured":[{"reason":"fieldCount","count":)");
      out.Unsigned(missing);
      out.Raw("}]");
    }
    out.Char('}');
  }
  return out.Release();
}

}  // namespace crash_collector
