// Tells which processes this one descends from. Linux only: elsewhere nothing is found.
#ifndef SRC_BASE_ANCESTORS_H_
#define SRC_BASE_ANCESTORS_H_

#include <cstdint>
#include <string>
#include <vector>

namespace crash_collector {

struct ProcessIdentity {
  int pid = 0;
  uint64_t start_ticks = 0;   // since the machine's start; with the pid it names one process
  std::string name;           // the kernel's, of 15 bytes at most
  bool same_program = false;  // it runs the same executable as this process
};

// This process, its parent, and so on, as far as they are there and may be read, and at most eight. They are read at
// the first call, on whatever thread that is, and kept. A parent that has ended cannot be asked for its own parent, so
// the first call should come early; it takes a tenth of a millisecond.
const std::vector<ProcessIdentity>& Ancestors();

}  // namespace crash_collector

#endif  // SRC_BASE_ANCESTORS_H_
