#include "walk/records/contents_writer.h"

#include <algorithm>
#include <cmath>

#include "base/v8_compat.h"
#include "v8_internals/debug_interface.h"

namespace crash_collector {

namespace {

// Appends the value with zeros before it.
void AppendDigits(int value, size_t width, std::string* out) {
  out->append(width, '0');
  for (size_t at = out->size(); value > 0; value /= 10) (*out)[--at] = static_cast<char>('0' + value % 10);
}

// Milliseconds since 1970 as `2026-01-02T03:04:05.678Z`.
// http://howardhinnant.github.io/date_algorithms.html#civil_from_days
std::string IsoDate(double milliseconds) {
  const auto total = static_cast<int64_t>(milliseconds);
  constexpr int64_t kDay = 86400000;
  const int64_t days = (total >= 0 ? total : total - kDay + 1) / kDay;
  const int64_t in_day = total - days * kDay;
  const int64_t z = days + 719468;
  const int64_t era = (z >= 0 ? z : z - 146096) / 146097;
  const int64_t day_of_era = z - era * 146097;
  const int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const int64_t shifted_month = (5 * day_of_year + 2) / 153;
  const int day = static_cast<int>(day_of_year - (153 * shifted_month + 2) / 5 + 1);
  const int month = static_cast<int>(shifted_month < 10 ? shifted_month + 3 : shifted_month - 9);
  const int year = static_cast<int>(year_of_era + era * 400 + (month <= 2 ? 1 : 0));
  std::string text;
  if (year < 0) text = '-';
  if (year > 9999) text = '+';
  AppendDigits(year < 0 ? -year : year, text.empty() ? 4 : 6, &text);
  const auto append = [&text](char before, int value, size_t width) {
    text += before;
    AppendDigits(value, width, &text);
  };
  append('-', month, 2);
  append('-', day, 2);
  append('T', static_cast<int>(in_day / 3600000), 2);
  append(':', static_cast<int>(in_day / 60000 % 60), 2);
  append(':', static_cast<int>(in_day / 1000 % 60), 2);
  append('.', static_cast<int>(in_day % 1000), 3);
  text += 'Z';
  return text;
}

std::string FlagsOf(v8::RegExp::Flags flags) {
  std::string text;
  if ((flags & v8::RegExp::kHasIndices) != 0) text += 'd';
  if ((flags & v8::RegExp::kGlobal) != 0) text += 'g';
  if ((flags & v8::RegExp::kIgnoreCase) != 0) text += 'i';
  if ((flags & v8::RegExp::kMultiline) != 0) text += 'm';
  if ((flags & v8::RegExp::kDotAll) != 0) text += 's';
  if ((flags & v8::RegExp::kUnicode) != 0) text += 'u';
  if ((flags & v8::RegExp::kUnicodeSets) != 0) text += 'v';
  if ((flags & v8::RegExp::kSticky) != 0) text += 'y';
  return text;
}

}  // namespace

void ContentsWriter::Head(v8::Local<v8::Object> object, ObjectKind kind, NameFlags flags) {
  JsonOut& out = values_->out;
  const auto member = [&out](const char* name, uint64_t value) {
    out.Char('"');
    out.Raw(name);
    out.Raw("\":");
    out.Unsigned(value);
    out.Char(',');
  };
  switch (kind) {
    case ObjectKind::kError: return Error(object);
    case ObjectKind::kRegExp: return RegExp(object.As<v8::RegExp>());
    case ObjectKind::kDate: return Date(object.As<v8::Date>());
    case ObjectKind::kArray: return member("length", object.As<v8::Array>()->Length());
    case ObjectKind::kMap: return member("size", object.As<v8::Map>()->Size());
    case ObjectKind::kSet: return member("size", object.As<v8::Set>()->Size());
    case ObjectKind::kTypedArray: return member("length", object.As<v8::TypedArray>()->Length());
    case ObjectKind::kDataView: return member("length", object.As<v8::DataView>()->ByteLength());
    case ObjectKind::kArrayBuffer: return member("length", object.As<v8::ArrayBuffer>()->ByteLength());
    case ObjectKind::kSharedArrayBuffer: return member("length", object.As<v8::SharedArrayBuffer>()->ByteLength());
    default: return;
  }
}

void ContentsWriter::Error(v8::Local<v8::Object> error) {
  v8::Local<v8::String> name;
  v8::Local<v8::String> message;
  constexpr size_t kMaxUnits = 1000;
  constexpr size_t kRead = kMaxUnits + Redactor::kOverlap;
  text_ = "Error";
  if (DataProperty(error, "name", &name) && !values_->strings.ReadUtf8(name, kRead, &text_)) text_ = "Error";
  std::string line;
  if (DataProperty(error, "message", &message) && values_->strings.ReadUtf8(message, kRead, &line) && !line.empty()) {
    text_ += text_.empty() ? "" : ": ";
    text_ += line;
  }
  values_->out.Raw(R"("description":)");
  values_->QuotedLine(text_, kMaxUnits);
  values_->out.Char(',');
}

// Finds a string that the object or its prototypes have under a name. False if a getter would have to run.
bool ContentsWriter::DataProperty(v8::Local<v8::Object> object, const char* name, v8::Local<v8::String>* text) const {
  v8::Local<v8::Context> context = values_->context;
  v8::Local<v8::String> key =
      v8::String::NewFromUtf8(values_->isolate, name, v8::NewStringType::kInternalized).ToLocalChecked();
  constexpr int kMaxPrototypes = 16;
  for (int i = 0; i < kMaxPrototypes; i++) {
    if (object->IsProxy() || HasInterceptor(object)) return false;
    if (object->HasRealNamedProperty(context, key).FromMaybe(false)) {
      v8::Local<v8::Value> value;
      if (object->HasRealNamedCallbackProperty(context, key).FromMaybe(true)) return false;
      if (!object->GetRealNamedProperty(context, key).ToLocal(&value) || !value->IsString()) return false;
      *text = value.As<v8::String>();
      return true;
    }
    v8::Local<v8::Value> prototype = PrototypeOf(object);
    if (!prototype->IsObject()) return false;
    object = prototype.As<v8::Object>();
  }
  return false;
}

void ContentsWriter::RegExp(v8::Local<v8::RegExp> regexp) {
  const std::string flags = FlagsOf(regexp->GetFlags());
  JsonOut& out = values_->out;
  out.Raw(R"("regexp":{"source":)");
  values_->Quoted(regexp->GetSource(), values_->limits.max_string_length);
  out.Raw(R"(,"flags":")");
  out.Raw(flags);
  out.Raw(R"("},)");
}

