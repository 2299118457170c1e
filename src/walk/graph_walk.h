// Walks an object graph breadth first and writes object records. Lives through one capture, on the isolate's thread.
#ifndef SRC_WALK_GRAPH_WALK_H_
#define SRC_WALK_GRAPH_WALK_H_

#include <v8.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/text_buffer.h"
#include "walk/objects/graph_limits.h"
#include "walk/objects/met_objects.h"
#include "walk/objects/missing_counts.h"
#include "walk/objects/pins.h"
#include "walk/records/contents_writer.h"
#include "walk/records/property_writer.h"
#include "walk/records/record_notes.h"
#include "walk/records/value_writer.h"

namespace crash_collector {

// The facts about an object that concern the objects whose prototype it is.
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

  // Objects that are met from now on are marked as read at the report. `gone` stands for values that were collected
  // since the throw. Call this first.
  void ReadLater(v8::Local<v8::Object> gone) {
    reads_later_ = true;
    values_.gone = gone;
  }

  // `removed` stands for the values of variables that V8 has no more.
  void SetRemoved(v8::Local<v8::Object> removed) { values_.removed = removed; }

  // JSON of a Value. Its objects are walked later. `holder`: number of the object that holds it, under `name`; 0 if a
  // frame holds it. `is_content`: the value is one of the contents of a list or collection.
  std::string Value(v8::Local<v8::Value> value, uint32_t holder = 0, std::string_view name = {},
                    bool is_content = false);

  // JSON of the Variable[] of a scope object of a frame or of the function `holder`, and how many are left out.
  // `inherited`: flags that all variables have.
  std::string Variables(v8::Local<v8::Value> scope, uint32_t holder, uint32_t* missing,
                        NameFlags inherited = kNameHarmless);

  // Lets an object be as sensitive as a value with this name, before it is met.
  void Name(v8::Local<v8::Value> value, std::string_view name);
  // The flags of the names under which an object was met.
  NameFlags FlagsOf(v8::Local<v8::Value> value) const;

  // Writes the records of all queued objects, and of the objects that they lead to, within the limits.
  void Walk();

  struct Result {
    TextBuffer near;  // records of depth 0 and 1
    TextBuffer far;
    uint32_t objects = 0;
    MissingCounts missing;
  };
  Result Take();

  // Sets other limits for the walk that follows. Call this after Take.
  void Limit(const GraphLimits& limits);

  // The objects that were met, for a walk that goes on with this one. Call this after Take, and last; if the handles
  // are only copied, Keep may follow.
  MetObjects TakeMet(bool copies);
  // Goes on where an earlier walk ended that had the same prefix for its ids. Call this first. Objects that the
  // earlier walk left are written as read later, if they are still alive.
  void Resume(const MetObjects& met);

  // Makes the objects that another capture has met known, which keep the ids that they have there unless this walk has
  // met them, too. What that capture has left is read by this walk, after all else. Call this after Resume. Returns the
  // number that each object has in this walk, in the order of its numbers there; 0 for objects that are gone. Ends
  // early, with a shorter list, if the time is up.
  std::vector<uint32_t> Join(const MetObjects& met, uint32_t capture);
  // The capture and number of which the id of an object is made that has the id of another capture; {0, 0} for others.
  std::pair<uint32_t, uint32_t> OtherIdOf(uint32_t number) const {
    const uint32_t other = values_.table.At(number).other_id;
    return other == 0 ? std::pair<uint32_t, uint32_t>() : values_.other_ids[other - 1];
  }
  std::string IdOf(uint32_t number) const { return values_.IdOf(number); }
  // Another capture has written the record of this object, so the walk need not.
  void SetWritten(uint32_t number) { values_.table.At(number).state = ObjectState::kWritten; }

  // Call this after Take, and last, because it takes the handles.
  void Keep(Pins* kept) { kept->Keep(&values_.table); }

  // Objects with facts that V8's API does not tell and the inspector does. Each list has the objects that were written
  // since it was last asked for.
  enum class Unfinished : uint8_t {
    kPrivateProperties,   // objects that may have private fields
    kScopes,              // functions of the application
    kInternalProperties,  // generators and bound functions
  };
  std::vector<uint32_t> TakeUnfinished(Unfinished kind) {
    return std::exchange(unfinished_[static_cast<size_t>(kind)], {});
  }
  // True if the contents of an object are read later than a capture wrote its record.
  bool IsReadLater(uint32_t number) const { return values_.table.At(number).read_later; }
  // The number of an object or symbol that was met; 0 for any other value.
  uint32_t NumberOf(v8::Local<v8::Value> value) const;
  v8::Local<v8::Value> ObjectAt(uint32_t number) { return values_.table.At(number).value.Get(isolate_); }

 private:
  void WalkQueue();
  // An object that another walk has met, empty if it is gone. Counts what that walk has left of it.
  v8::Local<v8::Value> ValueOf(const MetObjects::Object& object);
  void EnqueueJoined();
  void WriteRecord(uint32_t number);
  // Writes the parts of an object that were cut by the capture with which this walk goes on.
  void WriteRest(uint32_t number);
  JsonOut& BeginRecord(std::string_view kind, uint32_t number);
  void WriteBody(v8::Local<v8::Object> object, uint32_t number);
  std::array<size_t, 3> CountUnfinished() const;
  // Forgets the objects that were added since CountUnfinished() gave these counts.
  void ForgetUnfinished(const std::array<size_t, 3>& counts);
  void AddUnfinished(Unfinished kind, uint32_t number) { unfinished_[static_cast<size_t>(kind)].push_back(number); }
  MissingReason ReasonOfQueued() const {
    return stopped_ == MissingReason::kNone ? MissingReason::kObjectCount : stopped_;
  }
  void SetHolder(uint32_t holder);
  bool IsGlobal(v8::Local<v8::Object> object) const;
  bool IsUsualPrototype(const ObjectEntry& entry, v8::Local<v8::Object> object, v8::Local<v8::Value> prototype);
  PrototypeFacts FactsOf(v8::Local<v8::Value> prototype);
  uint8_t DetermineFacts(v8::Local<v8::Value> prototype);
  // The nearest objects get some more time, because on a busy machine all of it can be gone before the walk begins.
  bool DeadlinePassed(size_t written) const {
    constexpr size_t kNearest = 256;
    constexpr std::chrono::milliseconds kForNearest{100};
    return std::chrono::steady_clock::now() >= (written < kNearest ? deadline_ + kForNearest : deadline_);
  }

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
  size_t deep_bytes_ = 0;
  MissingReason stopped_ = MissingReason::kNone;
  MissingCounts told_;                 // by earlier calls of Take
  std::vector<uint32_t> cut_;          // numbers of objects of which a part is to be written
  std::vector<uint32_t> joined_left_;  // what the captures have left that were joined
  std::vector<uint32_t> joined_cut_;
  std::array<std::vector<uint32_t>, 3> unfinished_;
  bool reads_later_ = false;
};

}  // namespace crash_collector

#endif  // SRC_WALK_GRAPH_WALK_H_
