#include "walk/records/value_writer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/v8_compat.h"
#include "walk/objects/data_property.h"
#include "walk/records/function_writer.h"

namespace crash_collector {

namespace {
// Characters of a symbol's description, and of its key in the registry.
constexpr uint32_t kMaxDescription = 256;

std::shared_ptr<WalkTables> TakeTables(v8::Isolate* isolate, const Intrinsics* intrinsics) {
  if (intrinsics != nullptr && intrinsics->idle_tables != nullptr) return std::move(intrinsics->idle_tables);
  return std::make_shared<WalkTables>(isolate);
}
}  // namespace

ValueWriter::ValueWriter(v8::Isolate* v8_isolate, const GraphLimits& graph_limits, const Intrinsics* known_intrinsics,
                         const Redactor* active_redactor, std::string id_prefix)
    : tables_(TakeTables(v8_isolate, known_intrinsics)),
      isolate(v8_isolate),
      limits(graph_limits),
      intrinsics(known_intrinsics),
      redactor(active_redactor),
      strings(tables_->strings),
      names(tables_->names),
      table(tables_->table),
      shapes(tables_->shapes),
      queue(tables_->queue),
      id_prefix_(std::move(id_prefix)) {
  tables_->Begin(active_redactor);
}

ValueWriter::~ValueWriter() {
  if (intrinsics == nullptr) return;
  tables_->Clear();
  if (intrinsics->idle_tables == nullptr) intrinsics->idle_tables = std::move(tables_);
}

void ValueWriter::Value(v8::Local<v8::Value> value, NameFlags flags) {
  if (value->IsString()) return String(value.As<v8::String>(), flags);
  if (value->IsNumber()) return Number(value.As<v8::Number>()->Value(), flags);
  if (value->IsObject()) return Object(value.As<v8::Object>(), flags);
  if (value->IsUndefined()) return out.Raw(R"({"type":"undefined"})");
  if (value->IsNull()) return out.Raw(R"({"type":"object","subtype":"null","value":null})");
  if (value->IsBoolean() && redactor != nullptr && redactor->is_structure()) {
    return out.Raw(R"({"type":"boolean","notCapturedReason":"redacted"})");
  }
  if (value->IsTrue()) return out.Raw(R"({"type":"boolean","value":true})");
  if (value->IsFalse()) return out.Raw(R"({"type":"boolean","value":false})");
  if (value->IsSymbol()) return Symbol(value.As<v8::Symbol>());
  if (value->IsBigInt()) return BigInt(value.As<v8::BigInt>(), flags);
  out.Raw(R"({"type":"object","className":"Object","notCapturedReason":"internal"})");
}

void ValueWriter::Number(double value, NameFlags flags) {
  if (redactor != nullptr && redactor->IsSensitiveNumber(value, flags)) {
    return out.Raw(R"({"type":"number","notCapturedReason":"redacted"})");
  }
  if (std::isnan(value)) return out.Raw(R"({"type":"number","unserializableValue":"NaN"})");
  if (std::isinf(value)) {
    return out.Raw(value > 0 ? R"({"type":"number","unserializableValue":"Infinity"})"
                             : R"({"type":"number","unserializableValue":"-Infinity"})");
  }
  if (value == 0 && std::signbit(value)) return out.Raw(R"({"type":"number","unserializableValue":"-0"})");
  out.Raw(R"({"type":"number","value":)");
  if (std::abs(value) < 1e15 && value == std::trunc(value)) {
    out.Integer(static_cast<int64_t>(value));
  } else {
    out.Double(value);
  }
  out.Char('}');
}

void ValueWriter::BigInt(v8::Local<v8::BigInt> value, NameFlags flags) {
  // A word of 64 bits has 19.3 decimal digits. Turning a huge BigInt into digits takes more than linear time.
  const int64_t digits = static_cast<int64_t>(value->WordCount()) * 20;
  v8::Local<v8::String> text;
  if (digits > std::max<int64_t>(limits.max_string_length, 64) || !value->ToString(context).ToLocal(&text) ||
      !strings.ReadUtf8(text, static_cast<size_t>(digits) + 1, &utf8_)) {
    return out.Raw(R"({"type":"bigint","notCapturedReason":"stringLength"})");
  }
  if (redactor != nullptr && redactor->Redact(utf8_, &redacted_, flags)) {
    return out.Raw(R"({"type":"bigint","notCapturedReason":"redacted"})");
  }
  out.Raw(R"({"type":"bigint","unserializableValue":")");
  out.Raw(utf8_);
  out.Raw(R"(n"})");
}

