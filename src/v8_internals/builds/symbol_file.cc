#include "v8_internals/builds/symbol_file.h"

#include "v8_internals/builds/platform.h"

#if CRASH_COLLECTOR_FINDS_V8_SYMBOLS
#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <cerrno>
#include <cstring>
#include <memory>
#include <new>
#include <string_view>
#include <unordered_map>

#include "base/scoped_fd.h"
#include "v8_internals/builds/loaded_object.h"

namespace crash_collector {
namespace v8_internals {

namespace {

// Several times as much as the largest parts of Node.js 26 that are read here, which have 4 and 19 MB.
constexpr uint64_t kMostTableBytes = uint64_t{64} << 20;
constexpr uint64_t kMostNoteBytes = uint64_t{1} << 20;
constexpr size_t kEntriesAtOnce = 4096;
// Node.js has about 15. A broken file could name 65,535 parts that are read again and again.
constexpr uint64_t kMostSegments = 64;

class File {
 public:
  explicit File(const std::string& path) : fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    struct stat status;
    if (fd_.is_open() && fstat(fd_.get(), &status) == 0 && S_ISREG(status.st_mode))
      size_ = static_cast<uint64_t>(status.st_size);
  }

  bool HasRange(uint64_t offset, uint64_t size) const { return size <= size_ && offset <= size_ - size; }

  // False if not all of it could be read.
  bool Read(uint64_t offset, void* to, uint64_t size) const {
    if (!HasRange(offset, size)) return false;
    for (uint64_t done = 0; done < size;) {
      const ssize_t now =
          pread(fd_.get(), static_cast<char*>(to) + done, size - done, static_cast<off_t>(offset + done));
      if (now < 0 && errno == EINTR) continue;
      if (now <= 0) return false;
      done += static_cast<uint64_t>(now);
    }
    return true;
  }

 private:
  const ScopedFd fd_;
  uint64_t size_ = 0;
};

// Null if the part is too large, or not in the file.
std::unique_ptr<char[]> ReadPart(const File& file, uint64_t offset, uint64_t size, uint64_t most) {
  std::unique_ptr<char[]> bytes;
  if (size == 0 || size > most || !file.HasRange(offset, size)) return bytes;
  bytes.reset(new (std::nothrow) char[size]);
  if (bytes != nullptr && !file.Read(offset, bytes.get(), size)) bytes.reset();
  return bytes;
}

bool ReadHead(const File& file, Elf64_Ehdr* head) {
  return file.Read(0, head, sizeof(*head)) && memcmp(head->e_ident, ELFMAG, SELFMAG) == 0 &&
         head->e_ident[EI_CLASS] == ELFCLASS64 && head->e_ident[EI_DATA] == ELFDATA2LSB &&
         head->e_machine == kElfMachine && head->e_phentsize == sizeof(Elf64_Phdr) &&
         head->e_shentsize == sizeof(Elf64_Shdr);
}

std::string BuildIdOf(const File& file, const Elf64_Ehdr& head) {
  for (uint64_t i = 0; i < std::min<uint64_t>(head.e_phnum, kMostSegments); i++) {
    Elf64_Phdr segment;
    uint64_t offset;
    if (__builtin_add_overflow(head.e_phoff, i * sizeof(segment), &offset) ||
        !file.Read(offset, &segment, sizeof(segment)))
      break;
    if (segment.p_type != PT_NOTE) continue;
    const auto notes = ReadPart(file, segment.p_offset, segment.p_filesz, kMostNoteBytes);
    std::string id = notes == nullptr ? "" : BuildIdOfNotes(notes.get(), segment.p_filesz);
    if (!id.empty()) return id;
  }
  return "";
}

// Collects which of the names were found, and where. A place in the list may have two names, of which the first one is
// preferred.
class Wanted {
 public:
  Wanted() {
    for (size_t i = 0; i < kNames; i++) {
      Add(kSymbolNames[i].name, {i, true});
      if (*kSymbolNames[i].other != '\0') Add(kSymbolNames[i].other, {i, false});
    }
  }

  void Offer(std::string_view name, uint64_t value) {
    // Most of the more than 100,000 names have a length that no wanted name has, and need not be hashed.
    if (name.size() >= kMostLength || !lengths_[name.size()]) return;
    const auto found = places_.find(name);
    if (found == places_.end()) return;
    auto& values = found->second.first_choice ? first_ : other_;
    if (values[found->second.index] == 0) values[found->second.index] = value;
  }

