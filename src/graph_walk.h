// Walks an object graph breadth first and writes object records. Lives through one capture, on the isolate's thread.
#ifndef SRC_GRAPH_WALK_H_
#define SRC_GRAPH_WALK_H_

#include <v8.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "contents_writer.h"
#include "graph_limits.h"
#include "missing_counts.h"
#include "property_writer.h"
#include "record_notes.h"
#include "text_buffer.h"
#include "value_writer.h"

namespace crash_collector {

// What an object means for those whose prototype it is.
enum PrototypeFacts : uint8_t {
  kKnown = 1,                 // the facts were determined
  kMayHavePrivateFields = 2,  // they are instances of a class that declares some
  kInternal = 4,              // its class is Node.js's own or native code: it is not walked
};

class GraphWalk {
 public:
  // `intrinsics` and `redactor` may be null and must outlive the walk.
  GraphWalk(v8::Isolate* isolate, const GraphLimits& limits, const Intrinsics* intrinsics, const Redactor* redactor,
            std::string id_prefix);
  GraphWalk(const GraphWalk&) = delete;
  GraphWalk& operator=(const GraphWalk&) = delete;

  // JSON of a Value. Its objects are walked later.
  std::string Value(v8::Local<v8::Value> value);

  // JSON of the Variable[] of a scope object, and how many are left out.
  std::string Variables(v8::Local<v8::Value> scope, uint32_t* missing);

  // Writes the records of all that is queued and of what they lead to, within the limits.
  void Walk();

  // Members to be added to the record of an object: `"scopes":[…]`. Without effect when there is no such record.
  void Annotate(uint32_t number, std::string members);

  struct Result {
    TextBuffer near;  // records of depth 0 and 1
    TextBuffer far;
    uint32_t objects = 0;
    MissingCounts missing;
  };
  Result Take();

  // Written objects that may have private fields, and functions of the application, in order of discovery.
  const std::vector<uint32_t>& class_instances() const { return class_instances_; }
  const std::vector<uint32_t>& functions() const { return functions_; }
  v8::Local<v8::Value> ObjectAt(uint32_t number) { return values_.table.At(number).value.Get(isolate_); }

 private:
  // Where a record can be completed: before its closing brace.
  struct RecordEnd {
    uint32_t number;
    bool near;
    size_t offset;
  };

  void WriteRecord(uint32_t number);
  void WriteBody(v8::Local<v8::Object> object, uint32_t number);
  bool IsUsualPrototype(const ObjectEntry& entry, v8::Local<v8::Object> object, v8::Local<v8::Value> prototype);
  PrototypeFacts FactsOf(v8::Local<v8::Value> prototype);
  uint8_t DetermineFacts(v8::Local<v8::Value> prototype);
  bool DeadlinePassed() const { return std::chrono::steady_clock::now() >= deadline_; }
  TextBuffer Completed(std::string_view records, bool near) const;

  v8::Isolate* isolate_;
  GraphLimits limits_;
  ValueWriter values_;
  PropertyWriter properties_;
  ContentsWriter contents_;
  RecordNotes notes_;
  std::chrono::steady_clock::time_point deadline_;
  v8::Global<v8::Object> object_prototype_;
  v8::Global<v8::Object> array_prototype_;
  TextBuffer near_;
  TextBuffer far_;
  size_t next_ = 0;  // in the queue
  uint32_t written_ = 0;
  MissingReason stopped_ = MissingReason::kNone;
  std::vector<uint32_t> class_instances_;
  std::vector<uint32_t> functions_;
  std::vector<RecordEnd> record_ends_;
  std::unordered_map<uint32_t, std::string> annotations_;
};

}  // namespace crash_collector

#endif  // SRC_GRAPH_WALK_H_
