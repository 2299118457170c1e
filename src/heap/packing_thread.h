// Packs and compresses on a thread of its own what V8 serializes on the caller's, in blocks, of which few are under way
// at a time.
#ifndef SRC_HEAP_PACKING_THREAD_H_
#define SRC_HEAP_PACKING_THREAD_H_

#include <uv.h>

#include <array>
#include <cstddef>
#include <vector>

#include "heap/gzip_file.h"
#include "heap/heap_packer.h"

namespace crash_collector {

// Belongs to one thread, which waits while all blocks are full. Where no other thread can be started, it packs itself.
class PackingThread {
 public:
  static constexpr size_t kBlockBytes = size_t{1} << 18;

  // The file is the packing thread's until Finish() has returned.
  explicit PackingThread(GzipFile* file);
  ~PackingThread() { Finish(); }
  PackingThread(const PackingThread&) = delete;
  PackingThread& operator=(const PackingThread&) = delete;

  // At most kBlockBytes. False once the file has failed: nothing more is of use.
  [[nodiscard]] bool Write(const char* data, size_t size);
  // Waits until all is packed.
  void Finish();
  // Before the first Write.
  HeapPacker* packer() { return &packer_; }

 private:
  static constexpr size_t kBlocks = 4;

  class Lock;

  static void Run(void* self);
  void PackAll();

  GzipFile* file_;
  HeapPacker packer_;  // of the packing thread

  uv_mutex_t mutex_;
  uv_cond_t changed_;
  uv_thread_t thread_;
  bool synchronized_ = false;  // mutex_ and changed_ exist
  bool running_ = false;

  // A ring. The caller fills and the thread empties; what follows is guarded by mutex_.
  std::array<std::vector<char>, kBlocks> blocks_;
  size_t written_ = 0;  // blocks, ever
  size_t packed_ = 0;
  bool closed_ = false;
  bool failed_ = false;
};

}  // namespace crash_collector

#endif  // SRC_HEAP_PACKING_THREAD_H_
