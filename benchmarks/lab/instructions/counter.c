// A plugin of QEMU's user mode: adds up the instructions that a program executes, in a file of eight bytes that the
// program and the lab read while it runs. Declared here is what it takes of QEMU's interface for plugins, because
// Debian's package has no header: https://www.qemu.org/docs/master/devel/tcg-plugins.html
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define EXPORTED __attribute__((visibility("default")))

typedef uint64_t qemu_plugin_id_t;
struct qemu_info_t;
struct qemu_plugin_tb;
enum qemu_plugin_op { QEMU_PLUGIN_INLINE_ADD_U64 };

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb* block);
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, struct qemu_plugin_tb*));
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb*, enum qemu_plugin_op, void*, uint64_t);

// Version 1 of the interface is that of QEMU 7.2 to 8.2. Later ones have no addition to one place in memory.
EXPORTED int qemu_plugin_version = 1;

static uint64_t* executed;

static void translated (qemu_plugin_id_t id, struct qemu_plugin_tb* block) {
  (void)id;
  qemu_plugin_register_vcpu_tb_exec_inline(block, QEMU_PLUGIN_INLINE_ADD_U64, executed, qemu_plugin_tb_n_insns(block));
}

EXPORTED int qemu_plugin_install (qemu_plugin_id_t id, const struct qemu_info_t* info, int argc, char** argv) {
  (void)info;
  if (argc != 1 || strncmp(argv[0], "counter=", 8) != 0) return 1;
  const int file = open(argv[0] + 8, O_RDWR | O_CREAT, 0600);
  if (file == -1 || ftruncate(file, sizeof(*executed)) != 0) return 1;
  void* shared = mmap(NULL, sizeof(*executed), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (shared == MAP_FAILED) return 1;
  executed = shared;
  qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
  return 0;
}