bool ValueWriter::Redacted(const StringUnits& units, NameFlags flags) {
  utf8_.clear();
  AppendUtf8(units, &utf8_);
  if ((flags & kNameSensitive) != 0 && (flags & kNameStrong) == 0 && shown_.Has(utf8_)) flags = kNameHarmless;
  if (redactor->Redact(utf8_, &redacted_, flags)) return true;
  if (!utf8_.empty()) shown_.Note(utf8_);
  return false;
}

void ValueWriter::String(v8::Local<v8::String> text, NameFlags flags) {
  const size_t full_length = static_cast<size_t>(text->Length());
  const uint32_t most =
      depth_ == 0 ? limits.max_string_length : std::min(limits.max_string_length, limits.max_nested_string_length);
  const size_t kept = std::min<size_t>(full_length, most);
  has_cut = has_cut || kept < full_length;
  StringUnits units;
  out.Raw(R"({"type":"string","value":")");
  if (!strings.Read(text, kept == full_length || redactor == nullptr ? kept : kept + Redactor::kOverlap, &units)) {
    out.Raw(R"(","length":)");
    out.Unsigned(full_length);
    return out.Raw(R"(,"notCapturedReason":"stringLength"})");
  }
  if (redactor != nullptr && Redacted(units, flags)) {
    out.Utf8(Redactor::Kept(redacted_, units.length, most));
    out.Raw(R"(","length":)");
    out.Unsigned(full_length);
    return out.Raw(R"(,"notCapturedReason":"redacted"})");
  }
  if (units.utf16 != nullptr) {
    out.Utf16(units.utf16, kept);
  } else {
    out.Latin1(units.latin1, kept);
  }
  if (kept == full_length) return out.Raw(R"("})");
  out.Raw(R"(","length":)");
  out.Unsigned(full_length);
  out.Raw(R"(,"notCapturedReason":"stringLength"})");
}

void ValueWriter::Quoted(v8::Local<v8::String> text, uint32_t max_units, NameFlags flags) {
  StringUnits units;
  if (!strings.Read(text, max_units + (redactor == nullptr ? 0 : Redactor::kOverlap), &units)) units = StringUnits();
  out.Char('"');
  if (redactor != nullptr && Redacted(units, flags)) {
    out.Utf8(Redactor::Kept(redacted_, units.length, max_units));
  } else if (units.utf16 != nullptr) {
    out.Utf16(units.utf16, std::min<size_t>(units.length, max_units));
  } else {
    out.Latin1(units.latin1, std::min<size_t>(units.length, max_units));
  }
  out.Char('"');
}

std::string_view ValueWriter::Kept(std::string_view text, uint32_t max_units) {
  const size_t read = max_units + Redactor::kOverlap;
  text = text.substr(0, Utf8PrefixOfUnits(text, read));
  if (redactor == nullptr || !redactor->Redact(text, &redacted_))
    return text.substr(0, Utf8PrefixOfUnits(text, max_units));
  const bool is_cut = Utf8PrefixOfUnits(text, read - 1) < text.size();
  return Redactor::Kept(redacted_, is_cut ? read : 0, max_units);
}

void ValueWriter::QuotedLine(std::string_view text, uint32_t max_units) {
  const std::string_view kept = Kept(text, max_units);
  out.Char('"');
  // The text is cut to its first line only now, because a secret may go over several lines.
  out.Utf8(kept.substr(0, kept.find('\n')));
  out.Char('"');
}

NameFlags ValueWriter::SymbolText(v8::Local<v8::Symbol> symbol) {
  constexpr std::string_view kBegin = "Symbol(";
  v8::Local<v8::Value> description = symbol->Description(isolate);
  NameFlags flags = kNameHarmless;
  std::string text(kBegin);
  if (description->IsString() &&
      strings.ReadUtf8(description.As<v8::String>(), kMaxDescription + Redactor::kOverlap, &utf8_)) {
    if (redactor != nullptr) flags = redactor->ClassifyName(utf8_);
    text += utf8_;
  }
  out.Char('"');
  out.Utf8(Kept(text, kMaxDescription + kBegin.size()));
  out.Raw(")\"");
  return flags;
}

uint32_t ValueWriter::NumberOf(v8::Local<v8::Symbol> symbol) {
  const int hash = symbol->GetIdentityHash();
  uint32_t number = table.Find(symbol, hash);
  if (number == 0 && !table.full()) {
    number = table.Add(symbol, hash);
    table.At(number).kind = ObjectKind::kSymbol;
  }
  return number;
}

