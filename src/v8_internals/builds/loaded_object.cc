#include "v8_internals/builds/loaded_object.h"

#include "v8_internals/builds/platform.h"

#if CRASH_COLLECTOR_FINDS_V8_SYMBOLS
#include <elf.h>
#include <link.h>

#include <cstring>

namespace crash_collector {
namespace v8_internals {

namespace {

constexpr size_t kMostBuildIdBytes = 64;

struct Search {
  uintptr_t address;
  LoadedObject* object;
  bool found;
};

// The size of a note's name or content, with the padding to a multiple of 4.
uint64_t Padded(uint32_t size) { return (uint64_t{size} + 3) & ~uint64_t{3}; }

std::string Hex(const char* bytes, size_t size) {
  static const char kDigits[] = "0123456789abcdef";
  std::string hex;
  for (size_t i = 0; i < size; i++) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    hex += kDigits[byte >> 4];
    hex += kDigits[byte & 15];
  }
  return hex;
}

void ReadObject(const dl_phdr_info& info, LoadedObject* object) {
  object->base = info.dlpi_addr;
  // The executable has no name in the list. /proc/self/exe opens the file that was loaded, even if it was renamed
  // since.
  object->file = info.dlpi_name == nullptr || *info.dlpi_name == '\0' ? "/proc/self/exe" : info.dlpi_name;
  for (int i = 0; i < info.dlpi_phnum; i++) {
    const ElfW(Phdr)& segment = info.dlpi_phdr[i];
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_R) == 0) continue;
    const uintptr_t start = info.dlpi_addr + segment.p_vaddr;
    object->parts.push_back({start, start + segment.p_memsz, (segment.p_flags & PF_X) != 0});
  }
  for (int i = 0; i < info.dlpi_phnum && object->build_id.empty(); i++) {
    const ElfW(Phdr)& segment = info.dlpi_phdr[i];
    const uintptr_t start = info.dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_NOTE && Holds(*object, start, segment.p_memsz, false))
      object->build_id = BuildIdOfNotes(reinterpret_cast<const char*>(start), segment.p_memsz);
  }
}

int VisitObject(dl_phdr_info* info, size_t, void* data) {
  auto* search = static_cast<Search*>(data);
  for (int i = 0; i < info->dlpi_phnum && !search->found; i++) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    const uintptr_t offset = search->address - info->dlpi_addr - segment.p_vaddr;
    search->found = segment.p_type == PT_LOAD && offset < segment.p_memsz;
  }
  if (search->found) ReadObject(*info, search->object);
  return search->found ? 1 : 0;
}

}  // namespace

bool FindLoadedObject(uintptr_t address, LoadedObject* object) {
  Search search{address, object, false};
  dl_iterate_phdr(VisitObject, &search);
  return search.found;
}

bool Holds(const LoadedObject& object, uintptr_t address, size_t size, bool executable) {
  for (const LoadedPart& part : object.parts) {
    if (address >= part.start && address < part.end && size <= part.end - address && (part.executable || !executable))
      return true;
  }
  return false;
}

std::string BuildIdOfNotes(const char* notes, size_t size) {
  Elf64_Nhdr note;
  for (uint64_t at = 0; at + sizeof(note) <= size;) {
    memcpy(&note, notes + at, sizeof(note));
    const uint64_t name = at + sizeof(note);
    const uint64_t content = name + Padded(note.n_namesz);
    const uint64_t end = content + note.n_descsz;
    if (end > size) break;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && memcmp(notes + name, "GNU", 4) == 0)
      return note.n_descsz <= kMostBuildIdBytes ? Hex(notes + content, note.n_descsz) : "";
    at = content + Padded(note.n_descsz);
  }
  return "";
}

}  // namespace v8_internals
}  // namespace crash_collector

#endif
