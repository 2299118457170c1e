// The files that are mapped into the process, as a signal handler can learn them: from /proc/self/maps and from the ELF
// headers in memory. dl_iterate_phdr() is not used, because it waits for a lock that the thread which received the
// signal, or one that waits for it, may hold.
#ifndef SRC_SIGNALS_MEMORY_MAP_H_
#define SRC_SIGNALS_MEMORY_MAP_H_

#include <cstddef>
#include <cstdint>

namespace crash_collector {

// A part of a file as its header tells it.
struct FileSegment {
  uintptr_t offset;
  uintptr_t address;
  uintptr_t size;
};

struct MappedFile {
  static constexpr size_t kMostSegments = 16;

  const char* path;  // not NUL-terminated
  size_t path_size;
  uintptr_t header;         // where the file's first page is mapped; 0 if that page is not mapped
  uintptr_t base;           // the distance by which the file was moved when it was loaded
  uintptr_t unwind_header;  // of the section .eh_frame_hdr; 0 if it has none
  char build_id[129];       // hex; empty if it has none
  FileSegment segments[kMostSegments];
  size_t segment_count;
  bool is_read;  // what the header tells is known

  // The address within the file that its header gives to an offset.
  uintptr_t AddressOf(uintptr_t offset) const;
};

struct Mapping {
  uintptr_t start;
  uintptr_t end;
  uintptr_t offset;  // in the file
  MappedFile* file;  // null for anonymous memory, such as the code that V8 has made
  bool executable;
};

// The arrays have no initial values, so that no memory is touched before there is something to write to it.
class MemoryMap {
 public:
  // Reads the map anew. False if the system does not tell it.
  bool Read();
  // Executable mappings and those of files; null for other addresses.
  const Mapping* Find(uintptr_t address) const;
  // Reads the ELF headers of a file if that has not been done.
  void ReadHeaders(MappedFile* file);

  size_t file_count() const { return file_count_; }
  const MappedFile& file(size_t index) const { return files_[index]; }

 private:
  static constexpr size_t kMostMappings = 2048;
  static constexpr size_t kMostFiles = 512;
  static constexpr size_t kPathBytes = 64 * 1024;
  static constexpr size_t kLineBytes = 8 * 1024;

  void AddLine(const char* line, size_t size);
  MappedFile* FileOf(const char* path, size_t size, bool begins);
  void ReadBuildId(MappedFile* file, uintptr_t notes, size_t size);

  Mapping mappings_[kMostMappings];
  size_t mapping_count_ = 0;
  MappedFile files_[kMostFiles];
  size_t file_count_ = 0;
  char paths_[kPathBytes];
  size_t path_bytes_ = 0;
  char text_[kLineBytes];
  char notes_[1024];
};

}  // namespace crash_collector

#endif  // SRC_SIGNALS_MEMORY_MAP_H_