  bool HasAll() const {
    return std::all_of(first_.begin(), first_.end(), [](uint64_t value) { return value != 0; });
  }

  void Take(uintptr_t base, NamedAddresses* addresses) const {
    for (size_t i = 0; i < kNames; i++) {
      const uint64_t value = first_[i] != 0 ? first_[i] : other_[i];
      if (value != 0) (*addresses)[i] = base + value;
    }
  }

 private:
  struct Place {
    size_t index;
    bool first_choice;
  };

  void Add(std::string_view name, Place place) {
    places_.emplace(name, place);
    if (name.size() < kMostLength) lengths_[name.size()] = true;
  }

  static constexpr size_t kMostLength = 256;
  std::unordered_map<std::string_view, Place> places_;
  std::bitset<kMostLength> lengths_;
  std::array<uint64_t, kNames> first_{};
  std::array<uint64_t, kNames> other_{};
};

bool IsDefined(const Elf64_Sym& symbol) {
  const int type = ELF64_ST_TYPE(symbol.st_info);
  return symbol.st_shndx != SHN_UNDEF && symbol.st_value != 0 && (type == STT_FUNC || type == STT_OBJECT);
}

// False if the table is broken.
bool ReadTable(const File& file, const Elf64_Shdr& table, const Elf64_Shdr& names, Wanted* wanted) {
  if (table.sh_size > kMostTableBytes || !file.HasRange(table.sh_offset, table.sh_size)) return false;
  const auto texts = ReadPart(file, names.sh_offset, names.sh_size, kMostTableBytes);
  if (texts == nullptr || texts[names.sh_size - 1] != '\0') return false;
  const std::unique_ptr<Elf64_Sym[]> entries(new (std::nothrow) Elf64_Sym[kEntriesAtOnce]);
  if (entries == nullptr) return false;
  const uint64_t count = table.sh_size / sizeof(Elf64_Sym);
  for (uint64_t done = 0; done < count;) {
    const uint64_t now = std::min<uint64_t>(count - done, kEntriesAtOnce);
    if (!file.Read(table.sh_offset + done * sizeof(Elf64_Sym), entries.get(), now * sizeof(Elf64_Sym))) return false;
    for (uint64_t i = 0; i < now; i++) {
      if (entries[i].st_name >= names.sh_size) return false;
      if (IsDefined(entries[i])) wanted->Offer(texts.get() + entries[i].st_name, entries[i].st_value);
    }
    done += now;
  }
  return true;
}

}  // namespace

std::string ReadSymbolFile(const std::string& path, const std::string& build_id, uintptr_t base,
                           NamedAddresses* addresses) {
  const File file(path);
  Elf64_Ehdr head;
  if (!ReadHead(file, &head)) return "the file that holds V8 can't be read";
  if (build_id.empty() || BuildIdOf(file, head) != build_id)
    return "the file that holds V8 has another build id than what was loaded";
  const uint64_t sections_bytes = uint64_t{head.e_shnum} * sizeof(Elf64_Shdr);
  const auto bytes = ReadPart(file, head.e_shoff, sections_bytes, sections_bytes);
  if (bytes == nullptr) return "the file that holds V8 has no section headers";
  const std::unique_ptr<Elf64_Shdr[]> sections(new (std::nothrow) Elf64_Shdr[head.e_shnum]);
  if (sections == nullptr) return "no memory";
  memcpy(sections.get(), bytes.get(), sections_bytes);

  Wanted wanted;
  const Elf64_Shdr* const begin = sections.get();
  const Elf64_Shdr* const end = begin + head.e_shnum;
  for (const uint32_t type : {SHT_DYNSYM, SHT_SYMTAB}) {
    // A file has at most one table of each type.
    const Elf64_Shdr* table = std::find_if(begin, end, [type](const Elf64_Shdr& each) { return each.sh_type == type; });
    if (table == end || wanted.HasAll()) continue;
    if (table->sh_entsize != sizeof(Elf64_Sym) || table->sh_link >= head.e_shnum ||
        !ReadTable(file, *table, sections[table->sh_link], &wanted))
      return "the file that holds V8 has a broken symbol table";
  }
  wanted.Take(base, addresses);
  return "";
}

}  // namespace v8_internals
}  // namespace crash_collector

#endif
