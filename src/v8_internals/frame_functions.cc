#include "v8_internals/frame_functions.h"

#include "v8_internals/builds/platform.h"

#if CRASH_COLLECTOR_FINDS_V8_SYMBOLS
#include <dlfcn.h>

#include <cstring>

#include "base/process_memory.h"
#include "base/v8_compat.h"
#include "v8_internals/words.h"

namespace crash_collector {
namespace v8_internals {

namespace {

constexpr size_t kWord = sizeof(uintptr_t);
constexpr uintptr_t kHeapObjectTag = 1;
constexpr int kSmallIntegerShift = 32;
constexpr size_t kMostScopeWords = 16;
constexpr uint64_t kMostSourceBytes = 64 << 20;
constexpr uint64_t kMostLocals = 100'000;

// The probe, and what its ScopeInfo must hold: three variables that the inner function closes over.
constexpr char kProbe[] = "(function collectorProbe (a, b) { let x = a, y = b, z = 7; return () => x + y + z })";
constexpr char kProbeName[] = "collectorProbe";
constexpr char kProbeFile[] = "crash-collector:probe";
constexpr int64_t kProbeStart = 25;  // of the parameters
constexpr int64_t kProbeLocals = 3;

bool FindConstant(const char* name, intptr_t* value) {
  const void* found = dlsym(RTLD_DEFAULT, name);
  if (found == nullptr) return false;
  int32_t constant;
  memcpy(&constant, found, sizeof(constant));
  *value = constant;
  return true;
}

template <typename T>
bool Find(T* value, const char* name, const char* other = nullptr, const char* third = nullptr) {
  intptr_t constant = 0;
  if (!FindConstant(name, &constant) && (other == nullptr || !FindConstant(other, &constant)) &&
      (third == nullptr || !FindConstant(third, &constant)))
    return false;
  *value = static_cast<T>(constant);
  return true;
}

// The names of V8 11 come last.
bool FindConstants(FrameFunctionLayout* layout) {
  return Find(&layout->frame_function, "v8dbg_off_fp_function") &&
         Find(&layout->frame_context, "v8dbg_off_fp_context") &&
         Find(&layout->function_shared, "v8dbg_class_JSFunction__shared__SharedFunctionInfo") &&
         Find(&layout->shared_name, "v8dbg_class_SharedFunctionInfo__name_or_scope_info__Tagged_NameOrScopeInfoT_",
              "v8dbg_class_SharedFunctionInfo__name_or_scope_info__Tagged_Object_",
              "v8dbg_class_SharedFunctionInfo__name_or_scope_info__Object") &&
         Find(&layout->shared_script, "v8dbg_class_SharedFunctionInfo__script__Tagged_HeapObject_",
              "v8dbg_class_SharedFunctionInfo__script_or_debug_info__HeapObject") &&
         Find(&layout->script_name, "v8dbg_class_Script__name__Object") &&
         Find(&layout->script_source, "v8dbg_class_Script__source__Object") &&
         Find(&layout->map_type, "v8dbg_class_Map__instance_type__uint16_t") &&
         Find(&layout->string_length, "v8dbg_class_String__length__int32_t") &&
         Find(&layout->one_byte_chars, "v8dbg_class_SeqOneByteString__chars__char") &&
         Find(&layout->two_byte_chars, "v8dbg_class_SeqTwoByteString__chars__char") &&
         Find(&layout->thin_actual, "v8dbg_class_ThinString__actual__String") &&
         Find(&layout->not_string, "v8dbg_FirstNonstringType") &&
         Find(&layout->encoding_mask, "v8dbg_StringEncodingMask") &&
         Find(&layout->one_byte, "v8dbg_OneByteStringTag") &&
         Find(&layout->representation_mask, "v8dbg_StringRepresentationMask") &&
         Find(&layout->sequential, "v8dbg_SeqStringTag") && Find(&layout->thin, "v8dbg_ThinStringTag");
}

bool ReadWord(uintptr_t address, uintptr_t* word) { return ReadMemory(address, word, sizeof(*word)); }

// Reads a field of a tagged object.
bool ReadField(uintptr_t object, size_t offset, uintptr_t* word) {
  return IsStrongObject(object) && ReadWord(object - kHeapObjectTag + offset, word);
}

bool HasMap(uintptr_t object, uintptr_t map) {
  uintptr_t found;
  return ReadField(object, 0, &found) && found == map;
}

bool IsSmallInteger(uintptr_t word) { return (word & 0xffffffff) == 0; }

int64_t ValueOf(uintptr_t word) { return static_cast<int64_t>(word) >> kSmallIntegerShift; }

// A string whose characters lie in one row.
struct FlatString {
  uintptr_t chars;
  uint32_t length;
  bool one_byte;
};

bool FindChars(const FrameFunctionLayout& layout, uintptr_t string, FlatString* flat) {
  for (int hops = 0; hops < 3; hops++) {
    uintptr_t map;
    uint16_t type;
    if (!ReadField(string, 0, &map) || !IsStrongObject(map) ||
        !ReadMemory(map - kHeapObjectTag + layout.map_type, &type, sizeof(type)) || type >= layout.not_string)
      return false;
    const uint16_t representation = type & layout.representation_mask;
    if (representation == layout.thin) {
      if (!ReadField(string, layout.thin_actual, &string)) return false;
      continue;
    }
    if (representation != layout.sequential) return false;
    if (!ReadMemory(string - kHeapObjectTag + layout.string_length, &flat->length, sizeof(flat->length))) return false;
    flat->one_byte = (type & layout.encoding_mask) == layout.one_byte;
    flat->chars = string - kHeapObjectTag + (flat->one_byte ? layout.one_byte_chars : layout.two_byte_chars);
    return true;
  }
  return false;
}

// Appends a unit of UTF-16 as UTF-8. Surrogates become question marks.
size_t PutUnit(uint16_t unit, char* out, size_t room) {
  if (unit >= 0xd800 && unit < 0xe000) unit = '?';
  if (unit < 0x80) {
    if (room < 1) return 0;
    out[0] = static_cast<char>(unit);
    return 1;
  }
  if (unit < 0x800) {
    if (room < 2) return 0;
    out[0] = static_cast<char>(0xc0 | unit >> 6);
    out[1] = static_cast<char>(0x80 | (unit & 63));
    return 2;
  }
  if (room < 3) return 0;
  out[0] = static_cast<char>(0xe0 | unit >> 12);
  out[1] = static_cast<char>(0x80 | (unit >> 6 & 63));
  out[2] = static_cast<char>(0x80 | (unit & 63));
  return 3;
}

// Returns the number of bytes; a longer text is cut.
size_t ReadText(const FrameFunctionLayout& layout, uintptr_t string, char* scratch, size_t scratch_size, char* out,
                size_t room) {
  FlatString flat;
  if (!FindChars(layout, string, &flat)) return 0;
  const size_t unit_bytes = flat.one_byte ? 1 : 2;
  size_t units = flat.length < room ? flat.length : room;
  if (units > scratch_size / unit_bytes) units = scratch_size / unit_bytes;
  if (units == 0 || !ReadMemory(flat.chars, scratch, units * unit_bytes)) return 0;
  size_t size = 0;
  for (size_t i = 0; i < units; i++) {
    uint16_t unit;
    if (flat.one_byte)
      unit = static_cast<unsigned char>(scratch[i]);
    else
      memcpy(&unit, scratch + 2 * i, sizeof(unit));
    const size_t more = PutUnit(unit, out + size, room - size);
    if (more == 0) break;
    size += more;
  }
  return size;
}

// Counts the lines before a position of a source.
bool FindLine(const FrameFunctionLayout& layout, uintptr_t source, uint64_t position, char* scratch,
              size_t scratch_size, FrameFunction* function) {
  FlatString flat;
  if (!FindChars(layout, source, &flat) || position > flat.length || position > kMostSourceBytes) return false;
  const size_t unit_bytes = flat.one_byte ? 1 : 2;
  const size_t units_at_once = scratch_size / unit_bytes;
  uint64_t line_start = 0;
  function->line = 0;
  for (uint64_t from = 0; from < position; from += units_at_once) {
    const size_t units = static_cast<size_t>(position - from < units_at_once ? position - from : units_at_once);
    if (!ReadMemory(flat.chars + from * unit_bytes, scratch, units * unit_bytes)) return false;
    for (size_t i = 0; i < units; i++) {
      const bool newline = flat.one_byte ? scratch[i] == '\n' : scratch[2 * i] == '\n' && scratch[2 * i + 1] == 0;
      if (!newline) continue;
      function->line++;
      line_start = from + i + 1;
    }
  }
  function->column = static_cast<uint32_t>(position - line_start);
  return true;
}

// The parts of a function's ScopeInfo. Behind the variables are the function's name with a word that says where it is
// kept, the name that V8 has inferred, and, before V8 13, the positions; the flags tell which of the two names there
// are (https://github.com/nodejs/node/blob/v20.20.2/deps/v8/src/objects/scope-info.tq; Node.js 20 to 26).
struct ScopeParts {
  size_t name = 0;  // offset; 0 if there is none
  size_t start = 0;
};

bool FindScopeParts(const FrameFunctionLayout& layout, uintptr_t scope, ScopeParts* parts) {
  constexpr uint64_t kHasName = 3 << 12;
  constexpr uint64_t kHasInferredName = 1 << 14;
  uintptr_t flags;
  uintptr_t count;
  uintptr_t first = 0;
  FlatString ignored;
  if (!ReadField(scope, kWord, &flags) || !ReadField(scope, layout.scope_local_count, &count) ||
      !IsSmallInteger(count) || static_cast<uint64_t>(ValueOf(count)) > kMostLocals)
    return false;
  if (IsSmallInteger(flags)) flags >>= kSmallIntegerShift;
  const auto locals = static_cast<uint64_t>(ValueOf(count));
  if (locals > 0 && !ReadField(scope, layout.scope_locals, &first)) return false;
  // The names of many variables are in a table, which takes one word.
  const uint64_t names = locals == 0 || FindChars(layout, first, &ignored) ? locals : 1;
  size_t at = layout.scope_locals + (names + locals) * kWord;
  if ((flags & kHasName) != 0) {
    parts->name = at;
    at += 2 * kWord;
  }
  if ((flags & kHasInferredName) != 0) at += kWord;
  parts->start = layout.scope_start != 0 ? layout.scope_start : at;
  return true;
}

// Finds where a ScopeInfo has its parts, in that of the probe.
bool FindScopeLayout(uintptr_t scope, FrameFunctionLayout* layout) {
  uintptr_t words[kMostScopeWords];
  if (!ReadMemory(scope - kHeapObjectTag, words, sizeof(words))) return false;
  char text[64];
  char scratch[64];
  const auto is = [&](uintptr_t word, const char* name) {
    return ReadText(*layout, word, scratch, sizeof(scratch), text, sizeof(text)) == strlen(name) &&
           memcmp(text, name, strlen(name)) == 0;
  };
  size_t at = 2;
  for (; at < kMostScopeWords - kProbeLocals && !is(words[at], "x"); at++) {
    if (!IsSmallInteger(words[at])) return false;
    if (ValueOf(words[at]) == kProbeStart) layout->scope_start = at * kWord;
    if (layout->scope_start == 0 && ValueOf(words[at]) == kProbeLocals) layout->scope_local_count = at * kWord;
  }
  layout->scope_locals = at * kWord;
  ScopeParts parts;
  uintptr_t name;
  uintptr_t start;
  return layout->scope_local_count != 0 && is(words[at + 1], "y") && is(words[at + 2], "z") &&
         FindScopeParts(*layout, scope, &parts) && parts.name != 0 && ReadField(scope, parts.name, &name) &&
         is(name, kProbeName) && ReadField(scope, parts.start, &start) && IsSmallInteger(start) &&
         ValueOf(start) == kProbeStart;
}

bool FindLayout(v8::Isolate* isolate, v8::Local<v8::Context> context, FrameFunctionLayout* layout) {
  if (!FindConstants(layout)) return false;
  v8::Local<v8::String> source;
  v8::Local<v8::String> file;
  if (!v8::String::NewFromUtf8(isolate, kProbe).ToLocal(&source) ||
      !v8::String::NewFromUtf8(isolate, kProbeFile).ToLocal(&file))
    return false;
  v8::ScriptCompiler::Source text(source, ScriptOriginOf(isolate, file));
  v8::Local<v8::Script> script;
  v8::Local<v8::Value> value;
  v8::Local<v8::Value> inner;
  if (!v8::ScriptCompiler::Compile(context, &text).ToLocal(&script) || !script->Run(context).ToLocal(&value) ||
      !value->IsFunction())
    return false;
  // The call makes sure that the function is compiled; only then it has a ScopeInfo.
  if (!value.As<v8::Function>()->Call(context, v8::Undefined(isolate), 0, nullptr).ToLocal(&inner)) return false;
  uintptr_t shared;
  uintptr_t scope;
  uintptr_t script_object;
  if (!ReadField(*SlotOf(value), layout->function_shared, &shared) || !ReadField(shared, layout->shared_name, &scope) ||
      !ReadField(shared, layout->shared_script, &script_object) || !ReadField(shared, 0, &layout->shared_map) ||
      !ReadField(scope, 0, &layout->scope_map) || !ReadField(script_object, 0, &layout->script_map))
    return false;
  if (!FindScopeLayout(scope, layout)) return false;
  // The whole way, as it will be gone at a signal.
  uintptr_t name;
  uintptr_t text_object;
  char scratch[64];
  char found[64];
  FrameFunction place;
  return ReadField(script_object, layout->script_name, &name) &&
         ReadText(*layout, name, scratch, sizeof(scratch), found, sizeof(found)) == sizeof(kProbeFile) - 1 &&
         memcmp(found, kProbeFile, sizeof(kProbeFile) - 1) == 0 &&
         ReadField(script_object, layout->script_source, &text_object) &&
         FindLine(*layout, text_object, kProbeStart, scratch, sizeof(scratch), &place) && place.line == 0 &&
         place.column == kProbeStart;
}

// Reads name and position. The name of a function without a ScopeInfo, which was never compiled, is in the same field.
void ReadNameAndStart(const FrameFunctionLayout& layout, uintptr_t shared, uintptr_t source, char* scratch,
                      size_t scratch_size, FrameFunction* function) {
  uintptr_t name;
  uintptr_t start;
  ScopeParts parts;
  if (!ReadField(shared, layout.shared_name, &name)) return;
  if (HasMap(name, layout.scope_map)) {
    const uintptr_t scope = name;
    if (!FindScopeParts(layout, scope, &parts)) return;
    function->has_position =
        ReadField(scope, parts.start, &start) && IsSmallInteger(start) && ValueOf(start) >= 0 &&
        FindLine(layout, source, static_cast<uint64_t>(ValueOf(start)), scratch, scratch_size, function);
    if (parts.name == 0 || !ReadField(scope, parts.name, &name)) return;
  }
  function->name_size = ReadText(layout, name, scratch, scratch_size, function->name, sizeof(function->name));
}

}  // namespace

FrameFunctionLayout FindFrameFunctionLayout(v8::Isolate* isolate, v8::Local<v8::Context> context) {
  const v8::HandleScope handles(isolate);
  const v8::Context::Scope entered(context);
  const v8::TryCatch try_catch(isolate);
  FrameFunctionLayout layout;
  layout.known = FindLayout(isolate, context, &layout);
  return layout;
}

bool ReadFrameFunction(const FrameFunctionLayout& layout, uintptr_t frame, char* scratch, size_t scratch_size,
                       FrameFunction* function) {
  uintptr_t context;
  uintptr_t closure;
  uintptr_t shared;
  // V8's other frames have a small integer where JavaScript's have a context.
  if (!layout.known || !ReadWord(frame + static_cast<uintptr_t>(layout.frame_context), &context) ||
      !IsStrongObject(context) || !ReadWord(frame + static_cast<uintptr_t>(layout.frame_function), &closure) ||
      !ReadField(closure, layout.function_shared, &shared) || !HasMap(shared, layout.shared_map))
    return false;
  function->name_size = 0;
  function->url_size = 0;
  function->has_position = false;
  uintptr_t script;
  uintptr_t url;
  uintptr_t source;
  // A function of V8 itself has no script.
  if (!ReadField(shared, layout.shared_script, &script) || !HasMap(script, layout.script_map) ||
      !ReadField(script, layout.script_name, &url) || !ReadField(script, layout.script_source, &source))
    return false;
  function->url_size = ReadText(layout, url, scratch, scratch_size, function->url, sizeof(function->url));
  ReadNameAndStart(layout, shared, source, scratch, scratch_size, function);
  return true;
}

}  // namespace v8_internals
}  // namespace crash_collector

#else

namespace crash_collector {
namespace v8_internals {

FrameFunctionLayout FindFrameFunctionLayout(v8::Isolate*, v8::Local<v8::Context>) { return {}; }

bool ReadFrameFunction(const FrameFunctionLayout&, uintptr_t, char*, size_t, FrameFunction*) { return false; }

}  // namespace v8_internals
}  // namespace crash_collector

#endif
