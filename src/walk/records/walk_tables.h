// The memory that a walk works with. Making it takes longer than a walk of a few objects, so it is left to the next
// walk of the same environment. Between two walks it holds no object of the application, only some names of properties.
#ifndef SRC_WALK_RECORDS_WALK_TABLES_H_
#define SRC_WALK_RECORDS_WALK_TABLES_H_

#include <v8.h>

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "redaction/redactor.h"
#include "walk/objects/object_table.h"
#include "walk/records/name_cache.h"
#include "walk/records/shape_cache.h"
#include "walk/records/string_reader.h"

namespace crash_collector {

struct WalkTables {
  explicit WalkTables(v8::Isolate* isolate)
      : strings(isolate), names(isolate, &strings), table(isolate), shapes(isolate) {}
  WalkTables(const WalkTables&) = delete;
  WalkTables& operator=(const WalkTables&) = delete;

  // Call this before a walk. `redactor` judges the names, and may be null.
  void Begin(const Redactor* redactor) {
    strings.ResetBudget();
    names.Use(redactor);
  }

  // Call this after a walk.
  void Clear() {
    constexpr size_t kMostScripts = 4096;
    table.Clear();
    shapes.Clear();
    names.Trim();
    queue.clear();
    if (script_origins.size() > kMostScripts) script_origins.clear();
  }

  StringReader strings;
  NameCache names;
  ObjectTable table;
  ShapeCache shapes;
  std::vector<uint32_t> queue;                      // numbers of objects to be written, nearest first
  std::unordered_map<int, uint8_t> script_origins;  // FunctionOrigin of the functions of a script, by its id
};

}  // namespace crash_collector

#endif  // SRC_WALK_RECORDS_WALK_TABLES_H_
