// Writes the contents that V8 keeps inside the objects of its own classes: entries, bytes, dates, states. Only V8's API
// is asked, never a method.
#ifndef SRC_WALK_RECORDS_CONTENTS_WRITER_H_
#define SRC_WALK_RECORDS_CONTENTS_WRITER_H_

#include <v8.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "text/json_out.h"
#include "walk/objects/object_kind.h"
#include "walk/records/record_notes.h"
#include "walk/records/value_writer.h"

namespace crash_collector {

struct PromiseReaction;

class ContentsWriter {
 public:
  explicit ContentsWriter(ValueWriter* values) : values_(values) {}

  // Members that stand before the properties, each with a comma after it.
  void Head(v8::Local<v8::Object> object, ObjectKind kind, NameFlags flags);

  // Members that stand after the properties, each with a comma before it.
  void Entries(v8::Local<v8::Object> object, ObjectKind kind, NameFlags flags, RecordNotes* notes);
  void Bytes(v8::Local<v8::Object> object, ObjectKind kind, NameFlags flags);
  // An empty `prototype` stands for the usual one. Returns true if there was any internal property.
  bool InternalProperties(v8::Local<v8::Object> object, ObjectKind kind, NameFlags flags,
                          v8::Local<v8::Value> prototype);

  // Forgets what belongs to an earlier record. Call this before the contents of an object are written.
  void Begin() {
    further_.Clear();
    further_records_ = 0;
  }

  // False: the reactions of promises are left out.
  bool with_reactions = true;

  // Records of what is no object of JavaScript, to which the contents written last refer: whole lines, valid until
  // Begin().
  std::string_view further() const { return further_.text(); }
  uint32_t further_records() const { return further_records_; }

 private:
  void Error(v8::Local<v8::Object> error);
  void RegExp(v8::Local<v8::RegExp> regexp);
  void Date(v8::Local<v8::Date> date);
  bool DataProperty(v8::Local<v8::Object> object, const char* name, v8::Local<v8::String>* text) const;
  void ListedEntries(v8::Local<v8::Array> list, bool pairs, uint64_t total, NameFlags flags, RecordNotes* notes);
  void IteratedEntries(v8::Local<v8::Object> collection, bool pairs, uint64_t total, NameFlags flags,
                       RecordNotes* notes);
  void Entry(v8::Local<v8::Value> key, v8::Local<v8::Value> value, NameFlags flags, bool first);
  NameFlags FlagsOfKey(std::string_view key, bool has_text) const;
  void Internal(std::string_view name, v8::Local<v8::Value> value, NameFlags flags = kNameHarmless);
  void PromiseState(v8::Local<v8::Promise> promise, NameFlags flags);
  void Reactions(v8::Local<v8::Promise> promise, NameFlags flags);
  void Reaction(const PromiseReaction& reaction, NameFlags flags);
  // The value that refers to a record of further().
  void Reference(ObjectKind kind, uint32_t number);
  void BeginFurther(ObjectKind kind, uint32_t number);
  void EndFurther(const RecordNotes& notes);
  void InnerSlots(v8::Local<v8::Object> object, v8::Local<v8::Value> prototype, NameFlags flags);
  void TemporalText(v8::Local<v8::Value> prototype, v8::Local<v8::Object> object, NameFlags flags);
  void InternalName(std::string_view name);
  v8::MaybeLocal<v8::Value> CallBuiltin(const v8::Global<v8::Function>& function, v8::Local<v8::Value> receiver,
                                        int count = 0, v8::Local<v8::Value>* arguments = nullptr);

  ValueWriter* values_;
  bool first_internal_ = true;
  bool by_storage_ = false;  // the Map of Node.js with the stores of all AsyncLocalStorages, by their storages
                             // (test/workarounds/async-context-map.js, Node.js 24 and 26)
  std::string text_;
  JsonOut further_;
  uint32_t further_records_ = 0;
};

}  // namespace crash_collector

#endif  // SRC_WALK_RECORDS_CONTENTS_WRITER_H_
