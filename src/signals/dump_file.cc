#include "signals/dump_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/refused_directory.h"
#include "signals/safe_text.h"

namespace crash_collector {

namespace {

constexpr int kMostNames = 100;
constexpr size_t kMostStoredBytes = 65535;

constexpr std::array<uint32_t, 256> MakeChecksumTable() {
  std::array<uint32_t, 256> table{};
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t value = i;
    for (int bit = 0; bit < 8; bit++) value = (value & 1) != 0 ? 0xedb88320u ^ value >> 1 : value >> 1;
    table[i] = value;
  }
  return table;
}

constexpr std::array<uint32_t, 256> kChecksumTable = MakeChecksumTable();

// The checksum of RFC 1952.
uint32_t Checksum(const unsigned char* bytes, size_t size) {
  uint32_t value = 0xffffffffu;
  for (size_t i = 0; i < size; i++) value = kChecksumTable[(value ^ bytes[i]) & 0xff] ^ value >> 8;
  return value ^ 0xffffffffu;
}

void PutNumber(uint32_t value, size_t bytes, unsigned char* out) {
  for (size_t i = 0; i < bytes; i++) out[i] = static_cast<unsigned char>(value >> (8 * i));
}

struct CivilTime {
  int64_t year;
  unsigned month, day, hour, minute, second, millisecond;
};

// gmtime() is not async-signal-safe. The algorithm is that of days in 400 years of the Gregorian calendar, which begin
// on 1 March.
CivilTime CivilTimeOf(const timespec& time) {
  const auto seconds = static_cast<int64_t>(time.tv_sec);
  const int64_t days = seconds / 86400 + 719468;  // since 0000-03-01
  const auto of_day = static_cast<unsigned>(seconds % 86400);
  const int64_t era = days / 146097;
  const auto day_of_era = static_cast<unsigned>(days % 146097);
  const unsigned year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const unsigned day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const unsigned month_from_march = (5 * day_of_year + 2) / 153;
  const unsigned month = month_from_march < 10 ? month_from_march + 3 : month_from_march - 9;
  return {static_cast<int64_t>(year_of_era) + era * 400 + (month <= 2 ? 1 : 0),
          month,
          day_of_year - (153 * month_from_march + 2) / 5 + 1,
          of_day / 3600,
          of_day / 60 % 60,
          of_day % 60,
          static_cast<unsigned>(time.tv_nsec / 1'000'000)};
}

}  // namespace

void WriteTime(const timespec& time, char* out) {
  const CivilTime civil = CivilTimeOf(time);
  SafeText text(out, 24);
  text.Unsigned(static_cast<uint64_t>(civil.year), 4);
  text.Char('-');
  text.Unsigned(civil.month, 2);
  text.Char('-');
  text.Unsigned(civil.day, 2);
  text.Char('T');
  text.Unsigned(civil.hour, 2);
  text.Char(':');
  text.Unsigned(civil.minute, 2);
  text.Char(':');
  text.Unsigned(civil.second, 2);
  text.Char('.');
  text.Unsigned(civil.millisecond, 3);
  text.Char('Z');
  out[24] = '\0';
}

bool DumpFile::Open(const char* directory, const char* name_start, const timespec& time, int pid, uint64_t thread_id) {
  error_ = WhyRefused(directory);
  if (error_ != 0) return false;
  const CivilTime civil = CivilTimeOf(time);
  SafeText path(path_, sizeof(path_) - 64);
  path.Raw(directory);
  path.Char('/');
  path.Raw(name_start);
  path.Unsigned(static_cast<uint64_t>(civil.year), 4);
  path.Unsigned(civil.month, 2);
  path.Unsigned(civil.day, 2);
  path.Char('.');
  path.Unsigned(civil.hour, 2);
  path.Unsigned(civil.minute, 2);
  path.Unsigned(civil.second, 2);
  path.Char('.');
  path.Unsigned(static_cast<uint64_t>(pid));
  path.Char('.');
  path.Unsigned(thread_id);
  path.Char('.');
  prefix_ = path.size();
  if (path.is_cut()) {
    error_ = ENAMETOOLONG;
    return false;
  }
  // Other dumps of this thread may have been written in this second.
  for (int number = 1; number <= kMostNames; number++) {
    if (OpenNumber(number)) return true;
    if (error_ == ENOENT && number == 1) {
      // The directory with its parents.
      const size_t length = strlen(directory);
      for (size_t i = 1; i <= length; i++) {
        if (i < length && path_[i] != '/') continue;
        path_[i] = '\0';
        if (mkdir(path_, 0700) == 0) chmod(path_, 0700);  // whatever the umask is
        path_[i] = '/';
      }
      if (OpenNumber(number)) return true;
    }
    if (error_ != EEXIST) return false;
  }
  return false;
}

bool DumpFile::OpenNumber(int number) {
  SafeText rest(path_ + prefix_, sizeof(path_) - prefix_ - 1);
  rest.Unsigned(static_cast<uint64_t>(number));
  rest.Raw(".ccdump");
  path_[prefix_ + rest.size()] = '\0';
  SafeText partial(partial_, sizeof(partial_) - 1);
  partial.Raw(path_);
  partial.Raw(".partial");
  partial_[partial.size()] = '\0';
  error_ = EEXIST;
  if (access(path_, F_OK) == 0) return false;
  // O_EXCL: does not follow a link and does not overwrite a file.
  fd_ = open(partial_, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  error_ = fd_ < 0 ? errno : 0;
  if (fd_ >= 0) fchmod(fd_, 0600);  // whatever the umask is
  return fd_ >= 0;
}

void DumpFile::Add(const char* lines, size_t size) {
  constexpr unsigned char kHead[10] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff};
  const auto* bytes = reinterpret_cast<const unsigned char*>(lines);
  Write(kHead, sizeof(kHead));
  for (size_t at = 0; at < size;) {
    // A stored block of RFC 1951: whether it is the last one, its length, and the complement of its length.
    const size_t part = std::min(size - at, kMostStoredBytes);
    unsigned char head[5];
    head[0] = at + part == size ? 1 : 0;
    PutNumber(static_cast<uint32_t>(part), 2, head + 1);
    PutNumber(~static_cast<uint32_t>(part), 2, head + 3);
    Write(head, sizeof(head));
    Write(bytes + at, part);
    at += part;
  }
  unsigned char tail[8];
  PutNumber(Checksum(bytes, size), 4, tail);
  PutNumber(static_cast<uint32_t>(size), 4, tail + 4);
  Write(tail, sizeof(tail));
}

void DumpFile::Write(const unsigned char* bytes, size_t size) {
  while (size > 0 && error_ == 0) {
    const ssize_t count = write(fd_, bytes, size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      error_ = count < 0 ? errno : EIO;
      return;
    }
    bytes += count;
    size -= static_cast<size_t>(count);
  }
}

const char* DumpFile::Finish() {
  if (fd_ < 0) return nullptr;
  int synced = 0;
  do {
    synced = error_ == 0 ? fsync(fd_) : 0;
  } while (synced != 0 && errno == EINTR);
  if (synced != 0 && errno != EINVAL && errno != EROFS) error_ = errno;
  close(fd_);
  fd_ = -1;
  if (error_ == 0 && rename(partial_, path_) != 0) error_ = errno;
  if (error_ == 0) return path_;
  unlink(partial_);
  return nullptr;
}

}  // namespace crash_collector
