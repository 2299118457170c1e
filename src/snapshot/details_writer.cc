#include "snapshot/details_writer.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "snapshot/closure_scopes.h"
#include "v8_internals/debug_interface.h"
#include "v8_internals/inner_state.h"

namespace crash_collector {

namespace {

using Unfinished = GraphWalk::Unfinished;

// The nearest objects are read even if the machine is so busy that the time is up at once.
constexpr size_t kAlwaysRead = 8;

// An object in a private field often has its own data in private fields, too: fetch's Request has its URL and its
// headers so. This many of the objects to which the details led are read for it.
constexpr size_t kMostInner = 100;

class DetailsWriter {
 public:
  DetailsWriter(v8::Isolate* isolate, GraphWalk* walk, const std::string& id_prefix, const std::string& scope_prefix,
                const DetailLimits& limits)
      : isolate_(isolate), walk_(walk), limits_(limits), scopes_(isolate, walk, id_prefix + scope_prefix) {}

  TextBuffer Write() {
    ReadPrivateProperties(limits_.most_objects);
    ForEach(
        Unfinished::kScopes, "scopes",
        [this](v8::Local<v8::Object> object, uint32_t number) {
          return scopes_.Write(v8_internals::ScopesOfFunction(isolate_, object.As<v8::Function>()).get(), number);
        },
        limits_.most_objects);
    ForEach(
        Unfinished::kInternalProperties, "internalProperties",
        [this](v8::Local<v8::Object> object, uint32_t number) { return InternalProperties(object, number); },
        limits_.most_objects);
    walk_->Walk();
    ReadPrivateProperties(std::min(limits_.most_objects, kMostInner));
    walk_->Walk();
    return std::move(records_);
  }

 private:
  void ReadPrivateProperties(size_t most) {
    ForEach(
        Unfinished::kPrivateProperties, "privateProperties",
        [this](v8::Local<v8::Object> object, uint32_t number) { return PrivateProperties(object, number); }, most);
  }

  // `read` returns the elements of the list, without its brackets; empty if there are none.
  template <typename Read>
  void ForEach(Unfinished kind, std::string_view member, Read read, size_t most) {
    const std::vector<uint32_t> numbers = walk_->TakeUnfinished(kind);
    for (size_t i = 0; i < numbers.size(); i++) {
      const char* missing = nullptr;
      if (i >= most) missing = "objectCount";
      if (i >= kAlwaysRead && std::chrono::steady_clock::now() >= limits_.deadline) missing = "timeout";
      if (missing != nullptr) {
        Record(numbers[i], "notCaptured",
               R"({"reason":")" + std::string(missing) + R"(","what":")" + std::string(member) + R"("})");
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
    records_.Append(walk_->IdOf(number));
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
  const DetailLimits& limits_;
  TextBuffer records_;
  ClosureScopes scopes_;
};

}  // namespace

TextBuffer WriteDetails(v8::Isolate* isolate, GraphWalk* walk, const std::string& id_prefix,
                        const std::string& scope_prefix, const DetailLimits& limits) {
  return DetailsWriter(isolate, walk, id_prefix, scope_prefix, limits).Write();
}

}  // namespace crash_collector