void ContentsWriter::Date(v8::Local<v8::Date> date) {
  if (values_->redactor != nullptr && values_->redactor->is_structure()) return;
  const double value = date->ValueOf();
  values_->out.Raw(R"("description":")");
  values_->out.Raw(std::isnan(value) ? std::string("Invalid Date") : IsoDate(value));
  values_->out.Raw(R"(",)");
}

v8::MaybeLocal<v8::Value> ContentsWriter::CallBuiltin(const v8::Global<v8::Function>& function,
                                                      v8::Local<v8::Value> receiver, int count,
                                                      v8::Local<v8::Value>* arguments) {
  // An evaluation without side effects, as a REPL makes one for a preview, would fail.
  if (v8_internals::IsStoppingAtCalls(values_->isolate)) return {};
  // The function is V8's own, was taken before the application could replace it, and calls nothing else.
  v8::Isolate::AllowJavascriptExecutionScope allow(values_->isolate);
  return function.Get(values_->isolate)->Call(values_->context, receiver, count, arguments);
}

void ContentsWriter::Entries(v8::Local<v8::Object> object, ObjectKind kind, NameFlags flags, RecordNotes* notes) {
  uint64_t size = 0;
  switch (kind) {
    case ObjectKind::kMap: size = object.As<v8::Map>()->Size(); break;
    case ObjectKind::kSet: size = object.As<v8::Set>()->Size(); break;
    case ObjectKind::kWeakMap:
    case ObjectKind::kWeakSet:
    case ObjectKind::kMapIterator:
    case ObjectKind::kSetIterator: break;
    default: return;
  }
  by_storage_ = kind == ObjectKind::kMap && values_->redactor != nullptr &&
                values_->names.Get(object->GetConstructorName()).json == "\"AsyncContextFrame\"";
  // PreviewEntries() copies all entries, however many there are. So a big collection is read by an iterator. Observed
  // on Node.js 20 to 26 (test/native/graph-values.test.js).
  const bool is_big = size > 1000 + 2 * static_cast<uint64_t>(values_->limits.max_entries);
  values_->out.Raw(R"(,"entries":[)");
  v8::Local<v8::Array> list;
  bool pairs = false;
  if (is_big) {
    IteratedEntries(object, kind == ObjectKind::kMap, size, flags, notes);
  } else if (object->PreviewEntries(&pairs).ToLocal(&list)) {
    ListedEntries(list, pairs, list->Length() / (pairs ? 2 : 1), flags, notes);
  }
  values_->out.Char(']');
}

