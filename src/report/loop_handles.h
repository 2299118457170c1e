// Reads from libuv what an event loop waits for. No JavaScript is asked, so nothing of the application runs.
#ifndef SRC_REPORT_LOOP_HANDLES_H_
#define SRC_REPORT_LOOP_HANDLES_H_

#include <uv.h>

#include <cstddef>
#include <string>
#include <vector>

namespace crash_collector {

// An empty or negative member is not known, or has no meaning for this type.
struct LoopHandle {
  std::string type;  // libuv's: tcp, udp, pipe, tty, process, signal, fs_event, fs_poll
  bool active = false;
  bool referenced = false;
  std::string local;      // address and port, or the path of a pipe
  std::string peer;       // the other end of a connection
  std::string path;       // the watched one
  int number = -1;        // the pid of a process, or the number of a signal
  int fd = -1;            // of a socket
  double silent_ms = -1;  // time since anything was sent or received; Linux only
};

struct LoopState {
  std::vector<LoopHandle> handles;  // no more than were asked for; those of Node.js's own machinery are left out
  size_t left_out = 0;              // handles beyond as many as asked for
  double idle_ms = 0;               // time that the loop has waited, in all
  double turns = 0;                 // turns of the loop until now
  double turn_ms = 0;               // time since the current turn began, when the loop looked at the clock
};

LoopState ReadLoop(uv_loop_t* loop, size_t most_handles);

}  // namespace crash_collector

#endif  // SRC_REPORT_LOOP_HANDLES_H_
