// Writes the dump of a heap that is full, if V8 ends the process before JavaScript could be interrupted: a builtin
// wanted more than was left. V8 cannot be entered then, so the dump has no frames and no variables.
#ifndef SRC_HEAP_OUT_OF_MEMORY_DUMP_H_
#define SRC_HEAP_OUT_OF_MEMORY_DUMP_H_

#include <v8.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "heap/collection_log.h"

namespace crash_collector {

// What is prepared while JavaScript can run.
struct PreparedDump {
  std::string directory;   // absolute
  std::string name_start;  // of the dump's name, up to the date
  std::string header;      // JSON of the header, without the closing brace and what is only known later
  uint32_t thread_id = 0;
  bool quiet = false;
};

// Writes the dump, and the line on stderr that names it, or says which error of the system has prevented it. Allocates
// nothing on V8's heap.
void WriteOutOfMemoryDump(v8::Isolate* isolate, const PreparedDump& prepared, const CollectionLog& collections,
                          size_t limit_bytes, size_t used_bytes);

}  // namespace crash_collector

#endif  // SRC_HEAP_OUT_OF_MEMORY_DUMP_H_
