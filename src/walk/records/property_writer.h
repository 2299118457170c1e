// Writes the own properties of an object as `properties`, and those of a debugger's scope object as `Variable`s. Runs
// no getter: an accessor is recognised before anything is read.
#ifndef SRC_WALK_RECORDS_PROPERTY_WRITER_H_
#define SRC_WALK_RECORDS_PROPERTY_WRITER_H_

#include <v8.h>

#include <cstdint>

#include "redaction/lists.h"
#include "walk/objects/object_kind.h"
#include "walk/records/record_notes.h"
#include "walk/records/statement_values.h"
#include "walk/records/value_writer.h"

namespace crash_collector {

// Says which properties of an object are read, and how.
struct PropertyOptions {
  ObjectKind kind = ObjectKind::kObject;
  NameFlags inherited = kNameHarmless;  // flags of the name under which the object stands
  bool shallow = false;                 // only primitives, `exports`, and the `listener` that once() was given
  bool usual_prototype = false;         // of an array: Array.prototype
  bool unread = false;                  // native code answers for its properties
  bool of_frame = false;                // a variable of a frame holds the object
  Shape* shape = nullptr;               // null if it is not known
};

class PropertyWriter {
 public:
  explicit PropertyWriter(ValueWriter* values) : values_(values), statements_(values) {}

  // Writes `"properties":[…]`.
  void Properties(v8::Local<v8::Object> object, const PropertyOptions& options, RecordNotes* notes);

  // Writes `[…]` and returns how many variables the limit left out. `inherited`: flags that all of them have.
  uint32_t Variables(v8::Local<v8::Object> scope, NameFlags inherited);

  // True if a function's `prototype` is as it was made: without any property but `constructor`.
  bool IsPlainPrototype(v8::Local<v8::Object> function, v8::Local<v8::Value> prototype) const;

 private:
  // How an own property can be read.
  enum class Access { kData, kAccessor, kNotRead, kHidden };

  void Elements(v8::Local<v8::Object> array, const PropertyOptions& options, RecordNotes* notes);
  uint32_t LengthOf(v8::Local<v8::Object> array, ObjectKind kind) const;
  bool Element(v8::Local<v8::Object> array, uint32_t index, bool check_own, const PropertyOptions& options,
               NameFlags flags);
  void Named(v8::Local<v8::Object> object, const PropertyOptions& options, RecordNotes* notes);
  // Writes the properties that an object of the same shape had.
  void Listed(v8::Local<v8::Object> object, const PropertyOptions& options);
  // False if there was nothing to show. `learnt` gets the facts that hold for all objects of the shape; it has no name
  // if there are none.
  bool Property(v8::Local<v8::Object> object, v8::Local<v8::Value> key, const PropertyOptions& options,
                ShapeProperty* learnt);
  Access AccessTo(v8::Local<v8::Object> object, v8::Local<v8::Name> name, KnownName known, ObjectKind kind);
  void Data(v8::Local<v8::Object> object, v8::Local<v8::Name> name, KnownName known, NameFlags flags,
            const PropertyOptions& options);
  void Accessor(v8::Local<v8::Object> object, v8::Local<v8::Name> name, NameFlags flags);
  v8::PropertyAttribute AttributesOf(v8::Local<v8::Object> object, v8::Local<v8::Name> name) const;
  NameFlags FlagsBySiblings(v8::Local<v8::Object> object, KnownName known);
  NameFlags FlagsOfElement(ListJudge* judge, uint32_t index, v8::Local<v8::Value> element);
  bool PrototypesHaveElements();
  void Separate();

  ValueWriter* values_;
  StatementValues statements_;
  bool first_ = true;
  int prototypes_have_elements_ = -1;  // not known yet
  std::string utf8_;
};

}  // namespace crash_collector

#endif  // SRC_WALK_RECORDS_PROPERTY_WRITER_H_