void ValueWriter::Symbol(v8::Local<v8::Symbol> symbol) {
  const uint32_t number = NumberOf(symbol);
  v8::Local<v8::Value> description = symbol->Description(isolate);
  out.Raw(R"({"type":"symbol","description":)");
  SymbolText(symbol);
  if (number != 0) {
    out.Raw(R"(,"objectId":)");
    ObjectId(number);
  }
  if (description->IsString() && intrinsics != nullptr && !intrinsics->builtins.symbol_key_for.IsEmpty()) {
    // Symbol.keyFor runs no other code: it looks the symbol up in V8's registry.
    v8::Isolate::AllowJavascriptExecutionScope allow(isolate);
    v8::Local<v8::Value> arguments[] = {symbol};
    v8::Local<v8::Value> key;
    if (intrinsics->builtins.symbol_key_for.Get(isolate)
            ->Call(context, v8::Undefined(isolate), 1, arguments)
            .ToLocal(&key) &&
        key->IsString()) {
      out.Raw(R"(,"registryKey":)");
      Quoted(key.As<v8::String>(), kMaxDescription);
    }
  }
  out.Char('}');
}

void ValueWriter::HideArgument(v8::Local<v8::Value> value, NameFlags flags) {
  constexpr size_t kMost = 64;
  constexpr int kShortest = 3;
  if (hidden_arguments_.size() >= kMost) return;
  const bool is_hidden = value->IsString()
                             ? (flags & kNameSensitive) != 0 && value.As<v8::String>()->Length() >= kShortest
                             : value->IsNumber() && (flags & kNameSensitiveNumbers) != 0;
  if (is_hidden) hidden_arguments_.emplace_back(isolate, value);
}

bool ValueWriter::IsHiddenArgument(v8::Local<v8::Value> value) const {
  if (hidden_arguments_.empty() || !(value->IsString() || value->IsNumber())) return false;
  return std::any_of(hidden_arguments_.begin(), hidden_arguments_.end(),
                     [&](const v8::Global<v8::Value>& each) { return each.Get(isolate)->StrictEquals(value); });
}

// Until Node.js 22 the stores of an AsyncLocalStorage stand under a symbol, on resources. The symbol gets the flags of
// the storage (test/workarounds/async-store-on-resource.js, Node.js 20 and 22).
void ValueWriter::MarkStoreKey(v8::Local<v8::Object> object, NameFlags flags) {
  if (object->IsProxy() || HasInterceptor(object)) return;
  v8::Local<v8::String> name =
      v8::String::NewFromUtf8Literal(isolate, "kResourceStore", v8::NewStringType::kInternalized);
  v8::Local<v8::Value> key = OwnDataProperty(context, object, name);
  if (key.IsEmpty() || !key->IsSymbol()) return;
  if (const uint32_t number = NumberOf(key.As<v8::Symbol>())) table.At(number).flags |= flags;
}

uint32_t ValueWriter::Register(v8::Local<v8::Object> object, NameFlags flags, bool enqueue) {
  const int hash = object->GetIdentityHash();
  uint32_t number = table.Find(object, hash);
  if (number == 0) {
    if (table.full()) return 0;
    number = Discover(object, hash);
  }
  ObjectEntry& entry = table.At(number);
  if (enqueue && entry.state == ObjectState::kReference && !IsTooDeep(depth_) && queue.size() < limits.max_objects) {
    if (depth_ > limits.fair_depth && ++deep_objects >= limits.deep_share * limits.max_objects) deep_is_full = true;
    entry.state = ObjectState::kQueued;
    entry.depth = depth_;
    entry.read_later = entry.read_later || read_later_;
    queue.push_back(number);
  }
  // An object that was reached under several names before its turn is as sensitive as the most sensitive of them.
  const bool is_new_secret = (flags & ~entry.flags & kNameSensitive) != 0;
  if (entry.state == ObjectState::kQueued || entry.state == ObjectState::kReference) entry.flags |= flags;
  if (is_new_secret && entry.kind == ObjectKind::kObject) MarkStoreKey(object, flags);
  return number;
}

NameFlags ValueWriter::FlagsOf(v8::Local<v8::Object> object) const {
  const uint32_t number = table.Find(object, object->GetIdentityHash());
  return number == 0 ? static_cast<NameFlags>(kNameHarmless) : table.At(number).flags;
}

