#include "signals/memory_map.h"

#include <elf.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/process_memory.h"

namespace crash_collector {

namespace {

constexpr size_t kMostHeaders = 64;
constexpr char kDeleted[] = " (deleted)";

// A place in a line of /proc/self/maps.
struct Cursor {
  const char* at;
  const char* end;

  uint64_t Hex() {
    uint64_t value = 0;
    for (; at < end; at++) {
      const char c = *at;
      if (c >= '0' && c <= '9')
        value = value * 16 + static_cast<uint64_t>(c - '0');
      else if (c >= 'a' && c <= 'f')
        value = value * 16 + static_cast<uint64_t>(c - 'a' + 10);
      else
        break;
    }
    return value;
  }

  void SkipField() {
    while (at < end && *at != ' ') at++;
    while (at < end && *at == ' ') at++;
  }
};

bool StartsWith(const char* text, size_t size, const char* start) {
  const size_t length = strlen(start);
  return size >= length && memcmp(text, start, length) == 0;
}

uint64_t Padded(uint32_t size) { return (uint64_t{size} + 3) & ~uint64_t{3}; }

}  // namespace

bool MemoryMap::Read() {
  mapping_count_ = 0;
  file_count_ = 0;
  path_bytes_ = 0;
  const int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  size_t held = 0;
  for (;;) {
    const ssize_t count = read(fd, text_ + held, sizeof(text_) - held);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    held += static_cast<size_t>(count);
    size_t from = 0;
    while (const void* newline = memchr(text_ + from, '\n', held - from)) {
      const size_t end = static_cast<size_t>(static_cast<const char*>(newline) - text_);
      AddLine(text_ + from, end - from);
      from = end + 1;
    }
    if (from == 0 && held == sizeof(text_)) break;  // no line of the kernel is that long
    memmove(text_, text_ + from, held - from);
    held -= from;
  }
  close(fd);
  return mapping_count_ > 0;
}

// A line of proc_pid_maps(5): `start-end r-xp offset device inode path`.
void MemoryMap::AddLine(const char* line, size_t size) {
  Cursor cursor{line, line + size};
  const uint64_t start = cursor.Hex();
  cursor.at = std::min(cursor.at + 1, cursor.end);
  const uint64_t end = cursor.Hex();
  cursor.SkipField();
  const bool executable = cursor.end - cursor.at >= 4 && cursor.at[2] == 'x';
  cursor.SkipField();
  const uint64_t offset = cursor.Hex();
  cursor.SkipField();
  cursor.SkipField();  // device
  cursor.SkipField();  // inode
  size_t path_size = static_cast<size_t>(cursor.end - cursor.at);
  const bool is_file = StartsWith(cursor.at, path_size, "/") || StartsWith(cursor.at, path_size, "[vdso]");
  if ((!is_file && !executable) || mapping_count_ == kMostMappings) return;
  if (path_size > sizeof(kDeleted) - 1 &&
      memcmp(cursor.end - (sizeof(kDeleted) - 1), kDeleted, sizeof(kDeleted) - 1) == 0)
    path_size -= sizeof(kDeleted) - 1;
  MappedFile* file = is_file ? FileOf(cursor.at, path_size, offset == 0) : nullptr;
  if (file != nullptr && offset == 0 && file->header == 0) file->header = static_cast<uintptr_t>(start);
  mappings_[mapping_count_++] = {static_cast<uintptr_t>(start), static_cast<uintptr_t>(end),
                                 static_cast<uintptr_t>(offset), file, executable};
}

// A file that is loaded twice has two entries. V8 maps its builtins, a part of the executable, a second time, nearer to
// the code that it makes; that mapping belongs to the entry of the executable.
MappedFile* MemoryMap::FileOf(const char* path, size_t size, bool begins) {
  for (size_t i = file_count_; i > 0; i--) {
    MappedFile* file = &files_[i - 1];
    if (file->path_size != size || memcmp(file->path, path, size) != 0) continue;
    if (!begins || file->header == 0) return file;
    break;
  }
  if (file_count_ == kMostFiles || size > sizeof(paths_) - path_bytes_) return nullptr;
  memcpy(paths_ + path_bytes_, path, size);
  MappedFile* file = &files_[file_count_++];
  *file = MappedFile{};
  file->path = paths_ + path_bytes_;
  file->path_size = size;
  path_bytes_ += size;
  return file;
}

const Mapping* MemoryMap::Find(uintptr_t address) const {
  // The kernel lists mappings by their addresses.
  const Mapping* end = mappings_ + mapping_count_;
  const Mapping* after = std::upper_bound(
      mappings_, end, address, [](uintptr_t wanted, const Mapping& mapping) { return wanted < mapping.start; });
  if (after == mappings_) return nullptr;
  const Mapping* found = after - 1;
  return address < found->end ? found : nullptr;
}

uintptr_t MappedFile::AddressOf(uintptr_t offset) const {
  for (size_t i = 0; i < segment_count; i++) {
    if (offset >= segments[i].offset && offset - segments[i].offset < segments[i].size)
      return segments[i].address + (offset - segments[i].offset);
  }
  return offset;
}

void MemoryMap::ReadHeaders(MappedFile* file) {
  if (file->is_read) return;
  file->is_read = true;
  Elf64_Ehdr header;
  if (file->header == 0 || !ReadMemory(file->header, &header, sizeof(header))) return;
  if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_phentsize != sizeof(Elf64_Phdr)) return;
  const size_t count = std::min<size_t>(header.e_phnum, kMostHeaders);
  bool has_base = false;
  // The first segment with contents tells the base, so that the others can be found by their addresses.
  for (int pass = 0; pass < 2; pass++) {
    for (size_t i = 0; i < count; i++) {
      Elf64_Phdr segment;
      if (!ReadMemory(file->header + header.e_phoff + i * sizeof(segment), &segment, sizeof(segment))) return;
      if (pass == 0 && segment.p_type == PT_LOAD && !has_base) {
        file->base = file->header - (segment.p_vaddr - segment.p_offset);
        has_base = true;
      }
      if (pass == 0 && segment.p_type == PT_LOAD && file->segment_count < MappedFile::kMostSegments)
        file->segments[file->segment_count++] = {segment.p_offset, segment.p_vaddr, segment.p_filesz};
      if (pass == 0 || !has_base) continue;
      if (segment.p_type == PT_GNU_EH_FRAME) file->unwind_header = file->base + segment.p_vaddr;
      if (segment.p_type == PT_NOTE && file->build_id[0] == '\0')
        ReadBuildId(file, file->base + segment.p_vaddr, segment.p_memsz);
    }
  }
}

void MemoryMap::ReadBuildId(MappedFile* file, uintptr_t notes, size_t size) {
  static constexpr char kDigits[] = "0123456789abcdef";
  size = std::min(size, sizeof(notes_));
  if (!ReadMemory(notes, notes_, size)) return;
  Elf64_Nhdr note;
  for (uint64_t at = 0; at + sizeof(note) <= size;) {
    memcpy(&note, notes_ + at, sizeof(note));
    const uint64_t name = at + sizeof(note);
    const uint64_t content = name + Padded(note.n_namesz);
    if (content + note.n_descsz > size) return;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && memcmp(notes_ + name, "GNU", 4) == 0) {
      if (note.n_descsz > (sizeof(file->build_id) - 1) / 2) return;
      for (uint32_t i = 0; i < note.n_descsz; i++) {
        const auto byte = static_cast<unsigned char>(notes_[content + i]);
        file->build_id[2 * i] = kDigits[byte >> 4];
        file->build_id[2 * i + 1] = kDigits[byte & 15];
      }
      return;
    }
    at = content + Padded(note.n_descsz);
  }
}

}  // namespace crash_collector
