// Packs and compresses a heap snapshot on a thread of its own, while V8 serializes it on the caller's thread. Only a
// few blocks are under way at a time.
#ifndef SRC_HEAP_PACKING_THREAD_H_
#define SRC_HEAP_PACKING_THREAD_H_

#include <uv.h>

#include <array>
#include <cstddef>
#include <vector>

#include "heap/gzip_file.h"
#include "heap/heap_packer.h"

namespace crash_collector {

// Only one thread uses it, which waits while all blocks are full. If no other thread can be started, the caller's
// thread packs.
class PackingThread {
 public:
  static constexpr size_t kBlockBytes = size_t{1} << 18;

  // The file is the packing thread's until Finish() has returned.
  explicit PackingThread(GzipFile* file);
  ~PackingThread() { Finish(); }
  PackingThread(const PackingThread&) = delete;
  PackingThread& operator=(const PackingThread&) = delete;

  // Takes at most kBlockBytes. False once the file has failed; further blocks have no effect.
  [[nodiscard]] bool Write(const char* data, size_t size);
  // Waits until all is packed.
  void Finish();
  // Use it before the first Write only.
  HeapPacker* packer() { return &packer_; }

 private:
  static constexpr size_t kBlocks = 4;

  class Lock;

  static void Run(void* self);
  void PackAll();

  GzipFile* file_;
  HeapPacker packer_;  // of the packing thread, once blocks are written

  uv_mutex_t mutex_;
  uv_cond_t changed_;
  uv_thread_t thread_;
  bool synchronized_ = false;  // mutex_ and changed_ exist
  bool running_ = false;

  // A ring that the caller fills and the thread empties. mutex_ guards the members below.
  std::array<std::vector<char>, kBlocks> blocks_;
  size_t written_ = 0;  // number of blocks, in all
  size_t packed_ = 0;
  bool closed_ = false;
  bool failed_ = false;
};

}  // namespace crash_collector

#endif  // SRC_HEAP_PACKING_THREAD_H_
