#include "v8_internals/inner_state.h"

#include <algorithm>
#include <cstring>

#include "base/v8_compat.h"
#include "v8_internals/builds/symbols.h"
#include "v8_internals/words.h"

namespace crash_collector::v8_internals {

namespace {

// v8::debug::PrivateMemberFilter (https://github.com/nodejs/node/blob/c7964bc02b/deps/v8/src/debug/debug-interface.h).
constexpr int kMethods = 1;
constexpr int kFields = 2;
constexpr int kAccessors = 4;

#if CRASH_COLLECTOR_V8_AT_LEAST(12, 0)
using ValueList = v8::LocalVector<v8::Value>;
#else
using ValueList = std::vector<v8::Local<v8::Value>>;
#endif

bool ReadPrivateMembers(v8::Isolate* isolate, v8::Local<v8::Object> object, int filter, ValueList* names,
                        ValueList* values) {
  const uintptr_t address = FindSymbols().Address(Symbol::kGetPrivateMembers);
  if (address == 0) return false;
  const auto read =
      reinterpret_cast<bool (*)(v8::Local<v8::Context>, v8::Local<v8::Object>, int, ValueList*, ValueList*)>(address);
  return read(isolate->GetCurrentContext(), object, filter, names, values) && names->size() == values->size();
}

ValueList ListFor(v8::Isolate* isolate) {
#if CRASH_COLLECTOR_V8_AT_LEAST(12, 0)
  return ValueList(isolate);
#else
  (void)isolate;
  return ValueList();
#endif
}

// Reads a field of an AccessorPair, which is no JavaScript value. Its words are its map, the getter and the setter.
v8::Local<v8::Value> Accessor(v8::Isolate* isolate, v8::Local<v8::Value> pair, size_t field) {
  const uintptr_t word = WordAt(reinterpret_cast<const void*>(*SlotOf(pair) - 1), field * sizeof(uintptr_t));
  if (!IsStrongObject(word)) return {};
  const auto value = LocalAt<v8::Value>(&word);
  return value->IsFunction() ? v8::Local<v8::Value>::New(isolate, value) : v8::Local<v8::Value>();
}

}  // namespace

std::vector<PrivateMember> PrivateMembers(v8::Isolate* isolate, v8::Local<v8::Object> object) {
  std::vector<PrivateMember> members;
  ValueList names = ListFor(isolate);
  ValueList values = ListFor(isolate);
  if (ReadPrivateMembers(isolate, object, kMethods | kFields, &names, &values)) {
    for (size_t i = 0; i < names.size(); i++) members.push_back({names[i], values[i], {}, {}});
  }
  ValueList accessor_names = ListFor(isolate);
  ValueList pairs = ListFor(isolate);
  if (ReadPrivateMembers(isolate, object, kAccessors, &accessor_names, &pairs)) {
    for (size_t i = 0; i < accessor_names.size(); i++) {
      members.push_back({accessor_names[i], {}, Accessor(isolate, pairs[i], 1), Accessor(isolate, pairs[i], 2)});
    }
  }
  return members;
}

std::vector<std::pair<std::string, v8::Local<v8::Value>>> InternalProperties(v8::Isolate* isolate,
                                                                             v8::Local<v8::Object> object) {
  static constexpr const char* kNames[] = {"[[BoundThis]]", "[[BoundArgs]]", "[[GeneratorState]]",
                                           "[[GeneratorFunction]]", "[[GeneratorReceiver]]"};
  std::vector<std::pair<std::string, v8::Local<v8::Value>>> properties;
  const uintptr_t address = FindSymbols().Address(Symbol::kGetInternalProperties);
  v8::Local<v8::Array> flat;
  if (address == 0) return properties;
  const auto read = reinterpret_cast<v8::MaybeLocal<v8::Array> (*)(v8::Isolate*, v8::Local<v8::Value>)>(address);
  if (!read(isolate, object).ToLocal(&flat)) return properties;
  v8::Local<v8::Context> context = isolate->GetCurrentContext();
  for (uint32_t i = 0; i + 1 < flat->Length(); i += 2) {
    v8::Local<v8::Value> name;
    v8::Local<v8::Value> value;
    if (!flat->Get(context, i).ToLocal(&name) || !flat->Get(context, i + 1).ToLocal(&value)) continue;
    const v8::String::Utf8Value text(isolate, name);
    if (*text == nullptr) continue;
    const bool is_wanted = std::any_of(std::begin(kNames), std::end(kNames),
                                       [&text](const char* each) { return std::strcmp(*text, each) == 0; });
    if (is_wanted) properties.emplace_back(*text, value);
  }
  return properties;
}

}  // namespace crash_collector::v8_internals