void ContentsWriter::ListedEntries(v8::Local<v8::Array> list, bool pairs, uint64_t total, NameFlags flags,
                                   RecordNotes* notes) {
  v8::Local<v8::Context> context = values_->context;
  const auto kept = static_cast<uint32_t>(std::min<uint64_t>(total, values_->limits.max_entries));
  for (uint32_t i = 0; i < kept; i++) {
    v8::HandleScope scope(values_->isolate);
    v8::Local<v8::Value> key;
    v8::Local<v8::Value> value;
    if (pairs && !list->Get(context, 2 * i).ToLocal(&key)) return;
    if (!list->Get(context, pairs ? 2 * i + 1 : i).ToLocal(&value)) return;
    Entry(key, value, flags, i == 0);
  }
  if (kept < total) notes->Add("collectionSize", total - kept);
}

void ContentsWriter::IteratedEntries(v8::Local<v8::Object> collection, bool pairs, uint64_t total, NameFlags flags,
                                     RecordNotes* notes) {
  const auto get_data = [this](v8::Local<v8::Object> object, v8::Local<v8::String> key) {
    return object->GetRealNamedProperty(values_->context, key);
  };
  v8::Local<v8::Value> iterator;
  uint32_t written = 0;
  if (values_->intrinsics != nullptr && !values_->intrinsics->builtins.map_entries.IsEmpty()) {
    const Builtins& builtins = values_->intrinsics->builtins;
    const auto& next = pairs ? builtins.map_iterator_next : builtins.set_iterator_next;
    v8::Local<v8::String> value_key =
        v8::String::NewFromUtf8(values_->isolate, "value", v8::NewStringType::kInternalized).ToLocalChecked();
    if (CallBuiltin(pairs ? builtins.map_entries : builtins.set_values, collection).ToLocal(&iterator)) {
      for (; written < values_->limits.max_entries; written++) {
        v8::HandleScope scope(values_->isolate);
        v8::Local<v8::Value> step;
        v8::Local<v8::Value> key;
        v8::Local<v8::Value> value;
        if (!CallBuiltin(next, iterator).ToLocal(&step) || !step->IsObject()) break;
        if (!get_data(step.As<v8::Object>(), value_key).ToLocal(&value)) break;
        if (pairs) {
          if (!value->IsArray()) break;
          const auto pair = value.As<v8::Array>();
          v8::Local<v8::Context> context = values_->context;
          if (!pair->Get(context, 0).ToLocal(&key) || !pair->Get(context, 1).ToLocal(&value)) break;
        }
        Entry(key, value, flags, written == 0);
      }
    }
  }
  notes->Add("collectionSize", total - written);
}

