#include "walk/records/statement_values.h"

#include "walk/objects/data_property.h"

namespace crash_collector {

namespace {
constexpr size_t kMostLists = 64;
constexpr int kShortestStatement = 16;
constexpr int kLongestStatement = 16 << 10;
// pg and mysql2 say `values`, TypeORM and Sequelize `parameters`, knex `bindings`, drizzle `params`.
constexpr const char* kListNames[] = {"values", "params", "parameters", "bindings", "replacements", "args"};
}  // namespace

void StatementValues::Note(v8::Local<v8::Value> statement, v8::Local<v8::Object> holder) {
  if (values_->redactor == nullptr || !statement->IsString() || lists_.size() >= kMostLists) return;
  const auto text = statement.As<v8::String>();
  if (text->Length() < kShortestStatement || text->Length() > kLongestStatement) return;
  v8::Isolate* isolate = values_->isolate;
  std::vector<Placeholder> placeholders;
  for (const char* name : kListNames) {
    v8::Local<v8::String> key =
        v8::String::NewFromUtf8(isolate, name, v8::NewStringType::kInternalized).ToLocalChecked();
    v8::Local<v8::Value> list = OwnDataProperty(values_->context, holder, key);
    if (list.IsEmpty() || !list->IsArray()) continue;
    if (placeholders.empty()) {
      if (!values_->strings.ReadUtf8(text, kLongestStatement, &utf8_)) return;
      placeholders = values_->redactor->SecretPlaceholders(utf8_);
      if (placeholders.empty()) return;
    }
    lists_.push_back({v8::Global<v8::Object>(isolate, list.As<v8::Object>()), placeholders});
  }
}

NameFlags StatementValues::FlagsOf(v8::Local<v8::Object> list, uint32_t index) const {
  NameFlags flags = kNameHarmless;
  for (const List& each : lists_) {
    if (each.object != list) continue;
    for (const Placeholder& placeholder : each.placeholders) {
      if (placeholder.index == index) flags |= placeholder.flags;
    }
  }
  return flags;
}

}  // namespace crash_collector
