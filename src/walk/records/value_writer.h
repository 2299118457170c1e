// Writes a JavaScript value as the JSON of a `Value` of packages/shared/dump/terms.js. Objects get an id and wait in
// the table for their turn.
//
// Values become text only here, so secrets are taken out of strings, numbers and BigInts only here.
#ifndef SRC_WALK_RECORDS_VALUE_WRITER_H_
#define SRC_WALK_RECORDS_VALUE_WRITER_H_

#include <v8.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "redaction/redactor.h"
#include "redaction/shown_parts.h"
#include "text/json_out.h"
#include "walk/objects/graph_limits.h"
#include "walk/objects/intrinsics.h"
#include "walk/objects/missing_counts.h"
#include "walk/objects/object_table.h"
#include "walk/records/name_cache.h"
#include "walk/records/shape_cache.h"
#include "walk/records/string_reader.h"
#include "walk/records/walk_tables.h"

namespace crash_collector {

class ValueWriter {
  std::shared_ptr<WalkTables> tables_;  // declared before the references to its members

 public:
  // `intrinsics` and `redactor` may be null and must outlive the writer.
  ValueWriter(v8::Isolate* isolate, const GraphLimits& limits, const Intrinsics* intrinsics, const Redactor* redactor,
              std::string id_prefix);
  ~ValueWriter();
  ValueWriter(const ValueWriter&) = delete;
  ValueWriter& operator=(const ValueWriter&) = delete;

  // Call this before the first use in a HandleScope. No JavaScript may run until End, which must be called before
  // that scope ends.
  void Begin(v8::Local<v8::Context> current) { context = current; }
  void End() {
    context.Clear();
    shapes.Clear();
  }

  // True if objects at this depth get no record, because of the limit or because deep objects have had their share.
  bool IsTooDeep(uint32_t depth) const {
    return depth > limits.max_depth || (depth > limits.fair_depth && deep_is_full);
  }

  // Says that the values which are written next are held by an object at `depth - 1`, which is `read_later`.
  void SetDepth(uint32_t depth, bool read_later) {
    depth_ = depth;
    read_later_ = read_later;
  }
  uint32_t depth() const { return depth_; }
  bool reads_later() const { return read_later_; }

  // `flags`: those of the name under which the value stands.
  void Value(v8::Local<v8::Value> value, NameFlags flags = kNameHarmless);
  void Object(v8::Local<v8::Object> object, NameFlags flags = kNameHarmless);
  void Symbol(v8::Local<v8::Symbol> symbol);
  void String(v8::Local<v8::String> text, NameFlags flags = kNameHarmless);
  // Text of a JSON string with its quotes, redacted and cut; for descriptions.
  void Quoted(v8::Local<v8::String> text, uint32_t max_units, NameFlags flags = kNameHarmless);
  // The first line of a text, of which no more than `max_units` and the redactor's overlap need be given.
  void QuotedLine(std::string_view text, uint32_t max_units);
  // `"Symbol(description)"`, and returns the flags of the description as a name.
  NameFlags SymbolText(v8::Local<v8::Symbol> symbol);
  void ObjectId(uint32_t number);
  // The same without quotes.
  std::string IdOf(uint32_t number) const;
  // `"className":"Map",` of an object of the table.
  void ClassNameMember(const ObjectEntry& entry, v8::Local<v8::Object> object);

  // FunctionOrigin of the functions of a script, by its id.
  std::unordered_map<int, uint8_t>& script_origins() { return tables_->script_origins; }

  // The number of the object in the table, which it enters if it is new; 0 if there is no room. `enqueue`: it is to be
  // written.
  uint32_t Register(v8::Local<v8::Object> object, NameFlags flags, bool enqueue = true);
  // The number of the symbol, which it gets if it has none; 0 if the table is full.
  uint32_t NumberOf(v8::Local<v8::Symbol> symbol);
  // Notes a text or number that is hidden because of the name of its variable. It stands in `arguments` and in arrays
  // of arguments, too, where it has no name.
  void HideArgument(v8::Local<v8::Value> value, NameFlags flags);
  bool IsHiddenArgument(v8::Local<v8::Value> value) const;

  // The flags of the names under which the object was met.
  NameFlags FlagsOf(v8::Local<v8::Object> object) const;
  // Those of the AsyncLocalStorage whose stores stand under the symbol.
  NameFlags FlagsOf(v8::Local<v8::Symbol> key) const;

  v8::Isolate* isolate;
  v8::Local<v8::Context> context;
  const GraphLimits& limits;
  const Intrinsics* intrinsics;
  const Redactor* redactor;
  JsonOut out;
  StringReader& strings;
  NameCache& names;
  ObjectTable& table;
  ShapeCache& shapes;
  std::vector<uint32_t>& queue;
  // Captures and numbers of which ids are made of objects that other captures have met.
  std::vector<std::pair<uint32_t, uint32_t>> other_ids;
  MissingCounts missing;
  uint32_t deep_objects = 0;  // deep objects that were queued
  bool deep_is_full = false;
  bool has_cut = false;  // a string was cut since this was set to false
  // These may be empty.
  v8::Local<v8::Object> gone;     // stands for values that were collected before they were read
  v8::Local<v8::Object> removed;  // stands for those of variables that V8 has no more

 private:
  uint32_t Discover(v8::Local<v8::Object> object, int hash);
  void Number(double value, NameFlags flags);
  void BigInt(v8::Local<v8::BigInt> value, NameFlags flags);
  bool Redacted(const StringUnits& units, NameFlags flags);
  // The text, redacted and cut; valid until the next use.
  std::string_view Kept(std::string_view text, uint32_t max_units);
  void MarkStoreKey(v8::Local<v8::Object> object, NameFlags flags);
  const std::string& ClassName(const ObjectEntry& entry, v8::Local<v8::Object> object);

  std::string id_prefix_;
  uint32_t depth_ = 0;
  bool read_later_ = false;
  std::vector<v8::Global<v8::Value>> hidden_arguments_;
  ShownParts shown_;
  std::string utf8_;
  std::string redacted_;
};

}  // namespace crash_collector

#endif  // SRC_WALK_RECORDS_VALUE_WRITER_H_
