#include "v8_internals/builds/symbols.h"

#include "v8_internals/builds/platform.h"

#if CRASH_COLLECTOR_FINDS_V8_SYMBOLS
#include <dlfcn.h>
#include <v8.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "base/process_memory.h"
#include "v8_internals/builds/known_builds.h"
#include "v8_internals/builds/loaded_object.h"
#include "v8_internals/builds/symbol_file.h"
#include "v8_internals/builds/symbol_names.h"
#endif

namespace crash_collector {
namespace v8_internals {

#if CRASH_COLLECTOR_FINDS_V8_SYMBOLS

namespace {

// Words before the methods of a vtable: the offset of its object in the whole one, and the type information.
constexpr size_t kVtableHead = 2;

// True if V8 has the version that the addon was compiled for, as in `13.6.`.
bool IsVersionOfHeaders() {
  char expected[32];
  const int length = snprintf(expected, sizeof(expected), "%d.%d.", V8_MAJOR_VERSION, V8_MINOR_VERSION);
  return strncmp(v8::V8::GetVersion(), expected, static_cast<size_t>(length)) == 0;
}

bool FindByDynamicLinker(NamedAddresses* addresses) {
  for (size_t i = 0; i < kNames; i++) {
    void* found = dlsym(RTLD_DEFAULT, kSymbolNames[i].name);
    if (found == nullptr && *kSymbolNames[i].other != '\0') found = dlsym(RTLD_DEFAULT, kSymbolNames[i].other);
    (*addresses)[i] = reinterpret_cast<uintptr_t>(found);
  }
  return (*addresses)[0] != 0;
}

// Methods are called by their place in the table. If a patch of V8 has moved, added or renamed one, the table is
// refused.
std::string CheckVtable(const NamedAddresses& addresses, Symbol table, size_t first_slot, size_t slots) {
  constexpr size_t kMostSlots = std::max(kFrameSlots, kScopeSlots);
  std::array<uintptr_t, kVtableHead + kMostSlots> words{};
  if (!ReadMemory(addresses[static_cast<size_t>(table)], words.data(), (kVtableHead + slots) * sizeof(uintptr_t)))
    return "memory of V8 can't be read";
  if (words[0] != 0 || memcmp(&words[kVtableHead], &addresses[first_slot], slots * sizeof(uintptr_t)) != 0)
    return "the methods of V8's iterators are not those that were expected";
  return "";
}

// Returns why the addresses cannot be used; empty if they can.
std::string Check(const LoadedObject& object, const NamedAddresses& addresses) {
  for (size_t i = 0; i < kNames; i++) {
    if (addresses[i] == 0) {
      if (kSymbolNames[i].required) return std::string("no symbol ") + kSymbolNames[i].name;
      continue;
    }
    const bool is_table = i == static_cast<size_t>(Symbol::kFrameIteratorVtable) ||
                          i == static_cast<size_t>(Symbol::kScopeIteratorVtable);
    if (!Holds(object, addresses[i], 1, !is_table)) return std::string("not where V8 is: ") + kSymbolNames[i].name;
  }
  std::string problem = CheckVtable(addresses, Symbol::kFrameIteratorVtable, kFirstFrameSlot, kFrameSlots);
  if (problem.empty()) problem = CheckVtable(addresses, Symbol::kScopeIteratorVtable, kFirstScopeSlot, kScopeSlots);
  return problem;
}

// Asks one source. Returns why it has no addresses; empty if it has, and then they are to be checked.
std::string Ask(SymbolSource source, const LoadedObject& object, const std::string& file, NamedAddresses* addresses) {
  switch (source) {
    case SymbolSource::kKnownBuild:
      return FindKnownBuild(object.build_id, object.base, addresses) ? "" : "the build is not a known one";
    case SymbolSource::kDynamicLinker:
      return FindByDynamicLinker(addresses) ? "" : "V8's debug interface is not exported";
    case SymbolSource::kSymbolTable:
      return ReadSymbolFile(file.empty() ? object.file : file, object.build_id, object.base, addresses);
    case SymbolSource::kNone: break;
  }
  return "nothing was tried";
}

}  // namespace

Symbols LookForSymbols(SymbolSource first, const std::string& file) {
  Symbols symbols;
  LoadedObject object;
  // This finds the object of V8 and not the addon, because the dynamic linker has filled in the address of V8's
  // function.
  if (!FindLoadedObject(reinterpret_cast<uintptr_t>(&v8::Isolate::GetCurrent), &object)) {
    symbols.problem = "the object that holds V8 was not found";
    return symbols;
  }
  symbols.build_id = object.build_id;
  if (!IsVersionOfHeaders()) {
    symbols.problem = std::string("V8 is ") + v8::V8::GetVersion() + ", another one than the addon was compiled for";
    return symbols;
  }
  for (const SymbolSource source :
       {SymbolSource::kKnownBuild, SymbolSource::kDynamicLinker, SymbolSource::kSymbolTable}) {
    if (source < first) continue;
    NamedAddresses addresses{};
    symbols.problem = Ask(source, object, file, &addresses);
    if (symbols.problem.empty()) symbols.problem = Check(object, addresses);
    if (!symbols.problem.empty()) continue;
    std::copy_n(addresses.begin(), symbols.addresses.size(), symbols.addresses.begin());
    symbols.source = source;
    break;
  }
  return symbols;
}

#else

Symbols LookForSymbols(SymbolSource, const std::string&) {
  Symbols symbols;
  symbols.problem = "not Linux on x64";
  return symbols;
}

#endif

const Symbols& FindSymbols() {
  // Never destroyed: workers may still ask while the process exits.
  static const Symbols* const symbols = new Symbols(LookForSymbols(SymbolSource::kKnownBuild, ""));
  return *symbols;
}

}  // namespace v8_internals
}  // namespace crash_collector
