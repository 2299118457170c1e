#include "watch/ask.h"

#include <cerrno>

#if defined(__linux__)
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstring>

#include "base/scoped_fd.h"
#endif

namespace crash_collector {

namespace {
constexpr uint64_t kMagic = 0xcc1d;
constexpr int kMagicShift = 48;
constexpr uint64_t kMostKind = static_cast<uint64_t>(MessageKind::kSignal);
}  // namespace

uint64_t Message::Word() const {
  return kMagic << kMagicShift | static_cast<uint64_t>(kind) << kNonceBits |
         (nonce & ((uint64_t{1} << kNonceBits) - 1));
}

std::optional<Message> Message::FromWord(uint64_t word) {
  const uint64_t kind = word >> kNonceBits & 0xf;
  if (word >> kMagicShift != kMagic || kind > kMostKind) return std::nullopt;
  return Message{static_cast<MessageKind>(kind), word & ((uint64_t{1} << kNonceBits) - 1)};
}

#if defined(__linux__)

int QueueMessage(int pid, int tid, const Message& message) {
  siginfo_t info;
  std::memset(&info, 0, sizeof(info));
  info.si_signo = kAskSignal;
  info.si_code = SI_QUEUE;
  info.si_pid = getpid();
  info.si_uid = getuid();
  info.si_value.sival_ptr = reinterpret_cast<void*>(message.Word());
  return syscall(SYS_rt_tgsigqueueinfo, pid, tid, kAskSignal, &info) == 0 ? 0 : errno;
}

void WriteAnswer(uint64_t nonce, const std::string& text) {
  // The same as in packages/inspect/cli/ask-process.js.
  for (const char* directory : {"/tmp", "/dev/shm", "/var/tmp"}) {
    char path[64];
    snprintf(path, sizeof(path), "%s/.crash-collector-%011llx", directory, static_cast<unsigned long long>(nonce));
    const ScopedFd file(open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat state;
    if (file.get() < 0) continue;
    if (fstat(file.get(), &state) != 0 || !S_ISREG(state.st_mode) || state.st_uid != geteuid() || state.st_nlink != 1 ||
        state.st_size != 0) {
      return;
    }
    const std::string line = text + "\n";
    (void)!write(file.get(), line.data(), line.size());
    return;
  }
}

#else

int QueueMessage(int, int, const Message&) { return ENOSYS; }
void WriteAnswer(uint64_t, const std::string&) {}

#endif

}  // namespace crash_collector
