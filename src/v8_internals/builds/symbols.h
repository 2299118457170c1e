// Finds V8's debug interface, which Node.js exports on some versions only, and makes sure that it is what the addon was
// written for.
#ifndef SRC_V8_INTERNALS_BUILDS_SYMBOLS_H_
#define SRC_V8_INTERNALS_BUILDS_SYMBOLS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace crash_collector {
namespace v8_internals {

enum class Symbol : uint8_t {
  kStackTraceIteratorCreate,  // v8::debug::StackTraceIterator::Create(Isolate*, int)
  kDebugScopeConstructor,     // of v8::internal::DebugScope
  kDebugScopeDestructor,
  kSetDebugDelegate,       // v8::debug::SetDebugDelegate, whose code tells where the isolate keeps its Debug object
  kGetInternalProperties,  // from here on to kGeneratorSuspendedLocation: 0 where this build has none, and the rest can
                           // be used
  kGetPrivateMembers,      // with std::vector before V8 12, LocalVector since
  kScopeIteratorForFunction,
  kScopeIteratorForGenerator,
  kGeneratorSuspendedLocation,  // v8::debug::GeneratorObject::SuspendedLocation()
  kEphemeronTableNew,           // v8::debug::EphemeronTable::New(Isolate*)
  kEphemeronTableGet,           // ::Get(Isolate*, Local<Value>)
  kEphemeronTableSet,           // ::Set(Isolate*, Local<Value>, Local<Value>)
  kScriptId,                    // v8::debug::Script::Id(); from here on 0 where this build has none
  kScriptSource,                // ::Source()
  kScriptSourceMappingUrl,      // ::SourceMappingURL()
  kGeneratorIsSuspended,        // v8::debug::GeneratorObject::IsSuspended()
  kGeneratorScript,             // ::Script()
  kFrameIteratorVtable,         // of v8::internal::DebugStackTraceIterator
  kScopeIteratorVtable,         // of v8::internal::DebugScopeIterator
  kCount
};

// In the order in which they are tried.
enum class SymbolSource : uint8_t { kNone, kKnownBuild, kDynamicLinker, kSymbolTable };

struct Symbols {
  std::array<uintptr_t, static_cast<size_t>(Symbol::kCount)> addresses{};  // of this process; all 0 with a problem
  SymbolSource source = SymbolSource::kNone;
  std::string build_id;  // hex, of the object that holds V8; empty when it has none
  std::string problem;   // why they can't be used, a short clause; empty when they can

  uintptr_t Address(Symbol symbol) const { return addresses[static_cast<size_t>(symbol)]; }
};

// Looks once a process, on whatever thread asks first; the others wait for it. Calls nothing of V8 but its version.
// Reads a file of about 20 MB where the build is not a known one and doesn't export the symbols, and none else.
const Symbols& FindSymbols();

// The function behind a symbol, called with the signature that V8 gives it; null where this build has none.
template <typename Function>
Function* FunctionAt(Symbol symbol) {
  return reinterpret_cast<Function*>(FindSymbols().Address(symbol));
}

// For tests: looks anew, leaving out the sources before `first`, in `file` in place of the one that holds V8, unless
// that is empty.
Symbols LookForSymbols(SymbolSource first, const std::string& file);

}  // namespace v8_internals
}  // namespace crash_collector

#endif  // SRC_V8_INTERNALS_BUILDS_SYMBOLS_H_
