#include "details_writer.h"

#include <memory>
#include <utility>
#include <vector>

#include "../v8_internals/debug_interface.h"
#include "../v8_internals/inner_state.h"

namespace crash_collector {

namespace {

using Unfinished = GraphWalk::Unfinished;
using v8_internals::ScopeType;

// The nearest are read even on a machine so busy that the time is up at once.
constexpr size_t kAlwaysRead = 8;

// CDP's words for the scopes of a function. The global ones are every function's, and that of a module stands in the dump with the
// frames of the module.
const char* NameOfScope(ScopeType type) {
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

class DetailsWriter {
 public:
  DetailsWriter(v8::Isolate* isolate, GraphWalk* walk, const std::string& id_prefix, const DetailLimits& limits)
      : isolate_(isolate), walk_(walk), id_prefix_(id_prefix), limits_(limits) {}

  TextBuffer Write() {
    ForEach(Unfinished::kPrivateProperties, "privateProperties", [this](v8::Local<v8::Object> object, uint32_t number) {
      return PrivateProperties(object, number);
    });
    ForEach(Unfinished::kScopes, "scopes", [this](v8::Local<v8::Object> object, uint32_t number) {
      return Scopes(object.As<v8::Function>(), number);
    });
    ForEach(Unfinished::kInternalProperties, "internalProperties", [this](v8::Local<v8::Object> object, uint32_t number) {
      return InternalProperties(object, number);
    });
    return std::move(records_);
  }

 private:
  // `read` returns the elements of the list, without its brackets; empty when there are none.
  template <typename Read>
  void ForEach(Unfinished kind, std::string_view member, Read read) {
    const std::vector<uint32_t> numbers = walk_->TakeUnfinished(kind);
    for (size_t i = 0; i < numbers.size(); i++) {
      const char* missing = nullptr;
      if (i >= limits_.most_objects) missing = "objectCount";
      if (i >= kAlwaysRead && std::chrono::steady_clock::now() >= limits_.deadline) missing = "timeout";
      if (missing != nullptr) {
        Record(numbers[i], "notCaptured", R"({"reason":")" + std::string(missing) + R"(","what":")" + std::string(member) + R"("})");
        continue;
      }
      v8::HandleScope handles(isolate_);
      v8::Local<v8::Value> object = walk_->ObjectAt(numbers[i]);
      if (!object->IsObject()) continue;
      const std::string elements = read(object.As<v8::Object>(), numbers[i]);
      if (!elements.empty()) Record(numbers[i], member, elements);
    }
  }

  void Record(uint32_t number, std::string_view member, std::string_view elements) {
    records_.Append(R"({"kind":"objectDetails","objectId":")");
    records_.Append(id_prefix_);
    records_.Append(std::to_string(number));
    records_.Append("\",\"");
    records_.Append(member);
    records_.Append("\":[");
    records_.Append(elements);
    records_.Append("]}\n");
  }

  std::string PrivateProperties(v8::Local<v8::Object> object, uint32_t number) {
    JsonOut out;
    for (const v8_internals::PrivateMember& member : v8_internals::PrivateMembers(isolate_, object)) {
      const v8::String::Utf8Value name(isolate_, member.name);
      if (*name == nullptr) continue;
      const auto write = [&](std::string_view key, v8::Local<v8::Value> value) {
        if (value.IsEmpty()) return;
        out.Raw(key);
        out.Raw(walk_->Value(value, number, *name));
      };
      out.Raw(out.size() == 0 ? R"({"name":")" : R"(,{"name":")");
      out.Utf8(*name);
      out.Char('"');
      write(R"(,"value":)", member.value);
      write(R"(,"get":)", member.getter);
      write(R"(,"set":)", member.setter);
      out.Char('}');
    }
    return out.Release();
  }

  // Functions of one module share its scope. What has the same contents, down to the identity of every object, is written once.
  std::string Scopes(v8::Local<v8::Function> function, uint32_t number) {
    JsonOut out;
    auto scopes = v8_internals::ScopesOfFunction(isolate_, function);
    for (; scopes != nullptr && !scopes->Done(); scopes->Advance()) {
      const char* type = NameOfScope(scopes->GetType());
      if (type == nullptr) continue;
      JsonOut head;
      head.Raw(R"({"type":")");
      head.Raw(type);
      head.Char('"');
      v8::Local<v8::Value> scope_name = scopes->GetFunctionDebugName();
      if (!scope_name.IsEmpty() && scope_name->IsString() && scope_name.As<v8::String>()->Length() > 0) {
        const v8::String::Utf8Value name(isolate_, scope_name);
        head.Raw(R"(,"name":")");
        head.Utf8(*name == nullptr ? "" : *name);
        head.Char('"');
      }
      uint32_t missing = 0;
      const std::string variables = walk_->Variables(scopes->GetObject(), number, &missing);
      std::string key(head.text());
      if (out.size() > 0) out.Char(',');
      out.Raw(key);
      key += variables;
      const auto [known, is_new] = known_scopes_.emplace(std::move(key), known_scopes_.size() + 1);
      out.Raw(R"(,"scopeId":")");
      out.Raw(id_prefix_);
      out.Char('f');
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

  std::string InternalProperties(v8::Local<v8::Object> object, uint32_t number) {
    JsonOut out;
    for (const auto& [name, value] : v8_internals::InternalProperties(isolate_, object)) {
      if (out.size() > 0) out.Char(',');
      out.Raw(R"({"name":")");
      out.Utf8(name);
      out.Raw(R"(","value":)");
      out.Raw(walk_->Value(value, number, name));
      out.Char('}');
    }
    return out.Release();
  }

  v8::Isolate* const isolate_;
  GraphWalk* const walk_;
  const std::string& id_prefix_;
  const DetailLimits& limits_;
  TextBuffer records_;
  std::unordered_map<std::string, size_t> known_scopes_;
};

}  // namespace

TextBuffer WriteDetails(v8::Isolate* isolate, GraphWalk* walk, const std::string& id_prefix, const DetailLimits& limits) {
  TextBuffer records = DetailsWriter(isolate, walk, id_prefix, limits).Write();
  walk->Walk();
  return records;
}

}  // namespace crash_collector
