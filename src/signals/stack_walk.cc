#include "signals/stack_walk.h"

#include <ucontext.h>

namespace crash_collector {

namespace {

constexpr uintptr_t kWord = sizeof(uintptr_t);

FrameRegisters RegistersOf(const ucontext_t& context) {
  // The kernel's names of the registers, by DWARF's numbers.
  constexpr int kOrder[] = {REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI, REG_RBP, REG_RSP, REG_R8,
                            REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP};
  FrameRegisters registers{};
  for (int number = 0; number < kRegisterCount; number++)
    registers.Set(number, static_cast<uintptr_t>(context.uc_mcontext.gregs[kOrder[number]]));
  return registers;
}

}  // namespace

void StackWalk::Walk(const void* context, MemoryMap* map) {
  count_ = 0;
  info_.Clear();
  FrameRegisters registers = RegistersOf(*static_cast<const ucontext_t*>(context));
  stack_pointer_ = registers.value[kRsp];
  bool is_exact = true;
  for (size_t steps = 0; steps < kMostSteps; steps++) {
    WalkedFrame frame{registers.value[kReturnAddress], 0};
    const uintptr_t before = registers.value[kRsp];
    bool was_signal_frame = false;
    const bool goes_on = StepOut(map, &registers, is_exact, &was_signal_frame, &frame);
    Add(frame);
    is_exact = was_signal_frame;
    if (!goes_on || registers.value[kReturnAddress] == 0 || !registers.Has(kRsp)) return;
    // Frames lie one above the other, unless a signal handler has a stack of its own.
    if (!was_signal_frame && registers.value[kRsp] <= before) return;
  }
}

bool StackWalk::StepOut(MemoryMap* map, FrameRegisters* registers, bool is_exact, bool* was_signal_frame,
                        WalkedFrame* frame) {
  // A call may be the last instruction of a function, so that it returns to the next one.
  const uintptr_t place = registers->value[kReturnAddress] - (is_exact ? 0 : 1);
  const Mapping* mapping = map->Find(place);
  if (mapping == nullptr || !mapping->executable) {
    // A call of a wrong address has only pushed the return address.
    const uintptr_t top = registers->value[kRsp];
    uintptr_t caller;
    if (!is_exact || count_ > 0 || !stack_.Word(top, &caller)) return false;
    registers->Set(kReturnAddress, caller);
    registers->Set(kRsp, top + kWord);
    return true;
  }
  if (mapping->file != nullptr) {
    map->ReadHeaders(mapping->file);
    const FrameRules* rules = info_.Find(mapping->file->unwind_header, place);
    if (rules != nullptr) {
      *was_signal_frame = rules->is_signal_frame;
      return CallFrameInfo::Undo(*rules, &stack_, registers);
    }
  }
  // V8's code, in memory or embedded in the executable.
  if (!registers->Has(kRbp)) return false;
  const uintptr_t pointer = registers->value[kRbp];
  uintptr_t caller_pointer;
  uintptr_t caller;
  if (pointer % kWord != 0 || pointer + 2 * kWord <= registers->value[kRsp] || !stack_.Word(pointer, &caller_pointer) ||
      !stack_.Word(pointer + kWord, &caller))
    return false;
  frame->frame_pointer = pointer;
  registers->known = 0;
  registers->Set(kRbp, caller_pointer);
  registers->Set(kRsp, pointer + 2 * kWord);
  registers->Set(kReturnAddress, caller);
  return true;
}

void StackWalk::Add(const WalkedFrame& frame) {
  if (count_ < kMostFirst)
    first_[count_] = frame;
  else
    last_[(count_ - kMostFirst) % kMostLast] = frame;
  count_++;
}

}  // namespace crash_collector
