#include "base/quiet_thread.h"

#if defined(__linux__)
#include <pthread.h>
#include <sys/prctl.h>

#include <csignal>
#include <cstddef>
#include <memory>
#endif

namespace crash_collector {

#if defined(__linux__)

namespace {

constexpr size_t kStackBytes = 256 * 1024;

struct Start {
  const char* name;
  void (*run)(void*);
  void* self;
};

void* Run(void* data) {
  const std::unique_ptr<Start> start(static_cast<Start*>(data));
  prctl(PR_SET_NAME, start->name);
  start->run(start->self);
  return nullptr;
}

}  // namespace

bool StartQuietThread(const char* name, void (*run)(void* self), void* self) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_attr_setstacksize(&attributes, kStackBytes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  // The thread inherits the mask.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  auto start = std::make_unique<Start>(Start{name, run, self});
  pthread_t thread;
  const bool started = pthread_create(&thread, &attributes, Run, start.get()) == 0;
  if (started) (void)start.release();  // the thread deletes it
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  return started;
}

#else

bool StartQuietThread(const char*, void (*)(void*), void*) { return false; }

#endif

}  // namespace crash_collector
