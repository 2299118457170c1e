// Starts the native threads of the collector. Linux only.
#ifndef SRC_BASE_QUIET_THREAD_H_
#define SRC_BASE_QUIET_THREAD_H_

namespace crash_collector {

// False if there is no thread. It has a small stack, no signal is ever delivered to it, it keeps nothing alive, and it
// ends with the process. `name` is what /proc shows, 15 characters at most.
bool StartQuietThread(const char* name, void (*run)(void* self), void* self);

}  // namespace crash_collector

#endif  // SRC_BASE_QUIET_THREAD_H_
