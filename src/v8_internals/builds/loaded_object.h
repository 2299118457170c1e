// The executable or shared object that holds an address of this process.
#ifndef SRC_V8_INTERNALS_BUILDS_LOADED_OBJECT_H_
#define SRC_V8_INTERNALS_BUILDS_LOADED_OBJECT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace crash_collector {
namespace v8_internals {

struct LoadedPart {
  uintptr_t start;
  uintptr_t end;
  bool executable;
};

struct LoadedObject {
  uintptr_t base = 0;  // what it was moved by when it was loaded; 0 for an executable with fixed addresses
  std::string file;    // that opens what was loaded, even where another one has taken its name since (executables only)
  std::string build_id;           // hex, as it is in memory; empty when there is none
  std::vector<LoadedPart> parts;  // that are readable
};

// Locks the list of the dynamic linker, allocates. False when no object holds the address.
bool FindLoadedObject(uintptr_t address, LoadedObject* object);

// Whether all bytes of [address, address + size) belong to one part of the object.
bool Holds(const LoadedObject& object, uintptr_t address, size_t size, bool executable);

// The build id among notes (elf(5)), hex, empty when there is none or the notes are no notes.
std::string BuildIdOfNotes(const char* notes, size_t size);

}  // namespace v8_internals
}  // namespace crash_collector

#endif  // SRC_V8_INTERNALS_BUILDS_LOADED_OBJECT_H_
