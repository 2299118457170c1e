// Loaded before the C library (LD_PRELOAD): process_vm_readv(2) is refused, as by a sandbox that does not allow it.
#include <errno.h>
#include <sys/types.h>

struct iovec;

ssize_t process_vm_readv(pid_t pid, const struct iovec* local, unsigned long locals, const struct iovec* remote,
                         unsigned long remotes, unsigned long flags);

ssize_t process_vm_readv(pid_t pid, const struct iovec* local, unsigned long locals, const struct iovec* remote,
                         unsigned long remotes, unsigned long flags) {
  (void)pid, (void)local, (void)locals, (void)remote, (void)remotes, (void)flags;
  errno = EPERM;
  return -1;
}
