// Knows the objects that every program has, which are named in a dump instead of being written, and the collector's
// own, of which nothing is written. One per environment.
#ifndef SRC_WALK_OBJECTS_INTRINSICS_H_
#define SRC_WALK_OBJECTS_INTRINSICS_H_

#include <v8.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace crash_collector {

class KeptTaskProbes;
struct WalkTables;

// Built-in functions as they were before the application could replace them.
struct Builtins {
  v8::Global<v8::Function> weak_ref_deref;
  v8::Global<v8::Function> symbol_key_for;
  v8::Global<v8::Function> map_entries;
  v8::Global<v8::Function> map_iterator_next;
  v8::Global<v8::Function> set_values;
  v8::Global<v8::Function> set_iterator_next;
};

// An internal slot of the objects of a class, which a built-in function reads that runs no other code.
struct InnerSlot {
  v8::Global<v8::Object> prototype;  // of the class
  std::string name;                  // as in `internalProperties`
  v8::Global<v8::Function> read;
  bool takes_object = false;  // true: the object is its argument; false: its receiver
};

class Intrinsics {
 public:
  Intrinsics() = default;
  Intrinsics(const Intrinsics&) = delete;
  Intrinsics& operator=(const Intrinsics&) = delete;

  // `class_name`: of the objects whose usual prototype it is, or empty.
  void Add(v8::Isolate* isolate, v8::Local<v8::Object> object, std::string_view name, std::string_view class_name);
  // An object of the collector.
  void AddOwn(v8::Isolate* isolate, v8::Local<v8::Object> object);
  // Names of the collector's scripts: a file name, or a directory with a separator after it.
  void AddOwnScripts(std::string_view name) { own_scripts_.emplace_back(name); }
  // Objects that have this prototype show only their primitive properties and their `exports`.
  void AddShallow(v8::Isolate* isolate, v8::Local<v8::Object> prototype);

  // Number of the object, from 1 on, or 0.
  uint32_t Find(v8::Local<v8::Object> object, int hash) const;
  // The number of a function of V8's or Node.js's C++ that one of the objects has under the function's name. Looked for
  // only when the function is met, because there are more than a thousand. A function that the application has put
  // there has another name, or a text.
  uint32_t FindMethod(v8::Local<v8::Context> context, v8::Local<v8::Function> function, int hash) const;
  bool IsErrorPrototype(v8::Local<v8::Object> object) const { return error_prototype_ == object; }
  bool IsOwn(uint32_t number) const { return entries_[number - 1].is_own; }
  void AddSlot(InnerSlot slot) { slots_.push_back(std::move(slot)); }
  const std::vector<InnerSlot>& slots() const { return slots_; }
  const std::vector<std::string>& own_scripts() const { return own_scripts_; }
  bool IsShallow(v8::Local<v8::Object> prototype) const;
  const std::string& NameAt(uint32_t number) const { return entries_[number - 1].name; }
  const std::string& ClassNameAt(uint32_t number) const { return entries_[number - 1].class_name; }
  // Finds only prototypes that have a class name.
  v8::Local<v8::Object> Get(v8::Isolate* isolate, std::string_view name) const;

  Builtins builtins;
  // The tables of the last walk, which the next one takes over. Shared only so that they need not be known here.
  mutable std::shared_ptr<WalkTables> idle_tables;
  // Where V8 keeps the reactions of promises. Null until there are hooks that have it, or if suspended functions are
  // not looked for.
  mutable std::shared_ptr<KeptTaskProbes> task_probes;

 private:
  struct Entry {
    v8::Global<v8::Object> object;
    std::string name;
    std::string class_name;
    bool is_own = false;
  };
  v8::Global<v8::Object> error_prototype_;
  // Methods are added when they are found.
  mutable std::vector<Entry> entries_;
  size_t entries_without_methods_ = 0;
  std::unordered_map<std::string, uint32_t> by_name_;
  mutable std::unordered_multimap<int, uint32_t> by_hash_;
  std::vector<v8::Global<v8::Object>> shallow_;
  std::vector<std::string> own_scripts_;
  std::vector<InnerSlot> slots_;
};

}  // namespace crash_collector

#endif  // SRC_WALK_OBJECTS_INTRINSICS_H_
