// Keeps the names of properties, variables and classes as JSON text. The same few names occur on most objects, and V8
// has one string for each, so that a name is read and judged once.
#ifndef SRC_WALK_RECORDS_NAME_CACHE_H_
#define SRC_WALK_RECORDS_NAME_CACHE_H_

#include <v8.h>

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "redaction/redactor.h"
#include "walk/records/string_reader.h"

namespace crash_collector {

enum class KnownName : uint8_t {
  kOther,
  kStack,
  kLength,
  kPrototype,
  kArguments,
  kCaller,
  kExports,
  kListener,
  kValue,
  kArgs,
  kStatement,  // may hold SQL
};

struct CachedName {
  std::string json;  // with quotes
  NameFlags flags = kNameHarmless;
  KnownName known = KnownName::kOther;
};

class NameCache {
 public:
  NameCache(v8::Isolate* isolate, StringReader* reader);
  NameCache(const NameCache&) = delete;
  NameCache& operator=(const NameCache&) = delete;

  // Call this before names are asked for: another redactor judges them otherwise. It may be null.
  void Use(const Redactor* redactor);
  // Bounds the names that a walk leaves to the next one.
  void Trim();

  // Valid until the next call. `index`, if wanted, gets a number for At(), or 0 if the cache is full.
  const CachedName& Get(v8::Local<v8::String> name, uint32_t* index = nullptr);
  const CachedName& At(uint32_t index) const { return entries_[index - 1].name; }
  v8::Local<v8::String> StringAt(uint32_t index) const { return entries_[index - 1].string.Get(isolate_); }

 private:
  struct Entry {
    v8::Global<v8::String> string;
    int hash = 0;
    CachedName name;
  };
  static constexpr size_t kMaxEntries = 8192;
  static constexpr size_t kSlots = 4 * kMaxEntries;
  static constexpr size_t kMostKept = 1024;
  static constexpr int kMaxCachedLength = 256;
  static constexpr int kMaxLength = 4096;

  void Clear();
  void Fill(v8::Local<v8::String> string, CachedName* name);

  v8::Isolate* isolate_;
  StringReader* reader_;
  const Redactor* redactor_ = nullptr;
  uint64_t redactor_id_ = 0;  // 0: none
  std::deque<Entry> entries_;
  std::vector<uint16_t> slots_;  // index + 1 into entries_
  CachedName uncached_;
};

}  // namespace crash_collector

#endif  // SRC_WALK_RECORDS_NAME_CACHE_H_