// Judges the key in a Map with a sensitive name. The secret is either the value, as in a Map of cookies by their names,
// or the key, as in a Map of sessions by their tokens.
NameFlags ContentsWriter::FlagsOfKey(std::string_view key, bool has_text) const {
  constexpr size_t kShortest = 8;
  if (has_text) return kNameSuspicious;
  const bool has_digit = key.find_first_of("0123456789") != std::string_view::npos;
  return has_digit && key.size() >= kShortest ? kNameSecret : kNameSuspicious;
}

void ContentsWriter::Entry(v8::Local<v8::Value> key, v8::Local<v8::Value> value, NameFlags flags, bool first) {
  JsonOut& out = values_->out;
  out.Raw(first ? "{" : ",{");
  if (!key.IsEmpty()) {
    NameFlags key_flags = kNameHarmless;
    if (values_->redactor != nullptr && key->IsString() && key.As<v8::String>()->Length() <= 128 &&
        values_->strings.ReadUtf8(key.As<v8::String>(), 128, &text_)) {
      if ((flags & kNameSensitive) != 0 && !value.IsEmpty()) key_flags = FlagsOfKey(text_, value->IsString());
      flags |= values_->redactor->ClassifyName(text_);
    }
    out.Raw(R"("key":)");
    values_->Value(key, key_flags);
    out.Char(',');
    if (by_storage_ && key->IsObject()) flags |= values_->FlagsOf(key.As<v8::Object>());
  }
  out.Raw(R"("value":)");
  values_->Value(value, flags);
  out.Char('}');
}

void ContentsWriter::Bytes(v8::Local<v8::Object> object, ObjectKind kind, NameFlags flags) {
  const size_t most = values_->limits.max_buffer_bytes + (values_->redactor == nullptr ? 0 : Redactor::kOverlap);
  std::string prefix;
  size_t full = 0;
  size_t offset = 0;
  const auto copy = [&prefix, most](const void* data, size_t length) {
    prefix.assign(static_cast<const char*>(data), std::min(length, most));
  };
  switch (kind) {
    case ObjectKind::kTypedArray:
    case ObjectKind::kDataView: {
      const auto view = object.As<v8::ArrayBufferView>();
      full = view->ByteLength();
      offset = full == 0 ? 0 : view->ByteOffset();
      if (view->HasBuffer()) {
        // CopyContents() is not called here: in V8 11 it copies nothing if the view's length follows that of a
        // resizable buffer. Observed on Node.js 20 (test/native/graph-fuzz.test.js, whose graphs hold resizable
        // buffers).
        v8::Local<v8::ArrayBuffer> buffer = view->Buffer();
        const auto* data = static_cast<const uint8_t*>(buffer->Data());
        const bool is_inside = data != nullptr && offset + full <= buffer->ByteLength();
        if (is_inside) copy(data + offset, full);
      } else {
        // The contents are on V8's heap, and Buffer() would allocate a buffer for them (v8-array-buffer.h).
        prefix.resize(std::min(most, full));
        if (!prefix.empty()) prefix.resize(view->CopyContents(prefix.data(), prefix.size()));
      }
      break;
    }
    case ObjectKind::kArrayBuffer: {
      const auto buffer = object.As<v8::ArrayBuffer>();
      full = buffer->ByteLength();
      if (full > 0 && buffer->Data() != nullptr) copy(buffer->Data(), full);
      break;
    }
    case ObjectKind::kSharedArrayBuffer: {
      const auto buffer = object.As<v8::SharedArrayBuffer>();
      full = buffer->ByteLength();
      if (full > 0 && buffer->Data() != nullptr) copy(buffer->Data(), full);
      break;
    }
    default: return;
  }
  if (values_->redactor != nullptr && !prefix.empty()) {
    values_->redactor->RedactBytes(reinterpret_cast<uint8_t*>(prefix.data()), prefix.size(), flags);
  }
  JsonOut& out = values_->out;
  out.Raw(R"(,"bytes":{"base64":")");
  out.Base64(reinterpret_cast<const uint8_t*>(prefix.data()),
             std::min<size_t>(prefix.size(), values_->limits.max_buffer_bytes));
  out.Raw(R"(","byteLength":)");
  out.Unsigned(full);
  if (offset != 0) {
    out.Raw(R"(,"byteOffset":)");
    out.Unsigned(offset);
  }
  out.Char('}');
}

