// The part of PropertyWriter that reads elements of arrays.
#include <algorithm>
#include <optional>

#include "base/v8_compat.h"
#include "walk/objects/data_property.h"
#include "walk/records/property_writer.h"

namespace crash_collector {

namespace {
// V8 keeps longer arrays as dictionaries (test/workarounds/dictionary-elements.js, Node.js 20 to 26).
constexpr uint32_t kLongestFastArray = 32 << 20;
// A longer text is no name.
constexpr int kLongestName = 128;

// Up to this length, V8's list of all indices of an array is small enough to be asked for.
constexpr uint32_t kListedLength = 1 << 18;
// Reads the texts of an array, for the redactor.
class ArrayTexts final : public ListTexts {
 public:
  ArrayTexts(ValueWriter* values, v8::Local<v8::Object> array, uint32_t size)
      : values_(values), array_(array), size_(size) {}

  uint32_t size() const override { return size_; }

  bool TextAt(uint32_t index, std::string* text) override {
    v8::HandleScope scope(values_->isolate);
    v8::Local<v8::Value> value;
    return array_->Get(values_->context, index).ToLocal(&value) && value->IsString() &&
           value.As<v8::String>()->Length() <= kLongestName &&
           values_->strings.ReadUtf8(value.As<v8::String>(), kLongestName, text);
  }

