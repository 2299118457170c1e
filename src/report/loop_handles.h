// What an event loop waits for, as libuv knows it. No JavaScript is asked, so nothing of the application runs.
#ifndef SRC_REPORT_LOOP_HANDLES_H_
#define SRC_REPORT_LOOP_HANDLES_H_

#include <uv.h>

#include <cstddef>
#include <string>
#include <vector>

namespace crash_collector {

// Empty and negative: not known, or without meaning for this type.
struct LoopHandle {
  std::string type;  // libuv's: tcp, udp, pipe, tty, process, signal, fs_event, fs_poll
  bool active = false;
  bool referenced = false;
  std::string local;      // address and port, or the path of a pipe
  std::string peer;       // of a connection
  std::string path;       // that is watched
  int number = -1;        // of the process or of the signal
  int fd = -1;            // of a socket
  double silent_ms = -1;  // since anything was sent or received; Linux only
};

struct LoopState {
  std::vector<LoopHandle> handles;  // at most as many as asked for; those of Node.js's own machinery are left out
  size_t left_out = 0;              // for being too many
  double idle_ms = 0;               // that the loop has waited, in its life
  double turns = 0;                 // of the loop until now
  double turn_ms = 0;               // since the loop looked at the clock, at the begin of its current turn
};

LoopState ReadLoop(uv_loop_t* loop, size_t most_handles);

}  // namespace crash_collector

#endif  // SRC_REPORT_LOOP_HANDLES_H_
