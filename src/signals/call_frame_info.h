// Reads how a function's frame is undone, from the call frame information that the compiler has put into the file
// (.eh_frame; DWARF 5, section 6.4). _Unwind_Backtrace() does the same, but it may wait for the dynamic linker's lock,
// it may allocate, and a damaged stack ends the process in it. Here nothing allocates or locks, and the system reads
// every address. For x64.
#ifndef SRC_SIGNALS_CALL_FRAME_INFO_H_
#define SRC_SIGNALS_CALL_FRAME_INFO_H_

#include <cstddef>
#include <cstdint>

#include "signals/dwarf_expression.h"
#include "signals/stack_reader.h"

namespace crash_collector {

// How a register of the caller is found.
struct RegisterRule {
  enum Kind : uint8_t { kSame, kUndefined, kAtOffset, kOffset, kRegister, kAtExpression, kExpression };
  Kind kind;
  int64_t offset;        // from the canonical frame address; or the number of a register
  uintptr_t expression;  // its address
  uint32_t expression_size;
};

// The rules at one place in the code.
struct FrameRules {
  uintptr_t pc;
  bool is_signal_frame;        // the caller was interrupted here, so its address is not one behind a call
  RegisterRule frame_address;  // kOffset: of register `frame_register`; else kExpression
  int frame_register;
  RegisterRule registers[kRegisterCount];
};

// The arrays have no initial values, so that no memory is touched before there is something to write to it.
class CallFrameInfo {
 public:
  // Call this first.
  void Clear();
  // The rules at `pc`, from the table at `unwind_header`; null if the file has none for this place. They are valid
  // until the next call.
  const FrameRules* Find(uintptr_t unwind_header, uintptr_t pc);
  // Makes the caller's registers from those of the called function. False if there is no caller, or none that can be
  // found.
  static bool Undo(const FrameRules& rules, StackReader* stack, FrameRegisters* registers);

 private:
  static constexpr size_t kMostEntryBytes = 8 * 1024;
  static constexpr size_t kMostRemembered = 8;
  static constexpr size_t kCached = 16;  // recursion has the same few places again and again

  struct Entry {
    uintptr_t start = 0;  // of the code
    uintptr_t end = 0;
    uint64_t code_alignment = 1;
    int64_t data_alignment = 1;
    uint8_t encoding = 0;
    bool has_augmentation = false;
    bool is_signal_frame = false;
    uintptr_t common_start = 0;  // of the instructions that all entries of a kind share
    size_t common_size = 0;
    uintptr_t own_start = 0;
    size_t own_size = 0;
  };

  bool FindEntry(uintptr_t unwind_header, uintptr_t pc, Entry* entry);
  bool ReadEntry(uintptr_t address, Entry* entry);
  bool ReadCommon(uintptr_t address, Entry* entry);
  bool Run(uintptr_t address, size_t size, const Entry& entry, uintptr_t pc, bool is_own, FrameRules* rules);

  FrameRules cache_[kCached];
  size_t next_;
  RegisterRule ignored_;  // of a register that is not needed
  FrameRules initial_;
  FrameRules remembered_[kMostRemembered];
  unsigned char bytes_[kMostEntryBytes];
};

}  // namespace crash_collector

#endif  // SRC_SIGNALS_CALL_FRAME_INFO_H_