void ContentsWriter::InternalName(std::string_view name) {
  values_->out.Raw(first_internal_ ? R"(,"internalProperties":[{"name":")" : R"(,{"name":")");
  first_internal_ = false;
  values_->out.Raw(name);
  values_->out.Raw(R"(","value":)");
}

void ContentsWriter::Internal(std::string_view name, v8::Local<v8::Value> value, NameFlags flags) {
  InternalName(name);
  values_->Value(value, flags);
  values_->out.Char('}');
}

bool ContentsWriter::InternalProperties(v8::Local<v8::Object> object, ObjectKind kind, NameFlags flags,
                                        v8::Local<v8::Value> prototype) {
  v8::Isolate* isolate = values_->isolate;
  JsonOut& out = values_->out;
  first_internal_ = true;
  switch (kind) {
    case ObjectKind::kPromise: PromiseState(object.As<v8::Promise>(), flags); break;
    case ObjectKind::kProxy: {
      const auto proxy = object.As<v8::Proxy>();
      Internal("[[Target]]", proxy->GetTarget(), flags);
      Internal("[[Handler]]", proxy->GetHandler());
      Internal("[[IsRevoked]]", v8::Boolean::New(isolate, proxy->IsRevoked()));
      break;
    }
    case ObjectKind::kDate:
      Internal("[[DateValue]]", v8::Number::New(isolate, object.As<v8::Date>()->ValueOf()));
      break;
    case ObjectKind::kBoxedNumber:
      Internal("[[PrimitiveValue]]", v8::Number::New(isolate, object.As<v8::NumberObject>()->ValueOf()), flags);
      break;
    case ObjectKind::kBoxedString:
      Internal("[[PrimitiveValue]]", object.As<v8::StringObject>()->ValueOf(), flags);
      break;
    case ObjectKind::kBoxedBoolean:
      Internal("[[PrimitiveValue]]", v8::Boolean::New(isolate, object.As<v8::BooleanObject>()->ValueOf()));
      break;
    case ObjectKind::kBoxedBigInt:
      Internal("[[PrimitiveValue]]", object.As<v8::BigIntObject>()->ValueOf(), flags);
      break;
    case ObjectKind::kBoxedSymbol: Internal("[[PrimitiveValue]]", object.As<v8::SymbolObject>()->ValueOf()); break;
    case ObjectKind::kWeakRef: {
      v8::Local<v8::Value> target;
      if (values_->intrinsics != nullptr && !values_->intrinsics->builtins.weak_ref_deref.IsEmpty() &&
          CallBuiltin(values_->intrinsics->builtins.weak_ref_deref, object).ToLocal(&target)) {
        Internal("[[WeakRefTarget]]", target, flags);
      }
      break;
    }
    case ObjectKind::kObject: InnerSlots(object, prototype, flags); break;
    case ObjectKind::kFunction: {
      v8::Local<v8::Value> target = object.As<v8::Function>()->GetBoundFunction();
      if (target->IsFunction()) Internal("[[TargetFunction]]", target);
      break;
    }
    default: break;
  }
  if (!prototype.IsEmpty()) Internal("[[Prototype]]", prototype);
  if (!first_internal_) out.Char(']');
  return !first_internal_;
}

}  // namespace crash_collector
