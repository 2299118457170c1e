// Decides for which processors and systems V8's private symbols are used.
#ifndef SRC_V8_INTERNALS_BUILDS_PLATFORM_H_
#define SRC_V8_INTERNALS_BUILDS_PLATFORM_H_

#include <cstdint>

#if defined(__linux__) && defined(__x86_64__)
#define CRASH_COLLECTOR_FINDS_V8_SYMBOLS 1

namespace crash_collector {
namespace v8_internals {

constexpr uint16_t kElfMachine = 62;  // EM_X86_64, which the head of a file for this processor has

}  // namespace v8_internals
}  // namespace crash_collector

#else
#define CRASH_COLLECTOR_FINDS_V8_SYMBOLS 0
#endif

#endif  // SRC_V8_INTERNALS_BUILDS_PLATFORM_H_
