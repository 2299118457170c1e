#include "heap/packing_thread.h"

namespace crash_collector {

class PackingThread::Lock {
 public:
  explicit Lock(uv_mutex_t* mutex) : mutex_(mutex) { uv_mutex_lock(mutex_); }
  ~Lock() { uv_mutex_unlock(mutex_); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  uv_mutex_t* mutex_;
};

PackingThread::PackingThread(GzipFile* file) : file_(file), packer_(file) {
  if (uv_mutex_init(&mutex_) != 0) return;
  if (uv_cond_init(&changed_) != 0) {
    uv_mutex_destroy(&mutex_);
    return;
  }
  synchronized_ = true;
  running_ = uv_thread_create(&thread_, Run, this) == 0;
}

bool PackingThread::Write(const char* data, size_t size) {
  if (!running_) {
    packer_.Write(data, size);
    return !file_->failed();
  }
  {
    const Lock lock(&mutex_);
    while (written_ - packed_ == kBlocks) uv_cond_wait(&changed_, &mutex_);
    if (failed_) return false;
  }
  // This needs no lock, because the thread reads no block that is not counted yet.
  blocks_[written_ % kBlocks].assign(data, data + size);
  const Lock lock(&mutex_);
  written_++;
  uv_cond_signal(&changed_);
  return true;
}

void PackingThread::Run(void* self) { static_cast<PackingThread*>(self)->PackAll(); }

void PackingThread::PackAll() {
  for (;;) {
    {
      const Lock lock(&mutex_);
      while (written_ == packed_ && !closed_) uv_cond_wait(&changed_, &mutex_);
      if (written_ == packed_) return;
    }
    const std::vector<char>& block = blocks_[packed_ % kBlocks];
    // After a failure blocks are still taken, so that the caller never waits in vain.
    if (!file_->failed()) packer_.Write(block.data(), block.size());
    const Lock lock(&mutex_);
    packed_++;
    failed_ = file_->failed();
    uv_cond_signal(&changed_);
  }
}

void PackingThread::Finish() {
  if (running_) {
    {
      const Lock lock(&mutex_);
      closed_ = true;
      uv_cond_signal(&changed_);
    }
    uv_thread_join(&thread_);
    running_ = false;
  }
  if (synchronized_) {
    uv_cond_destroy(&changed_);
    uv_mutex_destroy(&mutex_);
    synchronized_ = false;
  }
  packer_.Finish();
}

}  // namespace crash_collector
