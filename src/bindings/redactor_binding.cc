// The JavaScript bindings of redactor.h. The environment has one redactor, which the graph writer uses, too. Viewers of
// dumps make their own, because a collector may run in the same process.
#include <napi.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bindings/addon.h"
#include "bindings/napi_v8.h"
#include "bindings/plain_object.h"
#include "redaction/lists.h"
#include "redaction/redactor.h"

namespace crash_collector {

namespace {

// Before configureRedactor() is called, a redactor follows the built-in rules.
const Redactor& RedactorOf(const Napi::CallbackInfo& info) {
  RedactorSlot& redactor = *static_cast<RedactorSlot*>(info.Data());
  if (redactor == nullptr) redactor = std::make_shared<const Redactor>(RedactorOptions{});
  return *redactor;
}

NameFlags FlagsFrom(const Napi::Value& value) {
  return value.IsNumber() ? static_cast<NameFlags>(value.As<Napi::Number>().Uint32Value())
                          : static_cast<NameFlags>(kNameHarmless);
}

std::vector<std::string> StringsFrom(const Napi::Object& object, const char* key) {
  std::vector<std::string> strings;
  const Napi::Value value = OwnProperty(object, key);
  if (!value.IsArray()) return strings;
  const Napi::Array array = value.As<Napi::Array>();
  for (uint32_t i = 0; i < array.Length(); i++) {
    const Napi::HandleScope scope(array.Env());
    const Napi::Value element = array[i];
    if (element.IsString()) strings.push_back(element.As<Napi::String>().Utf8Value());
  }
  return strings;
}

// configureRedactor({ enabled, personal, structure, names, exceptNames, values, exceptValues, prefixes })
Napi::Value Configure(const Napi::CallbackInfo& info) {
  const Napi::Object object = info[0].As<Napi::Object>();
  RedactorOptions options;
  // Redaction stays on if the value is missing, as any value is in a worker that is being terminated (napi_v8.h).
  const Napi::Value enabled = OwnProperty(object, "enabled");
  options.enabled = !enabled.IsBoolean() || enabled.As<Napi::Boolean>().Value();
  const Napi::Value personal = OwnProperty(object, "personal");
  options.personal = personal.IsBoolean() && personal.As<Napi::Boolean>().Value();
  const Napi::Value structure = OwnProperty(object, "structure");
  options.structure = structure.IsBoolean() && structure.As<Napi::Boolean>().Value();
  options.names = StringsFrom(object, "names");
  options.except_names = StringsFrom(object, "exceptNames");
  options.values = StringsFrom(object, "values");
  options.except_values = StringsFrom(object, "exceptValues");
  options.prefixes = StringsFrom(object, "prefixes");
  *static_cast<RedactorSlot*>(info.Data()) = std::make_shared<const Redactor>(std::move(options));
  return info.Env().Undefined();
}

// redactText(text, flags) -> text
Napi::Value RedactText(const Napi::CallbackInfo& info) {
  const std::string text = info[0].As<Napi::String>().Utf8Value();
  std::string redacted;
  if (!RedactorOf(info).Redact(text, &redacted, FlagsFrom(info[1]))) return info[0];
  return Napi::String::New(info.Env(), redacted);
}

// secretsIn(text) -> the parts that redactText would hide
Napi::Value SecretsIn(const Napi::CallbackInfo& info) {
  const std::vector<std::string> secrets = RedactorOf(info).SecretsIn(info[0].As<Napi::String>().Utf8Value());
  Napi::Array answer = Napi::Array::New(info.Env(), secrets.size());
  for (size_t i = 0; i < secrets.size(); i++) SetElement(answer, static_cast<uint32_t>(i), secrets[i]);
  return answer;
}

// redactBytes(uint8Array, flags) -> true if something was hidden, in place
Napi::Value RedactBytes(const Napi::CallbackInfo& info) {
  Napi::Uint8Array bytes = info[0].As<Napi::Uint8Array>();
  const bool hidden = RedactorOf(info).RedactBytes(bytes.Data(), bytes.ByteLength(), FlagsFrom(info[1]));
  return Napi::Boolean::New(info.Env(), hidden);
}

// classifyName(name) -> flags
Napi::Value ClassifyName(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), RedactorOf(info).ClassifyName(info[0].As<Napi::String>().Utf8Value()));
}

// The texts of a list that was read out of JavaScript; those of other elements are empty.
class ReadTexts final : public ListTexts {
 public:
  explicit ReadTexts(const Napi::Array& list) {
    constexpr size_t kLongestName = 128;
    for (uint32_t i = 0; i < list.Length(); i++) {
      const Napi::HandleScope scope(list.Env());
      const Napi::Value element = list[i];
      texts_.push_back(element.IsString() ? element.As<Napi::String>().Utf8Value() : std::string());
      if (texts_.back().size() > kLongestName) texts_.back().clear();
    }
  }
  uint32_t size() const override { return static_cast<uint32_t>(texts_.size()); }
  bool TextAt(uint32_t index, std::string* text) override {
    *text = texts_[index];
    return !text->empty();
  }

 private:
  std::vector<std::string> texts_;
};

// listFlags(list) -> the flags of each element because of its place in the list
Napi::Value ListFlags(const Napi::CallbackInfo& info) {
  ReadTexts texts(info[0].As<Napi::Array>());
  ListJudge judge(RedactorOf(info), &texts);
  Napi::Array flags = Napi::Array::New(info.Env(), texts.size());
  std::string text;
  for (uint32_t i = 0; i < texts.size(); i++) {
    texts.TextAt(i, &text);
    SetElement(flags, i, static_cast<uint32_t>(judge.Judge(i, text)));
  }
  return flags;
}

// isSensitiveNumber(number, flags)
Napi::Value IsSensitiveNumber(const Napi::CallbackInfo& info) {
  const double number = info[0].As<Napi::Number>().DoubleValue();
  return Napi::Boolean::New(info.Env(), RedactorOf(info).IsSensitiveNumber(number, FlagsFrom(info[1])));
}

void AddFunctions(Napi::Env env, Napi::Object target, RedactorSlot* redactor) {
  target.Set("configureRedactor", Napi::Function::New<Configure>(env, nullptr, redactor));
  target.Set("redactText", Napi::Function::New<RedactText>(env, nullptr, redactor));
  target.Set("secretsIn", Napi::Function::New<SecretsIn>(env, nullptr, redactor));
  target.Set("redactBytes", Napi::Function::New<RedactBytes>(env, nullptr, redactor));
  target.Set("classifyName", Napi::Function::New<ClassifyName>(env, nullptr, redactor));
  target.Set("listFlags", Napi::Function::New<ListFlags>(env, nullptr, redactor));
  target.Set("isSensitiveNumber", Napi::Function::New<IsSensitiveNumber>(env, nullptr, redactor));
}

// viewerRedactor() -> the same functions for a redactor of its own, which stays as long as the environment
Napi::Value ViewerRedactor(const Napi::CallbackInfo& info) {
  auto& redactors = info.Env().GetInstanceData<Addon>()->viewer_redactors;
  Napi::Object functions = Napi::Object::New(info.Env());
  AddFunctions(info.Env(), functions, &redactors.emplace_back());
  return functions;
}

}  // namespace

void InitRedactor(Napi::Env env, Napi::Object exports) {
  AddFunctions(env, exports, &env.GetInstanceData<Addon>()->redactor);
  exports.Set("viewerRedactor", Napi::Function::New<ViewerRedactor>(env));
}

}  // namespace crash_collector