 private:
  ValueWriter* const values_;
  const v8::Local<v8::Object> array_;
  const uint32_t size_;
};

}  // namespace

void PropertyWriter::Elements(v8::Local<v8::Object> array, const PropertyOptions& options, RecordNotes* notes) {
  v8::Isolate* isolate = values_->isolate;
  v8::Local<v8::Context> context = values_->context;
  const bool check_own = !options.usual_prototype || PrototypesHaveElements();
  const uint32_t length = LengthOf(array, options.kind);
  // Holes do not count, but the search for elements behind them must end.
  const uint32_t max = values_->limits.max_entries;
  const uint32_t probed = static_cast<uint32_t>(std::min<uint64_t>(length, 4 * static_cast<uint64_t>(max) + 1000));
  uint32_t written = 0;
  uint32_t index = 0;
  ArrayTexts texts(values_, array, length);
  std::optional<ListJudge> judge;
  if (values_->redactor != nullptr) judge.emplace(*values_->redactor, &texts);
  // Among arguments, and elements of an array that a variable holds, are the values of other variables.
  const bool has_arguments = options.kind == ObjectKind::kArguments || options.of_frame;
  for (; index < probed && written < max; index++) {
    v8::HandleScope scope(isolate);
    NameFlags flags = options.inherited;
    v8::Local<v8::Value> value;
    if (judge && array->Get(context, index).ToLocal(&value)) {
      flags |= FlagsOfElement(&*judge, index, value) | statements_.FlagsOf(array, index);
      if (has_arguments && values_->IsHiddenArgument(value)) flags |= kNameSecret | kNameSensitiveNumbers;
    }
    if (Element(array, index, check_own, options, flags)) written++;
  }
  if (index >= length) return;
  v8::Local<v8::Array> keys;
  if (written == max) return notes->Add("collectionSize", length - index);
  // Almost only holes so far.
  if ((length > kLongestFastArray || length <= kListedLength) &&
      array
          ->GetPropertyNames(context, v8::KeyCollectionMode::kOwnOnly,
                             static_cast<v8::PropertyFilter>(v8::SKIP_SYMBOLS), v8::IndexFilter::kIncludeIndices,
                             v8::KeyConversionMode::kKeepNumbers)
          .ToLocal(&keys)) {
    uint32_t left_out = 0;
    for (uint32_t i = 0; i < keys->Length(); i++) {
      v8::HandleScope scope(isolate);
      v8::Local<v8::Value> key;
      if (!keys->Get(context, i).ToLocal(&key) || !key->IsNumber()) break;  // names come after the indices
      const auto at = static_cast<uint32_t>(key.As<v8::Number>()->Value());
      if (at < index) continue;
      if (written < max) {
        written += Element(array, at, check_own, options, options.inherited) ? 1 : 0;
      } else {
        left_out++;
      }
    }
    if (left_out > 0) notes->Add("collectionSize", left_out);
  } else {
    notes->Add("collectionSize", 0);
  }
}

// The `length` of an arguments object is a property like any other and can lie. Its keys can lie as well: V8 leaves out
// some indices once one was redefined (test/workarounds/arguments-lose-keys.js, Node.js 20 to 26). So a few more
// indices are tried.
uint32_t PropertyWriter::LengthOf(v8::Local<v8::Object> array, ObjectKind kind) const {
  if (kind == ObjectKind::kArray) return array.As<v8::Array>()->Length();
  constexpr uint32_t kMore = 32;
  constexpr double kMostArguments = 1 << 16;
  v8::Local<v8::String> key =
      v8::String::NewFromUtf8Literal(values_->isolate, "length", v8::NewStringType::kInternalized);
  v8::Local<v8::Value> value = OwnDataProperty(values_->context, array, key);
  if (!value.IsEmpty() && value->IsNumber()) {
    const double length = value.As<v8::Number>()->Value();
    if (length >= 0 && length < kMostArguments) return static_cast<uint32_t>(length) + kMore;
  }
  return kMore;
}

bool PropertyWriter::Element(v8::Local<v8::Object> array, uint32_t index, bool check_own,
                             const PropertyOptions& options, NameFlags flags) {
  v8::Local<v8::Context> context = values_->context;
  JsonOut& out = values_->out;
  v8::Local<v8::Value> value;
  // A getter fails here, because JavaScript is forbidden during the walk. A property with a setter only is undefined.
  // `enumerable` is not read, because elements that are not enumerable hardly exist, and asking takes longer than
  // reading an element.
  bool has_value = array->Get(context, index).ToLocal(&value);
  if ((check_own || !has_value || value->IsUndefined()) &&
      !array->HasRealIndexedProperty(context, index).FromMaybe(false)) {
    return false;
  }
  v8::Local<v8::String> name;
  if (!has_value || value->IsUndefined()) {
    if (!v8::Integer::NewFromUnsigned(values_->isolate, index)->ToString(context).ToLocal(&name)) return false;
    has_value = has_value && !array->HasRealNamedCallbackProperty(context, name).FromMaybe(false);
  }
  Separate();
  out.Raw(R"({"name":")");
  out.Unsigned(index);
  out.Char('"');
  if (has_value && !(options.shallow && value->IsObject())) {
    out.Raw(R"(,"value":)");
    values_->Value(value, flags);
  } else if (has_value) {
    out.Raw(R"(,"notCapturedReason":"internal")");
  } else {
    Accessor(array, name, flags);
    if ((AttributesOf(array, name) & v8::DontEnum) != 0) out.Raw(R"(,"enumerable":false)");
  }
  out.Char('}');
  return true;
}

bool PropertyWriter::PrototypesHaveElements() {
  if (prototypes_have_elements_ >= 0) return prototypes_have_elements_ != 0;
  prototypes_have_elements_ = 1;
  if (values_->intrinsics == nullptr) return true;
  bool found = false;
  for (const char* name : {"Array.prototype", "Object.prototype"}) {
    v8::Local<v8::Object> prototype = values_->intrinsics->Get(values_->isolate, name);
    v8::Local<v8::Array> keys;
    v8::Local<v8::Value> first;
    if (prototype.IsEmpty()) return true;
    if (!prototype
             ->GetPropertyNames(values_->context, v8::KeyCollectionMode::kOwnOnly,
                                static_cast<v8::PropertyFilter>(v8::SKIP_SYMBOLS), v8::IndexFilter::kIncludeIndices,
                                v8::KeyConversionMode::kKeepNumbers)
             .ToLocal(&keys)) {
      return true;
    }
    if (keys->Length() > 0 && keys->Get(values_->context, 0).ToLocal(&first) && first->IsNumber()) found = true;
  }
  prototypes_have_elements_ = found ? 1 : 0;
  return found;
}

NameFlags PropertyWriter::FlagsOfElement(ListJudge* judge, uint32_t index, v8::Local<v8::Value> element) {
  const bool is_short = element->IsString() && element.As<v8::String>()->Length() <= kLongestName;
  const bool is_read = is_short && values_->strings.ReadUtf8(element.As<v8::String>(), kLongestName, &utf8_);
  return judge->Judge(index, is_read ? std::string_view(utf8_) : std::string_view());
}

// The flags that a property has because of another one: those of `name` for `value` in `{ name: 'authorization', value:
// '…' }`, and for `args` of the command `auth` of Redis.
NameFlags PropertyWriter::FlagsBySiblings(v8::Local<v8::Object> object, KnownName known) {
  if (values_->redactor == nullptr || (known != KnownName::kValue && known != KnownName::kArgs)) return kNameHarmless;
  const auto read = [this, object](const char* key) {
    v8::Local<v8::String> text =
        v8::String::NewFromUtf8(values_->isolate, key, v8::NewStringType::kInternalized).ToLocalChecked();
    v8::Local<v8::Value> value = OwnDataProperty(values_->context, object, text);
    return !value.IsEmpty() && value->IsString() &&
           values_->strings.ReadUtf8(value.As<v8::String>(), kLongestName, &utf8_);
  };
  if (known == KnownName::kArgs) {
    const bool is_login = read("name") && (utf8_ == "auth" || utf8_ == "AUTH");
    return is_login ? kNameSecret : kNameHarmless;
  }
  NameFlags flags = kNameHarmless;
  for (const char* key : {"name", "key", "header", "field", "path", "param", "Name", "Key"}) {
    if (read(key)) flags |= values_->redactor->ClassifyName(utf8_);
  }
  // A field of a form: `{ type: 'password', value: '…' }`. Tokens of a language have a type and a value, too.
  if (read("type")) {
    const NameFlags of_type = values_->redactor->ClassifyName(utf8_);
    if ((of_type & kNameStrong) != 0) flags |= of_type;
  }
  return flags;
}

}  // namespace crash_collector