NameFlags ValueWriter::FlagsOf(v8::Local<v8::Symbol> key) const {
  const uint32_t number = table.Find(key, key->GetIdentityHash());
  return number == 0 ? static_cast<NameFlags>(kNameHarmless) : table.At(number).flags;
}

uint32_t ValueWriter::Discover(v8::Local<v8::Object> object, int hash) {
  uint32_t intrinsic = intrinsics == nullptr ? 0 : intrinsics->Find(object, hash);
  if (intrinsic == 0 && intrinsics != nullptr && object->IsFunction() && !object->IsProxy() &&
      object.As<v8::Function>()->ScriptId() == v8::UnboundScript::kNoScriptId) {
    intrinsic = intrinsics->FindMethod(context, object.As<v8::Function>(), hash);
  }
  const uint32_t number = table.Add(object, hash);
  ObjectEntry& entry = table.At(number);
  entry.depth = depth_;
  if (intrinsic != 0 && !intrinsics->IsOwn(intrinsic)) {
    entry.kind = KindOf(object);
    entry.state = ObjectState::kIntrinsic;
    entry.class_name = intrinsic;
  } else if (const Shape* shape = shapes.Find(object, hash)) {
    entry.kind = shape->kind;
    entry.class_name = shape->class_name;
  } else {
    entry.kind = KindOf(object);
    if (entry.kind == ObjectKind::kProxy) return number;
    names.Get(object->GetConstructorName(), &entry.class_name);
    if (intrinsic != 0 ||
        (entry.kind == ObjectKind::kFunction && OriginOf(this, object.As<v8::Function>()) == FunctionOrigin::kOwn)) {
      entry.state = ObjectState::kInternal;
      return number;
    }
    shapes.Add(context, object, hash, entry.kind, entry.class_name);
  }
  return number;
}

const std::string& ValueWriter::ClassName(const ObjectEntry& entry, v8::Local<v8::Object> object) {
  static const std::string kProxy = "\"Proxy\"";
  if (entry.kind == ObjectKind::kProxy) return kProxy;
  if (entry.class_name != 0 && entry.state != ObjectState::kIntrinsic) return names.At(entry.class_name).json;
  return names.Get(object->GetConstructorName()).json;
}

void ValueWriter::ClassNameMember(const ObjectEntry& entry, v8::Local<v8::Object> object) {
  out.Raw(R"("className":)");
  out.Raw(ClassName(entry, object));
  out.Char(',');
}

void ValueWriter::ObjectId(uint32_t number) {
  const uint32_t other = table.At(number).other_id;
  out.Char('"');
  if (other == 0) {
    out.Raw(id_prefix_);
    out.Unsigned(number);
  } else {
    out.Unsigned(other_ids[other - 1].first);
    out.Char('.');
    out.Unsigned(other_ids[other - 1].second);
  }
  out.Char('"');
}

std::string ValueWriter::IdOf(uint32_t number) const {
  const uint32_t other = table.At(number).other_id;
  if (other == 0) return id_prefix_ + std::to_string(number);
  return std::to_string(other_ids[other - 1].first) + "." + std::to_string(other_ids[other - 1].second);
}

void ValueWriter::Object(v8::Local<v8::Object> object, NameFlags flags) {
  if (!gone.IsEmpty() && object == gone) return out.Raw(R"({"type":"object","notCapturedReason":"collected"})");
  const uint32_t number = Register(object, flags);
  out.Char('{');
  if (number == 0) {
    out.Raw(TypeMembers(KindOf(object)));
    missing.Add(MissingReason::kObjectCount);
    return out.Raw(R"(,"notCapturedReason":"objectCount"})");
  }
  const ObjectEntry& entry = table.At(number);
  out.Raw(TypeMembers(entry.kind));
  out.Char(',');
  ClassNameMember(entry, object);
  if (entry.state == ObjectState::kIntrinsic) {
    out.Raw(R"("intrinsic":")");
    out.Raw(intrinsics->NameAt(entry.class_name));
    return out.Raw(R"("})");
  }
  if (entry.state == ObjectState::kInternal) return out.Raw(R"("notCapturedReason":"internal"})");
  out.Raw(R"("objectId":)");
  ObjectId(number);
  if (entry.state == ObjectState::kReference) {
    out.Raw(IsTooDeep(depth_) ? R"(,"notCapturedReason":"depth")" : R"(,"notCapturedReason":"objectCount")");
  }
  out.Char('}');
}

}  // namespace crash_collector
