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
  kGetInternalProperties,  // from here on to kGeneratorSuspendedLocation: 0 if this build has none, and the others can
                           // still be used
  kGetPrivateMembers,      // with std::vector before V8 12, LocalVector since
  kScopeIteratorForFunction,
  kScopeIteratorForGenerator,
  kGeneratorSuspendedLocation,  // v8::debug::GeneratorObject::SuspendedLocation()
  kEphemeronTableNew,           // v8::debug::EphemeronTable::New(Isolate*)
  kEphemeronTableGet,           // ::Get(Isolate*, Local<Value>)
  kEphemeronTableSet,           // ::Set(Isolate*, Local<Value>, Local<Value>)
  kScriptId,                    // v8::debug::Script::Id(); from here on 0 if this build has none
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
  std::string build_id;  // hex, of the object that holds V8; empty if it has none
  std::string problem;   // why they cannot be used, a short clause; empty if they can

  uintptr_t Address(Symbol symbol) const { return addresses[static_cast<size_t>(symbol)]; }
};

// Looks once in a process, on the thread that asks first; the others wait for it. Calls nothing of V8 but GetVersion().
// If the build is not a known one and does not export the symbols, reads the file that holds V8, of which it needs
// about 20 MB.
const Symbols& FindSymbols();

// The function behind a symbol, called with the signature that V8 gives it; null if this build has none.
template <typename Function>
Function* FunctionAt(Symbol symbol) {
  return reinterpret_cast<Function*>(FindSymbols().Address(symbol));
}

// Looks anew, for tests, leaving out the sources before `first`. If `file` is not empty, it is read in place of the
// file that holds V8.
Symbols LookForSymbols(SymbolSource first, const std::string& file);

}  // namespace v8_internals
}  // namespace crash_collector

#endif  // SRC_V8_INTERNALS_BUILDS_SYMBOLS_H_
