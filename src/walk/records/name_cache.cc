#include "walk/records/name_cache.h"

#include <algorithm>
#include <cctype>

#include "text/json_out.h"

namespace crash_collector {

namespace {
KnownName Recognise(std::string_view name) {
  if (name == "stack") return KnownName::kStack;
  if (name == "length") return KnownName::kLength;
  if (name == "prototype") return KnownName::kPrototype;
  if (name == "arguments") return KnownName::kArguments;
  if (name == "caller") return KnownName::kCaller;
  if (name == "exports") return KnownName::kExports;
  if (name == "listener") return KnownName::kListener;
  if (name == "value" || name == "Value") return KnownName::kValue;
  if (name == "args") return KnownName::kArgs;
  for (const std::string_view each : {"sql", "text", "query", "statement"}) {
    if (name == each) return KnownName::kStatement;
  }
  return KnownName::kOther;
}

// True for an identifier or an index, as code names members; a longer or another text may be data, as in an object that
// is used as a map.
bool IsMemberName(std::string_view name) {
  constexpr size_t kLongest = 40;
  if (!name.empty() && name.front() == '#') name.remove_prefix(1);
  const auto is_part = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '$'; };
  return !name.empty() && name.size() <= kLongest && std::all_of(name.begin(), name.end(), is_part);
}
}  // namespace

NameCache::NameCache(v8::Isolate* isolate, StringReader* reader) : isolate_(isolate), reader_(reader), slots_(kSlots) {}

void NameCache::Use(const Redactor* redactor) {
  const uint64_t id = redactor == nullptr ? 0 : redactor->id();
  if (id != redactor_id_) Clear();
  redactor_ = redactor;
  redactor_id_ = id;
}

void NameCache::Trim() {
  redactor_ = nullptr;  // it need not outlive the walk
  if (entries_.size() > kMostKept) Clear();
}

void NameCache::Clear() {
  entries_.clear();
  slots_.assign(kSlots, 0);
}

const CachedName& NameCache::Get(v8::Local<v8::String> name, uint32_t* index) {
  const int hash = name->GetIdentityHash();
  size_t slot = static_cast<uint32_t>(hash) % kSlots;
  while (slots_[slot] != 0) {
    const Entry& entry = entries_[slots_[slot] - 1];
    if (entry.hash == hash && entry.string == name) {
      if (index != nullptr) *index = slots_[slot];
      return entry.name;
    }
    slot = (slot + 1) % kSlots;
  }
  if (index != nullptr) *index = 0;
  if (entries_.size() == kMaxEntries || name->Length() > kMaxCachedLength) {
    Fill(name, &uncached_);
    return uncached_;
  }
  Entry& entry = entries_.emplace_back();
  entry.string.Reset(isolate_, name);
  entry.hash = hash;
  Fill(name, &entry.name);
  slots_[slot] = static_cast<uint16_t>(entries_.size());
  if (index != nullptr) *index = slots_[slot];
  return entry.name;
}

void NameCache::Fill(v8::Local<v8::String> string, CachedName* name) {
  std::string utf8;
  std::string redacted;
  if (!reader_->ReadUtf8(string, kMaxLength + Redactor::kOverlap, &utf8)) utf8 = "?";
  if (redactor_ != nullptr) {
    name->flags = redactor_->ClassifyName(utf8);
    // Names can be secrets too: objects used as maps by token.
    if (redactor_->Redact(utf8, &redacted, IsMemberName(utf8) ? kNameOfCode : kNameHarmless))
      utf8 = Redactor::Kept(redacted, static_cast<size_t>(string->Length()), kMaxLength);
  }
  utf8.resize(Utf8PrefixOfUnits(utf8, kMaxLength));
  name->known = Recognise(utf8);
  JsonOut json;
  json.Char('"');
  json.Utf8(utf8);
  json.Char('"');
  name->json = json.Release();
}

}  // namespace crash_collector
