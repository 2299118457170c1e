// How a process asks another one for a dump, and how it gets the answer. Linux only.
//
// The asker queues a real-time signal to the other process's watching thread, and to that thread alone. The kernel
// allows it to whoever may send that process a signal. The thread accepts the signal by sigtimedwait(); nothing is
// installed for it. So every signal has the effect that it has without the collector, no system call of another thread
// is interrupted, and nothing shows in the application.
//
// The answer goes into a file that the asker has made: its name has a number that only the two know, and it belongs to
// the other process's user. If the asker has gone, the file has, too, and nothing is written.
#ifndef SRC_WATCH_ASK_H_
#define SRC_WATCH_ASK_H_

#include <cstdint>
#include <optional>
#include <string>

namespace crash_collector {

// The number of the signal, by which no library that was found in Node.js processes uses real-time signals: the C
// libraries take 32 to 34, debuggers and systemd those at the two ends of the range.
constexpr int kAskSignal = 47;

enum class MessageKind : uint64_t { kWake = 0, kAsk = 1, kAskForAllTasks = 2, kSignal = 3 };

// What is queued with the signal.
struct Message {
  static constexpr int kNonceBits = 44;
  MessageKind kind = MessageKind::kWake;
  uint64_t nonce = 0;

  uint64_t Word() const;
  // Nothing if the word was not made by Word().
  static std::optional<Message> FromWord(uint64_t word);
};

// Returns 0 or an errno. May be called in a signal handler.
int QueueMessage(int pid, int tid, const Message& message);

// Writes the text into the file of that asker, if it is there.
void WriteAnswer(uint64_t nonce, const std::string& text);

}  // namespace crash_collector

#endif  // SRC_WATCH_ASK_H_
