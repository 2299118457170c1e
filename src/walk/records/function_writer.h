// Writes where a function comes from: its place and its text.
#ifndef SRC_WALK_RECORDS_FUNCTION_WRITER_H_
#define SRC_WALK_RECORDS_FUNCTION_WRITER_H_

#include <v8.h>

#include <cstdint>

#include "walk/records/record_notes.h"
#include "walk/records/value_writer.h"

namespace crash_collector {

// kOwn: of the collector itself.
enum class FunctionOrigin : uint8_t { kApplication, kNode, kNative, kOwn };

FunctionOrigin OriginOf(ValueWriter* values, v8::Local<v8::Function> function);

// Writes `"functionLocation":…,"source":…`, each with a comma before it. Functions that are not the application's have
// no source. Returns true for what may be a class with static private members: `#` occurs in its text.
bool WriteFunction(ValueWriter* values, v8::Local<v8::Function> function, FunctionOrigin origin, RecordNotes* notes);

// True if the function may be a class whose instances have private fields: `#` occurs in its text.
bool MayDeclarePrivateFields(ValueWriter* values, v8::Local<v8::Function> function);

}  // namespace crash_collector

#endif  // SRC_WALK_RECORDS_FUNCTION_WRITER_H_
