#include "walk/records/property_writer.h"

#include <algorithm>
#include <utility>

#include "base/v8_compat.h"
#include "v8_internals/debug_interface.h"

namespace crash_collector {

namespace {

v8::Local<v8::String> Key(v8::Isolate* isolate, const char* text) {
  return v8::String::NewFromUtf8(isolate, text, v8::NewStringType::kInternalized).ToLocalChecked();
}

bool OwnKeys(v8::Local<v8::Context> context, v8::Local<v8::Object> object, v8::PropertyFilter filter,
             v8::IndexFilter index_filter, v8::Local<v8::Array>* keys) {
  return object
      ->GetPropertyNames(context, v8::KeyCollectionMode::kOwnOnly, filter, index_filter,
                         v8::KeyConversionMode::kKeepNumbers)
      .ToLocal(keys);
}

constexpr uint32_t kKeysPerScope = 32;

// False if the first key is a name, but no property of the object itself.
bool IsRealKey(v8::Local<v8::Context> context, v8::Local<v8::Object> object, v8::Local<v8::Array> keys) {
  v8::Local<v8::Value> key;
  if (!keys->Get(context, 0).ToLocal(&key) || !key->IsName()) return true;
  return object->HasRealNamedProperty(context, key.As<v8::Name>()).FromMaybe(true);
}

}  // namespace

void PropertyWriter::Separate() {
  if (!first_) values_->out.Char(',');
  first_ = false;
}

void PropertyWriter::Properties(v8::Local<v8::Object> object, const PropertyOptions& options, RecordNotes* notes) {
  JsonOut& out = values_->out;
  out.Raw(R"("properties":[)");
  first_ = true;
  if (options.kind == ObjectKind::kArray || options.kind == ObjectKind::kArguments) Elements(object, options, notes);
  if (options.unread || HasInterceptor(object)) {
    notes->Add("notRead", 0, "properties");
  } else if (options.kind != ObjectKind::kExternal) {
    Named(object, options, notes);
  }
  out.Char(']');
}

void PropertyWriter::Named(v8::Local<v8::Object> object, const PropertyOptions& options, RecordNotes* notes) {
  // Indices of these are elements, characters or bytes, which stand elsewhere in the record.
  const bool skip_indices = options.kind == ObjectKind::kArray || options.kind == ObjectKind::kArguments ||
                            options.kind == ObjectKind::kTypedArray || options.kind == ObjectKind::kBoxedString;
  const v8::IndexFilter index_filter = skip_indices ? v8::IndexFilter::kSkipIndices : v8::IndexFilter::kIncludeIndices;
  v8::Isolate* isolate = values_->isolate;
  v8::Local<v8::Context> context = values_->context;
  Shape* shape = options.shape;
  if (shape != nullptr && shape->listed == Shape::Listed::kYes) return Listed(object, options);
  // V8 gives all keys or none. For an object that is a table of a million entries this takes most of a second, in which
  // the deadline is not looked at.
  v8::Local<v8::Array> keys;
  if (!OwnKeys(context, object, v8::ALL_PROPERTIES, index_filter, &keys)) return notes->Add("notRead", 0, "properties");
  const uint32_t count = keys->Length();
  // The only key of an array is its length.
  if (count == 0 || (options.kind == ObjectKind::kArray && count == 1)) {
    if (shape != nullptr) shape->listed = Shape::Listed::kYes;
    return;
  }
  if (KeysMayBeOfInterceptor() && !IsRealKey(context, object, keys)) return notes->Add("notRead", 0, "properties");
  uint32_t shown = 0;
  uint32_t i = 0;
  std::vector<ShapeProperty> learnt;
  bool is_listable = shape != nullptr && shape->listed == Shape::Listed::kNotYet;
  while (i < count && shown < values_->limits.max_properties) {
    v8::HandleScope scope(isolate);
    // One scope serves several properties, because a scope takes as long as a lookup.
    for (const uint32_t end = std::min(count, i + kKeysPerScope); i < end && shown < values_->limits.max_properties;
         i++) {
      v8::Local<v8::Value> key;
      ShapeProperty property;
      if (!keys->Get(context, i).ToLocal(&key) || !Property(object, key, options, &property)) continue;
      shown++;
      is_listable = is_listable && property.name != 0;
      if (is_listable) learnt.push_back(property);
    }
  }
  if (i < count) notes->Add("fieldCount", count - i);
  if (shape == nullptr) return;
  shape->listed = is_listable && i == count ? Shape::Listed::kYes : Shape::Listed::kNever;
  if (shape->listed == Shape::Listed::kYes) shape->properties = std::move(learnt);
}

void PropertyWriter::Listed(v8::Local<v8::Object> object, const PropertyOptions& options) {
  const std::vector<ShapeProperty>& properties = options.shape->properties;
  JsonOut& out = values_->out;
  for (size_t i = 0; i < properties.size();) {
    v8::HandleScope scope(values_->isolate);
    for (const size_t end = std::min<size_t>(properties.size(), i + kKeysPerScope); i < end; i++) {
      const ShapeProperty& property = properties[i];
      const CachedName& name = values_->names.At(property.name);
      Separate();
      out.Raw(R"({"name":)");
      out.Raw(name.json);
      NameFlags flags = options.inherited | name.flags;
      flags |= FlagsBySiblings(object, name.known);
      v8::Local<v8::Name> key = values_->names.StringAt(property.name);
      property.is_data ? Data(object, key, name.known, flags, options) : Accessor(object, key, flags);
      if (!property.is_enumerable) out.Raw(R"(,"enumerable":false)");
      out.Char('}');
    }
  }
}

v8::PropertyAttribute PropertyWriter::AttributesOf(v8::Local<v8::Object> object, v8::Local<v8::Name> name) const {
  return object->GetRealNamedPropertyAttributes(values_->context, name).FromMaybe(v8::PropertyAttribute::None);
}

bool PropertyWriter::Property(v8::Local<v8::Object> object, v8::Local<v8::Value> key, const PropertyOptions& options,
                              ShapeProperty* learnt) {
  JsonOut& out = values_->out;
  v8::Local<v8::Name> name;
  NameFlags flags = options.inherited;
  KnownName known = KnownName::kOther;
  const size_t start = out.size();
  const bool was_first = first_;
  Separate();
  out.Raw(R"({"name":)");
  if (key->IsString()) {
    name = key.As<v8::Name>();
    const CachedName& cached = values_->names.Get(key.As<v8::String>(), &learnt->name);
    out.Raw(cached.json);
    flags |= cached.flags;
    known = cached.known;
  } else if (key->IsSymbol()) {
    name = key.As<v8::Name>();
    flags |= values_->SymbolText(key.As<v8::Symbol>());
    out.Raw(R"(,"symbol":)");
    values_->Symbol(key.As<v8::Symbol>());
    flags |= values_->FlagsOf(key.As<v8::Symbol>());
  } else {
    v8::Local<v8::String> text;
    if (!key->IsNumber() || !key->ToString(values_->context).ToLocal(&text)) {
      first_ = was_first;
      out.Truncate(start);
      return false;
    }
    name = text;
    out.Char('"');
    out.Unsigned(static_cast<uint64_t>(key.As<v8::Number>()->Value()));
    out.Char('"');
  }
  flags |= FlagsBySiblings(object, known);
  const Access access = AccessTo(object, name, known, options.kind);
  learnt->is_data = access == Access::kData;
  switch (access) {
    case Access::kHidden:
      first_ = was_first;
      out.Truncate(start);
      return false;
    case Access::kNotRead:
      learnt->name = 0;
      out.Raw(R"(,"notCapturedReason":"notRead")");
      break;
    case Access::kAccessor: Accessor(object, name, flags); break;
    case Access::kData: {
      const size_t before = out.size();
      Data(object, name, known, flags, options);
      if (out.size() == before) {
        first_ = was_first;
        out.Truncate(start);
        return false;
      }
    }
  }
  learnt->is_enumerable = (AttributesOf(object, name) & v8::DontEnum) == 0;
  if (!learnt->is_enumerable) out.Raw(R"(,"enumerable":false)");
  out.Char('}');
  return true;
}

PropertyWriter::Access PropertyWriter::AccessTo(v8::Local<v8::Object> object, v8::Local<v8::Name> name, KnownName known,
                                                ObjectKind kind) {
  if (!object->HasRealNamedCallbackProperty(values_->context, name).FromMaybe(true)) return Access::kData;
  // Reading an error's stack formats it, which can run the application's Error.prepareStackTrace and changes what
  // Node.js prints later. The same holds for objects that Error.captureStackTrace() was called with
  // (test/workarounds/captured-stack-formats.js, Node.js 20 to 26).
  if (known == KnownName::kStack) return Access::kHidden;
  if (kind == ObjectKind::kFunction) {
    // V8 makes the `arguments` of a function that is running when they are looked at
    // (test/workarounds/running-arguments.js, Node.js 20 to 24). V8's own property is recognised because it cannot be
    // deleted.
    if ((known == KnownName::kArguments || known == KnownName::kCaller) &&
        (AttributesOf(object, name) & v8::DontDelete) != 0) {
      return Access::kHidden;
    }
    if (known == KnownName::kPrototype) return Access::kData;
  }
  if (known == KnownName::kLength && (kind == ObjectKind::kArray || kind == ObjectKind::kBoxedString))
    return Access::kHidden;
  if (kind == ObjectKind::kModuleNamespace) return Access::kData;
  // Objects made by native code may have properties that native code computes
  // (test/workarounds/native-properties-as-data.js, Node.js 20 to 26). V8's API does not tell them from getters without
  // calling them. (Its own classes of binary data and promises have internal fields too, and no such properties.)
  return kind == ObjectKind::kObject && object->InternalFieldCount() > 0 ? Access::kNotRead : Access::kAccessor;
}

void PropertyWriter::Data(v8::Local<v8::Object> object, v8::Local<v8::Name> name, KnownName known, NameFlags flags,
                          const PropertyOptions& options) {
  JsonOut& out = values_->out;
  v8::Local<v8::Value> value;
  v8::Local<v8::Context> context = values_->context;
  const bool is_namespace = options.kind == ObjectKind::kModuleNamespace;
  // Reading an export that is not initialised yet throws.
  if (!(is_namespace ? object->Get(context, name) : object->GetRealNamedProperty(context, name)).ToLocal(&value)) {
    return is_namespace ? out.Raw(R"(,"notCapturedReason":"unavailable")") : Accessor(object, name, flags);
  }
  if (options.kind == ObjectKind::kFunction && value->IsObject() && known == KnownName::kPrototype &&
      IsPlainPrototype(object, value) && values_->table.Find(value, value.As<v8::Object>()->GetIdentityHash()) == 0) {
    return;
  }
  // From Node.js 24 on, once() listens with a function of Node.js, and that has the one that was given.
  const bool is_told = known == KnownName::kExports || (known == KnownName::kListener && value->IsFunction());
  if (options.shallow && value->IsObject() && !is_told) {
    return out.Raw(R"(,"notCapturedReason":"internal")");
  }
  if (known == KnownName::kStatement) statements_.Note(value, object);
  out.Raw(R"(,"value":)");
  values_->Value(value, flags);
}

void PropertyWriter::Accessor(v8::Local<v8::Object> object, v8::Local<v8::Name> name, NameFlags flags) {
  v8::Isolate* isolate = values_->isolate;
  v8::Local<v8::Context> context = values_->context;
  v8::Local<v8::Value> descriptor_value;
  // If native code computes the property, this calls it, and an evaluation without side effects would fail.
  if (v8_internals::IsStoppingAtCalls(isolate) ||
      !object->GetOwnPropertyDescriptor(context, name).ToLocal(&descriptor_value) || !descriptor_value->IsObject()) {
    return values_->out.Raw(R"(,"notCapturedReason":"notRead")");
  }
  const auto descriptor = descriptor_value.As<v8::Object>();
  const auto member = [&](const char* key, bool even_undefined) {
    v8::Local<v8::Value> value;
    v8::Local<v8::String> text = Key(isolate, key);
    // Only own members count, because the application may have put a `get` on Object.prototype.
    if (!descriptor->HasRealNamedProperty(context, text).FromMaybe(false)) return false;
    if (!descriptor->GetRealNamedProperty(context, text).ToLocal(&value)) return false;
    if (value->IsUndefined() && !even_undefined) return false;
    values_->out.Raw(",\"");
    values_->out.Raw(key);
    values_->out.Raw("\":");
    values_->Value(value, flags);
    return true;
  };
  const bool has_get = member("get", false);
  const bool has_set = member("set", false);
  if (!has_get && !has_set && !member("value", true)) member("get", true);
}

bool PropertyWriter::IsPlainPrototype(v8::Local<v8::Object> function, v8::Local<v8::Value> prototype) const {
  v8::Isolate* isolate = values_->isolate;
  const auto object = prototype.As<v8::Object>();
  v8::Local<v8::Array> keys;
  v8::Local<v8::Value> key;
  v8::Local<v8::Value> constructor;
  if (object->IsProxy() || HasInterceptor(object)) return false;
  if (values_->intrinsics == nullptr || !PrototypeOf(object)->IsObject()) return false;
  const auto parent = PrototypeOf(object).As<v8::Object>();
  const uint32_t intrinsic = values_->intrinsics->Find(parent, parent->GetIdentityHash());
  if (intrinsic == 0) return false;
  const std::string& class_name = values_->intrinsics->ClassNameAt(intrinsic);
  if (class_name != "Object" && class_name != "Generator" && class_name != "AsyncGenerator") return false;
  if (!OwnKeys(values_->context, object, v8::ALL_PROPERTIES, v8::IndexFilter::kIncludeIndices, &keys)) return false;
  if (keys->Length() == 0) return true;  // of a generator function
  v8::Local<v8::Context> context = values_->context;
  return keys->Length() == 1 && keys->Get(context, 0).ToLocal(&key) && key->IsString() &&
         key->StrictEquals(Key(isolate, "constructor")) &&
         !object->HasRealNamedCallbackProperty(context, key.As<v8::Name>()).FromMaybe(true) &&
         object->GetRealNamedProperty(context, key.As<v8::Name>()).ToLocal(&constructor) && constructor == function;
}

uint32_t PropertyWriter::Variables(v8::Local<v8::Object> scope, NameFlags inherited) {
  JsonOut& out = values_->out;
  v8::Isolate* isolate = values_->isolate;
  v8::Local<v8::Context> context = values_->context;
  v8::Local<v8::Array> keys;
  out.Char('[');
  first_ = true;
  uint32_t missing = 0;
  if (!scope->IsProxy() && !HasInterceptor(scope) &&
      OwnKeys(values_->context, scope, v8::SKIP_SYMBOLS, v8::IndexFilter::kIncludeIndices, &keys)) {
    // The scope objects of V8's debugger have no prototype (test/workarounds/scope-object-prototype.js, Node.js 20 to
    // 26), and an accessor in one stands for a variable that is not available. In the object of a `with` statement it
    // is an accessor of the application's.
    const std::string_view unread = PrototypeOf(scope)->IsNull() ? "unavailable" : "notRead";
    const uint32_t count = keys->Length();
    const uint32_t kept = std::min(count, values_->limits.max_properties);
    missing = count - kept;
    for (uint32_t i = 0; i < kept; i++) {
      v8::HandleScope handle_scope(isolate);
      v8::Local<v8::Value> key;
      v8::Local<v8::String> name;
      v8::Local<v8::Value> value;
      if (!keys->Get(context, i).ToLocal(&key) || !key->ToString(context).ToLocal(&name)) continue;
      const CachedName& cached = values_->names.Get(name);
      const NameFlags flags = cached.flags | inherited;
      Separate();
      out.Raw(R"({"name":)");
      out.Raw(cached.json);
      if (!scope->HasRealNamedCallbackProperty(context, name).FromMaybe(true) &&
          scope->GetRealNamedProperty(context, name).ToLocal(&value) &&
          (values_->removed.IsEmpty() || value != values_->removed)) {
        if (cached.known == KnownName::kStatement) statements_.Note(value, scope);
        out.Raw(R"(,"value":)");
        values_->Value(value, flags);
        if (flags != kNameHarmless) values_->HideArgument(value, flags);
      } else {
        out.Raw(R"(,"notCapturedReason":")");
        out.Raw(unread);
        out.Char('"');
      }
      out.Char('}');
    }
  }
  out.Char(']');
  return missing;
}

}  // namespace crash_collector
