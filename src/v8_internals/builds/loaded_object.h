// Finds the executable or shared object that holds an address of this process.
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
  // The distance by which it was moved when it was loaded; 0 for an executable with fixed addresses.
  uintptr_t base = 0;
  // A name that opens the loaded file, for executables also if another file has taken the name since.
  std::string file;
  std::string build_id;           // hex, as it is in memory; empty if the object has none
  std::vector<LoadedPart> parts;  // the readable ones
};

// Locks the list of the dynamic linker, allocates. False if no object holds the address.
bool FindLoadedObject(uintptr_t address, LoadedObject* object);

// True if all bytes of [address, address + size) belong to one part of the object.
bool Holds(const LoadedObject& object, uintptr_t address, size_t size, bool executable);

// The build id among notes (elf(5)), hex, empty if there is none or the notes are broken.
std::string BuildIdOfNotes(const char* notes, size_t size);

}  // namespace v8_internals
}  // namespace crash_collector

#endif  // SRC_V8_INTERNALS_BUILDS_LOADED_OBJECT_H_
