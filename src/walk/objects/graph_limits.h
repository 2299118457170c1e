// The limits of how much of an object graph is written.
#ifndef SRC_WALK_OBJECTS_GRAPH_LIMITS_H_
#define SRC_WALK_OBJECTS_GRAPH_LIMITS_H_

#include <cstddef>
#include <cstdint>

namespace crash_collector {

struct GraphLimits {
  uint32_t max_objects = 20000;       // records, and objects that wait to become one
  uint32_t max_records = UINT32_MAX;  // further objects are left to a walk that goes on with this one
  // True if a later walk goes on with this one. That walk reads functions, which seldom change and have long texts, and
  // writes again what this one cuts.
  bool is_gone_on_with = false;
  uint32_t max_depth = 5;  // an object in a variable has depth 0; deeper objects get an id and no record
  // Objects deeper than `fair_depth` get at most `deep_share` of the objects and bytes. A linked list takes all that it
  // may, and objects that are found later, such as the variables of closures, are worth more than its end.
  uint32_t fair_depth = 12;
  double deep_share = 1;
  uint32_t max_properties = 200;                   // of an object
  uint32_t max_entries = 200;                      // of an array or a collection
  uint32_t max_string_length = 4096;               // UTF-16 units
  uint32_t max_nested_string_length = UINT32_MAX;  // of strings that an object holds, if that is less
  uint32_t max_buffer_bytes = 256;                 // prefix of binary data
  size_t max_bytes = 8 << 20;                      // of all records together
  double deadline_ms = 1000;                       // from the start of the capture
};

}  // namespace crash_collector

#endif  // SRC_WALK_OBJECTS_GRAPH_LIMITS_H_
