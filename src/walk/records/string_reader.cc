#include "walk/records/string_reader.h"

#include <algorithm>

#include "base/v8_compat.h"
#include "text/json_out.h"

namespace crash_collector {

namespace {
int64_t UsedHeap(v8::Isolate* isolate) {
  v8::HeapStatistics statistics;
  isolate->GetHeapStatistics(&statistics);
  return static_cast<int64_t>(statistics.used_heap_size());
}
}  // namespace

bool StringReader::ReadExternal(v8::Local<v8::String> text, StringUnits* units) const {
  if (text->IsExternalOneByte()) {
    const v8::String::ExternalOneByteStringResource* resource = text->GetExternalOneByteStringResource();
    if (resource == nullptr || resource->data() == nullptr) return false;
    units->latin1 = reinterpret_cast<const uint8_t*>(resource->data());
    return true;
  }
  const v8::String::ExternalStringResource* resource = text->GetExternalStringResource();
  if (resource == nullptr || resource->data() == nullptr) return false;
  units->utf16 = resource->data();
  return true;
}

bool StringReader::Read(v8::Local<v8::String> text, size_t max_units, StringUnits* units) {
  const int full_length = text->Length();
  const auto length = static_cast<uint32_t>(std::min<size_t>(static_cast<size_t>(full_length), max_units));
  *units = StringUnits();
  units->length = length;
  if (length == 0) {
    units->latin1 = reinterpret_cast<const uint8_t*>(scratch_.data());
    return true;
  }
  const bool one_byte = text->IsOneByte();
  int64_t used_before = 0;
  if (full_length > kLongString) {
    if (ReadExternal(text, units)) return true;
    if (static_cast<int64_t>(full_length) * (one_byte ? 1 : 2) > copy_budget_) return false;
    used_before = UsedHeap(isolate_);
  }
  // The buffer only grows, because resize() would fill with zeros the units that are written over at once.
  if (scratch_.size() < length) scratch_.resize(std::max<size_t>(length, 1024));
  if (one_byte) {
    units->latin1 = reinterpret_cast<const uint8_t*>(scratch_.data());
    WriteOneByte(isolate_, text, reinterpret_cast<uint8_t*>(scratch_.data()), length);
  } else {
    units->utf16 = scratch_.data();
    WriteTwoByte(isolate_, text, scratch_.data(), length);
  }
  if (full_length > kLongString) copy_budget_ -= std::max<int64_t>(0, UsedHeap(isolate_) - used_before);
  return true;
}

bool StringReader::ReadUtf8(v8::Local<v8::String> text, size_t max_units, std::string* utf8) {
  utf8->clear();
  StringUnits units;
  if (!Read(text, max_units, &units)) return false;
  AppendUtf8(units, utf8);
  return true;
}

void AppendUtf8(const StringUnits& units, std::string* out) {
  if (units.utf16 != nullptr) {
    AppendUtf8(units.utf16, units.length, out);
  } else {
    AppendUtf8(units.latin1, units.length, out);
  }
}

}  // namespace crash_collector
